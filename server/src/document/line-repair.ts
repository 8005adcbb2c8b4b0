import type { RuntimeId } from './runtime-id.ts';
import type { LineRepair } from './skill-document.ts';
import { textRange } from './text-range.ts';

/** YAML text after the client's repair, and the way back to the source. */
export interface RepairedYaml {
  readonly text: string;
  readonly repairs: readonly LineRepair[];
  /** The source offset of an offset in `text`; inside a quoted value it is the nearest edge of the source value. */
  toSource(offset: number): number;
}

interface Replacement {
  readonly sourceStart: number;
  readonly sourceEnd: number;
  readonly start: number;
  readonly end: number;
}

const fieldLine = /^([a-zA-Z_-]+):\s+(.+)$/;
const suspicious = /[{}[\]*&#!|>%@`]|: /;
const suspiciousInFirstReleases = /[{}[\]*&#!|>%@`]/;

/**
 * The client's one repair of YAML that does not parse: on every line `key: value` whose value has a character that
 * means something to YAML, the value is put in double quotes.
 *
 * @param source the text between the markers
 * @param base where that text begins in the file; the ranges of the repairs and `toSource` count from the file's start
 */
export function repairLines(source: string, base: number, runtime: RuntimeId): RepairedYaml {
  const repairs: LineRepair[] = [];
  const replacements: Replacement[] = [];
  const doubtful = runtime === 'claude-code' ? suspicious : suspiciousInFirstReleases;
  const pieces: string[] = [];
  let lineStart = 0;
  let length = 0;
  for (const line of source.split('\n')) {
    const match = fieldLine.exec(line);
    const value = match?.[2];
    if (match && value !== undefined && doubtful.test(value) && !isQuoted(value)) {
      const valueStart = lineStart + line.length - value.length;
      const quoted = `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
      const repaired = `${match[1]}: ${quoted}`;
      const start = length + repaired.length - quoted.length;
      repairs.push({
        key: match[1]!,
        valueRange: textRange(base + valueStart, base + valueStart + value.length),
        quoted,
      });
      replacements.push({
        sourceStart: valueStart,
        sourceEnd: valueStart + value.length,
        start,
        end: start + quoted.length,
      });
      pieces.push(repaired);
      length += repaired.length + 1;
    } else {
      pieces.push(line);
      length += line.length + 1;
    }
    lineStart += line.length + 1;
  }
  return { text: pieces.join('\n'), repairs, toSource: (offset) => base + mapBack(offset, replacements) };
}

/** Whether the client takes the value for quoted already: the same quote at both ends, whatever stands between. */
function isQuoted(value: string): boolean {
  return (value.startsWith('"') && value.endsWith('"')) || (value.startsWith("'") && value.endsWith("'"));
}

function mapBack(offset: number, replacements: readonly Replacement[]): number {
  let low = 0;
  let high = replacements.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (replacements[middle]!.start <= offset) low = middle + 1;
    else high = middle;
  }
  const last = replacements[low - 1];
  if (!last) {
    const next = replacements[0];
    // Before the first replaced value only the white space after its colon can differ.
    return next ? Math.min(offset, next.sourceStart) : offset;
  }
  if (offset === last.start) return last.sourceStart;
  if (offset < last.end) return offset === last.start ? last.sourceStart : last.sourceEnd;
  return last.sourceEnd + (offset - last.end);
}
