import type { FileKind } from '../../document/runtime-id.ts';
import { folderOf, isWithin } from '../../platform/paths.ts';
import type { Severity } from '../../rules/rule.ts';
import type { RuleId } from '../../rules/rule-id.ts';

/*
 * What more than half of the skills in a folder share is one finding of that folder: somebody decided it once, for all
 * of them, and a list that repeats it hundreds of times hides everything else. The outermost such folder counts. Each
 * error and warning remains, because something in that file is probably wrong, and so does what `--fix` repairs.
 *
 * A habit is one finding of a repository, even if only a few of its files have it, and even if `--fix` repairs it.
 */

/** Up to this many findings are reported one by one. */
const maxSingle = 5;

/** Of which there are collections. */
const collected: ReadonlySet<FileKind> = new Set(['skill', 'command', 'agent', 'plugin']);

/** A finding as far as it matters here. */
interface SharedFinding {
  readonly rule: RuleId;
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
  /** Those of the files. */
  readonly kinds: readonly FileKind[];
  /** The files that have it, sorted; it is reported in the first one. */
  readonly files: readonly string[];
  /** How many files of these kinds there are in the folder. */
  readonly total: number;
  /** Whether their messages differ in what to do. */
  readonly differs: boolean;
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
  const repositories = new Set<string>();
  const groups = new Map<string, Group>();
  for (const { path, kind, insideSkill, findings } of files) {
    const root = repositoryShownBy(path);
    if (root !== undefined) repositories.add(root);
    if (insideSkill || !collected.has(kind)) continue;
    for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
      const key = `${kind} ${folder}`;
      totals.set(key, (totals.get(key) ?? 0) + 1);
    }
    for (const finding of findings) {
      if (!canBeShared(finding, kind)) continue;
      const key = keyOf(kind, finding);
      const group = groups.get(key) ?? { habit: habitOf(finding), messages: new Map(), kinds: new Map() };
      groups.set(key, group);
      group.messages.set(path, finding.message);
      group.kinds.set(path, kind);
    }
  }
  const shared = new Map<string, Shared>();
  for (const [key, group] of groups) {
    for (const found of sharedIn(group, repositories, totals)) {
      const [first = '', ...others] = found.files.map((path) => group.messages.get(path)!);
      const advice = adviceOf(first);
      const one = { ...found, differs: others.some((message) => adviceOf(message) !== advice) };
      for (const path of found.files) shared.set(`${key} ${path}`, one);
    }
  }
  return shared.size === 0 ? undefined : ({ path, kind }, finding) => shared.get(`${keyOf(kind, finding)} ${path}`);
}

/** Findings that say the same. */
interface Group {
  readonly habit: Habit | undefined;
  /** By the paths of the files. */
  readonly messages: Map<string, string>;
  readonly kinds: Map<string, FileKind>;
}

/** A folder with settings or plugins of Claude Code of its own. */
function repositoryShownBy(path: string): string | undefined {
  const [, folder] = /^(.*?)\/\.claude(?:-plugin)?\//.exec(path) ?? [];
  return folder;
}

function canBeShared(finding: SharedFinding, kind: FileKind): boolean {
  const { severity, fix } = finding;
  if (habitOf(finding) !== undefined) return true;
  return (severity === 'information' || severity === 'hint') && fix !== 'safe' && kind !== 'plugin';
}

/** What authors write throughout a repository. */
interface Habit {
  readonly severity: Severity;
  /** As few files as this make it one. */
  readonly from: number;
  /** The beginning of the message; any, if undefined. */
  readonly says?: RegExp;
  /** What has to be the same: what happens, if undefined, the whole message, what to do, or only that which `says` matches. */
  readonly same?: 'message' | 'advice' | 'said';
}

/** The whole checkout has them in place of links. */
const linkTexts = /\btext files? with the paths? of (?:a link|links)\b/;

/**
 * What is no worse than a habit is one with two files; the same mistake in each of them, with more. Not a part of the rules,
 * because a run whose results are all known does not load these.
 */
const habits: ReadonlyMap<RuleId, Habit> = new Map<RuleId, Habit>([
  ['tool-broad', { severity: 'hint', from: 2 }],
  ['reference-without-toc', { severity: 'hint', from: 2 }],
  ['name-format', { severity: 'warning', from: 4, says: /^The `name` has `::`/ }],
  ['argument-hint-list', { severity: 'information', from: 2 }],
  ['tool-unknown', { severity: 'hint', from: 3, same: 'message' }],
  ['flag-without-effect', { severity: 'hint', from: 3, same: 'message' }],
  ['template-unfilled', { severity: 'hint', from: 3, says: /^Claude Code loads this template as /, same: 'advice' }],
  ['arguments-names', { severity: 'warning', from: 4, says: /^The name includes the dollar sign/, same: 'said' }],
  ['description-no-trigger', { severity: 'information', from: 4 }],
  ['literal-dollar', { severity: 'warning', from: 4, says: /^Positions start at 0, so /, same: 'said' }],
  ['field-unknown', { severity: 'warning', from: 4, says: /^Claude Code ignores `tools`: / }],
  ['placeholder-unknown', { severity: 'hint', from: 4, says: /^Claude Code does not replace `\{[^`]*`/, same: 'said' }],
  ['yaml-lenient', { severity: 'warning', from: 4, says: /^The `\[` starts a list/, same: 'message' }],
  ['skill-misplaced', { severity: 'information', from: 2, says: linkTexts, same: 'message' }],
  ['plugin-skills-path', { severity: 'information', from: 2, says: linkTexts, same: 'advice' }],
  ['plugin-path', { severity: 'information', from: 2, says: linkTexts, same: 'advice' }],
]);

function habitOf({ rule, severity, message }: SharedFinding): Habit | undefined {
  const habit = habits.get(rule);
  return habit?.severity === severity && (habit.says?.test(message) ?? true) ? habit : undefined;
}

function keyOf(kind: FileKind, finding: SharedFinding): string {
  const { rule, severity, message } = finding;
  const habit = habitOf(finding);
  return `${habit ? '' : kind} ${rule} ${severity} ${sameIn(message, habit)}`;
}

function sameIn(message: string, habit: Habit | undefined): string {
  switch (habit?.same) {
    case 'message':
      return message;
    case 'advice':
      return adviceOf(message);
    case 'said':
      return habit.says?.exec(message)?.[0] ?? message;
    default:
      return whatHappens(message);
  }
}

/** The first sentence of a message; what to do may differ by file. */
function whatHappens(message: string): string {
  const end = message.search(/\. [A-Z]/);
  return end < 0 ? message : message.slice(0, end);
}

function adviceOf(message: string): string {
  return message.slice(whatHappens(message).length);
}

type Found = Omit<Shared, 'differs'>;

function* sharedIn(
  { habit, kinds }: Group,
  repositories: ReadonlySet<string>,
  totals: ReadonlyMap<string, number>,
): Generator<Found> {
  const shareOf = (folder: string, files: readonly string[]): Found => {
    const present = [...new Set(files.map((path) => kinds.get(path)!))].sort().reverse();
    const total = present.reduce((sum, kind) => sum + (totals.get(`${kind} ${folder}`) ?? 0), 0);
    return { folder, kinds: present, files, total };
  };
  const byRepository = new Map<string | undefined, string[]>();
  for (const path of [...kinds.keys()].sort()) {
    const repository = habit ? repositoryOf(path, repositories) : undefined;
    const others = byRepository.get(repository);
    if (others) others.push(path);
    else byRepository.set(repository, [path]);
  }
  for (const [repository, files] of byRepository) {
    if (repository === undefined) yield* sharedByMost(files, shareOf);
    else if (files.length >= habit!.from) yield shareOf(repository, files);
  }
}

/** The outermost folder that is one: a plugin may be in the repository of a marketplace. Without any, what holds the skills. */
function repositoryOf(path: string, repositories: ReadonlySet<string>): string | undefined {
  let found: string | undefined;
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
    if (repositories.has(folder)) found = folder;
  }
  const [, holding] = /^(.+)\/(?:skills|commands|agents)\//.exec(path) ?? [];
  return found ?? holding?.replace(/(?<=.)\/plugins\/[^/]+$/, '');
}

/** @param files those with one finding, sorted */
function* sharedByMost(
  files: readonly string[],
  shareOf: (folder: string, files: readonly string[]) => Found,
): Generator<Found> {
  const pending = [files];
  for (let some = pending.pop(); some; some = pending.pop()) {
    if (some.length <= maxSingle) continue;
    const folder = commonFolder(some[0]!, some.at(-1)!);
    const found = shareOf(folder, some);
    if (some.length * 2 > found.total) yield found;
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
