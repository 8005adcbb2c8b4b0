import type { CodeRange, SkillDocument } from '../../../document/skill-document.ts';
import { escapeRegExp } from '../../../document/text/escape-reg-exp.ts';
import { oncePer, oncePerKey } from '../../../platform/once.ts';
import { shellOf } from './shell-blocks.ts';

/** Whether code is probably a shell command for the Bash tool, rather than configuration or another program. */
export function isCommand({ text }: SkillDocument, range: CodeRange): boolean {
  const { kind, content } = range;
  const code = text.slice(content.start, content.end);
  if (shellOf(range) !== 'posix') return false;
  // Hooks and servers do get such variables.
  if (/["']?(?:command|args|hooks|env)["']?\s*:/.test(code)) return false;
  return kind !== 'span' || /^(?!\$\S*$)\S+\s+\S/.test(code.trim()) || /^["']?\$[^\s]*\/[^\s]*$/.test(code.trim());
}

/** More names than a skill has; others count as assigned. */
const MAX_NAMES = 20;

/** Whether a body gives a shell variable its value. Each name is searched for once. */
export function assigns(document: SkillDocument, name: string): boolean {
  const known = assignedIn(document);
  return oncePerKey(known, name, () => known.size >= MAX_NAMES || findAssignment(document, name));
}

const assignedIn = oncePer((_: SkillDocument) => new Map<string, boolean>());

function findAssignment({ text, body }: SkillDocument, name: string): boolean {
  const own = escapeRegExp(name);
  return new RegExp(
    `(?<![\\w$-])${own}\\s*[+:?]?=|\\bfor\\s+${own}\\s+in\\b|\\bread\\s[^\\n|;]{0,80}\\b${own}\\b|\\$\\{${own}:[-=?+]`,
  ).test(text.slice(body.range.start, body.range.end));
}
