import type { CodeRange } from '../../../document/skill-document.ts';

const posix = /^(?:bash|sh|shell|zsh|console|terminal|shell-session)\b/i;
const powershell = /^(?:powershell|pwsh|ps1)\b/i;

/** The shell for which code is written, by its info string. Code without one may be a command. */
export function shellOf({ info }: CodeRange): 'posix' | 'powershell' | undefined {
  if (info === '' || posix.test(info)) return 'posix';
  return powershell.test(info) ? 'powershell' : undefined;
}
