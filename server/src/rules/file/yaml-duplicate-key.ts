import { consumerFacts } from '../../dialect/targets.ts';
import type { Field, SkillDocument } from '../../document/skill-document.ts';
import { textRange } from '../../document/text/text-range.ts';
import type { MapEntry, YamlValue } from '../../document/yaml/yaml-value.ts';
import { findProseKeys } from '../readings/fields/prose-keys.ts';
import type { Fix, Rule } from '../rule.ts';

/** A key that is repeated in one mapping. */
export const yamlDuplicateKey: Rule = {
  id: 'yaml-duplicate-key',
  level: 'warning',
  kinds: ['skill', 'command', 'agent'],
  summary: 'A key that is repeated in the frontmatter, so that only the last value counts',
  source: 'test/conformance: own-dup-*, own-cmd-dup, own-agent-file-dup',
  check({ document, file }, report) {
    if (file.insideSkill) return;
    const { reading, entries, problems } = document.frontmatter;
    const refused = reading === 'lost' && problems.every(({ code }) => code === 'DUPLICATE_KEY');
    if (reading === 'lost' && !refused) return;
    const release = consumerFacts(document.runtime).verified;
    // Repeated words of a text are reported as text.
    const prose = findProseKeys(document, file.kind);
    const duplicates = findDuplicates(
      document,
      entries.filter((entry) => !prose.has(entry)),
    ).slice(0, maxReports);
    if (refused && duplicates.length === 0) {
      report({
        range: problems[0]!.range,
        message: `A key is repeated, so Claude Code ${release} ignores the whole frontmatter. Keep one of them`,
        severity: 'error',
      });
    }
    for (const { ignored, counting } of duplicates) {
      report({
        range: ignored.keyRange,
        message: refused
          ? `\`${ignored.key}\` is repeated, so Claude Code ${release} ignores the whole frontmatter. Keep one of them`
          : `\`${ignored.key}\` is repeated: Claude Code uses the last one and ignores this one, and other tools reject the file. Keep one of them`,
        ...(refused ? { severity: 'error' as const } : {}),
        related: [{ range: counting.keyRange, message: refused ? 'The other one' : 'Claude Code uses this one' }],
        fixes: [removeFix(ignored, document)],
        tag: 'unnecessary',
      });
    }
  },
};

/** More repetitions than are useful in one message. */
const maxReports = 50;

interface Duplicate {
  readonly ignored: MapEntry;
  readonly counting: MapEntry;
}

/** Repetitions in the frontmatter and in the mappings inside it. */
function findDuplicates(document: SkillDocument, entries: readonly Field[]): Duplicate[] {
  const found: Duplicate[] = [];
  const last = new Map<string, MapEntry>();
  const written = entries.filter((entry) => isWritten(document.text, entry));
  for (const entry of written) last.set(entry.key, entry);
  for (const entry of written) {
    const counting = last.get(entry.key)!;
    if (found.length >= maxReports) break;
    if (counting !== entry) found.push({ ignored: entry, counting });
    else for (const duplicate of duplicatesIn(document, entry.value)) found.push(duplicate);
  }
  return found;
}

function duplicatesIn(document: SkillDocument, value: YamlValue): Duplicate[] {
  if (value.kind === 'list') return value.items.flatMap((item) => duplicatesIn(document, item)).slice(0, maxReports);
  return value.kind === 'map' ? findDuplicates(document, value.entries) : [];
}

/** Whether the key itself is written there; what comes from an anchor is meant to be overridden. */
function isWritten(text: string, { key, keyRange }: MapEntry): boolean {
  const written = text.slice(keyRange.start, keyRange.end);
  return written === key || written.replace(/^(["'])(.*)\1$/, '$2') === key;
}

/** Removes the lines of an entry, or its text and comma if it shares a line with others. */
function removeFix({ key, range }: MapEntry, { text, lines }: SkillDocument): Fix {
  const start = lines.startOf(lines.lineAt(range.start));
  const end = lines.startOf(lines.lineAt(range.end) + 1);
  const after = text.slice(range.end, end);
  const alone = text.slice(start, range.start).trim() === '' && /^(#.*)?$/.test(after.trim());
  const comma = /^\s*,\s*/.exec(after)?.[0].length ?? 0;
  const removed = alone ? textRange(start, end) : textRange(range.start, range.end + comma);
  return { title: `Remove this \`${key}\``, safe: false, edits: [{ range: removed, newText: '' }] };
}
