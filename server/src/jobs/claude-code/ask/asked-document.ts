import type { Session } from '../../../catalog/session.ts';
import { shownPath } from '../../../catalog/shown-path.ts';
import {
  joinMarkdown,
  type Markdown,
  markdown,
  messageMarkdown,
  ownMarkdown,
  plainMarkdown,
} from '../../../features/text/markdown-text.ts';
import { isConfirmed } from './asked-session.ts';
import type { AnswerState } from './asked-state.ts';
import { askedClause, askedName, differenceLabels } from './asked-text.ts';
import type { Difference } from './difference.ts';

/** A session with the answer of Claude Code about it. */
interface DocumentedSession {
  readonly name: string;
  readonly session: Session;
  readonly state: AnswerState;
}

/** The answers of the installed Claude Code, with both sides of every difference, as markdown. */
export function askedDocument(sessions: readonly DocumentedSession[]): string {
  return `${joinMarkdown(
    [
      markdown`# What Claude Code Sees`,
      ...sessions.flatMap((it) => sectionOf(it, sessions.length > 1)),
      markdown`Claude Code was started offline and asked by control requests, without a model. Its hooks and MCP servers were off.`,
    ],
    '\n\n',
  )}\n`;
}

function sectionOf({ name, session, state }: DocumentedSession, withName: boolean): readonly Markdown[] {
  const heading = withName ? [markdown`## ${plainMarkdown(name)}`] : [];
  if (state.kind === 'asking') return [...heading, markdown`Claude Code is being asked.`];
  if (state.kind === 'failed')
    return [...heading, markdown`Claude Code could not be asked: ${messageMarkdown(state.problem)}`];
  const { asked, at } = state;
  const { differences, notes } = asked;
  const clause = plainMarkdown(askedClause(differences.length, isConfirmed(asked)));
  const rows = differences.map((difference) => rowOf(difference, session));
  const table = joinMarkdown([tableHead, ...rows], '\n');
  return [
    ...heading,
    markdown`**${plainMarkdown(askedName(asked))}** ${clause}, asked on ${plainMarkdown(timeText(at))}.`,
    ...(state.kind === 'outdated' ? [markdown`Skills or settings have changed since.`] : []),
    ...(rows.length === 0 ? [] : [table]),
    ...(notes.length === 0
      ? []
      : [
          joinMarkdown(
            notes.map((note) => markdown`- ${messageMarkdown(note)}`),
            '\n',
          ),
        ]),
  ];
}

/** The document stays as it is, so an age would soon be wrong. */
function timeText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' at ')} UTC`;
}

const tableHead = ownMarkdown('| What | Difference | Skillwright | Claude Code |\n|---|---|---|---|');

function rowOf({ subject, kind, path, expected, answered }: Difference, session: Session): Markdown {
  const file = path === undefined ? undefined : shownPath(path, session);
  const where = file === undefined || file === subject ? undefined : markdown`(${plainMarkdown(file)})`;
  const what = joinMarkdown([messageMarkdown(subject), where], ' ');
  const cells = [what, plainMarkdown(differenceLabels[kind])];
  const sides = [messageMarkdown(expected), messageMarkdown(answered)];
  return markdown`| ${joinMarkdown([...cells, ...sides].map(inCell), ' | ')} |`;
}

/** A bar would end the cell, even in code. */
function inCell(text: Markdown): Markdown {
  return ownMarkdown(text === '' ? ' ' : text.replace(/\\?\|/g, '\\|'));
}
