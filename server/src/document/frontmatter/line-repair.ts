import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../runtime-id.ts';
import type { LineRepair } from '../skill-document.ts';
import { firstIndexWhere } from '../text/first-index-where.ts';
import { type TextRange, textRange } from '../text/text-range.ts';
import { readYaml, tooManyTokens } from '../yaml/yaml-reader.ts';
import { TokenBudget } from '../yaml/yaml-tokens.ts';

/** YAML text after Claude Code's repair, and the mapping back to the source. */
interface RepairedYaml {
  readonly text: string;
  readonly repairs: readonly LineRepair[];
  /** Indentation that contained tabs; Claude Code replaces each tab with two spaces. */
  readonly tabIndents: readonly TextRange[];
  /** There are more lists in brackets than are read here, so Claude Code's result is not known. */
  readonly isUnfinished: boolean;
  /** The source offset of an offset in `text`; inside a quoted value, the nearest edge of the source value. */
  toSource(offset: number): number;
}

interface Replacement {
  readonly sourceStart: number;
  readonly sourceEnd: number;
  readonly start: number;
  readonly end: number;
}

const fieldKey = /^([a-zA-Z_-]+):(?=\s)/;
const markup = /[{}[\]*&#!|>%@`]/;
const markupOrColon = /[{}[\]*&#!|>%@`]|: /;

/**
 * Claude Code's only repair of YAML that does not parse: on every line `key: value` whose value contains a character
 * with a meaning in YAML, the value is put in double quotes; some releases also replace tabs in indentation with
 * spaces.
 *
 * @param source the text between the markers
 * @param base where that text begins in the file; the ranges of the repairs and `toSource` count from the file's start
 */
export function repairLines(source: string, base: number, runtime: RuntimeId): RepairedYaml {
  const { repairsTabIndents, repairsColonsInValues, keepsListsInRepair } = capabilities(runtime);
  const suspicious = repairsColonsInValues ? markupOrColon : markup;
  const repairs: LineRepair[] = [];
  const tabIndents: TextRange[] = [];
  const replacements: Replacement[] = [];
  const lines: string[] = [];
  const budget = new TokenBudget();
  let isUnfinished = false;
  let sourceStart = 0;
  let start = 0;
  const replace = (line: string, from: number, to: number, newText: string) => {
    replacements.push({
      sourceStart: sourceStart + from,
      sourceEnd: sourceStart + to,
      start: start + from,
      end: start + from + newText.length,
    });
    return line.slice(0, from) + newText + line.slice(to);
  };
  for (const line of source.split('\n')) {
    let repaired = line;
    const indent = repairsTabIndents ? /^\t*/.exec(line)![0] : '';
    const found = suspiciousValue(line, suspicious);
    const list = found && keepsListsInRepair ? isList(found.text, runtime, budget) : false;
    if (list === undefined) isUnfinished = true;
    const value = list ? undefined : found;
    if (indent !== '') {
      repaired = replace(line, 0, indent.length, indent.replaceAll('\t', '  '));
      tabIndents.push(textRange(base + sourceStart, base + sourceStart + indent.length));
    } else if (value) {
      const from = line.length - value.text.length;
      const quoted = `"${value.text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
      repairs.push({
        key: value.key,
        valueRange: textRange(base + sourceStart + from, base + sourceStart + line.length),
        quoted,
      });
      repaired = replace(line, from, line.length, quoted);
    }
    lines.push(repaired);
    sourceStart += line.length + 1;
    start += repaired.length + 1;
  }
  return {
    text: lines.join('\n'),
    repairs,
    tabIndents,
    isUnfinished,
    toSource: (offset) => base + mapBack(offset, replacements),
  };
}

/**
 * The value of a line that the repair quotes. Claude Code's expression, `/^([a-zA-Z_-]+):\s+(.+)$/`, tries every
 * division of long whitespace if the line ends in a carriage return.
 */
function suspiciousValue(line: string, suspicious: RegExp): { key: string; text: string } | undefined {
  const match = fieldKey.exec(line);
  if (!match) return undefined;
  const text = line.slice(match[0].length).trimStart();
  if (text === '' || /[\r\u2028\u2029]/.test(text)) return undefined;
  if (!suspicious.test(text) || isQuoted(text)) return undefined;
  return { key: match[1]!, text };
}

/** Whether Claude Code considers the value quoted already: the same quote at both ends, whatever is between. */
function isQuoted(value: string): boolean {
  return (value.startsWith('"') && value.endsWith('"')) || (value.startsWith("'") && value.endsWith("'"));
}

/** Preparing to read a value costs as much as reading this many tokens. */
const tokensOfOneReading = 40;

/** Whether a value in brackets is a valid list; undefined if the budget is exceeded. */
function isList(value: string, runtime: RuntimeId, budget: TokenBudget): boolean | undefined {
  if (!value.startsWith('[') || !value.endsWith(']')) return false;
  if (!budget.take(tokensOfOneReading)) return undefined;
  const reading = readYaml(value, runtime, (offset) => offset, budget);
  if (reading.kind === 'failed') return reading.problems.some(({ code }) => code === tooManyTokens) ? undefined : false;
  return reading.value?.kind === 'list';
}

function mapBack(offset: number, replacements: readonly Replacement[]): number {
  const last = replacements[firstIndexWhere(replacements, ({ start }) => start > offset) - 1];
  if (!last) return offset;
  if (offset === last.start) return last.sourceStart;
  return last.sourceEnd + Math.max(0, offset - last.end);
}
