import type { LoadedSession } from '../../catalog/load-catalog.ts';
import { unifiedPatch } from '../../features/text/unified-patch.ts';
import { readRenderable } from '../../runtime/render/read-renderable.ts';
import { renderSkill } from '../../runtime/render/render-skill.ts';
import type { RenderSession } from '../../runtime/render/renderable-skill.ts';
import type { Rendering } from '../../runtime/render/rendering.ts';
import { findCalled } from '../../runtime/skill-tool/find-called.ts';
import { typedArguments } from '../../runtime/skill-tool/slash-command.ts';
import type { Loaded } from './session-event.ts';

/** How a text that was loaded compares with what the same invocation would load today. */
export type ComparedText =
  /** Apart from the outputs of commands, which are not run again. */
  | { readonly state: 'same' }
  /** The skill is not in the session any more. */
  | { readonly state: 'gone' }
  /** The transcript does not have the text. */
  | { readonly state: 'unknown' }
  /** It is another one; how much has changed was not asked. */
  | { readonly state: 'different' }
  | {
      readonly state: 'changed';
      readonly added: number;
      readonly removed: number;
      readonly patch: string;
      /** Commands in today's text. They are not run, so their lines differ. */
      readonly commands: number;
    };

/** A session as it would start today. */
export interface TodaysSession extends LoadedSession {
  readonly rendered: RenderSession;
}

/**
 * Compares a text that was loaded with today's.
 *
 * @param isCounted whether to find out how much has changed, which takes as long as all else together
 */
export async function compareWithToday(
  loaded: Loaded,
  there: TodaysSession,
  isCounted: boolean,
): Promise<ComparedText> {
  const today = await todaysText(loaded, there);
  if (!today) return { state: 'gone' };
  const { text } = loaded;
  if (text === undefined || !isComparable(loaded)) return { state: 'unknown' };
  if (matches(text, today)) return { state: 'same' };
  if (!isCounted) return { state: 'different' };
  const patch = unifiedPatch('then', 'today', text, today.text);
  const lines = patch.split('\n').slice(2);
  const added = lines.filter((line) => line.startsWith('+')).length;
  const removed = lines.filter((line) => line.startsWith('-')).length;
  return { state: 'changed', added, removed, patch, commands: today.injections.length };
}

/** The text that the same invocation would load today, its commands as they are written; undefined if there is no such skill. */
export async function todaysText(
  { name, by, arguments: given }: Pick<Loaded, 'name' | 'by' | 'arguments'>,
  { session, catalog, rendered }: TodaysSession,
): Promise<Rendering | undefined> {
  const skill = findCalled(name, catalog);
  const renderable = skill && (await readRenderable(skill, session));
  return (
    renderable && renderSkill(renderable, by === 'user' ? typedArguments(given, session.runtime) : given, rendered)
  );
}

/** Whether the transcript has the text, and what was asked for. What a user typed for a fork is not in the transcript of its agent. */
export function isComparable({ text, fork, by }: Pick<Loaded, 'text' | 'fork' | 'by'>): boolean {
  return text !== undefined && (fork === undefined || by !== 'user');
}

/** Whether a text is the rendering with some outputs in place of its commands. */
function matches(text: string, { text: today, injections }: Rendering): boolean {
  let at = 0;
  let start = 0;
  for (const { range } of injections) {
    // An inline command inside a fenced one.
    if (range.start < start) continue;
    const part = today.slice(start, range.start);
    const found = start === 0 ? (text.startsWith(part) ? 0 : -1) : text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
    start = range.end;
  }
  const rest = today.slice(start);
  if (start === 0) return text === rest;
  return text.length - rest.length >= at && text.endsWith(rest);
}
