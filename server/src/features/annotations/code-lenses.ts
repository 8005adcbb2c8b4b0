import type { CodeLens, Command } from 'vscode-languageserver-types';
import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { addedLength, listingTextCap, writtenLength } from '../../catalog/listing/written-length.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { counted, inThousands } from '../../document/text/numbers.ts';
import { textRange } from '../../document/text/text-range.ts';
import { type ShownState, stateLabels } from '../../jobs/budget/shown-state.ts';
import { statusInWords } from '../../jobs/skills/tree/skill-node.ts';
import type { CommandId } from '../../protocol.ts';
import type { CheckedOpenFile, OpenFile } from '../check/open-file.ts';
import { overrideNow } from '../shown-skills/skill-override.ts';
import { toLspRange } from '../text/lsp-range.ts';

/** Commands of our extension. */
const previewInvocationCommand: CommandId = 'skillwright.previewInvocation';
const runSkillCommand: CommandId = 'skillwright.runSkill';
const enableSkillCommand: CommandId = 'skillwright.enableSkill';
const openBudgetCommand: CommandId = 'skillwright.openBudget';

/** A command of VS Code: the list of problems. */
const showProblemsCommand = 'workbench.actions.view.problems';

/**
 * The CodeLenses above a skill or command: its preview, running or enabling it, its listing for the model, and its problems. The last
 * two are only placeholders; {@link resolveCodeLens} resolves them when they become visible.
 *
 * @param catalog of the file's session, if it has been read
 * @param mayRun whether the user trusts the workspace, and Claude Code can be started in it
 */
export function codeLenses(open: OpenFile, catalog: Catalog | undefined, mayRun: boolean): CodeLens[] {
  const { uri, file, document } = open;
  if (file.kind !== 'skill' && file.kind !== 'command') return [];
  const { block } = document.frontmatter;
  const range = toLspRange(document.lines, block?.open ?? textRange(0, 0));
  const preview: Command = {
    title: 'Preview',
    tooltip: 'Show what Claude Code sends when this is invoked',
    command: previewInvocationCommand,
    arguments: [uri],
  };
  const lenses: CodeLens[] = [{ range, command: preview }];
  const skill = catalog && skillIn(catalog, open);
  if (skill?.userInvocable && mayRun) {
    const tooltip = 'Run this skill in Claude Code';
    lenses.push({ range, command: { title: 'Run', tooltip, command: runSkillCommand, arguments: [uri] } });
  }
  if (skill && mayRun && overrideNow(skill, catalog) === 'off') {
    const tooltip = 'Claude Code does not run it, because skillOverrides in the settings disables it';
    lenses.push({
      range,
      command: { title: 'Enable', tooltip, command: enableSkillCommand, arguments: [{ file: uri }] },
    });
  }
  if (skill) {
    for (const about of ['problems', 'listing'] as const)
      lenses.push({ range, data: { uri, about } satisfies LensData });
  }
  return lenses;
}

/** The data of an unresolved CodeLens. */
export interface LensData {
  readonly uri: string;
  readonly about: 'listing' | 'problems';
}

/** The command of a CodeLens that was a placeholder; undefined if there is none any more. */
export function resolveCodeLens(
  about: LensData['about'],
  open: CheckedOpenFile,
  catalog: Catalog,
): Command | undefined {
  if (about === 'problems') return problemsOf(open);
  const skill = skillIn(catalog, open);
  if (!skill) return undefined;
  return { ...shownOf(skill, catalog, open.document), command: openBudgetCommand, arguments: [skill.id] };
}

/** The number of problems as the Problems view counts them, without hints; with none, whether a template is still to be filled in. */
function problemsOf({ findings }: CheckedOpenFile): Command {
  const problems = (['error', 'warning', 'information'] as const)
    .map((severity) => ({ severity, count: findings.filter((it) => it.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => counted(count, severity === 'information' ? 'info' : severity))
    .join(', ');
  if (problems === '' && findings.some(({ rule }) => rule === 'template-unfilled'))
    return { title: 'template not filled in yet', command: noCommand };
  return {
    title: problems === '' ? 'no problems in Claude Code' : problems,
    tooltip: 'Found by Skillwright. The list of problems also has what VS Code itself finds.',
    command: showProblemsCommand,
  };
}

/** VS Code shows such a CodeLens as text. */
const noCommand = '';

function skillIn(catalog: Catalog, { file }: OpenFile): CatalogSkill | undefined {
  const found = catalog.at(file.path);
  return found?.path === file.path ? found : undefined;
}

/** Whether the model sees a skill, and how much of it. */
interface Shown {
  readonly title: string;
  readonly tooltip: string;
}

function shownOf(skill: CatalogSkill, catalog: Catalog, document: SkillDocument): Shown {
  const { entry, status, reason, facts } = skill;
  const { runtime } = catalog;
  const isOffered = skill.source.repository !== undefined;
  if (!entry) {
    const words =
      status === 'active' ? (facts.hiddenFromModel ? 'hidden from the model' : 'not listed') : statusInWords(status);
    return { title: words, tooltip: reason ?? 'The model does not see it' };
  }
  // The catalog contains only the saved text.
  const length = writtenLength(document) + addedLength(skill, runtime);
  const cap = listingTextCap(runtime, catalog.settings);
  const listed = catalog.listing().entries.find((it) => it.skill?.id === skill.id);
  const share =
    cap === undefined ? counted(length, 'character') : `${inThousands(length)} of ${inThousands(cap)} characters`;
  const isCut = cap !== undefined && length > cap;
  const state = listed?.state === 'full' && isCut ? 'cut' : (listed?.state ?? 'hidden');
  return {
    title: `${share} · ${stateLabels[state]}${isOffered ? ' once installed' : ''}`,
    tooltip: `${cap === undefined ? 'Length of the text' : 'Characters in the text, and the most that are shown'}. ${meanings[state]}${isOffered ? ' Claude Code does not load it in this folder now.' : ''}`,
  };
}

const meanings: Readonly<Record<ShownState, string>> = {
  full: 'The model sees the full text.',
  cut: 'The model sees the text up to this limit.',
  'name-only': 'The model sees only the name.',
  hidden: 'The model does not see it.',
};
