import {
  type CallHierarchyIncomingCall,
  type CallHierarchyItem,
  type CallHierarchyOutgoingCall,
  SymbolKind,
} from 'vscode-languageserver-types';
import type { CatalogAgent } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { shownPath } from '../../catalog/shown-path.ts';
import { readDocument } from '../../document/read-document.ts';
import { isEvaluationKind } from '../../document/runtime-id.ts';
import { LineIndex } from '../../document/text/line-index.ts';
import { textRange } from '../../document/text/text-range.ts';
import { lastPart } from '../../platform/paths.ts';
import { readEditableText } from '../edits/editable-text.ts';
import { meantAgents, meantSkills } from '../references/meant-skills.ts';
import type { Reference } from '../references/reference.ts';
import { referencesIn } from '../references/references-in.ts';
import { sessionFiles } from '../references/session-files.ts';
import type { ShownSession } from '../shown-skills/shown-session.ts';
import { toLspRange } from '../text/lsp-range.ts';
import { type NamingText, namingAgent, namingSkill } from './find-references.ts';
import { nameLocation, type Texts } from './locations.ts';

/** Sent back by the editor with an item. */
interface ItemData {
  readonly kind: 'skill' | 'agent' | 'settings';
  /** A skill's id, else a path. */
  readonly id: string;
}

/** A skill in the hierarchy of what loads what. */
export async function skillItemOf(
  skill: CatalogSkill,
  session: ShownSession,
  texts: Texts,
): Promise<CallHierarchyItem[]> {
  const found = await nameLocation(skill.path, skill.kind, texts);
  const data: ItemData = { kind: 'skill', id: skill.id };
  const detail = shownPath(skill.path, session.session);
  return found ? [{ ...itemAt(found), name: `/${skill.name}`, kind: SymbolKind.Function, detail, data }] : [];
}

/** An agent in it. */
export async function agentItemOf(
  agent: CatalogAgent,
  session: ShownSession,
  texts: Texts,
): Promise<CallHierarchyItem[]> {
  const found = await nameLocation(agent.path, 'agent', texts);
  const data: ItemData = { kind: 'agent', id: agent.path };
  const detail = shownPath(agent.path, session.session);
  return found ? [{ ...itemAt(found), name: agent.name, kind: SymbolKind.Class, detail, data }] : [];
}

function itemAt({ uri, range }: { uri: string; range: CallHierarchyItem['range'] }) {
  return { uri, range, selectionRange: range };
}

/** The callers of a skill or agent: agents, skills, commands and settings that name it. */
export async function incomingCalls(
  item: CallHierarchyItem,
  sessions: readonly ShownSession[],
  texts: Texts,
): Promise<CallHierarchyIncomingCall[]> {
  const { kind, id } = item.data as ItemData;
  if (kind === 'settings') return [];
  const found = new Map<string, CallHierarchyIncomingCall>();
  for (const session of sessions) {
    for (const text of await namingTexts(kind, id, session, texts)) {
      // An evaluation loads nothing itself.
      if (text.file.kind !== undefined && isEvaluationKind(text.file.kind)) continue;
      const from = await itemOfFile(text, session, texts);
      // A skill that says how it is called does not load itself.
      if (!from || (from.data as ItemData).id === id || found.has(text.file.path)) continue;
      found.set(text.file.path, { from, fromRanges: rangesOf(text.references, text.text) });
    }
  }
  return mergeCalls([...found.values()]);
}

async function namingTexts(kind: ItemData['kind'], id: string, session: ShownSession, texts: Texts) {
  if (kind === 'skill') {
    const skill = session.catalog.get(id);
    return skill ? namingSkill(skill, [session], texts) : [];
  }
  const agent = session.catalog.agents().find(({ path }) => path === id);
  return agent ? namingAgent(new Set([agent.name]), [session], texts) : [];
}

/** A file of a skill's folder is a part of the skill. */
async function itemOfFile(
  { file, uri }: NamingText,
  session: ShownSession,
  texts: Texts,
): Promise<CallHierarchyItem | undefined> {
  if (file.skill && file.kind !== undefined) return (await skillItemOf(file.skill, session, texts))[0];
  if (file.agent) return (await agentItemOf(file.agent, session, texts))[0];
  const start = { line: 0, character: 0 };
  const at = itemAt({ uri, range: { start, end: start } });
  const detail = shownPath(file.path, session.session);
  const data: ItemData = file.skill ? { kind: 'skill', id: file.skill.id } : { kind: 'settings', id: file.path };
  return { ...at, name: lastPart(file.path), kind: SymbolKind.File, detail, data };
}

/** The callees of a skill or agent: the skills that it loads, and the agents that it starts. */
export async function outgoingCalls(
  item: CallHierarchyItem,
  sessions: readonly ShownSession[],
  texts: Texts,
): Promise<CallHierarchyOutgoingCall[]> {
  const { kind, id } = item.data as ItemData;
  for (const session of sessions) {
    const file = sessionFiles(session).find(
      (it) => it.kind !== undefined && (kind === 'skill' ? it.skill?.id === id : it.path === id),
    );
    const read = file && (await readEditableText(file.path, texts.files, texts.open));
    if (!read || typeof read === 'string') continue;
    const calls: CallHierarchyOutgoingCall[] = [];
    for (const reference of referencesIn(readDocument(read.text, texts.runtime, file.kind), file)) {
      for (const to of await namedItems(reference, session, texts)) {
        if ((to.data as ItemData).id !== id) calls.push({ to, fromRanges: rangesOf([reference], read.text) });
      }
    }
    return mergeCalls(calls);
  }
  return [];
}

async function namedItems({ target }: Reference, session: ShownSession, texts: Texts): Promise<CallHierarchyItem[]> {
  if (target.kind === 'skill') {
    // A rule for many names is not about a certain one.
    const skills = target.by === 'prefix-rule' ? [] : meantSkills(target, session.catalog);
    return (await Promise.all(skills.map((skill) => skillItemOf(skill, session, texts)))).flat();
  }
  if (target.kind !== 'agent') return [];
  const agents = meantAgents(target.name, session.catalog);
  return (await Promise.all(agents.map((agent) => agentItemOf(agent, session, texts)))).flat();
}

/** One entry for each caller or called one. */
function mergeCalls<Call extends CallHierarchyIncomingCall | CallHierarchyOutgoingCall>(
  calls: readonly Call[],
): Call[] {
  const merged = new Map<string, Call>();
  for (const call of calls) {
    const item = 'from' in call ? call.from : call.to;
    const key = `${item.uri} ${item.name}`;
    const known = merged.get(key);
    merged.set(key, known ? { ...known, fromRanges: [...known.fromRanges, ...call.fromRanges] } : call);
  }
  return [...merged.values()];
}

function rangesOf(references: readonly Reference[], text: string): CallHierarchyItem['range'][] {
  const lines = new LineIndex(text);
  return references.map(({ range }) => toLspRange(lines, textRange(range.start, range.end)));
}
