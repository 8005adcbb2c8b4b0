import type { ListedSkill } from '../catalog/catalog.ts';
import type { SkillStatus } from '../catalog/catalog-skill.ts';
import { estimateTokens } from '../dialect/token-estimate.ts';
import { endOfText, isCut } from './budget-report.ts';
import { inThousands } from './in-thousands.ts';
import { codeBlock, codeSpan, plainMarkdown } from './markdown-text.ts';
import { shownPath } from './shown-path.ts';
import { agentsWith } from './skill-agents.ts';
import { ListingStates, placeAndName, statusInWords } from './skill-node.ts';
import { readNodeId } from './tree-address.ts';
import { findGroup, type TreeGroup } from './tree-groups.ts';
import { findShownSkill, type ShownSkill, type TreeSession } from './tree-session.ts';

/**
 * What a line of the tree says when the pointer rests on it, as markdown without links, HTML or icons; undefined for
 * lines that say all themselves and for those that are gone.
 */
export function treeTooltip(sessions: readonly TreeSession[], node: string): string | undefined {
  const at = readNodeId(node);
  switch (at?.kind) {
    case 'session': {
      const found = sessions.find(({ info }) => info.uri === at.scope);
      return found && `${plainMarkdown('Claude Code as it starts in')} ${codeSpan(found.catalog.folder)}`;
    }
    case 'group': {
      const group = findGroup(sessions, at.scope, at.group);
      return group && groupTooltip(group);
    }
    case 'skill': {
      const shown = findShownSkill(sessions, at.session, at.skill);
      return shown && skillTooltip(shown);
    }
    case 'agent': {
      const shown = findShownSkill(sessions, at.session, at.skill);
      const agent = shown?.in.catalog.agents().find(({ path }) => path === at.path);
      if (!shown || !agent) return undefined;
      const uses = `${plainMarkdown(`The agent ${agent.name} starts with`)} ${codeSpan(shown.skill.name)}`;
      return paragraphs([uses, codeSpan(shownPath(agent.path, shown.in.session))]);
    }
    case 'error': {
      const error = findGroup(sessions, at.scope, at.group)?.errors.find(({ path }) => path === at.path);
      return error && paragraphs([withCode(error.message), codeSpan(error.path)]);
    }
    default:
      return undefined;
  }
}

/** What a person wants to know of a skill: what the model sees of it, why not, what that costs, who uses it. */
function skillTooltip(shown: ShownSkill): string {
  const { skill, elsewhere } = shown;
  const { session, catalog } = shown.in;
  const listed = new ListingStates().of(shown);
  const agents = agentsWith(skill, catalog).map(({ name }) => name);
  const hidden = skill.hidesIds.flatMap((id) => catalog.get(id) ?? []).map((it) => placeAndName(it, shown));
  const differences = elsewhere.map(({ name, status }) => `${sentence(statusInWords(status) || 'loaded')} in ${name}`);
  return paragraphs([
    `**${plainMarkdown(skill.name)}**${skill.alias === undefined ? '' : ` ${plainMarkdown(`or ${skill.alias}`)}`}`,
    ...modelView(shown, listed),
    ...invocationRemarks(shown),
    ...differences.map(plainMarkdown),
    cost(shown, listed),
    ...(agents.length > 0
      ? [plainMarkdown(`Used by ${agents.length === 1 ? 'agent' : 'agents'} ${agents.join(', ')}`)]
      : []),
    ...(hidden.length > 0 ? [plainMarkdown(`Hides ${hidden.join(', ')}`)] : []),
    codeSpan(shownPath(skill.path, session)),
  ]);
}

/** The very line that the model sees, or why it sees none. */
function modelView(shown: ShownSkill, listed: ListedSkill | undefined): string[] {
  const { skill } = shown;
  if (listed?.line === undefined)
    return [`${plainMarkdown('The model is not told of it.')} ${whyNot(shown, listed)}`.trim()];
  const remarks: string[] = [];
  if (listed.state === 'name-only') {
    remarks.push(
      listed.missing === undefined
        ? withCode(skill.reason ?? 'The settings show its name only')
        : plainMarkdown(`Name only: its text did not fit, ${inThousands(listed.missing)} ${unit(shown)} were missing`),
    );
  } else if (isCut(skill)) {
    remarks.push(plainMarkdown(`Cut after “${endOfText(skill.entry!.text)}”`));
  }
  if (skill.status === 'active' && skill.reason !== undefined) remarks.push(withCode(skill.reason));
  return [codeBlock(listed.line), ...remarks];
}

function whyNot(shown: ShownSkill, listed: ListedSkill | undefined): string {
  const { skill } = shown;
  if (listed?.missing !== undefined) {
    return plainMarkdown(`Its line did not fit: ${inThousands(listed.missing)} ${unit(shown)} were missing`);
  }
  if (skill.reason !== undefined) return withCode(skill.reason);
  if (skill.facts.hiddenFromModel) return withCode('`disable-model-invocation` hides it');
  return '';
}

/** Statuses of skills that somebody could invoke if nothing else stood against it. */
const present: ReadonlySet<SkillStatus> = new Set(['active', 'name-only']);

function invocationRemarks({ skill }: ShownSkill): string[] {
  if (!present.has(skill.status) || skill.userInvocable) return [];
  return [`${plainMarkdown('It cannot be invoked as')} ${codeSpan(`/${skill.name}`)}`];
}

/** What the skill takes of the listing and of the context window; tokens are always estimates. */
function cost(shown: ShownSkill, listed: ListedSkill | undefined): string {
  const { skill } = shown;
  const parts: string[] = [];
  if (listed?.line !== undefined) {
    const listing = shown.in.catalog.listing();
    const exact = listing.estimatedBecause.length === 0 ? '' : '≈ ';
    parts.push(`${exact}${inThousands(listed.chars)} of ${inThousands(listing.budget.budget)} ${unit(shown)}`);
    parts.push(inTokens(estimateTokens(listed.line)));
  }
  parts.push(`${listed?.line === undefined ? '' : 'body '}${inTokens(skill.facts.bodyTokens)} when invoked`);
  return plainMarkdown(parts.join(' · '));
}

function unit({ in: { catalog } }: ShownSkill): string {
  return catalog.runtime === 'claude-code' ? 'columns' : 'characters';
}

function groupTooltip({ label, folder, remark, words, key }: TreeGroup): string {
  return paragraphs([
    `**${plainMarkdown(label)}**`,
    ...(remark === undefined ? [] : [plainMarkdown(sentence(remark))]),
    ...explanation(key, words.includes('receives')),
    ...(folder === undefined ? [] : [codeSpan(folder)]),
  ]);
}

function explanation(key: string, isOwn: boolean): string[] {
  if (key === 'not-loaded' || key === 'errors') return [plainMarkdown('What Claude Code does not find, or refuses')];
  const isOthers = key.startsWith('plugin:') || (key.startsWith('source:') && !isOwn);
  return isOthers ? [plainMarkdown('Read-only here: it can be copied, not changed')] : [];
}

/** A sentence of ours, with code between back-ticks. */
function withCode(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => (/^`[^`]+`$/.test(part) ? codeSpan(part.slice(1, -1)) : plainMarkdown(part)))
    .join('');
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function inTokens(count: number): string {
  return `≈ ${inThousands(count)} ${count === 1 ? 'token' : 'tokens'}`;
}

function paragraphs(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}
