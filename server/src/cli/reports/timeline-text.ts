import { counted } from '../../document/text/numbers.ts';
import type { SessionTimeline, TimelineStep } from '../../jobs/sessions/session-timeline.ts';
import { stepWords, todayWords } from '../../jobs/sessions/step-words.ts';
import type { ComparedText } from '../../jobs/sessions/todays-text.ts';
import { escapeControlCharacters, escapeLines } from '../terminal/escape-control-characters.ts';
import type { Colours } from '../terminal/terminal.ts';
import { moment, unreadLines } from './sessions-text.ts';

/** One session, step by step, with what has changed in each text since. */
export function timelineText({ id, facts, steps, more, unread }: SessionTimeline, colours: Colours): string {
  const { folder, version, continues } = facts;
  const lines = [
    colours.bold(`Session ${escapeControlCharacters(id)}`),
    ...(folder === undefined ? [] : [`  in ${escapeControlCharacters(folder)}`]),
    ...(version === undefined ? [] : [`  with Claude Code ${escapeControlCharacters(version)}`]),
    ...(continues === undefined ? [] : [`  continues ${escapeControlCharacters(continues)}`]),
    '',
    ...(steps.length === 0 ? ['Nothing about skills'] : steps.flatMap((step) => stepLines(step, colours))),
    ...(more > 0 ? [`${counted(more, 'more step')} not shown`] : []),
    ...unreadLines(unread),
  ];
  return `${lines.join('\n')}\n`;
}

function stepLines(step: TimelineStep, colours: Colours): string[] {
  const where = step.agent === undefined ? '' : colours.dim(` (in agent ${escapeControlCharacters(step.agent)})`);
  const [first, ...rest] = describe(step, colours);
  return [`${colours.dim(moment(step.time))}  ${first}${where}`, ...rest.map((line) => `${' '.repeat(18)}${line}`)];
}

function describe(step: TimelineStep, colours: Colours): readonly [string, ...string[]] {
  const { what, name, given, size, details } = stepWords(step);
  const shown = name === undefined ? '' : escapeControlCharacters(name);
  const lines = details.map(escapeControlCharacters);
  if (step.kind === 'loaded') {
    const invocation = `${colours.bold(shown)}${given === undefined ? '' : ` ${escapeControlCharacters(given)}`}`;
    return [`${what}  ${invocation}${size === undefined ? '' : `: ${size}`}`, ...todayLines(step.today, colours)];
  }
  return [name === undefined ? what : colours.yellow(`${what}  ${shown}`), ...lines];
}

function todayLines(today: ComparedText, colours: Colours): string[] {
  const words = todayWords(today);
  if (today.state !== 'changed') return [colours.dim(words)];
  return [words, ...escapeLines(today.patch.trimEnd()).split('\n').slice(2)];
}
