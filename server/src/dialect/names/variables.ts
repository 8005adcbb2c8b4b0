import dialects from '../../../../schemas/dialects.json' with { type: 'json' };
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { Source } from '../source.ts';
import { nearestWord } from '../text/edit-distance.ts';

/** The kind of text that contains a variable. */
export type VariableContext = 'skill' | 'command' | 'plugin-skill' | 'plugin-command';

/** A `${…}` that Claude Code replaces in a body. */
interface VariableFacts {
  /** Without `${` and `}`. */
  readonly name: string;
  readonly description: string;
  /** Where each runtime replaces it. */
  readonly in: Readonly<Record<RuntimeId, readonly VariableContext[]>>;
  /** Also replaced in the Bash rules of `allowed-tools`. */
  readonly inToolRules: boolean;
  /** The first Claude Code release that has it, if published. */
  readonly since?: string;
  readonly source: Source;
}

/** A family of variables with a common prefix, such as `${user_config.KEY}`. */
interface VariablePrefix extends Pick<VariableFacts, 'description' | 'in' | 'source'> {
  readonly prefix: string;
}

/** Text that is often written as a variable and that no release replaces. */
interface NotVariable {
  readonly written: string;
  /** The intended variable. */
  readonly meant: string;
  readonly description: string;
}

/** Every variable, in the order in which they are offered. */
const VARIABLES = dialects.variables as unknown as readonly VariableFacts[];

/** The families of variables. */
const VARIABLE_PREFIXES = dialects.variablePrefixes as unknown as readonly VariablePrefix[];

/** Text that is often mistaken for a variable. */
export const NOT_VARIABLES: readonly NotVariable[] = dialects.notVariables;

/** The variable of exactly this name. */
export function findVariable(name: string): VariableFacts | undefined {
  return VARIABLES.find((variable) => variable.name === name);
}

/** The variables that a runtime replaces in texts of a place. */
export function variablesIn(place: VariableContext, runtime: RuntimeId): readonly VariableFacts[] {
  return VARIABLES.filter((variable) => variable.in[runtime].includes(place));
}

/** Whether a runtime replaces `${name}` in texts of a place. */
export function isVariable(name: string, place: VariableContext, runtime: RuntimeId): boolean {
  return (
    findVariable(name)?.in[runtime].includes(place) ??
    VARIABLE_PREFIXES.some(({ prefix, in: places }) => name.startsWith(prefix) && places[runtime].includes(place))
  );
}

/** The variable that an unknown name probably means. */
export function nearestVariable(name: string): VariableFacts | undefined {
  const near = nearestWord(
    name,
    VARIABLES.map((variable) => variable.name),
  );
  return near === undefined ? undefined : findVariable(near);
}
