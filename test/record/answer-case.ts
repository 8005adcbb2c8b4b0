import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Turn } from '../../server/src/platform/model-server.ts';
import { startModelServer } from '../../server/src/platform/node/node-model-server.ts';
import { expandValue, folderOfLength, layOutFiles, repositoriesOf, resolveIn } from '../conformance/lay-out-files.ts';
import type { DirectoryInput } from '../conformance/recorded-directory.ts';
import type { PluginInput } from '../conformance/recorded-plugin.ts';
import { bareEnvironment, type ClientCommand, runClient } from './client-run.ts';
import { type BuiltInNames, observe, sessionOf } from './observe.ts';
import { summaryOf } from './observe-compaction.ts';
import { askAboutEvaluation, evaluationKinds } from './observe-evaluation.ts';
import { askAboutDirectory, askAboutPlugin } from './observe-plugin.ts';
import { withPlaceholders } from './placeholders.ts';
import { type CaseInput, needsManagedFolder, type Observed } from './recorded-case.ts';
import { answerTogether, type SharedQuestion } from './shared-client.ts';

/** One question to one client. */
export interface Question {
  readonly kind: string;
  readonly command: ClientCommand;
  readonly input: CaseInput;
  readonly builtIn: BuiltInNames;
  /** Maximum run time of the client in milliseconds. */
  readonly timeout: number;
}

/** The result; a client that was stopped has observed nothing. */
export type Answer = { readonly observed: Observed } | { readonly timedOut: true };

const managed = '/etc/claude-code';

/** Asks a client in a new home and project, and removes them. The caller isolates it from the network. */
export async function answerCase({ kind, command, input, builtIn, timeout }: Question): Promise<Answer> {
  // These have homes of their own.
  if (kind === 'plugin') return { observed: { ...(await askAboutPlugin(command, input as CaseInput & PluginInput)) } };
  if (kind === 'plugin-directory')
    return { observed: { ...(await askAboutDirectory(command, input as CaseInput & DirectoryInput)) } };
  if (evaluationKinds.has(kind)) {
    const observed = await askAboutEvaluation(command, kind, input, timeout);
    return observed ? { observed } : { timedOut: true };
  }
  const writesManaged = needsManagedFolder({ input });
  if (writesManaged && existsSync(managed)) throw new Error(`${managed} exists and is not overwritten`);
  const temporary = realpathSync(mkdtempSync(path.join(tmpdir(), 'skillwright-record-')));
  const root = folderOfLength(temporary, input.rootLength);
  const places = { home: path.join(root, 'home'), project: path.join(root, 'project'), managed };
  const server = await startModelServer(expandValue(input.turns ?? [], places) as Turn[], summaryOf);
  try {
    layOutFiles(input, places);
    for (const name of repositoriesOf(input)) {
      const folder = resolveIn(places, name);
      execFileSync('git', ['init', '-q', '-b', 'main', folder], { env: bareEnvironment(places.home) });
    }
    const run = await runClient(command, input, places, server, timeout);
    if (run.timedOut) return { timedOut: true };
    const observed = observe(input, run, server.requests, builtIn);
    return { observed: withPlaceholders(observed, { ...places, root, session: sessionOf(run.stdout) }) };
  } finally {
    await server.close();
    if (writesManaged) rmSync(managed, { recursive: true, force: true });
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The program that asks: reads questions from standard input, a line each, and prints a line for each answer. */
export async function answerQuestions(): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const question = JSON.parse(line) as Question | SharedQuestion;
    const answering = 'together' in question ? answerTogether(question) : answerCase(question);
    const answer = await answering.catch((error: unknown) => ({
      failed: error instanceof Error ? error.message : String(error),
    }));
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
}
