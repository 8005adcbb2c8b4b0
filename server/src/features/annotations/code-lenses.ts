import type { CodeLens, Command } from 'vscode-languageserver-types';
import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { addedLength, listingTextCap, writtenLength } from '../../catalog/listing/written-length.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { inThousands } from '../../document/text/in-thousands.ts';
import { textRange } from '../../document/text/text-range.ts';
import { type ShownState, stateLabels } from '../budget/shown-state.ts';
import type { CheckedOpenFile, OpenFile } from '../check/open-file.ts';
import { toLspRange } from '../text/lsp-range.ts';
import { statusInWords } from '../tree/skill-node.ts';

/** Commands of our extension. */
const previewInvocationCommand = 'skillwright.previewInvocation';
const runSkillCommand = 'skillwright.runSkill';
const openBudgetCommand = 'skillwright.openBudget';

/**
 * The CodeLenses above a skill or command: its preview, running it, and its listing for the model. The last one is only
 * a placeholder; {@link resolveCodeLens} resolves it when it becomes visible.
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
  if (skill) lenses.push({ range, data: { uri } satisfies LensData });
  return lenses;
}

/** The data of an unresolved CodeLens. */
export interface LensData {
  readonly uri: string;
}

/** The command of the last CodeLens; undefined if there is none any more. Says so where nothing is wrong. */
export function resolveCodeLens(open: CheckedOpenFile, catalog: Catalog): Command | undefined {
  const skill = skillIn(catalog, open);
  if (!skill) return undefined;
  const { isAsMeant, title, tooltip } = shownOf(skill, catalog, open.document);
  const isFine = isAsMeant && open.findings.length === 0;
  return {
    title: isFine ? `${title} · no problems` : title,
    tooltip,
    command: openBudgetCommand,
    arguments: [skill.id],
  };
}

function skillIn(catalog: Catalog, { file }: OpenFile): CatalogSkill | undefined {
  const found = catalog.at(file.path);
  return found?.path === file.path ? found : undefined;
}

/** What the model sees of a skill. */
interface Shown {
  readonly title: string;
  readonly tooltip: string;
  /** Whether the model sees all of it, or nothing because its author says so. */
  readonly isAsMeant: boolean;
}

function shownOf(skill: CatalogSkill, catalog: Catalog, document: SkillDocument): Shown {
  const { entry, status, reason, facts } = skill;
  const { runtime } = catalog;
  const isOffered = skill.source.repository !== undefined;
  if (!entry) {
    const words =
      status === 'active' ? (facts.hiddenFromModel ? 'hidden from the model' : 'not listed') : statusInWords(status);
    const isAsMeant = status === 'active' && facts.hiddenFromModel;
    return { title: words, tooltip: reason ?? 'The model does not see it', isAsMeant };
  }
  // The catalog contains only the saved text.
  const length = writtenLength(document) + addedLength(skill, runtime);
  const cap = listingTextCap(runtime, catalog.settings);
  const listed = catalog.listing().entries.find((it) => it.skill?.id === skill.id);
  const share =
    cap === undefined ? `${inThousands(length)} characters` : `${inThousands(length)} of ${inThousands(cap)}`;
  const isCut = cap !== undefined && length > cap;
  const state = listed?.state === 'full' && isCut ? 'cut' : (listed?.state ?? 'hidden');
  const words = state === 'full' ? `listed ${stateLabels.full}` : stateLabels[state];
  return {
    title: `${share} · ${words}${isOffered ? ' once installed' : ''}`,
    tooltip: `${cap === undefined ? 'Length of the text' : 'Characters in the text, and the most that are shown'}. ${meanings[state]}${isOffered ? ' Claude Code does not load it in this folder now.' : ''}`,
    isAsMeant: state === 'full',
  };
}

const meanings: Readonly<Record<ShownState, string>> = {
  full: 'The model sees the full text.',
  cut: 'The model sees the text up to this limit.',
  'name-only': 'The model sees only the name.',
  hidden: 'The model does not see it.',
};
