import type { Program, Step } from './program.ts';
import { sameIgnoringCase } from './unit-tests.ts';

/** Where groups begin and end; -1 for those that have not matched. */
type Slots = readonly number[];

/** Thrown when following an expression takes too long. */
export class TooManySteps extends Error {}

/** More places of one text are not remembered: 32 MiB. */
const maxRemembered = 1 << 28;

/**
 * Follows a program through one text as JavaScript does: the first way that leads to the end counts. Where a way has led
 * nowhere before, it is not tried again, so that the time is linear in the text, except after a backreference.
 */
export class Runner {
  readonly #text: string;
  readonly #isUnicode: boolean;
  readonly #remembers: boolean;
  readonly #memories = new Map<Program, Memory>();
  /** The result of each lookaround at each place. */
  readonly #known = new Map<number, Int8Array>();
  readonly #emptySlots: Slots;
  #stepsLeft: number;

  constructor(
    text: string,
    { isUnicode, groups, hasBackreferences }: { isUnicode: boolean; groups: number; hasBackreferences: boolean },
    maxSteps: number,
  ) {
    this.#text = text;
    this.#isUnicode = isUnicode;
    this.#remembers = !hasBackreferences;
    this.#emptySlots = hasBackreferences ? Array<number>(groups * 2).fill(-1) : [];
    this.#stepsLeft = maxSteps;
  }

  /** How many steps it may still take. */
  get stepsLeft(): number {
    return this.#stepsLeft;
  }

  /** Where a match that begins at some place ends; undefined if there is none. */
  matchAt(program: Program, at: number): number | undefined {
    return this.#run(program, at, this.#emptySlots)?.at;
  }

  #run(program: Program, from: number, slots: Slots): { readonly at: number; readonly slots: Slots } | undefined {
    const { steps, isBackward } = program;
    const memory = this.#remembers ? this.#memoryOf(program) : undefined;
    const pending: State[] = [{ step: 0, at: from, progress: 0, slots }];
    for (let state = pending.pop(); state; state = pending.pop()) {
      let { step: index, at, progress, slots: own } = state;
      for (;;) {
        if (--this.#stepsLeft < 0) throw new TooManySteps();
        const step = steps[index]!;
        index++;
        if (step.kind === 'match') {
          memory?.forgetNew();
          return { at, slots: own };
        }
        if (step.kind === 'split') {
          if (memory?.isKnown(step.id, progress, at)) break;
          pending.push({ step: step.second, at, progress, slots: own });
          index = step.first;
        } else if (step.kind === 'jump') index = step.to;
        else if (step.kind === 'enter') progress = Math.min(progress, step.depth);
        else if (step.kind === 'leave') {
          if (progress <= step.depth) break;
          progress = step.depth;
        } else if (step.kind === 'unit') {
          const character = isBackward ? this.#before(at) : this.#after(at);
          if (character === '' || !step.test(character)) break;
          at += isBackward ? -character.length : character.length;
          progress = program.depth;
        } else {
          const next = this.#follow(step, at, own, isBackward);
          if (!next) break;
          if (next.at !== at) progress = program.depth;
          ({ at, slots: own } = next);
        }
      }
    }
    memory?.keepNew();
    return undefined;
  }

  #follow(
    step: Exclude<Step, { kind: 'match' | 'split' | 'jump' | 'enter' | 'leave' | 'unit' }>,
    at: number,
    slots: Slots,
    isBackward: boolean,
  ): { readonly at: number; readonly slots: Slots } | undefined {
    switch (step.kind) {
      case 'assertion':
        return step.test(this.#text, at) ? { at, slots } : undefined;
      case 'save':
        return { at, slots: slots.with(step.slot, at) };
      case 'forget':
        return {
          at,
          slots: slots.map((it, slot) => (slot >= step.groups[0] * 2 && slot < step.groups[1] * 2 ? -1 : it)),
        };
      case 'lookaround':
        return this.#lookAround(step, at, slots);
      case 'backreference':
        return this.#repeatGroup(step, at, slots, isBackward);
    }
  }

  #lookAround(
    { id, isNegated, program }: Extract<Step, { kind: 'lookaround' }>,
    at: number,
    slots: Slots,
  ): { readonly at: number; readonly slots: Slots } | undefined {
    if (!this.#remembers) {
      const found = this.#run(program, at, slots);
      if ((found === undefined) !== isNegated) return undefined;
      return { at, slots: isNegated ? slots : found!.slots };
    }
    let known = this.#known.get(id);
    if (!known) {
      known = new Int8Array(this.#text.length + 1);
      this.#known.set(id, known);
    }
    if (known[at] === 0) known[at] = this.#run(program, at, slots) ? 1 : -1;
    return (known[at] === 1) !== isNegated ? { at, slots } : undefined;
  }

  #repeatGroup(
    { groups, ignoresCase }: Extract<Step, { kind: 'backreference' }>,
    at: number,
    slots: Slots,
    isBackward: boolean,
  ): { readonly at: number; readonly slots: Slots } | undefined {
    const group = groups.find((it) => slots[it * 2]! >= 0 && slots[it * 2 + 1]! >= 0);
    // A group that has not matched yet stands for nothing.
    if (group === undefined) return { at, slots };
    const again = this.#text.slice(slots[group * 2], slots[group * 2 + 1]);
    this.#stepsLeft -= again.length;
    const start = isBackward ? at - again.length : at;
    const other = start < 0 ? undefined : this.#text.slice(start, start + again.length);
    if (other === undefined || other.length < again.length) return undefined;
    const isSame = other === again || (ignoresCase && this.#areAlike(again, other));
    return isSame ? { at: isBackward ? start : start + again.length, slots } : undefined;
  }

  #areAlike(one: string, other: string): boolean {
    const [these, those] = this.#isUnicode ? [[...one], [...other]] : [one.split(''), other.split('')];
    return (
      these.length === those.length &&
      these.every((character, index) => sameIgnoringCase(character, those[index]!, this.#isUnicode))
    );
  }

  #after(at: number): string {
    const unit = this.#text[at] ?? '';
    const next = this.#isUnicode && isLead(unit) ? (this.#text[at + 1] ?? '') : '';
    return isTrail(next) ? unit + next : unit;
  }

  #before(at: number): string {
    if (at === 0) return '';
    const unit = this.#text[at - 1]!;
    const lead = this.#isUnicode && isTrail(unit) ? (this.#text[at - 2] ?? '') : '';
    return isLead(lead) ? lead + unit : unit;
  }

  #memoryOf(program: Program): Memory {
    let memory = this.#memories.get(program);
    if (!memory) {
      memory = new Memory(program, this.#text.length);
      this.#memories.set(program, memory);
    }
    return memory;
  }
}

interface State {
  readonly step: number;
  readonly at: number;
  /** How many of the repetitions around it, outermost first, have matched something. */
  readonly progress: number;
  readonly slots: Slots;
}

/** The decisions at the places of a text that have led nowhere. */
class Memory {
  readonly #bits: Uint8Array;
  readonly #places: number;
  readonly #levels: number;
  #fresh: number[] = [];

  constructor({ splits, depth }: Program, length: number) {
    this.#places = length + 1;
    this.#levels = depth + 1;
    const size = splits * this.#levels * this.#places;
    if (size > maxRemembered) throw new TooManySteps();
    this.#bits = new Uint8Array(Math.ceil(size / 8));
  }

  /** Whether a decision was made here before. From now on, it was. */
  isKnown(split: number, progress: number, at: number): boolean {
    const key = (split * this.#levels + progress) * this.#places + at;
    const bit = 1 << (key & 7);
    if ((this.#bits[key >>> 3]! & bit) !== 0) return true;
    this.#bits[key >>> 3]! |= bit;
    this.#fresh.push(key);
    return false;
  }

  keepNew(): void {
    this.#fresh = [];
  }

  /** Some of them have led to a match. */
  forgetNew(): void {
    for (const key of this.#fresh) this.#bits[key >>> 3]! &= ~(1 << (key & 7));
    this.#fresh = [];
  }
}

function isLead(unit: string): boolean {
  return unit >= '\uD800' && unit <= '\uDBFF';
}

function isTrail(unit: string): boolean {
  return unit >= '\uDC00' && unit <= '\uDFFF';
}
