import { readdirSync } from 'node:fs';
import dialects from '../../schemas/dialects.json' with { type: 'json' };
import type { RuntimeId } from '../../server/src/document/runtime-id.ts';

/** Every runtime that was recorded, the latest first. */
export const runtimes: readonly RuntimeId[] = dialects.runtimes.map(({ id }) => id as RuntimeId);

/** The latest release of Claude Code that was asked everything. */
export const verifiedRelease: string = dialects.runtimes[0]!.verified;

/** The runtime whose rules a client release follows: its own, or else that of the latest releases. */
export function runtimeOf(release: string): RuntimeId {
  return runtimes.find((id) => id.endsWith(`@${release}`)) ?? 'claude-code';
}

/** A file of recordings: `own-shell.2.1.7.jsonl` has the group `own-shell`. */
export interface RecordingFile {
  readonly name: string;
  readonly group: string;
  readonly release: string;
}

/**
 * The files of a runtime's recordings in a folder, in the order of the releases: where several releases were asked the
 * same, the last answer counts.
 */
export function recordingFiles(folder: URL | string, runtime: RuntimeId): RecordingFile[] {
  return readdirSync(folder)
    .flatMap((name) => {
      const { group, release } = /^(?<group>.+?)\.(?<release>\d+\.\d+\.\d+)\.jsonl$/.exec(name)?.groups ?? {};
      return group !== undefined && release !== undefined && runtimeOf(release) === runtime
        ? [{ name, group, release }]
        : [];
    })
    .sort((a, b) => byNumbers.compare(a.release, b.release));
}

/** Compares releases: 2.1.10 is later than 2.1.9. */
export const byNumbers = new Intl.Collator('en', { numeric: true });
