import { catalogLocation } from '../../catalog/file/catalog-location.ts';
import { loadCatalog } from '../../catalog/load-catalog.ts';
import type { Session } from '../../catalog/session.ts';
import { checkFile } from '../../features/check/check-file.ts';
import { CheckInputs } from '../../features/check/check-inputs.ts';
import type { Configuration } from '../../features/check/configuration.ts';
import type { Preferences } from '../../features/check/file-settings.ts';
import { overlayFileSystem } from '../../platform/file-systems/overlay-file-system.ts';
import type { Platform } from '../../platform/platform.ts';
import { inTurns, type WorkTurns } from '../../platform/work-turns.ts';
import type { RuleCrash } from '../../rules/check-document.ts';
import type { CheckedText } from './judge-proposal.ts';

/** A file that is checked with texts that it does not have. */
interface CheckedPlace extends Pick<Platform, 'files' | 'environment'> {
  readonly path: string;
  /** The session that it belongs to; undefined for a file of none. */
  readonly session: Session | undefined;
  readonly preferences: Preferences;
  readonly configurationOf: (path: string) => Promise<Configuration | undefined>;
  readonly turns: Pick<WorkTurns, 'pause'>;
  readonly onCrash: RuleCrash;
}

/**
 * Checks a file as if a text were saved, with a catalog that has read it: whether descriptions are alike, or fit into the
 * listing, depends on all skills. Undefined if the file is not checked.
 */
export async function checkedAs(
  text: string,
  { path, session, preferences, configurationOf, turns, onCrash, ...disk }: CheckedPlace,
): Promise<CheckedText | undefined> {
  const files = overlayFileSystem(disk.files, path, new TextEncoder().encode(text));
  const loaded = session && (await loadCatalog({ ...session, files }, turns));
  if (loaded) await inTurns(loaded.catalog.preparation(), turns);
  const checkInputs = new CheckInputs({
    files,
    environment: disk.environment,
    configurationOf,
    placeInCatalog: (asked) => loaded && catalogLocation(loaded.catalog, asked),
  });
  const found = await checkInputs.fileToCheck(path, preferences, { files });
  return typeof found === 'string' ? undefined : checkFile(text, found.file, found.settings, onCrash);
}
