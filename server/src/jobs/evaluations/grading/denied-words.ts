import { READ_ONLY_TOOLS } from '../../../dialect/evaluations.ts';
import { counted } from '../../../document/text/numbers.ts';
import { countsOf, type DeniedCalls } from '../../../evaluation/grading/denied-calls.ts';
import type { RunPart } from '../../../protocol.ts';
import { oneLine } from '../../claude-code/runs/tool-summary.ts';

/** Tools that are named. */
const mostTools = 8;

/** `3 calls denied: Read (2), Write`; undefined if none was. */
export function deniedText(denied: DeniedCalls): string | undefined {
  const tools = [...denied].sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1));
  if (tools.length === 0) return undefined;
  const sum = tools.reduce((total, [, count]) => total + count, 0);
  const shown = tools.slice(0, mostTools).map(([tool, count]) => (count === 1 ? tool : `${tool} (${count})`));
  return `${counted(sum, 'call')} denied: ${shown.join(', ')}${tools.length > mostTools ? ' …' : ''}`;
}

/** The calls that a session was denied, with what they were to do: `Bash npm test`. */
export function deniedInParts(parts: readonly RunPart[]): DeniedCalls {
  return countsOf(
    parts.flatMap((part) => (part.kind === 'denial' ? [oneLine(`${part.tool} ${part.summary}`).trim()] : [])),
  );
}

/** The denied calls in each arm, as a sentence without a full stop, with advice. */
export function deniedTexts(
  withIt: DeniedCalls,
  without: DeniedCalls,
  { subject, isCase }: { readonly subject: 'plugin' | 'skill'; readonly isCase: boolean },
): readonly string[] {
  const advice = deniedAdvice(withIt, isCase);
  // A comparison with runs that could do less says little.
  const other = deniedText(without);
  return [
    ...(advice === undefined ? [] : [advice]),
    ...(other === undefined ? [] : [`Without the ${subject}: ${other}`]),
  ];
}

/** The denied calls, with advice on them. */
function deniedAdvice(denied: DeniedCalls, isCase: boolean): string | undefined {
  const text = deniedText(denied);
  if (text === undefined) return undefined;
  const tools = [...denied.keys()]
    .slice(0, mostTools)
    .map((tool) => `\`${tool}\``)
    .join(', ');
  const isFree = isCase && [...denied.keys()].every((tool) => READ_ONLY_TOOLS.has(tool));
  // The runner gives nobody what writes or runs commands because a case asks for it.
  return isFree ? `${text}. Add ${tools} to \`allowed_tools\` of the case` : `${text}. Allow ${tools} when it runs`;
}
