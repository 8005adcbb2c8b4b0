import { parseMap } from '../../../document/json-values.ts';
import type { ClaudeCode, ClaudeCodeProgram } from '../../../platform/claude-code.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { lastPart, relativeTo } from '../../../platform/paths.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { ResultFiles } from '../../../platform/result-files.ts';
import type { ScratchEntry, ScratchFolders } from '../../../platform/scratch-folders.ts';
import type { RunSummary } from '../../../protocol.ts';
import { invocationLine, runArguments } from '../../claude-code/runs/run-arguments.ts';
import { newRunId } from '../../claude-code/runs/run-history.ts';
import { RunParts } from '../../claude-code/runs/run-parts.ts';
import { RunReducer } from '../../claude-code/runs/run-reducer.ts';
import type { RunSettings } from '../../claude-code/runs/run-settings.ts';
import { lastTextOf, type MadeSession } from './kept-session.ts';
import { madeFiles } from './made-files.ts';
import { copiedSkill, inputCopies, skillCopy } from './skill-copy.ts';
import type { SetPrompt } from './suite-prompts.ts';

/** A session with a prompt, with the skill or without it. */
interface PromptSession {
  readonly prompt: SetPrompt;
  /** The folder of the skill. */
  readonly skill: string;
  /** The folders to which input files may be relative; the first that has one counts. */
  readonly roots: readonly string[];
  readonly isWithSkill: boolean;
  /** The file of the prompt, and how the session is called. */
  readonly uri: string;
  readonly title: string;
  /** Identifies the prompt among all items. */
  readonly item: string;
  readonly settings: RunSettings;
  /** Tools that it may use besides those that the user's settings allow. */
  readonly allowedTools: readonly string[];
  /** Takes the place of the model of the settings. */
  readonly model: string | undefined;
  /** US dollars that are left. */
  readonly maximumCost: number | undefined;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** When the sessions that are started together began. In milliseconds since 1970. */
  readonly together: number;
}

export interface EndedPrompt extends MadeSession {
  /** The last text of the model. */
  readonly output: string;
  /** Whether the model loaded the skill. */
  readonly hasUsedSkill: boolean;
  /** Whether it was stopped, which is not a failure. */
  readonly isStopped: boolean;
}

/** The parts of the machine that a session needs. */
export interface PromptMachine {
  readonly claudeCode: ClaudeCode;
  readonly files: FileSystem;
  readonly scratchFolders: ScratchFolders;
  /** Absent where nothing can be written. */
  readonly resultFiles?: ResultFiles | undefined;
}

/**
 * Runs a prompt in an empty project in a temporary folder, with copies of its input files. With the skill, the project has
 * a copy of it. Without, the settings of the command line switch off what the user has under its name; that it is really
 * gone is read from what Claude Code says at the start of the session. Files may be written in the project, because it is
 * there for nothing else, and what was made there is read before it is deleted.
 */
export async function runPrompt(
  program: ClaudeCodeProgram,
  session: PromptSession,
  { claudeCode, files, scratchFolders }: PromptMachine,
): Promise<EndedPrompt | Refusal> {
  const {
    prompt,
    skill,
    roots,
    isWithSkill,
    uri,
    title,
    item,
    settings,
    allowedTools,
    model,
    maximumCost,
    signal,
    now,
    together,
  } = session;
  const name = lastPart(skill);
  const inputs = await inputCopies(roots, prompt.files, files);
  if ('problem' in inputs) return inputs;
  const copy = isWithSkill ? await skillCopy(skill, copiedSkill(project, skill), files) : [];
  if ('problem' in copy) return copy;
  const scratch = await scratchFolders.create();
  try {
    const placed = inputs.map((entry) => ({ ...entry, path: `${project}/${entry.path}` }));
    await scratch.write([{ path: `${project}/.keep`, text: '' }, ...placed, ...copy]);
    const before = bytesByPath([...placed, ...copy]);
    const folder = `${scratch.path}/${project}`;
    const startedAt = now();
    const parts = new RunParts();
    const reducer = new RunReducer({ parts, now, folder, rulesFor: () => undefined }, undefined);
    const running = claudeCode.start(program, {
      args: [
        ...runArguments({ ...settings, maximumCost: undefined }, { addedFolders: [], pluginFolders: [] }, { model }),
        // After those of the settings: it is what the user has agreed to.
        ...(maximumCost === undefined ? [] : ['--max-budget-usd', `${maximumCost}`]),
        '--no-session-persistence',
        ...(isWithSkill ? [] : ['--settings', JSON.stringify({ skillOverrides: { [name]: 'off' } })]),
        // Last, because the option takes several values.
        ...['--allowedTools', [ownFiles, ...allowedTools].join(',')],
      ],
      folder,
      environment: {},
      signal,
      onErrorLine: (line) => reducer.takeErrorLine(line),
    });
    running.writeLine(invocationLine(answerText(prompt)));
    running.endInput();
    const offered = new Set<string>();
    for await (const line of running.lines) {
      reducer.take(line);
      for (const it of offeredIn(line)) offered.add(it);
    }
    if (signal.aborted) reducer.cancel();
    const { exitCode, errorOutput, problem } = await running.ended;
    const { version } = program;
    const ownArguments = settings.extraArguments;
    const state = reducer.end({ exitCode, errorOutput, problem, version, ownArguments });
    const { transcript: _, sessionId: __, ...facts } = reducer.facts;
    const id = newRunId(startedAt);
    const about = {
      id,
      uri,
      invocation: title,
      arguments: '',
      folder,
      startedAt,
      isEvaluation: true,
      prompt: { item, isWithSkill },
      together,
    } as const;
    const summary: RunSummary = { ...about, ...facts, state, ms: now() - startedAt };
    const all = parts.all();
    const named = [...offered].find((it) => it === name || it.endsWith(`:${name}`));
    return {
      summary,
      parts: all,
      output: lastTextOf(all),
      made: await madeFiles(folder, before, files),
      hasUsedSkill: all.some((part) => part.kind === 'tool' && part.name === 'Skill' && isCallOf(part.input, name)),
      problem: !isWithSkill && named !== undefined ? stillThere(named) : summary.problem,
      isStopped: state === 'cancelled',
    };
  } finally {
    await scratch.remove().catch(() => {});
  }
}

/** The project in the scratch folder. */
const project = 'project';

/** The rule that permits to write in the project, with every tool that edits files. */
const ownFiles = 'Edit(./**)';

/** The prompt, with the input files that it does not name, as skill-creator tells of them. What follows a slash is exact. */
function answerText({ prompt, files }: SetPrompt): string {
  const unnamed = prompt.startsWith('/') ? [] : files.filter((file) => !prompt.includes(lastPart(file)));
  return unnamed.length === 0 ? prompt : `${prompt}\n\nInput files: ${unnamed.join(', ')}`;
}

/** The files of the project before the session, by paths relative to it. */
function bytesByPath(entries: readonly ScratchEntry[]): ReadonlyMap<string, Uint8Array> {
  const found = new Map<string, Uint8Array>([['.keep', new Uint8Array()]]);
  for (const entry of entries) if ('bytes' in entry) found.set(relativeTo(entry.path, project), entry.bytes);
  return found;
}

function stillThere(name: string): string {
  return `This session should not have the skill, but Claude Code still has \`${name}\`. Disable the plugin that has it`;
}

/** The skills and commands that a session offers, from the line with which it starts. */
function offeredIn(line: string): readonly string[] {
  if (!line.includes('"init"')) return [];
  const value = parseMap(line);
  if (value?.subtype !== 'init') return [];
  return [value.skills, value.slash_commands].flatMap((it) =>
    Array.isArray(it) ? it.filter((name) => typeof name === 'string') : [],
  );
}

function isCallOf(input: string, name: string): boolean {
  const { skill, command } = parseMap(input) ?? {};
  return skill === name || command === name;
}
