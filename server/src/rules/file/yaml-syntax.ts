import { findField } from '../../dialect/fields.ts';
import { readFrontmatter } from '../../document/frontmatter/frontmatter.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { findDescriptionLosses } from '../readings/descriptions/description-loss.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { isCutShort } from '../yaml/cut-frontmatter.ts';
import type { YamlCause } from '../yaml/yaml-cause.ts';
import { joinEntries, splitEntries } from '../yaml/yaml-entries.ts';
import {
  causeOfProblem,
  contextOf,
  findYamlFaults,
  isRepairable,
  maxEntries,
  type YamlFault,
} from '../yaml/yaml-faults.ts';
import { diagnoseKeyless } from '../yaml/yaml-line-causes.ts';
import { describeLoss } from '../yaml/yaml-loss.ts';
import { findUnclosedFrontmatter } from './frontmatter-unclosed.ts';

/** Frontmatter that Claude Code cannot read, so that it silently ignores all of it. */
export const yamlSyntax: Rule = {
  id: 'yaml-syntax',
  level: 'error',
  kinds: ['skill', 'command', 'agent'],
  needs: ['damaged-frontmatter'],
  summary: 'Frontmatter that is not valid YAML, so that Claude Code silently ignores every field',
  source: 'test/conformance: own-cmd-lost, own-fix-*, own-quo-*, own-crlf-*, own-agent-file-unclosed-quote',
  check(context, report) {
    const { document } = context;
    const { reading } = document.frontmatter;
    if ((reading !== 'lost' && reading !== 'no-map') || hasDeeperCause(context)) return;
    const [root, ...others] = reading === 'lost' ? findRoots(document) : findNoMap(document);
    if (!root) return;
    const { range, fixes } = root;
    report({ range, message: messageOf(root, context), fixes });
    for (const { range, problem, advice, fixes } of others) {
      report({ range, message: `${problem}, which on its own would also lose every field. ${advice}`, fixes });
    }
  },
};

/** Whether another finding explains why there are no fields. */
function hasDeeperCause(context: RuleContext): boolean {
  const { document, file } = context;
  return (
    isDuplicateAlone(document) ||
    isCutShort(document, file.kind) ||
    findUnclosedFrontmatter(document, file.kind) !== undefined ||
    (document.frontmatter.reading === 'no-map' && findDescriptionLosses(context).length > 0)
  );
}

/** Early releases reject repeated keys, which another rule reports. */
function isDuplicateAlone({ frontmatter: { problems } }: SkillDocument): boolean {
  return problems.length > 0 && problems.every(({ code }) => code === 'DUPLICATE_KEY');
}

/** A reason for the loss, with what the message says about Claude Code's repair. */
interface Root extends YamlCause {
  readonly repair?: string;
}

/** The faults that Claude Code cannot repair; all of them if something else makes its repair useless. */
function findRoots(document: SkillDocument): Root[] {
  const faults = findYamlFaults(document);
  const beyondRepair = faults.filter(({ repairable }) => !repairable);
  if (beyondRepair.length > 0) {
    const onlyLineEnds = beyondRepair.length === faults.length && isReadWithLf(document);
    return onlyLineEnds ? beyondRepair.map((fault) => ({ ...fault, repair: lineEndsInTheWay })) : beyondRepair;
  }
  if (faults.length > 0) {
    const broken = findBrokenByRepair(document, faults);
    const repair = broken && `Claude Code could repair this line, but the repair breaks the lines of \`${broken}\``;
    return faults.map((fault) => ({ ...fault, ...(repair ? { repair } : {}), fixes: fault.fixes.map(unsafe) }));
  }
  const problem = document.frontmatter.problems.find(({ code }) => code !== 'DUPLICATE_KEY');
  return problem ? [causeOfProblem(problem, document.frontmatter.block!.open)] : [];
}

const lineEndsInTheWay = 'Claude Code could repair this line if it did not end in CRLF';

function unsafe<T extends { readonly safe: boolean }>(fix: T): T {
  return { ...fix, safe: false };
}

function isReadWithLf({ text, runtime }: SkillDocument): boolean {
  return text.includes('\r\n') && readFrontmatter(text.replaceAll('\r\n', '\n'), runtime).reading === 'repaired';
}

/** A field that is valid alone and that the repair of other lines breaks: block scalars above all. */
function findBrokenByRepair(document: SkillDocument, faults: readonly YamlFault[]): string | undefined {
  const { content } = document.frontmatter.block!;
  const entries = splitEntries(document.text, content.start, content.end);
  const starts = new Set(faults.map(({ entry }) => entry.start));
  return entries
    .slice(0, maxEntries)
    .find((entry) => !starts.has(entry.start) && entry.key !== undefined && !isRepairable(document, entry))?.key;
}

/** YAML that is not a mapping: it is valid YAML, but there are no fields. */
function findNoMap(document: SkillDocument): Root[] {
  const { content } = document.frontmatter.block!;
  const entry = joinEntries(splitEntries(document.text, content.start, content.end));
  const cause = diagnoseKeyless(entry, contextOf(document));
  return cause ? [cause] : [];
}

function messageOf({ problem, advice, repair, isText }: Root, context: RuleContext): string {
  const { document, file } = context;
  if (isText && !document.frontmatter.entries.some(({ key }) => findField(key, file.kind))) {
    return 'Claude Code reads the text between the first two `---` as frontmatter, finds no field in it and omits it from the body. Write `key: value` lines there, or start the file with something other than `---`';
  }
  const loss = describeLoss(context);
  if (repair === undefined) return `${problem}. Claude Code ignores the whole frontmatter and ${loss}. ${advice}`;
  const lineEnds = repair === lineEndsInTheWay ? ', or save the file with LF line endings' : '';
  return `${problem}. ${repair}, so ${loss}. ${advice}${lineEnds}`;
}
