import { codeBlock, type Markdown, shortened } from '../../../features/text/markdown-text.ts';
import type { RunPart } from '../../../protocol.ts';

/** UTF-16 units of one step, and of all. */
const maxStep = 4_000;
const maxTranscript = 200_000;

/** `transcript.md` of skill-creator: the prompt and the steps of a session, for those who judge how it came to its outputs. */
export function runTranscript(prompt: string, parts: readonly RunPart[]): string {
  const sections = [`## Eval Prompt\n\n${prompt}`, '## Steps'];
  let [length, leftOut] = [0, 0];
  for (const part of parts) {
    const step = stepText(part);
    if (step === undefined) continue;
    length += step.length;
    if (length > maxTranscript) leftOut++;
    else sections.push(step);
  }
  if (leftOut > 0) sections.push(`${leftOut} more steps are left out.`);
  return `${sections.join('\n\n')}\n`;
}

function stepText(part: RunPart): string | undefined {
  switch (part.kind) {
    case 'text':
      return `### Model\n\n${shortened(part.text, maxStep)}`;
    case 'tool': {
      const output: Markdown | undefined =
        part.output === undefined || part.output === '' ? undefined : codeBlock(part.output, 'text', maxStep);
      const said = output === undefined ? '' : `\n\nResult:\n\n${output}`;
      return `### ${part.name} (${part.state})\n\n${codeBlock(part.input, 'text', maxStep)}${said}`;
    }
    case 'denial':
      return `### Denied: ${part.tool} ${part.summary}`;
    case 'retry':
    case 'compaction':
    case 'notice':
      return `### ${shortened(part.text, maxStep)}`;
    default:
      return undefined;
  }
}
