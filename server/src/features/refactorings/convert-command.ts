import { matchesNamePattern } from '../../dialect/targets.ts';
import { readLinkTarget } from '../../document/markdown/link-target.ts';
import { escapeRegExp } from '../../document/text/escape-reg-exp.ts';
import { lineEnd } from '../../document/text/first-line.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { mapConcurrently } from '../../platform/map-concurrently.ts';
import { folderOf } from '../../platform/paths.ts';
import type { FileEdit } from '../../protocol.ts';
import { removeField } from '../../rules/edits/field-edits.ts';
import { insertField, replaceValue } from '../../rules/edits/write-field.ts';
import type { TextEdit } from '../../rules/rule.ts';
import type { OpenFile } from '../check/open-file.ts';
import { readEditableText, toFileEdit } from '../edits/editable-text.ts';
import { isWritable } from '../shown-skills/tier-groups.ts';
import type { FilesChange, RefactoringSurroundings } from './files-change.ts';

/** How many files are read at a time. */
const concurrency = 16;

/** A command, and the skill that it becomes. */
interface ConvertedCommand {
  /** The command as it is typed after `/`, without a plugin's name: `docs:check` of a command in a folder. */
  readonly from: string;
  /** The folder of the skill, and what is typed then. */
  readonly to: string;
  readonly path: string;
}

/** The skill for a command; undefined where Claude Code does not read the command. */
export function skillForCommand({ file }: OpenFile): ConvertedCommand | undefined {
  if (file.kind !== 'command' || file.misplaced) return undefined;
  const root = file.pluginRoot ?? /^.*\/\.claude(?=\/commands\/)/.exec(file.path)?.[0];
  if (root === undefined || !file.path.startsWith(`${root}/commands/`) || !file.path.endsWith('.md')) return undefined;
  const parts = file.path.slice(`${root}/commands/`.length, -'.md'.length).split('/');
  const to = parts.join('-');
  return { from: parts.join(':'), to, path: `${root}/skills/${to}/SKILL.md` };
}

/**
 * Moves a command into the folder of a skill, where it does the same: links lead where they led, and what a command
 * ignores does not begin to count. If its name changes, everything in the session that names it follows.
 */
export async function convertCommand(
  open: OpenFile,
  converted: ConvertedCommand,
  around: RefactoringSurroundings,
): Promise<FilesChange> {
  const own = [...frontmatterEdits(open, converted.to), ...linkEdits(open, folderOf(converted.path))];
  const isRenamed = converted.from !== converted.to;
  const mentions = isRenamed ? mentionEdits(open.document.text, converted) : [];
  return {
    edits: [...own, ...mentions],
    movesTo: converted.path,
    others: isRenamed ? await editsElsewhere(open.file.path, converted, around) : [],
  };
}

/** A skill also has the name in `name`, and is hidden until a file of its `paths` is read; commands ignore both. */
function frontmatterEdits({ document }: OpenFile, name: string): TextEdit[] {
  const { text, frontmatter } = document;
  const edits: (TextEdit | undefined)[] = [];
  const field = frontmatter.fields.get('name');
  const isValid = matchesNamePattern(name, 'claude-api');
  if (frontmatter.reading === 'absent' && isValid) {
    const start = text.startsWith('\uFEFF') ? 1 : 0;
    const newText = ['---', `name: ${name}`, '---', '', ''].join(lineEnd(text));
    edits.push({ range: textRange(start, start), newText });
  } else if (field) {
    const isSame = field.value.kind === 'scalar' && field.value.value === name;
    if (!isSame) edits.push(isValid ? replaceValue(text, field, name) : removeField(document, field));
  } else if (isValid) {
    edits.push(insertField(document, 'name', name));
  }
  const paths = frontmatter.fields.get('paths');
  if (paths) edits.push(removeField(document, paths));
  return edits.filter((edit) => edit !== undefined);
}

/** Links are relative to the folder of their file. */
function linkEdits({ document, file }: OpenFile, newFolder: string): TextEdit[] {
  const folder = folderOf(file.path);
  return document.body.links.flatMap(({ kind, target, targetRange }): TextEdit[] => {
    const meant = kind === 'autolink' ? undefined : readLinkTarget(target);
    if (!meant?.path || meant.hasBackslashes || /^[/~]|^[A-Za-z]:/.test(meant.path)) return [];
    const written = /^[^#?]*/.exec(target)![0];
    const path = resolved(folder, written);
    const range = textRange(targetRange.start, targetRange.start + written.length);
    if (path === undefined || document.text.slice(range.start, range.end) !== written) return [];
    return [{ range, newText: linkFrom(newFolder, path) }];
  });
}

/** The path of a link from a folder; undefined above the root. */
function resolved(folder: string, link: string): string | undefined {
  const parts = folder.split('/');
  for (const part of link.split('/')) {
    if (part === '..' && parts.length < 2) return undefined;
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** A slash at the end stays, as the link has it. */
function linkFrom(folder: string, path: string): string {
  const [from, to] = [folder.split('/'), path.split('/')];
  let common = 0;
  while (common < from.length && common < to.length && from[common] === to[common]) common++;
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/');
}

async function editsElsewhere(
  own: string,
  converted: ConvertedCommand,
  { files, openTexts, sessions }: RefactoringSurroundings,
): Promise<FileEdit[]> {
  const paths = (await sessions()).flatMap(({ catalog, sources, session: { environment } }) => {
    const isOwn = (path: string) =>
      !(environment.managed !== undefined && path.startsWith(`${environment.managed}/`)) &&
      !sources.some(
        (source) => source.plugin !== undefined && path.startsWith(`${source.owner}/`) && !isWritable(source),
      );
    return [
      ...catalog.skills().map(({ path }) => path),
      ...catalog.agents().map(({ path }) => path),
      ...catalog.settings.files.map(({ path }) => path),
    ].filter(isOwn);
  });
  const others = [...new Set(paths)].filter((path) => path !== own);
  const edited = await mapConcurrently(others, concurrency, async (path) => {
    const read = await readEditableText(path, files, openTexts);
    const edits = typeof read === 'string' ? [] : mentionEdits(read.text, converted);
    return typeof read === 'string' || edits.length === 0 ? undefined : toFileEdit(read, edits);
  });
  return edited.filter((edit) => edit !== undefined);
}

/**
 * A name with a colon is hardly ever anything else: `/docs:check`, `Skill(docs:check)`, or an item of a list. A rule for
 * all names that begin with it may be for others, and stays.
 */
function mentionEdits(text: string, { from, to }: ConvertedCommand): TextEdit[] {
  const name = new RegExp(String.raw`(?<![\p{L}\p{N}_:.$-])${escapeRegExp(from)}(?![\p{L}\p{N}_:/-])`, 'gu');
  return [...text.matchAll(name)].map(({ index }): { range: TextRange; newText: string } => ({
    range: textRange(index, index + from.length),
    newText: to,
  }));
}
