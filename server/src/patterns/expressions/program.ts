import {
  type Expression,
  mayBeEmpty,
  type Part,
  type PlaceTest,
  type Repetition,
  type UnitTest,
} from './expression-tree.ts';

/** One step of following an expression. */
export type Step =
  | { readonly kind: 'unit'; readonly test: UnitTest }
  /** Tries one step, and another one if that leads nowhere. */
  | { readonly kind: 'split'; readonly id: number; first: number; second: number }
  | { readonly kind: 'jump'; to: number }
  /** A repetition begins: so far, it has matched nothing. */
  | { readonly kind: 'enter'; readonly depth: number }
  /** A repetition ends. One that matched nothing does not count. */
  | { readonly kind: 'leave'; readonly depth: number }
  | { readonly kind: 'forget'; readonly groups: readonly [number, number] }
  | { readonly kind: 'save'; readonly slot: number }
  | { readonly kind: 'backreference'; readonly groups: readonly number[]; readonly ignoresCase: boolean }
  | { readonly kind: 'assertion'; readonly test: PlaceTest }
  | { readonly kind: 'lookaround'; readonly id: number; readonly isNegated: boolean; readonly program: Program }
  | { readonly kind: 'match' };

/** An expression as steps. */
export interface Program {
  readonly steps: readonly Step[];
  readonly isBackward: boolean;
  readonly splits: number;
  /** How many repetitions that may match nothing are inside each other. */
  readonly depth: number;
}

/** More steps are not followed: repetitions with numbers multiply them. */
const maxSteps = 20_000;

/** The steps of an expression; undefined if there are too many. */
export function compile(expression: Expression): Program | undefined {
  const compiler = new Compiler(expression.hasBackreferences);
  return compiler.program(expression.part, false);
}

class Compiler {
  readonly #hasBackreferences: boolean;
  #count = 0;
  #lookarounds = 0;

  constructor(hasBackreferences: boolean) {
    this.#hasBackreferences = hasBackreferences;
  }

  program(part: Part, isBackward: boolean): Program | undefined {
    const steps: Step[] = [];
    let splits = 0;
    let deepest = 0;
    const add = (step: Step): number => {
      this.#count++;
      return steps.push(step) - 1;
    };
    const split = () => {
      const step = { kind: 'split' as const, id: splits++, first: 0, second: 0 };
      add(step);
      return step;
    };
    const write = (it: Part, depth: number): boolean => {
      if (this.#count > maxSteps) return false;
      switch (it.kind) {
        case 'unit':
        case 'assertion':
        case 'backreference':
          add(it);
          return true;
        case 'sequence':
          return (isBackward ? it.parts.toReversed() : it.parts).every((inner) => write(inner, depth));
        case 'choice':
          return writeChoice(it.parts, depth);
        case 'group': {
          const slots = [it.index * 2, it.index * 2 + 1];
          if (this.#hasBackreferences) add({ kind: 'save', slot: slots[isBackward ? 1 : 0]! });
          if (!write(it.part, depth)) return false;
          if (this.#hasBackreferences) add({ kind: 'save', slot: slots[isBackward ? 0 : 1]! });
          return true;
        }
        case 'lookaround': {
          const program = this.program(it.part, it.isBehind);
          if (program) add({ kind: 'lookaround', id: this.#lookarounds++, isNegated: it.isNegated, program });
          return program !== undefined;
        }
        case 'repetition':
          return writeRepetition(it, depth);
      }
    };
    const writeChoice = (parts: readonly Part[], depth: number): boolean => {
      const ends: { to: number }[] = [];
      for (const [index, inner] of parts.entries()) {
        const choice = index < parts.length - 1 ? split() : undefined;
        if (choice) choice.first = steps.length;
        if (!write(inner, depth)) return false;
        if (!choice) break;
        const end = { kind: 'jump' as const, to: 0 };
        add(end);
        ends.push(end);
        choice.second = steps.length;
      }
      for (const end of ends) end.to = steps.length;
      return true;
    };
    /** One repetition, from the step that decides whether there is one. */
    const writeOnce = ({ part: inner, isGreedy, groups }: Repetition, depth: number) => {
      const isChecked = mayBeEmpty(inner);
      if (isChecked) deepest = Math.max(deepest, depth + 1);
      const decision = split();
      decision[isGreedy ? 'first' : 'second'] = steps.length;
      if (isChecked) add({ kind: 'enter', depth });
      if (this.#hasBackreferences && groups[0] < groups[1]) add({ kind: 'forget', groups });
      if (!write(inner, isChecked ? depth + 1 : depth)) return undefined;
      if (isChecked) add({ kind: 'leave', depth });
      return (exit: number) => {
        decision[isGreedy ? 'second' : 'first'] = exit;
      };
    };
    const writeRepetition = (it: Repetition, depth: number): boolean => {
      const { min, max, groups } = it;
      for (let needed = 0; needed < min; needed++) {
        if (this.#hasBackreferences && groups[0] < groups[1]) add({ kind: 'forget', groups });
        const before = this.#count;
        if (!write(it.part, depth)) return false;
        // Nothing, however often.
        if (this.#count === before) break;
      }
      if (max === Number.POSITIVE_INFINITY) {
        const start = steps.length;
        const leave = writeOnce(it, depth);
        if (!leave) return false;
        add({ kind: 'jump', to: start });
        leave(steps.length);
        return true;
      }
      const leaves: ((exit: number) => void)[] = [];
      for (let further = min; further < max; further++) {
        const leave = writeOnce(it, depth);
        if (!leave) return false;
        leaves.push(leave);
      }
      for (const leave of leaves) leave(steps.length);
      return true;
    };
    if (!write(part, 0)) return undefined;
    add({ kind: 'match' });
    return { steps, isBackward, splits, depth: deepest };
  }
}
