import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addedTexts } from '../../server/src/jobs/claude-code/prove/request-texts.ts';
import type { ModelRequest, Turn } from '../../server/src/platform/model-server.ts';
import { startModelServer } from '../../server/src/platform/node/node-model-server.ts';
import { layOutFiles } from '../conformance/lay-out-files.ts';
import { bareEnvironment, type ClientCommand, collect } from './client-run.ts';
import type { CaseInput, Observed } from './recorded-case.ts';

/** What is asked of `claude plugin eval`. */
export type EvaluationInput = CaseInput & {
  /** The arms of the runs; only the one with the plugin if it is not given. */
  readonly ablation?: string;
  /** Further arguments. */
  readonly arguments?: readonly string[];
};

interface Result {
  readonly cases: readonly {
    readonly name: string;
    readonly dir: string;
    readonly arms: Readonly<Record<string, readonly RunResult[]>>;
  }[];
}

interface RunResult {
  readonly error: string | null;
  readonly graders: readonly { name: string; passed: boolean; scored: boolean; explanation: string }[];
}

/** The kinds of recordings that `claude plugin eval` answers. */
export const evaluationKinds: ReadonlySet<string> = new Set(['evaluation', 'evaluation-folder', 'grading']);

/**
 * Asks `claude plugin eval` about a plugin, in a new home; undefined if it took too long. What it says of folders is only
 * part of what it says of cases, so each kind has its own fields.
 */
export async function askAboutEvaluation(
  [program, ...first]: ClientCommand,
  kind: string,
  input: EvaluationInput,
  timeout: number,
): Promise<Observed | undefined> {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'skillwright-evaluation-')));
  // One folder more, because a case leads out of the project.
  const [home, project] = [path.join(root, 'home'), path.join(root, 'above', 'project')];
  mkdirSync(home);
  const server = await startModelServer([...((input.turns ?? []) as Turn[])]);
  try {
    layOutFiles({ ...input, git: false }, { home, project, managed: '' });
    const once = ['--trust-plugin', '--no-publish', '--json', '--runs', '1', '--ablation', input.ablation ?? 'none'];
    const own = [...(input.args ?? []), ...(input.arguments ?? [])];
    const env = {
      ...bareEnvironment(home),
      TMPDIR: root,
      ANTHROPIC_BASE_URL: server.address,
      ANTHROPIC_API_KEY: server.key,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    };
    const args = [...first, 'plugin', 'eval', project, ...once, ...own];
    const { stdout, stderr, timedOut } = await collect(program, args, env, project, timeout);
    if (timedOut) return undefined;
    const plain = (text: string): string => text.replaceAll(project, '${PROJECT}').replaceAll(root, '${ABOVE}');
    const { cases } = JSON.parse(plain(stdout)) as Result;
    const said = plain(stderr);
    if (kind === 'evaluation-folder') return folderObservation(cases, said);
    const [session] = server.requests;
    return caseObservation(cases, said, session ? offeredIn(session) : []);
  } finally {
    await server.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  }
}

function caseObservation([found]: Result['cases'], stderr: string, offered: readonly string[] | undefined): Observed {
  if (!found) return { refused: /^✗ \S+?: ([\s\S]*?)\n(?:Couldn't load|$)/m.exec(stderr)?.[1] ?? stderr.trim() };
  const notices = noticesIn(stderr);
  const runs = Object.entries(found.arms).flatMap(([arm, results]) =>
    results.map(({ error, graders }) => ({
      arm,
      error,
      graders: graders.map(({ name, passed, scored, explanation }) => ({ name, passed, scored, explanation })),
    })),
  );
  return { ...(notices.length > 0 && { notices }), runs, offered };
}

/** The skills and agents of plugins that the model is told about. */
function offeredIn(request: ModelRequest): string[] {
  const told = [...addedTexts(request).map(({ text }) => text), ...(request.tools ?? []).map((it) => it.description)];
  return [...new Set(told.flatMap((text) => [...text.matchAll(/^- ([\w-]+:[\w-]+): /gm)].map(([, name]) => name!)))];
}

function folderObservation(cases: Result['cases'], stderr: string): Observed {
  const warnings = [...stderr.matchAll(/^Warning: (.*)$/gm)].map(([, text]) => text!);
  const notices = noticesIn(stderr);
  const results = /^Report: \$\{PROJECT\}\/(.*)\/results\//m.exec(stderr)?.[1] ?? null;
  return {
    cases: cases.map(({ name, dir }) => [name, dir]),
    results,
    ...(warnings.length > 0 && { warnings }),
    ...(notices.length > 0 && { notices }),
  };
}

function noticesIn(stderr: string): string[] {
  return [...stderr.matchAll(/^ *⚠ (?:case "[^"]*": )?(.*)$/gm)].map(([, text]) => text!);
}
