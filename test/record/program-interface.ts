import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { mapConcurrently } from '../../server/src/platform/map-concurrently.ts';
import { bareEnvironment, type ClientCommand, withoutCompiler } from './client-run.ts';
import type { Asker } from './isolation.ts';
import { noNames } from './observe.ts';
import type { ProgramNames } from './program-names.ts';
import type { Release } from './release.ts';

/*
 * What a release says of itself: commands with their options, and tools with their parameters. Recordings only repeat
 * old questions, so that nothing else would show what is new there.
 */

const run = promisify(execFile);

/** A command has no more subcommands than this, and they are not nested deeper. */
const deepest = 3;

/** The commands and options that a release explains with `--help`, and the tools that it offers the model. */
export async function readInterface(release: Release, asker: Asker): Promise<ProgramNames> {
  const home = mkdtempSync(path.join(tmpdir(), 'skillwright-help-'));
  try {
    const commands = new Set<string>();
    await readHelp(release.command, [], home, commands);
    return new Map([
      ['Commands and options', commands],
      ['Tools and their parameters', await toolsOf(release, asker)],
    ]);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function readHelp(
  command: ClientCommand,
  words: readonly string[],
  home: string,
  found: Set<string>,
): Promise<void> {
  const [program, ...first] = command;
  const options = { env: { ...bareEnvironment(home), ...withoutCompiler }, cwd: home, timeout: 60_000 };
  const { stdout } = await run(program, [...first, ...words, '--help'], options).catch(() => ({ stdout: '' }));
  const help = namesInHelp(stdout);
  for (const option of help.options) found.add([...words, option].join(' '));
  for (const name of help.commands) found.add([...words, name].join(' '));
  const deeper = words.length < deepest ? help.commands.filter((name) => name !== 'help') : [];
  await mapConcurrently(deeper, words.length === 0 ? availableParallelism() : 1, (name) =>
    readHelp(command, [...words, name], home, found),
  );
}

/** The options and commands in the text of `--help`, which explains each on a line of its own. */
export function namesInHelp(help: string): {
  readonly options: readonly string[];
  readonly commands: readonly string[];
} {
  const [, options = '', commands = ''] =
    /^Options:\n([\s\S]*?)(?:^Commands:\n([\s\S]*)|$(?![\s\S]))/m.exec(help) ?? [];
  return {
    options: [...options.matchAll(/^ {2}(?:-\w, )?(?:--[\w-]+, )*(--[\w-]+)/gm)].map(([, name]) => name!),
    commands: [...commands.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, name]) => name!),
  };
}

async function toolsOf({ command, version }: Release, asker: Asker): Promise<ReadonlySet<string>> {
  const input = { files: {}, prompt: 'hello', keepTools: true };
  const answer = await asker.ask({ kind: 'listing', command, input, builtIn: noNames, timeout: 60_000 });
  if (!('observed' in answer)) throw new Error(`Claude Code ${version} did not answer in a minute`);
  return new Set((answer.observed.tools as readonly string[] | undefined) ?? []);
}
