import type { CatalogLocation } from '../../catalog/file/catalog-location.ts';
import { NamesInScope } from '../../catalog/file/names-in-scope.ts';
import { CheckInputs } from '../../features/check/check-inputs.ts';
import type { Environment } from '../../platform/environment.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { memoisingFileSystem } from '../../platform/file-systems/memoising-file-system.ts';
import type { Machine } from '../../platform/node/input-recorder.ts';
import type { RunBaseline } from '../baseline/run-baseline.ts';
import { RunMessages } from '../run-messages.ts';
import { configurationLookup, preferencesOf } from '../run-settings.ts';
import { readSession } from '../session-options.ts';
import { catalogLookup } from '../skills/catalog-lookup.ts';
import type { CheckRun, FindingDetails } from './check-bytes.ts';
import type { CheckOptions } from './check-options.ts';

/**
 * The content of about three hundred skills, which are read for the catalog before they are checked. Reading a hundred of them
 * again takes a sixteenth of the time of a check; of more, what is kept costs memory and saves nothing.
 */
const keptBytes = 2 * 1024 * 1024;

/** A run of `check`, ready for its files. */
export interface StartedRun {
  readonly run: CheckRun;
  readonly folder: string;
  readonly environment: Environment;
  readonly runBaseline: RunBaseline | undefined;
  /** The place of a file in the session. */
  readonly placeInCatalog: (path: string) => Promise<CatalogLocation | undefined>;
  /** Keeps no content of the files: other threads check them. */
  readonly keepNoContent: () => void;
  /** By `performance.now()`. */
  readonly startedAt: number;
}

/**
 * Prepares a run of `check`, and tells the folder and the environment of its session.
 *
 * @param told what the session makes of a file, if another thread has read the session and applies the baseline
 */
export async function startRun(
  options: CheckOptions,
  machine: Machine,
  told?: (path: string) => CatalogLocation | undefined,
): Promise<StartedRun> {
  const startedAt = performance.now();
  const files = memoisingFileSystem(machine.files, keptBytes);
  if (told) files.stopKeeping();
  const messages = new RunMessages();
  const note = (message: string): void => messages.note(message);
  const session = await readSession(options, files, machine.environment);
  const { folder, environment } = session;
  const placeInCatalog = told ? async (path: string) => told(path) : catalogLookup(options, session);
  const checkInputs = new CheckInputs({
    files,
    environment,
    folder,
    names: new NamesInScope(files),
    configurationOf: await configurationLookup(options, session, files, note),
    placeInCatalog,
  });
  const runBaseline = told ? undefined : await baselineOf(options, folder, files);
  const fixes = options.fix ? 'written' : options.fixDryRun ? 'shown' : 'none';
  return {
    run: {
      files,
      checkInputs,
      preferences: preferencesOf(options),
      fixes,
      messages,
      details: await detailsFor(options),
      reportsSuppressed: options.suppressed === true,
      baseline: runBaseline?.baseline,
      shard: options.shard,
    },
    folder,
    environment,
    runBaseline,
    placeInCatalog,
    keepNoContent: () => files.stopKeeping(),
    startedAt,
  };
}

async function baselineOf({ baseline, writeBaseline }: CheckOptions, folder: string, files: FileSystem) {
  if (baseline === undefined) return undefined;
  const { startBaseline } = await import('../baseline/run-baseline.ts');
  return startBaseline(baseline, folder, files, writeBaseline === true);
}

/** The details of each finding that a report or a baseline needs besides those in every report. */
async function detailsFor({ format, baseline }: CheckOptions): Promise<FindingDetails | undefined> {
  if (format !== 'sarif' && baseline === undefined) return undefined;
  const { withFingerprint, withFix } = await import('../reports/checks/finding-details.ts');
  return format === 'sarif' ? withFix : withFingerprint;
}
