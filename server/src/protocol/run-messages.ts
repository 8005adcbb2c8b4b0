import type { Refusal, SettingKey } from '../platform/refusal.ts';
import type { SettingsEdit } from './edit-messages.ts';

/*
 * Runs: a skill in the installed Claude Code, without a terminal. The server starts, reads and remembers them. In a
 * workspace without trust, nothing starts.
 */

/** `skillwright/startRun`: starts Claude Code with the invocation of a skill. */
export interface StartRunParams {
  /** The file of the skill or command. */
  readonly uri: string;
  readonly arguments: string;
  /** The URI of the folder to run in; absent for the setting, or else the workspace folder of the file. */
  readonly folder?: string;
  /** Instead of the settings. */
  readonly model?: string;
  readonly permissionMode?: string;
  /** The id of a session that the run continues. */
  readonly resume?: string;
}

export type StartedRun = { readonly run: RunSummary } | Refusal;

/**
 * `skillwright/terminalRun`, with {@link StartRunParams}: how Claude Code is started in a terminal. A session that is
 * resumed gets no invocation.
 */
export interface TerminalRun {
  /** The name of the terminal. */
  readonly name: string;
  /** The path of the program, and its arguments as they are. */
  readonly program: string;
  readonly args: readonly string[];
  /** The path of the folder to run in. */
  readonly folder: string;
}

export type RunState = 'starting' | 'running' | 'succeeded' | 'failed' | 'cancelled';

/** A run as it is listed. */
export interface RunSummary {
  readonly id: string;
  readonly uri: string;
  /** `/review main..HEAD` */
  readonly invocation: string;
  readonly arguments: string;
  /** The path of the folder that it runs in. */
  readonly folder: string;
  readonly state: RunState;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Its duration; absent until it has ended. */
  readonly ms?: number;
  /** US dollars, as Claude Code adds them up. */
  readonly cost?: number;
  readonly tokens?: {
    readonly input: number;
    readonly output: number;
    readonly cacheRead: number;
    readonly cacheWrite: number;
  };
  readonly turns?: number;
  readonly model?: string;
  /** Choices that replaced the settings, so that it can be run again in the same way. */
  readonly chosen?: { readonly model?: string; readonly permissionMode?: string };
  readonly sessionId?: string;
  /** The path of the transcript that Claude Code writes; absent until it exists. */
  readonly transcript?: string;
  readonly claudeCodeVersion?: string;
  /** How many calls of tools were denied; absent if none was. */
  readonly denied?: number;
  /** It is a session of an evaluation, which is not run again like a skill. */
  readonly isEvaluation?: true;
  /** The prompt that it is a session of. */
  readonly prompt?: { readonly item: string; readonly isWithSkill: boolean };
  /** When the sessions of prompts that were started together began. Milliseconds since 1970. */
  readonly together?: number;
  /** Why it failed and what to do, in one line. */
  readonly problem?: string;
  /** The setting that would help. */
  readonly setting?: SettingKey;
}

/**
 * `skillwright/run`: the parts of a run that changed after a version; null if there is no such run. The notification
 * `skillwright/runsChanged`, without parameters, says that `skillwright/runs` has another answer, and
 * {@link RunChanged} that a run has other parts.
 */
export interface RunParams {
  readonly id: string;
  /** 0 for all parts. */
  readonly since: number;
}

export interface RunDetails {
  readonly summary: RunSummary;
  /** Of the parts, for the next request. */
  readonly version: number;
  /** In their order; those that are the same as in the version asked for are left out. */
  readonly parts: readonly RunPart[];
  /** The ids of parts that are no longer there. */
  readonly removed: readonly string[];
}

/** `skillwright/runChanged`, a notification of the server: at most ten times a second for each run. */
export interface RunChanged {
  readonly id: string;
  readonly version: number;
}

/** One step of a run, in the order in which they began. */
export type RunPart = {
  readonly id: string;
  /** The id of the tool call in which it happened. */
  readonly parent?: string;
  readonly order: number;
} & (RunText | RunTool | RunDenial | RunHook | RunNotice);

/**
 * A text of the model so far, as markdown; or `inserted`: a text that Claude Code added to the conversation, such as
 * that of a skill that the model has loaded, or the task of an agent.
 */
export interface RunText {
  readonly kind: 'text' | 'thinking' | 'inserted';
  readonly text: string;
  readonly ended: boolean;
  /** Characters left out at the end. */
  readonly textCut?: number;
}

export interface RunTool {
  readonly kind: 'tool';
  readonly name: string;
  /** The most important part of its input in one line. */
  readonly summary: string;
  /** As JSON, or a command as it is; empty while the model is writing it. */
  readonly input: string;
  /** Characters left out at the end of the input. */
  readonly inputCut?: number;
  /** `stopped` by the end of a run that the user has stopped. */
  readonly state: 'running' | 'succeeded' | 'failed' | 'denied' | 'stopped';
  readonly output?: string;
  /** Characters left out at the end of the output. */
  readonly outputCut?: number;
  readonly ms?: number;
}

/** A call that Claude Code did not permit. */
export interface RunDenial {
  readonly kind: 'denial';
  /** The id of the part that is the call; it may no longer be there. */
  readonly call: string;
  readonly tool: string;
  readonly summary: string;
  /** The rules that {@link AllowDeniedParams} would add; absent if no rules permit it. */
  readonly rules?: readonly string[];
  /** Narrower rules, for exactly this call; absent if there are none. */
  readonly exact?: readonly string[];
}

export interface RunHook {
  readonly kind: 'hook';
  readonly name: string;
  readonly event: string;
  readonly state: 'running' | 'succeeded' | 'failed' | 'stopped';
  readonly output?: string;
  /** Characters left out at the end of the output. */
  readonly outputCut?: number;
}

export interface RunNotice {
  readonly kind: 'retry' | 'compaction' | 'notice';
  readonly text: string;
}

/** `skillwright/allowDenied`: the edit of the local settings that adds the rules of a denial. */
export interface AllowDeniedParams {
  readonly id: string;
  readonly part: string;
  /** Whether only exactly this call is to be allowed, if there are rules for it. */
  readonly onlyThis?: boolean;
}

/** The edit, empty if the rules are there already, and the rules that it adds. */
export interface AllowDeniedEdit extends SettingsEdit {
  /** `Bash(npm run lint:*)` */
  readonly rules: readonly string[];
  /** The denied call in one line. */
  readonly call: string;
  /** Whether there are narrower rules, for exactly this call. */
  readonly hasExact: boolean;
}
