import { URI } from 'vscode-uri';
import type { Catalog, ListedSkill } from '../../../catalog/catalog.ts';
import type { CatalogSkill, SkillStatus } from '../../../catalog/catalog-skill.ts';
import { visibleText } from '../../../catalog/facts/visible-text.ts';
import { hasBundledSkills } from '../../../catalog/listing/bundled-switches.ts';
import { isShownAlias } from '../../../catalog/listing/listing-entry.ts';
import { modelObstacles } from '../../../catalog/resolve/skill-status.ts';
import { shownPath } from '../../../catalog/shown-path.ts';
import type { ShownSkill } from '../../../features/shown-skills/shown-session.ts';
import { agentsWith } from '../../../features/shown-skills/skill-agents.ts';
import { hasBundledFiles } from '../../../features/shown-skills/skill-files.ts';
import { overrideNow } from '../../../features/shown-skills/skill-override.ts';
import { isWritable, placeLabel } from '../../../features/shown-skills/tier-groups.ts';
import { type TreeAddress, toNodeId } from '../../../features/shown-skills/tree-address.ts';
import { contextValue } from '../../../features/shown-skills/tree-group.ts';
import { tierLabel } from '../../../features/text/tier-label.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { oncePerKey } from '../../../platform/once.ts';
import type { ContextWord, TreeNode } from '../../../protocol.ts';
import { type SkillDenial, skillDenial } from '../../../runtime/skill-tool/check-skill-call.ts';
import { shownState, stateLabels } from '../../budget/shown-state.ts';
import { filterMatch } from './filter-match.ts';

/** Maximum length of a text next to a name, in UTF-16 units: no view is wider. */
const maxTextLength = 200;

/** Icons and their colours; colours only repeat what icons and text show. */
const looks: Readonly<Record<SkillStatus, Pick<TreeNode, 'icon' | 'iconColor'>>> = {
  active: { icon: 'book' },
  'name-only': { icon: 'tag' },
  conditional: { icon: 'watch' },
  disabled: { icon: 'stop-circle', iconColor: 'disabledForeground' },
  shadowed: { icon: 'eye-closed', iconColor: 'disabledForeground' },
  duplicate: { icon: 'copy', iconColor: 'disabledForeground' },
  dead: { icon: 'circle-slash', iconColor: 'list.warningForeground' },
  invalid: { icon: 'error', iconColor: 'list.errorForeground' },
  misplaced: { icon: 'warning', iconColor: 'list.warningForeground' },
};

/** One that a permission rule denies to the model. */
const deniedLook: Pick<TreeNode, 'icon' | 'iconColor'> = { icon: 'lock', iconColor: 'disabledForeground' };

/** The status of the skills of catalogs in their listings, computed when first needed. */
export class ListingStates {
  readonly #states = new Map<Catalog, ReadonlyMap<string | undefined, ListedSkill>>();

  of({ skill, in: { catalog } }: ShownSkill): ListedSkill | undefined {
    const states = oncePerKey(
      this.#states,
      catalog,
      () => new Map(catalog.listing().entries.map((entry) => [entry.skill?.id, entry])),
    );
    return states.get(skill.id);
  }
}

/**
 * The node of a skill or command.
 *
 * @param words those of the filter that it matches
 */
export async function skillNode(
  shown: ShownSkill,
  at: TreeAddress,
  listings: ListingStates,
  files: FileSystem,
  words: readonly string[] = [],
): Promise<TreeNode> {
  const { skill } = shown;
  const listed = listings.of(shown);
  const label = skillLabel(shown);
  const { remarks, text: whole } = describe(shown, listed, at);
  const match = filterMatch(shown, words);
  const text = match || whole;
  const isOpen = agentsWith(skill, shown.in.catalog).length > 0 || (await hasBundledFiles(skill, files));
  const description = [...remarks, text].filter((part) => part !== '').join(' · ');
  return {
    id: toNodeId(at),
    label,
    ...(description !== '' && { description }),
    hasTooltip: true,
    accessibleName: [label, skill.kind, ...remarks, text].filter((part) => part !== '').join(', '),
    ...appearanceOf(shown, listed),
    contextValue: contextValue(flagsOf(shown, listed)),
    children: isOpen ? 'collapsed' : 'none',
    uri: URI.file(skill.path).toString(),
    skill: skill.id,
  };
}

/** The label of a skill: its name with the alias as in the listing, or its path if it has no name. */
function skillLabel({ skill, in: { session, catalog } }: ShownSkill): string {
  const { name, alias, status, path } = skill;
  if (status === 'misplaced') return visibleText(shownPath(path, session));
  const own = { installed: session.installed, hasBundledSkills: hasBundledSkills(catalog) };
  const isShown = alias !== undefined && isShownAlias(alias, name, session.runtime, own);
  return visibleText(isShown ? `${name} (${alias})` : name);
}

/** The location and name of another skill: `User › release`. */
export function placeAndName(skill: CatalogSkill, shown: ShownSkill): string {
  const { plugin, tier } = skill.source;
  const place =
    plugin !== undefined
      ? `Plugin ${plugin}`
      : tier === 'command'
        ? tierLabel(tier)
        : placeLabel(skill.source, shown.in);
  return `${visibleText(place)} › ${visibleText(skill.name)}`;
}

/** The status of a skill as a short text; empty for one that is simply loaded. */
export function statusInWords(status: SkillStatus): string {
  switch (status) {
    case 'active':
      return '';
    case 'name-only':
      return stateLabels['name-only'];
    case 'conditional':
      return 'waiting for a file';
    case 'disabled':
      return 'disabled';
    case 'shadowed':
      return 'hidden by another skill';
    case 'duplicate':
      return 'duplicate';
    case 'dead':
      return 'cannot be invoked';
    case 'invalid':
      return 'refused';
    case 'misplaced':
      return 'misplaced';
  }
}

/** The permission rule that keeps the model from a skill that it could load otherwise. */
export function denialOf({ skill, in: { catalog } }: ShownSkill): SkillDenial | undefined {
  if (modelObstacles(skill).some((obstacle) => obstacle !== 'paths' && obstacle !== 'nested')) return undefined;
  return skillDenial(skill, catalog.settings.permissions, catalog.runtime);
}

interface Description {
  /** How it differs from a skill that the user and the model can use and that the model sees in full. */
  readonly remarks: readonly string[];
  /** Its purpose; empty if the remarks are sufficient. */
  readonly text: string;
}

function describe(shown: ShownSkill, listed: ListedSkill | undefined, at: TreeAddress): Description {
  const { skill, elsewhere } = shown;
  const { status, facts, reason } = skill;
  const text = oneLine(facts.description ?? facts.fallback);
  const hint = facts.argumentHint === undefined ? [] : [oneLine(facts.argumentHint)];
  const places = elsewhere.map((it) => `${statusInWords(it.status) || 'loaded'} in ${it.name}`);
  // Groups at the root contain skills of several folders.
  if (at.scope === '' && shown.session !== '') places.push(`in ${shown.in.info.name}`);
  switch (status) {
    case 'shadowed':
    case 'duplicate':
      return { remarks: [insteadInWords(shown), ...places], text: '' };
    case 'invalid':
    case 'misplaced':
      return { remarks: [oneLine((reason ?? statusInWords(status)).replaceAll('`', '')), ...places], text: '' };
    case 'disabled':
    case 'dead':
      return { remarks: [statusInWords(status), ...places], text };
    case 'conditional':
      return { remarks: [...condition(skill, at), ...denied(shown), ...hint, ...places], text };
    default:
      return { remarks: [...denied(shown), ...visibility(skill, listed), ...hint, ...places], text };
  }
}

function denied(shown: ShownSkill): string[] {
  return denialOf(shown) ? ['denied'] : [];
}

/** The condition that a skill waits for, unless its group shows it already. */
function condition({ facts, source }: CatalogSkill, { group }: TreeAddress): string[] {
  if (facts.paths.length > 0) return [`waiting for ${oneLine(facts.paths.join(', '))}`];
  return group.startsWith('source:') ? [] : [`waiting for files in ${source.scope}`];
}

/** Who does not see all of a skill that is loaded. */
function visibility(
  { status, userInvocable, modelInvocable }: CatalogSkill,
  listed: ListedSkill | undefined,
): string[] {
  if (status === 'name-only') return [stateLabels['name-only']];
  const state = listed && shownState(listed);
  const seen = state === undefined || state === 'full' ? [] : [stateLabels[state]];
  if (state === 'name-only' || state === 'hidden') return seen;
  if (!modelInvocable) return ['only for you'];
  return userInvocable ? seen : [...seen, 'only for the model'];
}

function insteadInWords(shown: ShownSkill): string {
  const {
    skill,
    in: { catalog },
  } = shown;
  const instead = skill.insteadId === undefined ? undefined : catalog.get(skill.insteadId);
  if (!instead) return statusInWords(skill.status);
  const what = skill.status === 'duplicate' ? 'same file as' : 'hidden by';
  return `${what} ${placeAndName(instead, shown)}`;
}

function appearanceOf(shown: ShownSkill, listed: ListedSkill | undefined): Pick<TreeNode, 'icon' | 'iconColor'> {
  const { status, kind } = shown.skill;
  if (denialOf(shown)) return deniedLook;
  if (status !== 'active') return looks[status];
  if (listed?.state === 'name-only') return looks['name-only'];
  return kind === 'command' ? { icon: 'terminal' } : looks.active;
}

function flagsOf(shown: ShownSkill, listed: ListedSkill | undefined): ContextWord[] {
  const { skill } = shown;
  const words: ContextWord[] = [skill.kind, 'openable', 'located'];
  if (isWritable(skill.source)) words.push('editable');
  if (skill.userInvocable) words.push('invocable');
  // Questions and settings about what the model sees are only for skills of the session.
  if (skill.source.repository !== undefined) return words;
  if (listed && listed.state !== 'hidden') words.push('listed');
  if (denialOf(shown)) words.push('denied');
  const override = overrideNow(skill, shown.in.catalog);
  if (override === undefined) return words;
  words.push('switchable');
  if (override === 'on') words.push('on');
  if (override === 'name-only') words.push('nameonly');
  if (override === 'off') words.push('off');
  return words;
}

/** Any text on one line, truncated. */
function oneLine(text: string): string {
  const line = visibleText(text).replace(/\s+/g, ' ').trim();
  return line.length > maxTextLength ? `${line.slice(0, maxTextLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}
