import type { SkillDocument } from '../../document/skill-document.ts';
import { readYaml } from '../../document/yaml/yaml-reader.ts';
import { quoteFix } from '../edits/quote-value.ts';
import { inWords } from '../messages/in-words.ts';
import type { Report, Rule } from '../rule.ts';
import { isCutShort } from '../yaml/cut-frontmatter.ts';
import { findYamlFaults, type YamlFault } from '../yaml/yaml-faults.ts';
import { findUnclosedFrontmatter } from './frontmatter-unclosed.ts';

/** Frontmatter that only Claude Code's own repair makes readable. */
export const yamlLenient: Rule = {
  id: 'yaml-lenient',
  level: 'warning',
  kinds: ['skill', 'command', 'agent'],
  needs: ['damaged-frontmatter'],
  explainedBy: ['description-lost'],
  summary: 'Frontmatter that is not valid YAML and that only Claude Code can read, by repairing it',
  source: 'test/conformance: own-cmd-hint, own-cmd-colon, own-fix-*, own-tab-*, own-agent-file-colon',
  check(context, report) {
    const { document, file } = context;
    const { reading } = document.frontmatter;
    if (file.insideSkill || (reading !== 'repaired' && reading !== 'lost')) return;
    if (isCutShort(document, file.kind) || findUnclosedFrontmatter(document, file.kind)) return;
    const faults = findYamlFaults(document);
    // If only the repair itself causes the problem, the lost text matters most.
    if (reading === 'lost' && faults.every(({ repairable }) => repairable)) return;
    const repairable = faults.filter((fault) => fault.repairable);
    const changed = reading === 'repaired' ? changedByRepair(document, faults) : [];
    repairable.forEach((fault, index) => {
      report({
        ...reportOf(fault),
        ...(index === 0 && changed.length > 0 ? { related: changed } : {}),
      });
    });
    if (reading === 'repaired' && faults.length === 0) reportRepair(document, report);
  },
};

function reportOf(fault: YamlFault): Report {
  const { range, problem, advice, fixes, isList, glued, entry } = fault;
  const repair = isList
    ? 'Claude Code reads the whole line as one string, including the brackets, and'
    : 'Claude Code repairs this when it reads the file, but';
  return {
    range,
    ...(glued === 'only' && entry.key !== undefined && { subject: entry.key }),
    message: `${problem}. ${repair} ${affectedReaders(fault)} lose every field. ${advice}`,
    fixes,
  };
}

/** Which readers cannot read the value. */
function affectedReaders({ byTabs, repairableByOlderReleases }: YamlFault): string {
  const others = ['other tools'];
  if (!repairableByOlderReleases) others.push('older releases');
  if (!byTabs) others.push('the same file with CRLF line endings');
  return inWords(others);
}

/** More fields than any real frontmatter has. */
const maxRelated = 100;
/** Longer values are prose, which quoting does not change. */
const maxValueLength = 2000;

/** The repair quotes valid lines as well; if that changes a value, it needs review. */
function changedByRepair(
  { text, frontmatter, runtime }: SkillDocument,
  faults: readonly YamlFault[],
): NonNullable<Report['related']> {
  return frontmatter.repairs.slice(0, maxRelated).flatMap(({ key, valueRange: range }) => {
    if (faults.some(({ entry }) => entry.start <= range.start && range.end <= entry.end)) return [];
    const written = text.slice(range.start, range.end);
    if (written.length > maxValueLength) return [];
    const reading = readYaml(written, runtime, (offset) => offset);
    if (reading.kind === 'value' && reading.value?.kind === 'scalar' && reading.value.value === written) return [];
    return [
      { range, message: `The repair also quotes this line, so \`${key}\` is the string \`${shortened(written)}\`` },
    ];
  });
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40).trimEnd()}…` : text;
}

/** Each field is valid alone, but together they are not: the first line that the repair changed represents all. */
function reportRepair({ text, frontmatter }: SkillDocument, report: (report: Report) => void): void {
  const [problem] = frontmatter.problems;
  const repairs = frontmatter.repairs.filter(({ valueRange }) => problem && problem.range.start <= valueRange.end);
  const repair = repairs[0] ?? frontmatter.repairs[0];
  const range = repair?.valueRange ?? frontmatter.tabIndents[0];
  if (!range) return;
  report({
    range,
    message: `The frontmatter is not valid YAML (${problem?.message}). Claude Code repairs this when it reads the file, but other tools lose every field. ${repair ? 'Quote the value' : 'Indent with spaces'}`,
    fixes: repair ? [quoteFix(repair.key, text, range, false)] : [],
  });
}
