import { isCertainlyCommand } from '../../../dialect/shell/shell-risks.ts';
import type { CodeRange, SkillDocument } from '../../../document/skill-document.ts';
import type { TextRange } from '../../../document/text/text-range.ts';
import { oncePer } from '../../../platform/once.ts';
import { instructionFor } from './instruction-to-run.ts';
import { shellBlocks } from './shell-blocks.ts';

/** More commands in backticks are not read. */
const maxSpans = 200;

/** A longer piece of code is a script. */
export const maxCommandLength = 2_000;

/** What a body writes for a shell. */
interface WrittenCommand {
  readonly code: string;
  /** Whether the text has Claude run it; otherwise, it only mentions it. */
  readonly isToRun: boolean;
  /** Whether it is in backticks in a sentence. */
  readonly isSentence: boolean;
}

/** Injections, blocks of shell code and the commands in backticks that the text does not forbid. */
export const writtenCommands = oncePer((document: SkillDocument): readonly WrittenCommand[] => {
  const { text, body } = document;
  const run = [
    ...body.injections.map(({ commandRange }) => textOf(text, commandRange)),
    ...shellBlocks(document).map((block) => typedIn(text, block)),
  ];
  const spans = body.code.filter((code) => code.kind === 'span' && isCommand(document, code)).slice(0, maxSpans);
  return [
    ...run.map((code) => ({ code, isToRun: true, isSentence: false })),
    ...spans.flatMap((span) => inSentence(document, span)),
  ];
});

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

function inSentence(document: SkillDocument, span: CodeRange): readonly WrittenCommand[] {
  const code = textOf(document.text, span.content);
  const instruction = instructionFor(document, span);
  return instruction === 'never' ? [] : [{ code, isToRun: instruction === 'run', isSentence: true }];
}

function isCommand({ text }: SkillDocument, { content, range }: CodeRange): boolean {
  if (content.end - content.start > maxCommandLength) return true;
  const code = textOf(text, content).trim();
  if (!/^\S+\s+\S/.test(code)) return /^\.{0,2}[\w/-]+\.(?:sh|bash)$/.test(code);
  if (isCertainlyCommand(code) || hasOption.test(code) || code.split(' | ').slice(1).some(isCertainlyCommand))
    return true;
  const before = text.slice(Math.max(0, range.start - 20), range.start);
  return /\b(?:run|execute)s?:?\s+$/i.test(before) && /^[a-z][\w.-]*\s/.test(code);
}

/** `semgrep --test`: whatever the program is, it is run. */
const hasOption = /^[a-z][\w.-]*\s(?:[^\s`$({]\S{0,100}\s){0,3}--?[a-z][\w-]*(?:[\s=]|$)/;
