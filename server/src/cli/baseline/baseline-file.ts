import { jsonText } from '../../document/json-values.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { UsageError } from '../exit-code.ts';
import { createFile, NotReplaced, replaceFile } from '../files/replace-file.ts';
import type { BaselineEntry } from './baseline.ts';

const version = 1;

/** The entries of a baseline file, and its bytes; undefined if there is no such file. */
export interface BaselineFile {
  readonly entries: readonly BaselineEntry[];
  readonly bytes: Uint8Array | undefined;
}

/**
 * @param mayBeMissing whether the file is going to be written
 * @throws {UsageError} if it cannot be read, or is not a baseline
 */
export async function readBaseline(path: string, files: FileSystem, mayBeMissing: boolean): Promise<BaselineFile> {
  const bytes = await files.readFile(path);
  if (bytes) return { entries: entriesOf(path, new TextDecoder().decode(bytes)), bytes };
  const reason = await files.whyUnreadable(path, 'file');
  if (reason === undefined && mayBeMissing) return { entries: [], bytes: undefined };
  throw new UsageError(
    `The baseline cannot be read: ${path} (${reason ?? 'no such file; --write-baseline creates it'})`,
  );
}

function entriesOf(path: string, text: string): readonly BaselineEntry[] {
  let value: { version?: unknown; findings?: unknown } | null;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`The baseline is not valid JSON: ${path}`);
  }
  if (typeof value !== 'object' || value === null || !Array.isArray(value.findings)) {
    throw new UsageError(`Not a baseline of Skillwright: ${path}`);
  }
  if (value.version !== version) {
    throw new UsageError(
      `This Skillwright reads baselines of version ${version}, and this one has another version: ${path}`,
    );
  }
  const broken = value.findings.findIndex((entry) => !isEntry(entry));
  if (broken >= 0) throw new UsageError(`The baseline is not valid at \`findings[${broken}]\`: ${path}`);
  return value.findings;
}

function isEntry(entry: unknown): entry is BaselineEntry {
  if (typeof entry !== 'object' || entry === null) return false;
  const { file, rule, fingerprint, count } = entry as Record<string, unknown>;
  const isNamed = [file, rule, fingerprint].every((text) => typeof text === 'string' && text !== '');
  return isNamed && Number.isSafeInteger(count) && (count as number) > 0;
}

/**
 * Writes the file unless it is the same already.
 *
 * @throws {UsageError} if it cannot be written
 */
export async function writeBaseline(
  path: string,
  { bytes }: BaselineFile,
  entries: readonly BaselineEntry[],
): Promise<void> {
  const findings = entries.map(({ file, rule, fingerprint, count }) => ({ file, rule, fingerprint, count }));
  const text = jsonText({ version, findings });
  try {
    if (!bytes) await createFile(path, text);
    else if (new TextDecoder().decode(bytes) !== text) await replaceFile(path, bytes, text);
  } catch (error) {
    const reason = error instanceof NotReplaced ? `it ${error.message}` : (error as NodeJS.ErrnoException).code;
    throw new UsageError(`The baseline cannot be written: ${path} (${reason ?? String(error)})`);
  }
}
