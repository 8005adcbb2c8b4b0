import type { Diagnostic } from 'vscode-languageserver-types';
import type { ListedSkill } from '../../../catalog/catalog.ts';
import type { SourceError } from '../../../catalog/catalog-skill.ts';
import { isUsable, isUsableNow } from '../../../catalog/resolve/skill-status.ts';
import { pathFromHome, shownPath } from '../../../catalog/shown-path.ts';
import { capabilities } from '../../../dialect/runtimes/capabilities.ts';
import { estimateTokens } from '../../../dialect/text/token-estimate.ts';
import { counted, inThousands } from '../../../document/text/numbers.ts';
import { homeKey, repositoryKey } from '../../../features/shown-skills/repository-groups.ts';
import { findShownSkill, type ShownSession, type ShownSkill } from '../../../features/shown-skills/shown-session.ts';
import { agentsWith } from '../../../features/shown-skills/skill-agents.ts';
import { readNodeId } from '../../../features/shown-skills/tree-address.ts';
import type { TreeGroup } from '../../../features/shown-skills/tree-group.ts';
import { denialText } from '../../../features/text/denial-text.ts';
import {
  codeBlock,
  codeSpan,
  joinMarkdown,
  type Markdown,
  markdown,
  messageMarkdown,
  plainMarkdown,
} from '../../../features/text/markdown-text.ts';
import { cutWords, missingWords, textCut } from '../../budget/shown-state.ts';
import { findingsText } from './findings-text.ts';
import { denialOf, ListingStates, placeAndName, statusInWords } from './skill-node.ts';
import { findGroup } from './tree-groups.ts';

/**
 * The tooltip of a node, as markdown without links, HTML or icons; undefined for
 * nodes that need none and for those that no longer exist.
 *
 * @param findings those of the node's file
 * @param remarks what else there is to say about a skill
 */
export function treeTooltip(
  sessions: readonly ShownSession[],
  node: string,
  findings: readonly Diagnostic[] = [],
  remarks: readonly (Markdown | undefined)[] = [],
): Markdown | undefined {
  const at = readNodeId(node);
  switch (at?.kind) {
    case 'session': {
      const found = sessions.find(({ info }) => info.uri === at.scope);
      return (
        found &&
        markdown`Claude Code started in ${codeSpan(pathFromHome(found.catalog.folder, found.session.environment))}`
      );
    }
    case 'group': {
      const group = findGroup(sessions, at.scope, at.group);
      return group && groupTooltip(group, sessions);
    }
    case 'skill': {
      const shown = findShownSkill(sessions, at.session, at.skill);
      return shown && skillTooltip(shown, findings, remarks);
    }
    case 'agent': {
      const shown = findShownSkill(sessions, at.session, at.skill);
      const agent = shown?.in.catalog.agents().find(({ path }) => path === at.path);
      if (!shown || !agent) return undefined;
      const uses = markdown`The agent ${plainMarkdown(agent.name)} preloads ${codeSpan(shown.skill.name)}`;
      return paragraphs([uses, ...findingsText(findings), codeSpan(shownPath(agent.path, shown.in.session))]);
    }
    case 'error': {
      const isMeant = ({ path, message }: SourceError) => path === at.path && message === at.skill;
      const error = findGroup(sessions, at.scope, at.group)?.errors.find(isMeant);
      return error && paragraphs([messageMarkdown(error.message), codeSpan(wholePath(error.path, sessions))]);
    }
    default:
      return undefined;
  }
}

/** The tooltip of a skill: what the model sees of it or why not, what that costs, and who uses it. */
function skillTooltip(
  shown: ShownSkill,
  findings: readonly Diagnostic[],
  remarks: readonly (Markdown | undefined)[],
): Markdown {
  const { skill, elsewhere } = shown;
  const { session, catalog } = shown.in;
  const listed = new ListingStates().of(shown);
  const agents = agentsWith(skill, catalog).map(({ name }) => name);
  const hidden = skill.hidesIds.flatMap((id) => catalog.get(id) ?? []).map((it) => placeAndName(it, shown));
  const differences = elsewhere.map(({ name, status }) => `${sentence(statusInWords(status) || 'loaded')} in ${name}`);
  return paragraphs([
    skill.alias === undefined
      ? markdown`**${plainMarkdown(skill.name)}**`
      : markdown`**${plainMarkdown(skill.name)}** or ${plainMarkdown(skill.alias)}`,
    // Above a text that may be longer than the tooltip shows without scrolling.
    ...findingsText(findings),
    ...remarks.filter((remark) => remark !== undefined),
    ...(skill.source.repository === undefined
      ? []
      : [markdown`Claude Code does not load it in this folder. Once it is installed:`]),
    ...modelView(shown, listed),
    ...denialRemarks(shown),
    ...invocationRemarks(shown),
    ...differences.map((text) => plainMarkdown(text)),
    cost(shown, listed),
    ...(agents.length > 0
      ? [plainMarkdown(`Used by ${agents.length === 1 ? 'agent' : 'agents'} ${agents.join(', ')}`)]
      : []),
    ...(hidden.length > 0 ? [plainMarkdown(`Hides ${hidden.join(', ')}`)] : []),
    codeSpan(shownPath(skill.path, session)),
  ]);
}

/** The exact line that the model sees, or why it sees none. */
function modelView(shown: ShownSkill, listed: ListedSkill | undefined): Markdown[] {
  const { skill } = shown;
  if (listed?.line === undefined)
    return [joinMarkdown([markdown`The model does not see it.`, whyNot(shown, listed)], ' ')];
  const remarks: Markdown[] = [];
  if (listed.state === 'name-only') {
    remarks.push(
      listed.missing === undefined
        ? messageMarkdown(skill.reason ?? 'The settings show only its name')
        : plainMarkdown(`Name only. ${missingWords(listed, unit(shown))}`),
    );
  } else {
    const cut = textCut(skill);
    if (cut) remarks.push(plainMarkdown(cutWords(cut)));
  }
  if (skill.status === 'active' && skill.reason !== undefined) remarks.push(messageMarkdown(skill.reason));
  return [codeBlock(listed.line), ...remarks];
}

function denialRemarks(shown: ShownSkill): Markdown[] {
  const denial = denialOf(shown);
  if (!denial) return [];
  return [
    markdown`${messageMarkdown(denialText(denial))} (${codeSpan(shownPath(denial.rule.path, shown.in.session))})`,
  ];
}

function whyNot(shown: ShownSkill, listed: ListedSkill | undefined): Markdown | undefined {
  const { skill } = shown;
  if (listed?.missing !== undefined) {
    return plainMarkdown(missingWords(listed, unit(shown)));
  }
  if (skill.reason !== undefined) return messageMarkdown(skill.reason);
  if (skill.facts.hiddenFromModel) return messageMarkdown('`disable-model-invocation` hides it');
  return undefined;
}

function invocationRemarks({ skill }: ShownSkill): Markdown[] {
  if (!isUsableNow(skill) || skill.userInvocable) return [];
  return [markdown`It cannot be invoked as ${codeSpan(`/${skill.name}`)}`];
}

/** The skill's share of the listing and of the context window; tokens are always estimates. */
function cost(shown: ShownSkill, listed: ListedSkill | undefined): Markdown {
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
  return capabilities(catalog.runtime).listingUnit;
}

function groupTooltip(group: TreeGroup, sessions: readonly ShownSession[]): Markdown {
  const { label, folder, remark, words, key, counts, skills } = group;
  const loaded = skills.filter(({ skill }) => isUsable(skill)).length;
  const isPart = counts === 'loaded' && loaded < skills.length;
  return paragraphs([
    markdown`**${plainMarkdown(label)}**`,
    ...(isPart ? [plainMarkdown(`${loaded} of ${skills.length} are loaded; the others say why not`)] : []),
    ...(remark === undefined ? [] : [plainMarkdown(sentence(remark))]),
    ...explanation(key, words.includes('receives')),
    ...(folder === undefined ? [] : [codeSpan(wholePath(folder, sessions))]),
  ]);
}

/** All sessions have the same home. */
function wholePath(path: string, [first]: readonly ShownSession[]): string {
  return first ? pathFromHome(path, first.session.environment) : path;
}

function explanation(key: string, isOwn: boolean): Markdown[] {
  if (key === repositoryKey) {
    return [
      markdown`Plugins and skills for others: Claude Code does not load them in this folder. Each is shown as it would be once it is installed`,
    ];
  }
  if (key === homeKey)
    return [markdown`Skills that only other products read: Claude Code does not load them from there`];
  if (key.startsWith(`${repositoryKey}:plugin:`)) return [markdown`Shown as it would be once the plugin is installed`];
  if (key.startsWith(`${repositoryKey}:`)) {
    return [markdown`Shown as it would be once its skills are copied to ${codeSpan('.claude/skills')}`];
  }
  if (key === 'not-loaded' || key === 'errors')
    return [markdown`Skills that Claude Code does not find or refuses to load`];
  const isOthers = key.startsWith('plugin:') || (key.startsWith('source:') && !isOwn);
  return isOthers ? [markdown`Read-only: it can be copied, but not changed`] : [];
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function inTokens(count: number): string {
  return `≈ ${counted(count, 'token')}`;
}

function paragraphs(parts: readonly Markdown[]): Markdown {
  return joinMarkdown(parts, '\n\n');
}
