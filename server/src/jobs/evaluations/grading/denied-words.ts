import { READ_ONLY_TOOLS } from '../../../dialect/evaluations.ts';
import { counted } from '../../../document/text/counted.ts';
import type { DeniedCalls } from '../../../evaluation/grading/denied-calls.ts';

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

/** The same, with what to do about it in a case. */
export function deniedAdvice(denied: DeniedCalls): string | undefined {
  const text = deniedText(denied);
  if (text === undefined) return undefined;
  const tools = [...denied.keys()]
    .slice(0, mostTools)
    .map((tool) => `\`${tool}\``)
    .join(', ');
  const isFree = [...denied.keys()].every((tool) => READ_ONLY_TOOLS.has(tool));
  // The runner gives nobody what writes or runs commands because a case asks for it.
  return isFree ? `${text}. Add ${tools} to \`allowed_tools\` of the case` : `${text}. Allow ${tools} when it runs`;
}
