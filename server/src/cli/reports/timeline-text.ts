import type { ListedSkill } from '../../features/sessions/listed-skills.ts';
import type { SessionTimeline, TimelineStep } from '../../features/sessions/session-timeline.ts';
import type { ComparedText } from '../../features/sessions/todays-text.ts';
import { escapeControlCharacters, escapeLines } from '../terminal/escape-control-characters.ts';
import type { Colours } from '../terminal/terminal.ts';
import { counted, moment, number, unreadLines } from './sessions-text.ts';

/** UTF-16 units of arguments that are printed. */
const maxArguments = 60;

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
  switch (step.kind) {
    case 'listing':
      return [listing(step.skills, step.isInitial)];
    case 'loaded': {
      const given = escapeControlCharacters(
        step.arguments.length > maxArguments ? `${step.arguments.slice(0, maxArguments)}…` : step.arguments,
      );
      const how = step.by === 'user' ? 'by the user' : 'by the model';
      const what = `${colours.bold(nameOf(step))}${given === '' ? '' : ` ${given}`}`;
      const size =
        step.characters === 0 ? '' : `: ${number(step.characters)} characters, ≈ ${number(step.tokens)} tokens`;
      const again = step.again ? ', again' : '';
      return [
        `${step.fork === undefined ? 'loaded' : 'ran as a fork'} ${how}${again}  ${what}${size}`,
        ...todayLines(step.today, colours),
      ];
    }
    case 'missing':
      return [colours.yellow(`asked for by the ${step.by}, but missing  ${nameOf(step)}`)];
    case 'denied':
    case 'failed':
      return [
        colours.yellow(`asked for by the ${step.by}, but ${step.kind}  ${nameOf(step)}`),
        escapeControlCharacters(step.reason),
      ];
    case 'compaction': {
      const { trigger, before, after } = step;
      const how = trigger === 'auto' ? 'automatically' : 'by the user';
      const tokens =
        before === undefined || after === undefined ? '' : `: ${number(before)} tokens before, ${number(after)} after`;
      return [`compacted ${how}${tokens}`];
    }
    case 'kept': {
      const kept = step.skills.map(
        ({ name, characters, cut }) =>
          `${escapeControlCharacters(name)} ${number(characters)} characters${cut ? ', cut' : ''}`,
      );
      const lost = step.lost.length === 0 ? [] : [`nothing of ${step.lost.map(escapeControlCharacters).join(', ')}`];
      return ['what was left of loaded skills', ...kept, ...lost];
    }
  }
}

function nameOf({ name }: { readonly name: string }): string {
  return escapeControlCharacters(name);
}

function listing(skills: readonly ListedSkill[], isInitial: boolean): string {
  const bare = skills.filter((skill) => skill.as === 'name-only').length;
  const cut = skills.filter((skill) => skill.as === 'shortened').length;
  const states = [...(cut > 0 ? [`${cut} shortened`] : []), ...(bare > 0 ? [`${bare} by name only`] : [])].join(', ');
  return `${isInitial ? 'listing of' : 'listing adds'} ${counted(skills.length, 'skill')}${states === '' ? '' : `, ${states}`}`;
}

function todayLines(today: ComparedText, colours: Colours): string[] {
  switch (today.state) {
    case 'same':
      return [colours.dim('the same today')];
    case 'gone':
      return [colours.dim('not loaded there today')];
    case 'unknown':
      return [colours.dim('cannot be compared with today')];
    case 'changed': {
      const commands = today.commands > 0 ? `; ${counted(today.commands, 'command')} not run again` : '';
      return [
        `today ${counted(today.added, 'line')} more, ${number(today.removed)} less${commands}`,
        ...escapeLines(today.patch.trimEnd()).split('\n').slice(2),
      ];
    }
  }
}
