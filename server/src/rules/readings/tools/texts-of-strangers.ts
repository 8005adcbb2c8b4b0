import type { SkillDocument } from '../../../document/skill-document.ts';

/** Issues of a tracker; those that a review finds are its own. */
const others =
  /\buntrusted\b|\b(?:read|fetch|review|triage|scan|audit|analy[sz]e|search|summari[sz]e)(?:s|es|ing|d|ed)?\b[^.\n]{0,60}\b(?:(?:github|gitlab|jira|linear|open|incoming|reported|repository|repo) issues|issues (?:and|or) (?:pull requests|PRs)|pull requests?|PRs?|web ?(?:pages?|sites?)|e-?mails?|third[- ]party|dependenc(?:y|ies))\b/i;

/** Whether a description says that the skill reads what others wrote. */
export function readsTextsOfStrangers({ text, frontmatter }: SkillDocument): boolean {
  const range = frontmatter.fields.get('description')?.value.range;
  return range !== undefined && others.test(text.slice(range.start, range.end));
}

/** Whether a description says that the skill only reads. */
export function saysReadOnly({ text, frontmatter }: SkillDocument): boolean {
  const range = frontmatter.fields.get('description')?.value.range;
  return range !== undefined && /\bread[- ]only\b/i.test(text.slice(range.start, range.end));
}
