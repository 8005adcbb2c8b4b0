import { isCertainlyCommand } from '../../../dialect/shell/shell-risks.ts';
import type { CodeRange, SkillDocument } from '../../../document/skill-document.ts';
import type { TextRange } from '../../../document/text/text-range.ts';
import { shellBlocks } from './shell-blocks.ts';

/** A longer piece of code is a script. */
export const maxCommandLength = 2_000;

/** What a body writes for a shell: injections, blocks of shell code and commands in backticks. */
export function writtenCommands(document: SkillDocument): readonly string[] {
  const { text, body } = document;
  const spans = body.code.filter((code) => code.kind === 'span' && isToRun(document, code));
  return [
    ...body.injections.map(({ commandRange }) => textOf(text, commandRange)),
    ...shellBlocks(document).map((block) => typedIn(text, block)),
    ...spans.map(({ content }) => textOf(text, content)),
  ];
}

function textOf(text: string, { start, end }: TextRange): string {
  return text.slice(start, end);
}

/** What is typed in a block: in the record of a session, the lines without a prompt are output. */
function typedIn(text: string, { content, info }: CodeRange): string {
  const code = textOf(text, content);
  const isSession = /^(?:console|terminal|shell-session)\b/i.test(info) && /^\$ /m.test(code);
  const typed = isSession ? code.split('\n').filter((line) => line.startsWith('$ ')) : [code];
  return typed.join('\n').replace(/^\$ /gm, '');
}

/** Whether code in a sentence is a command that the sentence does not forbid. */
function isToRun({ text, lines }: SkillDocument, { content, range }: CodeRange): boolean {
  if (content.end - content.start > maxCommandLength) return true;
  const line = lines.lineAt(range.start);
  const before = text.slice(Math.max(lines.startOf(line), range.start - 200), range.start);
  if (/\b(?:never|not|avoid|instead of|without|rather than)\b|n[’']t\b/i.test(before)) return false;
  const code = textOf(text, content).trim();
  if (!/^\S+\s+\S/.test(code)) return /^\.{0,2}[\w/-]+\.(?:sh|bash)$/.test(code);
  if (isCertainlyCommand(code) || hasOption.test(code) || code.split(' | ').slice(1).some(isCertainlyCommand))
    return true;
  return /\b(?:run|execute)s?:?\s+$/i.test(before) && /^[a-z][\w.-]*\s/.test(code);
}

/** `semgrep --test`: whatever the program is, it is run. */
const hasOption = /^[a-z][\w.-]*\s(?:[^\s`$({]\S{0,100}\s){0,3}--?[a-z][\w-]*(?:[\s=]|$)/;
