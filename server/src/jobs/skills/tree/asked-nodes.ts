import { URI } from 'vscode-uri';
import { shownPath } from '../../../catalog/shown-path.ts';
import type { ShownSession } from '../../../features/shown-skills/shown-session.ts';
import { readNodeId, toNodeId } from '../../../features/shown-skills/tree-address.ts';
import { contextValue } from '../../../features/shown-skills/tree-group.ts';
import {
  codeSpan,
  joinMarkdown,
  type Markdown,
  markdown,
  messageMarkdown,
  plainMarkdown,
} from '../../../features/text/markdown-text.ts';
import type { ContextWord, TreeNode } from '../../../protocol.ts';
import { isConfirmed } from '../../claude-code/ask/asked-session.ts';
import type { AnswerState } from '../../claude-code/ask/asked-state.ts';
import { ageText, askedClause, askedName, differenceLabels } from '../../claude-code/ask/asked-text.ts';
import type { Difference } from '../../claude-code/ask/difference.ts';

/*
 * The rows about what the installed Claude Code has said: one per session that it was asked about, above everything else,
 * and in it a row per difference.
 */

/** A session that Claude Code was asked about. */
export interface AskedSession {
  readonly in: ShownSession;
  readonly state: AnswerState;
}

/** The row about a session. */
interface Row {
  readonly label: string;
  readonly description?: string;
  readonly icon: string;
  readonly iconColor?: string;
}

/** The rows of the sessions that Claude Code was asked about. */
export function askedNodes(asked: readonly AskedSession[], sessions: number, now: number): readonly TreeNode[] {
  return asked.map(({ in: { info }, state }) => {
    const { label, description, icon, iconColor } = rowOf(state, now);
    const where = sessions > 1 ? info.name : undefined;
    const details = [where, description].filter((it) => it !== undefined).join(' · ');
    const hasMore = state.kind === 'answered' && state.asked.differences.length > 0;
    const word: ContextWord = state.kind === 'asking' ? 'asking' : 'asked';
    return {
      // VS Code expands a row only when it is new.
      id: toNodeId({ ...nowhere, kind: 'asked', scope: info.uri, group: hasMore ? 'different' : state.kind }),
      label,
      ...(details !== '' && { description: details }),
      hasTooltip: true,
      accessibleName: [label, where, description].filter((it) => it !== undefined).join(', '),
      icon,
      ...(iconColor !== undefined && { iconColor }),
      contextValue: contextValue([word]),
      children: hasMore ? 'expanded' : 'none',
    };
  });
}

const nowhere = { group: '', session: '', skill: '', path: '' } as const;

function rowOf(state: AnswerState, now: number): Row {
  switch (state.kind) {
    case 'asking':
      return { label: 'Asking Claude Code…', icon: 'loading~spin' };
    case 'failed': {
      const description = state.problem.replaceAll('`', '');
      return { label: 'Claude Code could not be asked', description, icon: 'error', iconColor: 'list.errorForeground' };
    }
    case 'outdated': {
      const description = `${askedName(state.asked)} was asked ${ageText(state.at, now)}`;
      return { label: 'Changed since Claude Code was asked', description, icon: 'history' };
    }
    case 'answered': {
      const { asked, at } = state;
      const description = ageText(at, now);
      if (isConfirmed(asked)) {
        const label = `Confirmed by ${asked.version ?? 'Claude Code'} on this machine`;
        return { label, description, icon: 'verified', iconColor: 'testing.iconPassed' };
      }
      const label = `Not confirmed by ${asked.version ?? 'Claude Code'}`;
      const count = asked.differences.length;
      const what = count === 0 ? 'it did not say which skills it sees' : countOf(count);
      return { label, description: `${what} · ${description}`, icon: 'warning', iconColor: 'list.warningForeground' };
    }
  }
}

function countOf(differences: number): string {
  return differences === 1 ? '1 difference' : `${differences} differences`;
}

/** The differences in a row of {@link askedNodes}. */
export function differenceNodes({ in: { info }, state }: AskedSession): readonly TreeNode[] {
  if (state.kind !== 'answered') return [];
  return state.asked.differences.map((difference, index) => {
    const { kind, subject, path, expected, answered } = difference;
    const words: readonly ContextWord[] = path === undefined ? ['difference'] : ['difference', 'openable', 'located'];
    const sides = `Claude Code: ${plain(answered)} · Skillwright: ${plain(expected)}`;
    return {
      id: toNodeId({ ...nowhere, kind: 'difference', scope: info.uri, path: `${index}` }),
      label: plain(subject),
      description: `${differenceLabels[kind]} · ${sides}`,
      hasTooltip: true,
      accessibleName: `${plain(subject)}, ${differenceLabels[kind]}, ${sides}`,
      icon: icons[kind],
      contextValue: contextValue(words),
      children: 'none',
      ...(path !== undefined && { uri: URI.file(path).toString() }),
    };
  });
}

const icons: Readonly<Record<Difference['kind'], string>> = {
  unseen: 'eye-closed',
  seen: 'eye',
  path: 'go-to-file',
  tokens: 'symbol-ruler',
  order: 'list-ordered',
  command: 'terminal',
  rule: 'shield',
  settings: 'settings-gear',
  window: 'dashboard',
};

function plain(text: string): string {
  return text.replaceAll('`', '');
}

/** The tooltip of one of these rows; undefined for other nodes and those that no longer exist. */
export function askedTooltip(asked: readonly AskedSession[], node: string, now: number): Markdown | undefined {
  const at = readNodeId(node);
  if (at?.kind !== 'asked' && at?.kind !== 'difference') return undefined;
  const found = asked.find(({ in: { info } }) => info.uri === at.scope);
  if (!found) return undefined;
  const { state } = found;
  if (state.kind === 'asking')
    return markdown`Claude Code is started offline, without hooks and MCP servers, and ended again`;
  if (state.kind === 'failed') return messageMarkdown(state.problem);
  if (at.kind === 'asked') return summary(found, state.asked, ageText(state.at, now));
  const difference = state.asked.differences[Number(at.path)];
  return difference && sidesOf(difference, found.in);
}

function summary(
  { in: { session } }: AskedSession,
  asked: Extract<AnswerState, { kind: 'answered' }>['asked'],
  age: string,
) {
  const clause = askedClause(asked.differences.length, isConfirmed(asked));
  return joinMarkdown(
    [
      markdown`**${plainMarkdown(askedName(asked))}** ${plainMarkdown(`${clause}, asked ${age}`)}`,
      ...asked.notes.map((note) => messageMarkdown(note)),
      codeSpan(shownPath(asked.program, session)),
    ],
    '\n\n',
  );
}

function sidesOf({ subject, kind, path, expected, answered }: Difference, { session }: ShownSession): Markdown {
  return joinMarkdown(
    [
      markdown`**${messageMarkdown(subject)}** (${plainMarkdown(differenceLabels[kind])})`,
      markdown`Claude Code: ${messageMarkdown(answered)}`,
      markdown`Skillwright: ${messageMarkdown(expected)}`,
      path === undefined ? undefined : codeSpan(shownPath(path, session)),
    ],
    '\n\n',
  );
}
