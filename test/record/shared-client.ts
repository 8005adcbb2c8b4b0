import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startModelServer } from '../../server/src/platform/node/node-model-server.ts';
import { folderOfLength, layOutFiles } from '../conformance/lay-out-files.ts';
import { type ClientCommand, runClient } from './client-run.ts';
import { type BuiltInNames, observe, readOutput, sessionOf } from './observe.ts';
import { summaryOf } from './observe-compaction.ts';
import { withPlaceholders } from './placeholders.ts';
import type { CaseInput, Observed, StoredCase } from './recorded-case.ts';

/*
 * Starting a client takes ten times as long as a prompt in one that runs. So prompts that each call another skill are
 * entered one after the other in one session. What is answered so only counts where it is as recorded: whatever differs
 * is asked again alone, and other cases may be the cause.
 */

/** A case whose one skill can be next to those of other cases. */
interface ShareableCase {
  readonly stored: StoredCase;
  /** The name of its skill's folder. */
  readonly skill: string;
  /** What its client has besides files and prompt, as JSON: only cases with the same share one. */
  readonly circumstances: string;
}

/** Questions to one client. */
export interface SharedQuestion {
  readonly command: ClientCommand;
  readonly together: readonly { readonly input: CaseInput; readonly skill: string }[];
  readonly builtIn: BuiltInNames;
  /** Maximum run time of the client in milliseconds. */
  readonly timeout: number;
}

/** What was observed of each; undefined for those that were not reached. */
export type SharedAnswer = { readonly together: readonly (Observed | null)[] } | { readonly timedOut: true };

/** How many cases share a client. More would leave too little room in the listing for the skills of each. */
const casesOfClient = 24;

/** What the client of one case can do to the others, as it is written in frontmatter. */
const disturbing = /^\s*"?(?:hooks|context|agent)\b/m;

/** The cases that can share clients, in groups of those that do. */
export function sharedGroups(cases: readonly StoredCase[]): (readonly ShareableCase[])[] {
  const byCircumstances = new Map<string, ShareableCase[]>();
  for (const stored of cases) {
    const shareable = shareableCase(stored);
    if (!shareable) continue;
    const group = byCircumstances.get(shareable.circumstances) ?? [];
    byCircumstances.set(shareable.circumstances, group);
    group.push(shareable);
  }
  return [...byCircumstances.values()]
    .flatMap((group) =>
      Array.from({ length: Math.ceil(group.length / casesOfClient) }, (_, index) =>
        group.slice(index * casesOfClient, (index + 1) * casesOfClient),
      ),
    )
    .filter((group) => group.length > 1);
}

function shareableCase(stored: StoredCase): ShareableCase | undefined {
  const { files, prompt, ...others }: Partial<CaseInput> = stored.input;
  const skills = Object.keys(files ?? {}).map((name) => /^\.claude\/skills\/([^/]+)\//.exec(name)?.[1]);
  const [skill] = skills;
  const { exit, stderr } = stored.observed;
  if (skill === undefined || skills.some((it) => it !== skill) || exit !== 0 || stderr !== '') return undefined;
  const isCalled = `${prompt ?? ''} `.startsWith(`/${skill} `);
  const isPlain = Object.keys(others).every((key) => key === 'settings');
  const text = files![`.claude/skills/${skill}/SKILL.md`];
  if (!isCalled || !isPlain || typeof text !== 'string' || disturbing.test(text)) return undefined;
  return { stored, skill, circumstances: JSON.stringify(others) };
}

/** Asks one client about several cases, and removes its home and project. The caller isolates it from the network. */
export async function answerTogether({ command, together, builtIn, timeout }: SharedQuestion): Promise<SharedAnswer> {
  const temporary = realpathSync(mkdtempSync(path.join(tmpdir(), 'skillwright-record-')));
  const root = folderOfLength(temporary, undefined);
  const places = { home: path.join(root, 'home'), project: path.join(root, 'project'), managed: '/etc/claude-code' };
  const server = await startModelServer([], summaryOf);
  try {
    const renamed = together.map(({ input, skill }, index) => withSkillName(input, skill, nameOf(skill, index)));
    const all: CaseInput = {
      ...renamed[0]!,
      files: Object.assign({}, ...renamed.map(({ files }) => files)),
      prompts: renamed.map(({ prompt }) => prompt),
    };
    layOutFiles(all, places);
    const ends: number[] = [];
    const run = await runClient(command, all, places, server, timeout, () => ends.push(server.requests.length));
    if (run.timedOut) return { timedOut: true };
    const session = sessionOf(run.stdout);
    const results = readOutput(run.stdout).events.filter(({ type }) => type === 'result').length;
    const observations = renamed.map((input, index) => {
      const start = index === 0 ? 0 : ends[index - 1];
      const end = ends[index];
      if (start === undefined || end === undefined || index >= results) return null;
      const turn = { index, before: server.requests[start - 1] };
      const observed = observe(input, run, server.requests.slice(start, end), builtIn, turn);
      const { skill } = together[index]!;
      const text = JSON.stringify(withPlaceholders(observed, { ...places, root, session }));
      return JSON.parse(text.replaceAll(nameOf(skill, index), skill)) as Observed;
    });
    return { together: observations };
  } finally {
    await server.close();
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
  }
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
  return { ...input, files: Object.fromEntries(files), prompt: input.prompt.replace(`/${skill}`, `/${name}`) };
}
