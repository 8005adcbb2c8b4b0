import { type FileKind, isEvaluationKind } from '../../../document/runtime-id.ts';
import type { RuleId } from '../../../rules/rule-id.ts';

/** Where the time of a run was spent, and how often each rule reported something: the output of `--stats`. */
export interface CheckStatistics {
  /** Milliseconds until the files were found, and from then until the last was checked. */
  readonly findMs: number;
  readonly checkMs: number;
  readonly files: Readonly<Record<FileGroup, number>>;
  /** How often each rule reported something, most often first. */
  readonly rules: readonly { readonly rule: RuleId; readonly findings: number }[];
  /** The files whose text took longest. */
  readonly slowest: readonly { readonly file: string; readonly ms: number }[];
}

interface TimedFile {
  readonly path: string;
  readonly kind: FileKind;
  readonly findings: { all(): readonly { readonly rule: RuleId }[] };
  /** Milliseconds. */
  readonly ms: number;
}

/** Kinds of files that are counted together. */
type FileGroup = 'skill' | 'command' | 'agent' | 'plugin' | 'settings' | 'evaluation';

/** How many of the slowest files are named. */
const slowestShown = 5;

export function checkStatistics(files: readonly TimedFile[], findMs: number, checkMs: number): CheckStatistics {
  const kinds: Record<FileGroup, number> = { skill: 0, command: 0, agent: 0, plugin: 0, settings: 0, evaluation: 0 };
  const byRule = new Map<RuleId, number>();
  for (const { kind, findings } of files) {
    kinds[groupOf(kind)]++;
    for (const { rule } of findings.all()) byRule.set(rule, (byRule.get(rule) ?? 0) + 1);
  }
  const rules = [...byRule].map(([rule, findings]) => ({ rule, findings }));
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, slowestShown);
  return {
    findMs: Math.round(findMs),
    checkMs: Math.round(checkMs),
    files: kinds,
    rules: rules.sort((a, b) => b.findings - a.findings || (a.rule < b.rule ? -1 : 1)),
    slowest: slowest.map(({ path, ms }) => ({ file: path, ms: Math.round(ms * 10) / 10 })),
  };
}

/** Parts of a plugin besides skills, commands and agents count as its files. */
function groupOf(kind: FileKind): FileGroup {
  if (isEvaluationKind(kind)) return 'evaluation';
  const isPluginFile = kind === 'marketplace' || kind === 'hooks' || kind === 'mcp-servers' || kind === 'lsp-servers';
  return isPluginFile ? 'plugin' : kind;
}
