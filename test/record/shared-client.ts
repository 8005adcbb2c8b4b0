import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ModelRequest, Turn } from '../../server/src/platform/model-server.ts';
import { startModelServer } from '../../server/src/platform/node/node-model-server.ts';
import { expandValue, folderOfLength, layOutFiles, type Places } from '../conformance/lay-out-files.ts';
import { type ClientCommand, runClient } from './client-run.ts';
import { type BuiltInNames, observe, readOutput, sessionOf } from './observe.ts';
import { summaryOf } from './observe-compaction.ts';
import { withPlaceholders } from './placeholders.ts';
import { type CaseInput, needsManagedFolder, type Observed, type StoredCase } from './recorded-case.ts';

/*
 * Starting a client takes ten times as long as a prompt in one that runs. So prompts that each call another skill, or
 * after which the model calls it, are entered one after the other in one session. What is answered so only counts where
 * it is as recorded: whatever differs is asked again alone, and other cases may be the cause.
 */

/** A case whose skills can be next to those of other cases. */
interface ShareableCase {
  readonly stored: StoredCase;
  /** The names of its skills' folders. */
  readonly skills: readonly string[];
  /** What its client has besides files and prompt, as JSON: only cases with the same share one. */
  readonly circumstances: string;
  /** Its other files and their texts. */
  readonly others: readonly (readonly [string, unknown])[];
}

/** Questions to one client. */
export interface SharedQuestion {
  readonly command: ClientCommand;
  readonly together: readonly { readonly input: CaseInput; readonly skills: readonly string[] }[];
  readonly builtIn: BuiltInNames;
  /** Maximum run time of the client in milliseconds. */
  readonly timeout: number;
}

/** What was observed of each; undefined for those that were not reached. */
export type SharedAnswer = { readonly together: readonly (Observed | null)[] } | { readonly timedOut: true };

/** How many skills share a client. More would leave too little room in the listing for each. */
const skillsOfClient = 24;

/** What the client of one case can do to the others, as it is written in frontmatter. */
const disturbing = /^\s*"?(?:hooks|context|agent)\b/m;

const waiting = /^\s*"?paths\b/m;

/** What a case may have besides settings and arguments, which must be the same for all that share a client. */
const ownParts: ReadonlySet<string> = new Set(['files', 'prompt', 'turns', 'full']);
const commonParts: ReadonlySet<string> = new Set(['settings', 'args']);

/** The cases that can share clients, in groups of those that do. */
export function sharedGroups(cases: readonly StoredCase[]): (readonly ShareableCase[])[] {
  const shareable = cases.flatMap((stored) => shareableCase(stored) ?? []);
  const alike = groupsOf(shareable, ({ circumstances, others }) => circumstances + JSON.stringify(others));
  const left = alike.filter(({ length }) => length === 1).flat();
  const groups = [...alike.filter(({ length }) => length > 1), ...groupsOf(left, ({ circumstances }) => circumstances)];
  return groups.filter(({ length }) => length > 1);
}

/** Groups of cases with the same key, each with as many as one client may have whose files do not exclude each other. */
function groupsOf(cases: readonly ShareableCase[], keyOf: (it: ShareableCase) => string): ShareableCase[][] {
  interface Client {
    readonly group: ShareableCase[];
    readonly files: Map<string, unknown>;
  }
  const open = new Map<string, Client[]>();
  for (const it of cases) {
    const clients = open.get(keyOf(it)) ?? [];
    open.set(keyOf(it), clients);
    const fitting = clients.find(({ group, files }) => {
      const count = [...group, it].reduce((sum, { skills }) => sum + skills.length, 0);
      return count <= skillsOfClient && it.others.every(([name, text]) => (files.get(name) ?? text) === text);
    });
    const client: Client = fitting ?? { group: [], files: new Map() };
    if (!fitting) clients.push(client);
    client.group.push(it);
    for (const [name, text] of it.others) client.files.set(name, text);
  }
  return [...open.values()].flat().map(({ group }) => group);
}

function shareableCase(stored: StoredCase): ShareableCase | undefined {
  const { files = {}, prompt, turns, ...rest }: Partial<CaseInput> = stored.input;
  const skills = [
    ...new Set(Object.keys(files).flatMap((name) => /^\.claude\/skills\/([^/]+)\//.exec(name)?.[1] ?? [])),
  ];
  const { exit, stderr } = stored.observed;
  if (skills.length === 0 || skills.length > skillsOfClient / 2 || exit !== 0 || stderr !== '') return undefined;
  const isCalled = skills.some((skill) => isPromptOf(prompt, skill) || turns?.some((turn) => isCallOf(turn, skill)));
  // Managed settings would also apply to what the same process asks next.
  if (needsManagedFolder(stored)) return undefined;
  const isPlain = Object.keys(rest).every((key) => ownParts.has(key) || commonParts.has(key));
  const texts = skills.map((skill) => files[`.claude/skills/${skill}/SKILL.md`]);
  if (!isCalled || !isPlain || texts.some((text) => typeof text !== 'string' || disturbing.test(text)))
    return undefined;
  const written = texts as string[];
  // A file that the model reads would load the waiting skills of all cases.
  if (turns && written.some((text) => waiting.test(text))) return undefined;
  const { settings, args } = rest;
  // Rules and overrides name skills, and mean those of other cases too.
  if (skills.length > 1 && (settings || args)) return undefined;
  const others = Object.entries(files).filter(([name]) => !name.startsWith('.claude/skills/'));
  if (others.some(([name]) => name.includes('.claude'))) return undefined;
  return { stored, skills, circumstances: JSON.stringify({ settings, args }), others };
}

function isPromptOf(prompt: string | undefined, skill: string): boolean {
  return `${prompt ?? ''} `.startsWith(`/${skill} `);
}

function isCallOf(turn: unknown, skill: string): boolean {
  const { tool, input } = turn as { readonly tool?: string; readonly input?: { readonly skill?: unknown } };
  return tool === 'Skill' && input?.skill === skill;
}

/** Asks one client about several cases, and removes its home and project. The caller isolates it from the network. */
export async function answerTogether({ command, together, builtIn, timeout }: SharedQuestion): Promise<SharedAnswer> {
  const temporary = realpathSync(mkdtempSync(path.join(tmpdir(), 'skillwright-record-')));
  const root = folderOfLength(temporary, undefined);
  const places = { home: path.join(root, 'home'), project: path.join(root, 'project'), managed: '/etc/claude-code' };
  const renamed = together.map(({ input, skills }, index) =>
    skills.reduce((it, skill) => withSkillName(it, skill, nameOf(skill, index)), input),
  );
  const script = new SharedScript(renamed, places);
  const server = await startModelServer([], (request) => script.answer(request));
  try {
    const all: CaseInput = {
      ...renamed[0]!,
      ...(renamed[0]!.settings && { settings: rulesForAll(renamed[0]!.settings, together) }),
      files: Object.assign({}, ...renamed.map(({ files }) => files)),
      prompts: renamed.map(({ prompt }) => prompt ?? 'hello'),
    };
    layOutFiles(all, places);
    const ends: number[] = [];
    const run = await runClient(command, all, places, server, timeout, () => {
      ends.push(server.requests.length);
      script.endTurn();
    });
    if (run.timedOut) return { timedOut: true };
    const session = sessionOf(run.stdout);
    const results = readOutput(run.stdout).events.filter(({ type }) => type === 'result').length;
    const observations = renamed.map((input, index) => {
      const start = index === 0 ? 0 : ends[index - 1];
      const end = ends[index];
      if (start === undefined || end === undefined || index >= results) return null;
      const turn = { index, before: server.requests[start - 1] };
      const observed = observe(input, run, server.requests.slice(start, end), builtIn, turn);
      const found = JSON.stringify(withPlaceholders(observed, { ...places, root, session }));
      const text = together[index]!.skills.reduce((it, skill) => it.replaceAll(nameOf(skill, index), skill), found);
      return JSON.parse(script.asIfAlone(text, index)) as Observed;
    });
    return { together: observations };
  } finally {
    await server.close();
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** What the model says to several cases, one after the other. */
class SharedScript {
  readonly #turns: Turn[][];
  /** How many requests had arrived when each case began: the ids of calls count them. */
  readonly #starts = [0];
  #received = 0;

  constructor(inputs: readonly CaseInput[], places: Places) {
    this.#turns = inputs.map(({ turns = [] }) => [...(expandValue(turns, places) as Turn[])]);
  }

  answer(request: ModelRequest): Turn | undefined {
    this.#received++;
    const turns = (request.tools?.length ?? 0) > 0 ? this.#turns[this.#starts.length - 1] : undefined;
    return summaryOf(request) ?? turns?.shift();
  }

  endTurn(): void {
    this.#starts.push(this.#received);
  }

  /** An observation with the ids that its calls have where no case came before. */
  asIfAlone(text: string, index: number): string {
    return text.replaceAll(/\btoolu_(\d+)_/g, (_, serial: string) => `toolu_${Number(serial) - this.#starts[index]!}_`);
  }
}

/** Settings in which a permission rule about a skill of one case names all that took its place. */
function rulesForAll<Settings>(settings: Settings, together: SharedQuestion['together']): Settings {
  const spread = (rule: unknown): unknown => {
    const named = typeof rule === 'string' ? /^Skill\(([^\s:()]+)/.exec(rule)?.[1] : undefined;
    const names = together.flatMap(({ skills }, index) =>
      skills.includes(named ?? '') ? [nameOf(named!, index)] : [],
    );
    return names.length === 0 ? [rule] : names.map((name) => (rule as string).replace(`(${named}`, `(${name}`));
  };
  const text = JSON.stringify(settings, (_, value: unknown) => (Array.isArray(value) ? value.flatMap(spread) : value));
  return JSON.parse(text) as Settings;
}

/** A name that appears in no case, so that it can be replaced again. */
function nameOf(skill: string, index: number): string {
  return `${skill}qzx${String(index).padStart(2, '0')}`;
}

function withSkillName(input: CaseInput, skill: string, name: string): CaseInput {
  const files = Object.entries(input.files).map(([file, text]) => [
    file.replace(`.claude/skills/${skill}/`, `.claude/skills/${name}/`),
    text,
  ]);
  const turns = input.turns?.map((turn) => (isCallOf(turn, skill) ? withCalled(turn, name) : turn));
  return {
    ...input,
    files: Object.fromEntries(files),
    prompt: isPromptOf(input.prompt, skill) ? input.prompt?.replace(`/${skill}`, `/${name}`) : input.prompt,
    ...(turns && { turns }),
  };
}

function withCalled(turn: unknown, skill: string): object {
  const { input, ...others } = turn as { readonly input: object };
  return { ...others, input: { ...input, skill } };
}
