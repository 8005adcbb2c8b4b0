import { URI } from 'vscode-uri';
import { inThousands } from '../../document/text/numbers.ts';
import type { SessionFact, SessionStep, SessionSteps } from '../../protocol.ts';
import type { SessionFiles } from './find-transcripts.ts';
import type { ListedAs, ListedSkill } from './listed-skills.ts';
import type { SessionTimeline, TimelineStep } from './session-timeline.ts';
import { stepWords, todayWords } from './step-words.ts';
import { unreadRemarks } from './unread-words.ts';

/** Names of a listing that are shown. */
const maxNames = 30;

/**
 * A session in words, step by step.
 *
 * @param shownFolder a path as it is displayed to users
 * @param skillOf the id of the skill of this name, if the workspace has one
 */
export function sessionSteps(
  { facts, steps, more, unread }: SessionTimeline,
  { id, files }: SessionFiles,
  shownFolder: (path: string) => string,
  skillOf: (name: string) => string | undefined,
): SessionSteps {
  const { folder, version, continues, started } = facts;
  const known: SessionFact[] = [
    ...(folder === undefined ? [] : [{ label: 'Folder', value: shownFolder(folder) }]),
    ...(version === undefined ? [] : [{ label: 'Claude Code', value: version }]),
    ...(continues === undefined
      ? []
      : [{ label: 'Continues', value: 'an earlier session', sessions: [{ id: continues }] }]),
  ];
  return {
    id,
    ...(started !== undefined && { started }),
    uri: URI.file(files[0]!.path).toString(),
    facts: known,
    steps: steps.map((step) => stepRow(step, skillOf)),
    more,
    remarks: unreadRemarks(unread),
  };
}

function stepRow(step: TimelineStep, skillOf: (name: string) => string | undefined): SessionStep {
  const { what, name, given, size, details } = stepWords(step);
  const today = step.kind === 'loaded' ? step.today : undefined;
  const hasChanged = today?.state === 'changed' || today?.state === 'different';
  const skill = name === undefined ? undefined : skillOf(name);
  return {
    kind: step.kind,
    ...(step.time !== undefined && { time: step.time }),
    title: capitalized(what),
    ...(name !== undefined && { invocation: invocationOf(name, given) }),
    details: [
      ...(size === undefined ? [] : [size]),
      ...details,
      ...(step.kind === 'listing' ? namesOf(step.skills) : []),
      ...(today ? [capitalized(todayWords(today))] : []),
    ],
    ...(step.agent !== undefined && { agent: step.agent }),
    ...(skill !== undefined && { skill }),
    ...(step.kind === 'loaded' && hasChanged && step.id !== undefined && { line: step.id }),
  };
}

/** `/review main..HEAD` */
export function invocationOf(name: string, given: string | undefined): string {
  return given === undefined || given === '' ? `/${name}` : `/${name} ${given}`;
}

/** The skills of which the model did not see everything. */
function namesOf(skills: readonly ListedSkill[]): string[] {
  const kinds: readonly (readonly [ListedAs, string])[] = [
    ['shortened', 'Shortened'],
    ['name-only', 'By name only'],
  ];
  return kinds.flatMap(([as, title]) => {
    const names = skills.filter((skill) => skill.as === as).map(({ name }) => name);
    return names.length === 0 ? [] : [`${title}: ${someOf(names)}`];
  });
}

function someOf(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).join(', ');
  return names.length > maxNames ? `${shown} and ${inThousands(names.length - maxNames)} more` : shown;
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
