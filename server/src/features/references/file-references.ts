import { locateMentions } from '../../document/markdown/file-mentions.ts';
import { readLinkTarget } from '../../document/markdown/link-target.ts';
import type { Link, SkillDocument } from '../../document/skill-document.ts';
import { textRange } from '../../document/text/text-range.ts';
import { folderOf } from '../../platform/paths.ts';
import type { FileReference, PathForm } from './reference.ts';

/** The folders that the paths in a text are relative to. All absolute. */
export interface PathBases {
  /** The file itself. */
  readonly path: string;
  /** The folder that holds the file: links begin there. */
  readonly folder: string;
  /** The folder of the skill that the file belongs to; undefined for files of no skill. */
  readonly skill: string | undefined;
  readonly plugin: string | undefined;
  /** The folder that paths after `@` are relative to; undefined for files that are read in any project. */
  readonly mentions: string | undefined;
  /** The folder of the evaluations that the file is one of. */
  readonly evaluations?: string | undefined;
}

/** No text has as many paths that somebody follows. */
const maxPaths = 2_000;

/** The files that a text names: by Markdown links, by variables for folders, after `@` and by relative paths in code. */
export function filesInText(document: SkillDocument, bases: PathBases): FileReference[] {
  const { text, body, bodyStart, runtime } = document;
  const found = body.links.slice(0, maxPaths).flatMap((link) => linkedFile(link, bases) ?? []);
  const taken = new Set(found.map(({ target }) => target.written.range.start));
  const add = (path: string, start: number, base: string, from: number, form: PathForm = 'code') => {
    const range = textRange(start, start + path.length);
    if (taken.has(start) || found.length >= maxPaths) return;
    taken.add(start);
    const written = { range, anchorRange: undefined, base, form };
    const target = { kind: 'file' as const, path: resolvePath(base, path), heading: undefined, written };
    found.push({ target, range: textRange(from, range.end) });
  };
  for (const { 0: whole, 1: variable, 2: path = '', index } of text.matchAll(inVariableFolder)) {
    const base = variable === 'CLAUDE_SKILL_DIR' ? bases.skill : bases.plugin;
    if (base !== undefined) add(path, index + whole.length - path.length, base, index);
  }
  if (bases.mentions !== undefined) {
    for (const { path, range } of locateMentions(text.slice(bodyStart), runtime)) {
      const start = bodyStart + range.start;
      if (!/^(?:[~/]|agent-)|[${}<>*\\]/.test(path)) add(path, start, bases.mentions, start, 'mention');
    }
  }
  for (const { kind, content } of body.code) {
    const code = text.slice(content.start, content.end);
    for (const { 0: whole, 1: path = '', index } of code.matchAll(inCode)) {
      const start = content.start + index + whole.length - path.length;
      add(path, start, bases.skill ?? bases.folder, start);
    }
    const alone = kind === 'span' ? nameAlone.exec(code) : null;
    if (alone) add(alone[0], content.start, bases.skill ?? bases.folder, content.start);
  }
  return found;
}

const part = String.raw`[\w@+-](?:[\w@+-]|\.(?=[\w@+-]))*`;
const inVariableFolder = new RegExp(
  String.raw`\$\{(CLAUDE_SKILL_DIR|CLAUDE_PLUGIN_ROOT)\}\/(\.?${part}(?:\/\.?${part})*)`,
  'g',
);
/** `references/forms.md`, `./scripts/fill.py` */
const inCode = new RegExp(String.raw`(?<![\w./$}{~@:*<>\\-])(?:\.\/)?(${part}(?:\/\.?${part})+)(?![\w/*{<$])`, 'g');
/** `FORMS.md` */
const nameAlone = /^[\w@+-]{1,100}\.[A-Za-z]\w{0,9}$/;

function linkedFile({ kind, target, targetRange }: Link, bases: PathBases): FileReference | undefined {
  if (kind === 'autolink') return undefined;
  const variable = /^\$\{(CLAUDE_SKILL_DIR|CLAUDE_PLUGIN_ROOT)\}\//.exec(target);
  const base = !variable ? bases.folder : variable[1] === 'CLAUDE_SKILL_DIR' ? bases.skill : bases.plugin;
  const written = target.slice(variable?.[0].length ?? 0);
  const read = readLinkTarget(written);
  // A path with a slash in front is a command, or begins at the root of a repository or site.
  if (!read || base === undefined || /^[/~]|^[A-Za-z]:/.test(read.path)) return undefined;
  const start = targetRange.start + target.length - written.length;
  const length = written.search(/[#?]|$/);
  const anchor = written.indexOf('#') + 1;
  return {
    target: {
      kind: 'file',
      path: read.path === '' ? bases.path : resolvePath(base, read.path),
      heading: read.heading,
      written: {
        range: textRange(start, start + length),
        anchorRange: anchor === 0 ? undefined : textRange(start + anchor, targetRange.end),
        base,
        form: 'link',
      },
    },
    range: targetRange,
  };
}

/** The absolute path of a relative one, with `.` and `..` resolved. */
function resolvePath(base: string, path: string): string {
  const parts = base.split('/');
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** Where the paths in instructions begin: at their own folder. */
export function basesOfInstructions(path: string): PathBases {
  const folder = folderOf(path);
  return { path, folder, skill: undefined, plugin: undefined, mentions: folder };
}
