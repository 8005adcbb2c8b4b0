import { counted, inThousands } from '../../document/text/numbers.ts';
import type { ListedSkill } from './listed-skills.ts';
import type { TimelineStep } from './session-timeline.ts';
import type { ComparedText } from './todays-text.ts';

/** One step of a session in words. What is from the transcript is as it is there. */
interface StepWords {
  /** The event: `loaded by the model, again`. */
  readonly what: string;
  /** The skill that it was about. */
  readonly name?: string;
  /** Its arguments. */
  readonly given?: string;
  /** `1,204 characters, ≈ 310 tokens` */
  readonly size?: string;
  /** One line each. */
  readonly details: readonly string[];
}

/** UTF-16 units of arguments that are shown. */
const maxArguments = 60;

export function stepWords(step: TimelineStep): StepWords {
  switch (step.kind) {
    case 'listing':
      return { what: listing(step.skills, step.isInitial), details: [] };
    case 'loaded': {
      const { name, by, again, fork, characters, tokens, arguments: given } = step;
      return {
        what: `${fork === undefined ? 'loaded' : 'ran as a fork'} by the ${by}${again ? ', again' : ''}`,
        name,
        ...(given !== '' && { given: given.length > maxArguments ? `${given.slice(0, maxArguments)}…` : given }),
        ...(characters > 0 && { size: `${counted(characters, 'character')}, ≈ ${counted(tokens, 'token')}` }),
        details: [],
      };
    }
    case 'missing':
      return { what: `asked for by the ${step.by}, but missing`, name: step.name, details: [] };
    case 'denied':
    case 'failed':
      return { what: `asked for by the ${step.by}, but ${step.kind}`, name: step.name, details: [step.reason] };
    case 'compaction': {
      const { trigger, before, after } = step;
      const tokens =
        before === undefined || after === undefined
          ? ''
          : `: ${inThousands(before)} tokens before, ${inThousands(after)} after`;
      return { what: `compacted ${trigger === 'auto' ? 'automatically' : 'by the user'}${tokens}`, details: [] };
    }
    case 'kept': {
      const kept = step.skills.map(
        ({ name, characters, cut }) => `${name} ${counted(characters, 'character')}${cut ? ', cut' : ''}`,
      );
      const lost = step.lost.length === 0 ? [] : [`nothing of ${step.lost.join(', ')}`];
      return { what: 'what was left of loaded skills', details: [...kept, ...lost] };
    }
  }
}

function listing(skills: readonly ListedSkill[], isInitial: boolean): string {
  const bare = skills.filter((skill) => skill.as === 'name-only').length;
  const cut = skills.filter((skill) => skill.as === 'shortened').length;
  const states = [...(cut > 0 ? [`${cut} shortened`] : []), ...(bare > 0 ? [`${bare} by name only`] : [])].join(', ');
  return `${isInitial ? 'listing of' : 'listing adds'} ${counted(skills.length, 'skill')}${states === '' ? '' : `, ${states}`}`;
}

/** How a text that was loaded compares with today's: a clause. */
export function todayWords(today: ComparedText): string {
  switch (today.state) {
    case 'same':
      return 'the same today';
    case 'gone':
      return 'not loaded there today';
    case 'unknown':
      return 'cannot be compared with today';
    case 'different':
      return 'another text today';
    case 'changed': {
      const commands = today.commands > 0 ? `; ${counted(today.commands, 'command')} not run again` : '';
      return `today ${counted(today.added, 'line')} more, ${inThousands(today.removed)} less${commands}`;
    }
  }
}
