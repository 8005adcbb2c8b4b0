import { areInstructions } from '../../catalog/discover/instruction-files.ts';
import { configFolder } from '../../catalog/session.ts';
import { consumerFacts, isReservedName } from '../../dialect/targets.ts';
import { locateMentions } from '../../document/markdown/file-mentions.ts';
import type { Section } from '../../document/markdown/sections.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { lineEnd } from '../../document/text/first-line.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { folderOf, isWithin, lastPart, relativePath, resolve } from '../../platform/paths.ts';
import { quoteYaml } from '../../rules/edits/quote-value.ts';
import type { TextEdit } from '../../rules/rule.ts';
import { shortened } from '../text/markdown-text.ts';
import { nameForSection } from './extract-section.ts';
import type { FilesChange, RefactoringSurroundings } from './files-change.ts';
import { endOfHeading, isWithinRange, leftBehind, movedText } from './moved-section.ts';

/** Of the first sentence of a section, in the description, in UTF-16 units. */
const maxSentence = 200;

/** An open CLAUDE.md or rule, or another text that is not checked. */
export interface InstructionText {
  readonly uri: string;
  readonly version: number;
  readonly document: SkillDocument;
  readonly path: string;
}

/** The skill that a section of instructions becomes. */
interface SectionSkill {
  readonly name: string;
  /** Why it would not say the same; undefined if it does. */
  readonly obstacle: string | undefined;
  readonly change: () => FilesChange;
}

/**
 * The skill for a section of CLAUDE.md or of a rule; undefined for other texts. Personal notes of a project stay: its
 * skills are everyone's. So does AGENTS.md, which others read, too.
 */
export async function skillForSection(
  text: InstructionText,
  section: Section,
  { files, sessions }: RefactoringSurroundings,
): Promise<SectionSkill | undefined> {
  const { path } = text;
  if (!areInstructions(path) || /^(?:CLAUDE\.local|AGENTS)\.md$/.test(lastPart(path))) return undefined;
  const known = (await sessions()).map(({ session }) => session);
  const skills = skillsFolderFor(path, known.map(configFolder));
  const folders = known.map(({ folder }) => folder).filter((folder) => folder !== undefined);
  // Mentions in a skill are read from where Claude Code is started.
  const start = folders.find((folder) => isWithin(path, folder));
  const mentions = mentionEdits(text, section, start);
  const name = await freeName(
    skills,
    proposedName(section),
    async (folder) => (await files.typeOf(folder)) === undefined,
  );
  const skill = `${skills}/${name}`;
  return {
    name,
    obstacle: typeof mentions === 'string' ? mentions : ranIn(text.document, section),
    change: () => toSkill(text, section, skill, typeof mentions === 'string' ? [] : mentions),
  };
}

/** The folder of skills beside instructions. */
function skillsFolderFor(path: string, userFolders: readonly (string | undefined)[]): string {
  const folder = folderOf(path);
  if (userFolders.includes(folder)) return `${folder}/skills`;
  const claude = /^.*\/\.claude(?=\/(?:rules\/.*|CLAUDE\.md)$)/.exec(path)?.[0];
  return `${claude ?? `${folder}/.claude`}/skills`;
}

function proposedName(section: Section): string {
  const words = nameForSection(section).split('-');
  const rejected = consumerFacts('claude-api').name.reservedParts ?? [];
  const name = words.filter((word) => !rejected.includes(word)).join('-');
  return name === '' || isReservedName(name, 'folder') ? 'project-notes' : name;
}

async function freeName(skills: string, name: string, isFree: (folder: string) => Promise<boolean>): Promise<string> {
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? name : `${name}-${number}`;
    if (await isFree(`${skills}/${numbered}`)) return numbered;
  }
}

/** The first part that Claude Code would run or replace in a skill and that cannot be escaped, as a reason. */
function ranIn({ text, body }: SkillDocument, { range }: Section): string | undefined {
  const isInside = isWithinRange(range);
  const written = ({ start, end }: TextRange) => text.slice(start, end).replace(/\s+/g, ' ');
  const injection = body.injections.find(isInside);
  if (injection) return `Claude Code would run \`${shortened(written(injection.range), 60)}\` in a skill`;
  const variable = body.placeholders.find((it) => it.kind === 'variable' && !it.escaped && isInside(it));
  return variable && `Claude Code would replace \`${written(variable.range)}\` in a skill`;
}

/** Mentions that lead where they led; or why they cannot. */
function mentionEdits({ document, path }: InstructionText, { range }: Section, start: string | undefined) {
  const { text, runtime } = document;
  const edits: TextEdit[] = [];
  for (const mention of locateMentions(text.slice(range.start, range.end), runtime)) {
    if (/^[~/]|^[A-Za-z]:/.test(mention.path)) continue;
    const target = resolve(folderOf(path), mention.path);
    const at = textRange(range.start + mention.range.start, range.start + mention.range.start + mention.path.length);
    const isPlain = text.slice(at.start, at.end) === mention.path;
    if (start === undefined || target === undefined || !isPlain)
      return `\`@${shortened(mention.path, 60)}\` would be read from the folder in which Claude Code is started`;
    const newText = relativePath(start, target);
    if (newText !== mention.path.replace(/^\.\//, '')) edits.push({ range: at, newText });
  }
  return edits;
}

function toSkill(text: InstructionText, section: Section, skill: string, mentions: readonly TextEdit[]): FilesChange {
  const { document, path } = text;
  const folder = folderOf(path);
  const moved = movedText(document, section, {
    back: `${relativePath(skill, folder)}/`,
    from: lastPart(path),
    edits: [...mentions, ...escapes(document, section)],
  });
  const pointer = `Use the \`${lastPart(skill)}\` skill.`;
  return {
    edits: leftBehind(document, section, pointer, `${relativePath(folder, skill)}/SKILL.md`),
    creates: {
      path: `${skill}/SKILL.md`,
      text: [...frontmatterLines(document, section, skill), '', moved].join(lineEnd(document.text)),
    },
  };
}

/** In a skill, `$1` is an argument. */
function escapes({ body }: SkillDocument, { range: section }: Section): TextEdit[] {
  return body.placeholders
    .filter(isWithinRange(section))
    .filter(({ escaped }) => !escaped)
    .map(({ range }) => ({ range: textRange(range.start, range.start), newText: '\\' }));
}

/** The paths of a rule stay those of the skill. */
function frontmatterLines(document: SkillDocument, section: Section, skill: string): string[] {
  const paths = document.frontmatter.entries.find(({ key }) => key === 'paths');
  return [
    '---',
    `name: ${lastPart(skill)}`,
    `description: ${quoteYaml(proposedDescription(document, section))}`,
    ...(paths ? [document.text.slice(paths.range.start, paths.range.end).trimEnd()] : []),
    '---',
  ];
}

/** A description of the section's heading and first sentence, for the author to improve. */
function proposedDescription(document: SkillDocument, { heading, range }: Section): string {
  const subject = asPlainText(heading.text);
  const content = document.text.slice(endOfHeading(document, heading), range.end);
  const first = content.split(/\r?\n/).find((it) => !/^\s*(?:#.*)?$/.test(it)) ?? '';
  // Not a code block, table or quotation.
  const line = /^\s{0,3}(?:```|~~~|[|<>])/.test(first) ? '' : first;
  const sentence = asPlainText(/^.*?[.!?。！？](?=\s|$)|^.*$/u.exec(line.trim())![0]);
  // "API design" stays as it is.
  const topic = subject.replace(/^\p{Lu}(?=\p{Ll}|\s)/u, (letter) => letter.toLowerCase());
  const what = sentence === '' ? `${subject} in this project.` : `${subject}: ${shortened(sentence, maxSentence)}`;
  return `${/[.!?…。！？]$/u.test(what) ? what : `${what}.`} Use when the task is about ${topic}.`;
}

/** Markdown on one line without its marks. */
function asPlainText(written: string): string {
  return written
    .replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '')
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?/g, '$1')
    .replace(/[*`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/[\s:]+$/, '')
    .trim();
}
