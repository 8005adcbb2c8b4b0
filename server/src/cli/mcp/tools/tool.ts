import type { Machine } from '../../../platform/node/input-recorder.ts';
import type { SessionSource } from '../../run-settings.ts';
import type { SessionOptions } from '../../session-options.ts';
import { type Fields, type InputOf, readInput } from '../tool-input.ts';
import type { Workspace } from '../workspace.ts';

/** The surroundings of a call, besides its arguments. */
export interface Call {
  /** As the server was started, with the session directory of the call. */
  readonly options: SessionOptions;
  readonly workspace: Workspace;
  readonly source: Required<SessionSource>;
  readonly machine: Machine;
  /** The absolute path of a file or folder that the call names. */
  readonly place: (written: string) => Promise<string>;
  /** The same for a skill, which is named as the command line takes it. */
  readonly skill: (written: string) => Promise<string>;
  /** The same for a file or folder that may be written. */
  readonly writablePlace: (written: string) => Promise<string>;
}

/** A tool of the server. What it returns is what the command line prints for a program: an object, or a text. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the model: what the answer says, and when to call it. */
  readonly description: string;
  readonly fields: Fields;
  readonly required: readonly string[];
  /** Whether it may write, if the server was started so. */
  readonly mayWrite: boolean;
  readonly call: (given: Readonly<Record<string, unknown>>, call: Call) => Promise<object | string>;
}

interface Definition<All extends Fields, Required extends keyof All> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly fields: All;
  readonly required?: readonly Required[];
  readonly mayWrite?: true;
  readonly run: (input: InputOf<All, Required>, call: Call) => Promise<object | string>;
}

/** A tool that is only called with the arguments that it declares. */
export function defineTool<const All extends Fields, const Required extends keyof All & string = never>({
  required = [],
  mayWrite = false as never,
  run,
  ...told
}: Definition<All, Required>): Tool {
  return {
    ...told,
    required,
    mayWrite,
    call: async (given, call) => run(readInput(given, told.fields, required), call),
  };
}

/** The argument of all tools about a session. */
export const folderField = {
  type: 'string',
  description: 'Session directory, in the workspace (default: where the server was started)',
} as const;

/** Of tools that need the name of a skill. */
export const skillField = {
  type: 'string',
  description: 'Name, folder or file of a skill or command',
} as const;
