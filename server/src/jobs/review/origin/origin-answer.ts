import { URI } from 'vscode-uri';
import type { CatalogSkill } from '../../../catalog/catalog-skill.ts';
import type { Session } from '../../../catalog/session.ts';
import { shownPath } from '../../../catalog/shown-path.ts';
import { counted } from '../../../document/text/numbers.ts';
import { lastPart } from '../../../platform/paths.ts';
import type { WhyCell, WhyFix, WhyReport, WhyStep, WhyTable } from '../../../protocol.ts';
import { inCode, linkTo } from '../answer-text.ts';
import { sideName } from './origin-document.ts';
import { type SkillOrigin, skillOrigin } from './skill-origin.ts';

/** Files in the table; the comparison has all of them. */
const maxFiles = 50;

/** Names that mean nothing else in a shell, since they are put into a command. */
const plainName = /^[\w@.-]+$/;
const gitHubName = /^[\w.-]+\/[\w.-]+$/;

/** Where a skill comes from, as the answer to a question, and what to do about what differs. */
export async function originAnswer(skill: CatalogSkill, session: Session): Promise<WhyReport> {
  const origin = await skillOrigin(skill, session);
  const title = `Where is ${inCode(skill.name)} from?`;
  const pathOf = (path: string) => inCode(shownPath(path, session));
  const here: WhyStep = { state: 'note', text: 'It is here', locations: [linkTo(skill.path, session)] };
  if (!origin) {
    return {
      title,
      verdict: 'Nothing says that it is from elsewhere, and it is the only copy',
      steps: [here, { state: 'note', text: 'No lock file of `npx skills` names it, and it is not part of a plugin' }],
    };
  }
  const next = nextStep(origin);
  return {
    title,
    verdict: verdictOf(origin),
    steps: [
      here,
      ...lockSteps(origin, pathOf),
      ...sideSteps(origin, session),
      ...sourceStep(origin, skill),
      ...notes(origin),
    ],
    ...(origin.files.length > 0 && { table: fileTable(origin) }),
    ...(next && { next }),
  };
}

function verdictOf(origin: SkillOrigin): string {
  const { lock, plugin, isEdited, source } = origin;
  const hasChanged = source === 'folder' && differs(origin, 'source');
  if (lock && 'problem' in lock) return 'The file that should say so cannot be used';
  if (lock) {
    const from = `Installed from ${inCode(lock.source)}`;
    if (isEdited !== undefined) return `${from}, ${isEdited ? 'and edited here since' : 'and not edited since'}`;
    return source === 'folder' ? `${from}, ${hasChanged ? 'and different now' : 'and still the same'}` : from;
  }
  if (plugin !== undefined) {
    const part = `Part of the plugin ${inCode(plugin)}`;
    if (source === 'absent') return `${part}, and no longer in its marketplace`;
    return `${part}, ${hasChanged ? 'and not what its marketplace has now' : 'as its marketplace has it'}`;
  }
  const copy = differs(origin, 'copy') ? 'has a copy that differs' : 'has a copy that is the same';
  return `Nothing says that it is from elsewhere, but it ${copy}`;
}

function lockSteps({ lock, isEdited }: SkillOrigin, pathOf: (path: string) => string): WhyStep[] {
  if (!lock) return [];
  if ('problem' in lock) return [{ state: 'warning', text: `${pathOf(lock.path)}: ${lock.problem}` }];
  const file = pathOf(lock.path);
  if (isEdited === undefined) return [{ state: 'note', text: `${file} does not record whether it was edited` }];
  return isEdited
    ? [{ state: 'warning', text: `Edited here: its content is not the one that ${file} records` }]
    : [{ state: 'good', text: `Not edited: its content is the one that ${file} records` }];
}

/** The other folders, and how to compare each. */
function sideSteps(origin: SkillOrigin, session: Session): WhyStep[] {
  return origin.sides.flatMap(({ kind, folder }, index): WhyStep[] => {
    if (kind === 'here') return [];
    const noun = kind === 'copy' ? 'copy for other programs' : 'source';
    const locations = [linkTo(`${folder}/SKILL.md`, session)];
    const changed = origin.files.filter(({ versions }) => versions[0] !== versions[index]);
    if (changed.length === 0) return [{ state: 'good', text: `The same as its ${noun}`, locations }];
    const text = `${counted(changed.length, 'file')} ${changed.length === 1 ? 'differs' : 'differ'} from its ${noun}`;
    // That of the last one, which is the source if there is one, is offered on top.
    const isLast = index === lastDifferent(origin);
    return [{ state: 'warning', text, locations, ...(!isLast && { fix: comparison(origin, index) }) }];
  });
}

function comparison({ name, sides, files }: SkillOrigin, index: number): WhyFix {
  const uriOf = (side: number, path: string, versions: readonly (number | undefined)[]) =>
    versions[side] === undefined ? null : URI.file(`${sides[side]!.folder}/${path}`).toString();
  const side = sideName(sides[index]!);
  return {
    title: `Compare with ${side}`,
    kind: 'changes',
    tab: `${name}: ${side.toLowerCase()} ↔ here`,
    files: files.flatMap(({ path, versions }) =>
      versions[0] === versions[index]
        ? []
        : [{ before: uriOf(index, path, versions), after: uriOf(0, path, versions) }],
    ),
  };
}

function sourceStep({ source, lock, plugin }: SkillOrigin, { folder }: CatalogSkill): WhyStep[] {
  const name = lastPart(folder);
  const update = (command: string): WhyFix => ({ kind: 'copy', title: 'Copy Update Command', text: command });
  if (plugin !== undefined && source !== 'absent' && plainName.test(plugin)) {
    const text = 'Claude Code updates it with its plugin';
    return [{ state: 'note', text, fix: update(`claude plugin update ${plugin}`) }];
  }
  switch (source) {
    case 'outside':
      return [{ state: 'note', text: 'Its source is outside of this folder, so it is not read' }];
    case 'absent':
      return [{ state: 'warning', text: lock ? 'Its source does not exist' : 'Its marketplace no longer has it' }];
    case 'elsewhere': {
      const text = 'Its source is not on this machine, and nothing is fetched';
      return [{ state: 'note', text, ...(plainName.test(name) && { fix: update(`npx skills update ${name}`) }) }];
    }
    default:
      return [];
  }
}

function notes(origin: SkillOrigin): WhyStep[] {
  return origin.notes.map((text) => ({ state: 'warning', text }));
}

/** The usual next step: to see the differences, or the source. */
function nextStep(origin: SkillOrigin): WhyFix | undefined {
  const { lock } = origin;
  const index = lastDifferent(origin);
  if (index > 0) return comparison(origin, index);
  if (lock && 'source' in lock && lock.sourceType === 'github' && gitHubName.test(lock.source))
    return { kind: 'open', title: 'Open Source on GitHub', uri: `https://github.com/${lock.source}` };
  return undefined;
}

/** The last side that differs from the skill; -1 for none. */
function lastDifferent({ sides, files }: SkillOrigin): number {
  return sides.findLastIndex((_, index) => files.some(({ versions }) => versions[0] !== versions[index]));
}

function fileTable({ files, sides }: SkillOrigin): WhyTable {
  const cell = (version: number | undefined, own: number | undefined): WhyCell => {
    if (version === undefined) return { state: 'warning', word: 'missing' };
    const word = `version ${String.fromCharCode(64 + version)}`;
    return { state: version === own ? 'good' : 'warning', word };
  };
  const rows = files.slice(0, maxFiles).map(({ path, versions }) => ({
    name: inCode(path),
    cells: versions.map((version) => cell(version, versions[0])),
  }));
  const more = files.length > rows.length ? `, the first ${maxFiles} of ${files.length}` : '';
  return {
    corner: 'File',
    columns: sides.map(sideName),
    groups: [{ title: `Files that differ${more}`, rows }],
    legend: [],
  };
}

function differs({ sides, files }: SkillOrigin, kind: 'copy' | 'source'): boolean {
  return sides.some((side, index) => {
    return side.kind === kind && files.some(({ versions }) => versions[0] !== versions[index]);
  });
}
