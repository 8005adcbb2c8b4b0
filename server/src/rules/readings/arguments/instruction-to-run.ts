import type { CodeRange, SkillDocument } from '../../../document/skill-document.ts';

/** What a text says about a command in backticks: to run it, not to run it, or neither. */
type Instruction = 'run' | 'never' | 'none';

/** How much before a command is read, in characters and lines, and how many lines of the list that it is in. */
const max = { words: 300, lines: 4, list: 40 };

const forbidding =
  /\b(?:never|not|avoid|reject|forbidden|prohibited|instead of|without|rather than)\b|n[’']t\b|❌|🚫|⛔/iu;

const doubtful =
  /\b(?:whether|unless|such as|like|e\.g|for (?:example|instance)|examples?|could|would|might|may|(?:is|are|was|were) (?:called|named))\b/i;

/** `npm ci` is viable. */
const doubtfulAfter = /^[`*_]*\s+(?:is|are|was|were|would|could|might|may|returns?|fails?|exits?|says?|prints?)\b/;

/** "Run `a`, then `b`", once code is replaced by a backtick. */
const runsThis =
  /\b(?:run|execute|call|invoke|use|prefer|try|using|via|running|executing)\b(?! of\b| cases?\b)[\s`*_,:;("“]*(?:\b(?:and|or|then|the|this|these|following|commands?|again|first|either|both)\b[\s`*_,:;("“]*){0,8}$/i;

/** "Run these checks:", before a list. */
const runsThese = /\b(?:run|execute|use|invoke)\b(?!.{0,200}\bwhen\b)/i;

const verbs =
  'analy[sz]e|apply|assess|authenticate|build|call|capture|check|clean|clone|collect|commit|compare|compile|compute|confirm|copy|count|create|delete|deploy|detect|determine|diff|discover|download|dump|ensure|enumerate|evaluate|examine|execute|export|extract|fetch|filter|find|fix|format|gather|generate|get|grep|identify|import|init|initiali[sz]e|inspect|invoke|launch|lint|list|locate|log|look|measure|merge|monitor|open|parse|print|probe|profile|pull|push|query|read|rebase|rebuild|record|regenerate|remove|rename|reproduce|reset|resolve|restart|restore|retrieve|revert|review|run|scan|search|set|show|stage|start|stash|stop|submit|switch|sync|tag|test|trace|track|type-?check|update|upload|use|validate|verify|view|watch';
/** "Verify the key: `a`", "Then list them with `a`". */
const tellsToDo = new RegExp(`(?:^|[,;:—–(]\\s*|\\b(?:then|and) )[*_]*(?:${verbs})\\b[^]{0,150}$`, 'i');

/** "Search for `a` or `b`": what a text is about. */
const isAbout =
  /\b(?:for|of|about|that|in|on|as|calls?|uses?|contain\w*|matching)\b[\s`*_,("“]*(?:\b(?:and|or)\b[\s`*_,("“]*){0,8}$/i;

/** Reads the sentence before code, and the line before the list that it is in. */
export function instructionFor(document: SkillDocument, { range }: CodeRange): Instruction {
  const { text, lines } = document;
  const { introduction, sentence } = wordsBefore(document, range.start);
  if (forbidding.test(introduction) || forbidding.test(sentence)) return 'never';
  const isCell = text
    .slice(lines.startOf(lines.lineAt(range.start)), range.start)
    .slice(0, max.words)
    .trimStart()
    .startsWith('|');
  if (isCell || doubtful.test(sentence) || doubtful.test(introduction)) return 'none';
  if (doubtfulAfter.test(text.slice(range.end, range.end + 40))) return 'none';
  if (runsThis.test(sentence) || (sentence.trim() === '' && runsThese.test(introduction))) return 'run';
  return tellsToDo.test(sentence) && !isAbout.test(sentence) ? 'run' : 'none';
}

interface WordsBefore {
  /** "Run these:"; empty if there is no such line. */
  readonly introduction: string;
  /** Without what is in backticks. */
  readonly sentence: string;
}

/** What begins a list item. */
const item = /^(\s*)(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ x]\]\s+)?/;
/** What no sentence goes on from, or into. */
const ofItsOwn = /^\s*(?:$|[#|>]|```|~~~|---)/;

function wordsBefore({ text, lines, body }: SkillDocument, offset: number): WordsBefore {
  let line = lines.lineAt(offset);
  let start = lines.startOf(line);
  const beginsWith = (pattern: RegExp, at: number) => pattern.test(lines.textOf(at).slice(0, max.words));
  for (let above = 0; above < max.lines && start > body.range.start; above++) {
    if (beginsWith(item, line) || beginsWith(ofItsOwn, line) || beginsWith(ofItsOwn, line - 1)) break;
    line--;
    start = lines.startOf(line);
  }
  const words = text.slice(Math.max(start, offset - max.words), offset);
  const masked = words.replace(item, '').replace(/`[^`]*`/g, '`');
  const sentence = masked.split(/[.!?][)"”*_]*\s+/).at(-1)!;
  return {
    introduction: introductionOf(text.slice(start, Math.min(offset, start + max.words)), line, { lines, body }),
    sentence,
  };
}

/** The line with a colon at its end that a list item belongs to. */
function introductionOf(words: string, line: number, { lines, body }: Pick<SkillDocument, 'lines' | 'body'>): string {
  const [, indent] = item.exec(words) ?? [];
  if (indent === undefined) return '';
  for (let above = line - 1; above > line - max.list && lines.startOf(above) >= body.range.start; above--) {
    const written = lines.textOf(above).slice(0, max.words).trimEnd();
    if (written === '') continue;
    const depth = written.length - written.trimStart().length;
    if (depth > indent.length || (depth === indent.length && item.test(written))) continue;
    return /:[*_]*$/.test(written) ? written.replace(/`[^`]*`/g, '`') : '';
  }
  return '';
}
