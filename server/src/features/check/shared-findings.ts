import type { FileKind } from '../../document/runtime-id.ts';
import { folderOf, isWithin } from '../../platform/paths.ts';
import type { Severity } from '../../rules/rule.ts';

/*
 * What more than half of the skills in a folder share is one finding of that folder: somebody decided it once, for all
 * of them, and a list that repeats it hundreds of times hides everything else. The outermost such folder counts. Each
 * error and warning remains, because something in that file is probably wrong, and so does what `--fix` repairs.
 */

/** Up to this many findings are reported one by one. */
const maxSingle = 5;

/** Of which there are collections. */
const collected: ReadonlySet<FileKind> = new Set(['skill', 'command', 'agent']);

/** A finding as far as it matters here. */
interface SharedFinding {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly fix: 'safe' | 'unsafe' | 'none';
}

/** A file that was checked. */
interface CheckedFile {
  readonly path: string;
  readonly kind: FileKind;
  readonly insideSkill: boolean;
  readonly findings: readonly SharedFinding[];
}

/** A finding that many files in a folder have. */
export interface Shared {
  /** An absolute path. */
  readonly folder: string;
  readonly kind: FileKind;
  /** The files that have it, sorted; it is reported in the first one. */
  readonly files: readonly string[];
  /** How many files of this kind there are in the folder. */
  readonly total: number;
  /** What all of their messages say, if these differ in what to do. */
  readonly commonMessage: string | undefined;
}

/**
 * Finds what is shared in the files of a run.
 *
 * @param files each is read once, so that not all findings have to be in memory
 * @returns what tells it of a finding in a file; undefined if nothing is shared
 */
export function findShared(
  files: Iterable<CheckedFile>,
): ((file: Pick<CheckedFile, 'path' | 'kind'>, finding: SharedFinding) => Shared | undefined) | undefined {
  const totals = new Map<string, number>();
  const groups = new Map<
    string,
    { readonly kind: FileKind; readonly files: string[]; readonly messages: Map<string, string> }
  >();
  for (const { path, kind, insideSkill, findings } of files) {
    if (insideSkill || !collected.has(kind)) continue;
    for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
      const key = `${kind} ${folder}`;
      totals.set(key, (totals.get(key) ?? 0) + 1);
    }
    for (const finding of findings) {
      if (!canBeShared(finding)) continue;
      const key = keyOf(kind, finding);
      const group = groups.get(key) ?? { kind, files: [], messages: new Map<string, string>() };
      groups.set(key, group);
      group.messages.set(path, finding.message);
      if (group.files.at(-1) !== path) group.files.push(path);
    }
  }
  const shared = new Map<string, Shared>();
  for (const [key, { kind, files, messages }] of groups) {
    for (const found of sharedIn(files.sort(), kind, totals)) {
      const [first = '', ...others] = found.files.map((path) => messages.get(path)!);
      const commonMessage = others.every((message) => message === first) ? undefined : whatHappens(first);
      const one = { ...found, commonMessage };
      for (const path of found.files) shared.set(`${key} ${path}`, one);
    }
  }
  return shared.size === 0 ? undefined : ({ path, kind }, finding) => shared.get(`${keyOf(kind, finding)} ${path}`);
}

function canBeShared({ severity, fix }: SharedFinding): boolean {
  return (severity === 'information' || severity === 'hint') && fix !== 'safe';
}

function keyOf(kind: FileKind, { rule, severity, message }: SharedFinding): string {
  return `${kind} ${rule} ${severity} ${whatHappens(message)}`;
}

/** The first sentence of a message; what to do may differ by file. */
function whatHappens(message: string): string {
  const end = message.search(/\. [A-Z]/);
  return end < 0 ? message : message.slice(0, end);
}

/** @param files those with one finding, sorted */
function* sharedIn(
  files: readonly string[],
  kind: FileKind,
  totals: ReadonlyMap<string, number>,
): Generator<Omit<Shared, 'commonMessage'>> {
  const pending = [files];
  for (let some = pending.pop(); some; some = pending.pop()) {
    if (some.length <= maxSingle) continue;
    const folder = commonFolder(some[0]!, some.at(-1)!);
    const total = totals.get(`${kind} ${folder}`) ?? some.length;
    if (some.length * 2 > total) yield { folder, kind, files: some, total };
    else pending.push(...byFolder(some, folder).values());
  }
}

/** Of sorted paths, the first and the last have the least in common. */
function commonFolder(first: string, last: string): string {
  let folder = folderOf(first);
  while (!isWithin(last, folder)) folder = folderOf(folder);
  return folder;
}

/** Files by the folder, inside of one, that holds them; without those that are in it directly. */
function byFolder(files: readonly string[], folder: string): ReadonlyMap<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const path of files) {
    const end = path.indexOf('/', folder.length + 1);
    if (end < 0) continue;
    const name = path.slice(folder.length + 1, end);
    const group = groups.get(name);
    if (group) group.push(path);
    else groups.set(name, [path]);
  }
  return groups;
}
