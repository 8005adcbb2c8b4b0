import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RuntimeId } from '../../server/src/document/runtime-id.ts';
import { recordingFiles } from './recording-files.ts';

export { runtimeOf, runtimes } from './recording-files.ts';

/** Text, bytes in base64, or text repeated to a size that is not worth storing. */
export type FileContent =
  | string
  | { readonly $base64: string }
  | { readonly $repeat: string; readonly times: number; readonly before?: string; readonly after?: string };

/** The text of a recorded file as Claude Code decodes it: bytes that are not UTF-8 become U+FFFD. */
export function textOf(content: FileContent): string {
  if (typeof content === 'string') return content;
  if ('$base64' in content) return bytesOf(content).toString('utf8');
  return `${content.before ?? ''}${content.$repeat.repeat(content.times)}${content.after ?? ''}`;
}

/** The bytes of a recorded file. */
export function bytesOf(content: FileContent): Buffer {
  if (typeof content !== 'string' && '$base64' in content) return Buffer.from(content.$base64, 'base64');
  return Buffer.from(textOf(content));
}

/** One recording of the real Claude Code. `${PROJECT}` and `${HOME}` stand for the real folders. */
export interface Recording {
  readonly id: string;
  readonly kind: string;
  readonly version: string;
  readonly input: { readonly files: Readonly<Record<string, FileContent>>; readonly prompt: string };
  readonly observed: {
    /** The lines of our skills as the model was shown them; undefined when no request was sent. */
    readonly listing?: readonly string[];
    /** The names offered for `/name`. */
    readonly slashCommands?: readonly string[];
    /** The text a slash invocation sent. */
    readonly rendered?: string;
    readonly meta?: string;
    readonly result?: string;
    readonly model?: string;
  };
}

const here = new URL('./', import.meta.url);
/** Recordings kept beside the project where they are at hand: some quote public skills. */
const beside = new URL('../../../shared/', import.meta.url);

/**
 * Every recording of a kind: the project's own, and those kept beside it. Where several releases of a runtime were asked
 * the same, the answer of the latest counts.
 */
export function recordings(kind: string, runtime: RuntimeId): Recording[] {
  const own = new Map(
    recordingFiles(here, runtime)
      .flatMap(({ name }) => readLines<Recording>(new URL(name, here)))
      .filter((it) => it.kind === kind)
      .map((it) => [`${it.id} ${JSON.stringify(it.input)}`, it]),
  );
  const known = new Set([...own.values()].map(({ id }) => id));
  const others = keptBeside(kind, runtime).filter(({ id }) => !known.has(id));
  return [...own.values(), ...others];
}

function keptBeside(kind: string, runtime: RuntimeId): Recording[] {
  const folder = new URL('vectors/', beside);
  if (!existsSync(folder)) return [];
  return recordingFiles(folder, runtime)
    .filter(({ group }) => group === kind)
    .flatMap(({ name }) => readLines<Recording>(new URL(name, folder)));
}

/** A file of recordings kept beside the project; empty where it is not at hand. */
export function recordingsBeside<T>(name: string): T[] {
  return readLines<T>(new URL(name, beside));
}

/** The folder of public skills kept beside the project, or undefined where it is not at hand. */
export const corpusFolder: string | undefined = existsSync(new URL('corpus/', beside))
  ? fileURLToPath(new URL('corpus/', beside))
  : undefined;

function readLines<T>(file: URL): T[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}
