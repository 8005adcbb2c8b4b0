import { isCertainlyCommand } from '../../../dialect/shell/shell-risks.ts';
import type { CodeRange, SkillDocument } from '../../../document/skill-document.ts';

const posix = /^(?:bash|sh|shell|zsh|console|terminal|shell-session)\b/i;
const powershell = /^(?:powershell|pwsh|ps1)\b/i;

/** The shell for which code is written, by its info string. Code without one may be a command. */
export function shellOf({ info }: CodeRange): 'posix' | 'powershell' | undefined {
  if (info === '' || posix.test(info)) return 'posix';
  return powershell.test(info) ? 'powershell' : undefined;
}

/** The fenced blocks of a body that are commands: their language is one of a shell, or each begins as a command does. */
export function shellBlocks({ text, body }: SkillDocument): readonly CodeRange[] {
  return body.code.filter((code) => {
    if (code.kind !== 'fence' || shellOf(code) === undefined) return false;
    return code.info !== '' || beginsWithCommand(text.slice(code.content.start, code.content.end));
  });
}

/** `git log --oneline`, `$ npm ci`; a word alone, or before a colon, may be anything. */
function beginsWithCommand(code: string): boolean {
  const [, command] = /^\s*(?:\$ )?(\S{1,200}[ \t]+[^\s=:].{0,200})/.exec(code) ?? [];
  return command !== undefined && isCertainlyCommand(command);
}
