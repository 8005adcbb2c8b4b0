import type { Session } from '../../../catalog/session.ts';
import { shownPath } from '../../../catalog/shown-path.ts';
import {
  codeSpan,
  joinMarkdown,
  type Markdown,
  markdown,
  messageMarkdown,
  ownMarkdown,
} from '../../../features/text/markdown-text.ts';
import type { OriginFile, OriginSide, SkillOrigin } from './skill-origin.ts';

/** Files that are listed for one skill. */
const maxListed = 200;

const sideNames: Readonly<Record<OriginSide['kind'], string>> = { here: 'Here', copy: 'Copy', source: 'Source' };

/** The name of a side, as users read it. */
export function sideName({ kind }: OriginSide): string {
  return sideNames[kind];
}

/** Where skills come from, as a markdown document. Texts of files are only data in it. */
export function originDocument(origins: readonly SkillOrigin[], session: Session): Markdown {
  if (origins.length === 0)
    return markdown`No lock file or marketplace says where a skill was installed from, and no skill has another copy\n`;
  return `${joinMarkdown(
    origins.flatMap((origin) => originParts(origin, session)),
    '\n\n',
  )}\n` as Markdown;
}

function originParts(origin: SkillOrigin, session: Session): Markdown[] {
  const { name, sides, files, notes } = origin;
  const places = sides.map((side) => {
    return markdown`${ownMarkdown(sideName(side))}: ${codeSpan(shownPath(side.folder, session))}`;
  });
  return [
    markdown`## Origin of ${codeSpan(name)}`,
    bullets([...originSentences(origin, session), ...places, ...notes.map((note) => codeSpan(note))]),
    ...(files.length === 0 ? [] : [fileTable(files, sides)]),
  ];
}

/** The facts about where a skill comes from, one sentence each without full stop; empty if there are none. */
export function originSentences(origin: SkillOrigin, session: Session): Markdown[] {
  return [...recordedSentences(origin, session), ...sourceSentences(origin), ...copySentences(origin)];
}

function recordedSentences({ lock, plugin, isEdited }: SkillOrigin, session: Session): Markdown[] {
  if (lock && 'problem' in lock)
    return [markdown`${codeSpan(shownPath(lock.path, session))}: ${messageMarkdown(lock.problem)}`];
  if (!lock) return plugin === undefined ? [] : [markdown`Installed as part of the plugin ${codeSpan(plugin)}`];
  const file = codeSpan(shownPath(lock.path, session));
  const installed = markdown`Installed from ${codeSpan(lock.source)} (${codeSpan(lock.sourceType)}), as ${file} says`;
  if (isEdited === undefined) return [installed, markdown`Whether it was edited since is not known`];
  return isEdited
    ? [installed, markdown`**Edited here**: its content is not the one that ${file} records`]
    : [installed, markdown`Not edited: its content is the one that ${file} records`];
}

function sourceSentences({ source, sides, files, lock }: SkillOrigin): Markdown[] {
  const at = sides.findIndex(({ kind }) => kind === 'source');
  switch (source) {
    case 'folder':
      return files.some(({ versions }) => versions[0] !== versions[at])
        ? [markdown`**Differs from its source**: one of them has changed since it was installed`]
        : [markdown`The same as its source`];
    case 'outside':
      return [markdown`Its source is outside of this folder, so it is not read`];
    case 'absent':
      return [lock ? markdown`Its source is not there` : markdown`**No longer in its marketplace**`];
    case 'elsewhere':
      return [markdown`Its source is not on this machine, and nothing is fetched`];
    default:
      return [];
  }
}

function copySentences({ sides, files }: SkillOrigin): Markdown[] {
  return sides.flatMap(({ kind }, index) => {
    if (kind !== 'copy') return [];
    const differs = files.some(({ versions }) => versions[0] !== versions[index]);
    return [differs ? markdown`**Differs from its copy** for other programs` : markdown`The same as its copy`];
  });
}

function fileTable(files: readonly OriginFile[], sides: readonly OriginSide[]): Markdown {
  const row = (cells: readonly Markdown[]) => markdown`| ${joinMarkdown(cells, ' | ')} |`;
  const letter = (version: number | undefined) =>
    ownMarkdown(version === undefined ? 'missing' : `version ${String.fromCharCode(64 + version)}`);
  const lines = [
    row([ownMarkdown('File that differs'), ...sides.map((side) => ownMarkdown(sideName(side)))]),
    row([ownMarkdown('---'), ...sides.map(() => ownMarkdown('---'))]),
    ...files.slice(0, maxListed).map(({ path, versions }) => {
      return row([codeSpan(path.replaceAll('|', '¦')), ...versions.map(letter)]);
    }),
  ];
  const rest = files.length - maxListed;
  return joinMarkdown(
    [
      joinMarkdown(lines, '\n'),
      rest > 0 && markdown`and ${rest} more`,
      ownMarkdown('Files of the same version have the same content.'),
    ],
    '\n\n',
  );
}

function bullets(lines: readonly Markdown[]): Markdown {
  return joinMarkdown(
    lines.map((line) => markdown`- ${line}`),
    '\n',
  );
}
