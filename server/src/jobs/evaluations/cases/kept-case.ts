import { isMap, type JsonMap, textOf } from '../../../document/json-values.ts';
import { caseNameProblem } from './case-name.ts';

/** The key of an item under which it keeps what a case says and `evals.json` cannot. Other programs ignore it. */
export const keptKey = 'claude_case';

/** The value of {@link keptKey}. */
export interface KeptCase {
  /** Where the case was, if its id does not say it. */
  readonly folder?: string;
  /** Files that the item does not describe, with their texts. */
  readonly files?: Readonly<Record<string, string>>;
  /** The expected outcome is not the criterion of a grader. */
  readonly withoutOutcomeGrader?: true;
}

/** Names of files that exist on every system. */
const fileName = /^[\w-](?:[\w .()+,@-]*[\w()+,@-])?$|^\.[\w-]+$/;

const maxDepth = 8;

/** Whether a path leads to a file in the folder of a case, whatever the system. */
export function isPathInCase(path: string): boolean {
  const parts = path.split('/');
  return (
    parts.length <= maxDepth &&
    path.length <= 400 &&
    parts.every((part) => part.length <= 120 && fileName.test(part) && !isDevice(part))
  );
}

/** Whether a path names a folder of a case below that of the evaluations. */
export function isCasePath(path: string): boolean {
  const parts = path.split('/');
  return parts.length <= maxDepth && parts.every((part) => caseNameProblem(part) === undefined);
}

function isDevice(name: string): boolean {
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i.test(name);
}

/** The parts of a case that an item has kept, as far as they can be written. */
export interface ReadKeptCase {
  readonly folder: string | undefined;
  readonly files: ReadonlyMap<string, string>;
  readonly withoutOutcomeGrader: boolean;
  /** Paths that lead elsewhere. */
  readonly rejected: readonly string[];
}

/** Reads {@link keptKey} of an item. A set is a file of the repository, so paths in it may lead anywhere. */
export function readKeptCase(item: JsonMap): ReadKeptCase {
  const kept = isMap(item[keptKey]) ? item[keptKey] : {};
  const written = isMap(kept.files) ? Object.entries(kept.files) : [];
  const isFile = (entry: [string, unknown]): entry is [string, string] =>
    typeof entry[1] === 'string' && isPathInCase(entry[0]);
  const folder = textOf(kept.folder);
  return {
    folder: folder !== undefined && isCasePath(folder) ? folder : undefined,
    files: new Map(written.filter(isFile)),
    withoutOutcomeGrader: kept.withoutOutcomeGrader === true,
    rejected: written.filter((entry) => !isFile(entry)).map(([path]) => path),
  };
}
