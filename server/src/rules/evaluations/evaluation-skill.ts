import { WITH_ONLY_TOOL } from '../../dialect/evaluations.ts';
import { bundledSkills } from '../../dialect/names/bundled-skills.ts';
import { nearestWord } from '../../dialect/text/edit-distance.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import { callsOf, type GraderCall, typeOf } from '../../evaluation/cases/case-expressions.ts';
import { type CaseGrader, promptOf } from '../../evaluation/cases/merged-case.ts';
import { expressionFault } from '../../evaluation/expressions/expression-fault.ts';
import { numberAt, type TextValue, textAt } from '../../evaluation/values/value.ts';
import { findsMatch } from '../../patterns/expressions/find-matches.ts';
import { showText } from '../messages/show-value.ts';
import type { Report, Rule } from '../rule.ts';
import { compactJson } from './shared/compact-json.ts';
import { evaluationIn, evaluationsRecorded } from './shared/evaluation-rule.ts';

export const evaluationSkill: Rule = {
  id: 'evaluation-skill',
  level: 'warning',
  kinds: ['eval-case', 'eval-grader', 'eval-set'],
  summary: 'A skill in an evaluation that the plugin or folder around it does not have, or that no call is made for',
  source: evaluationsRecorded,
  *check(context, report) {
    const open = evaluationIn(context);
    const names = context.file.evaluation?.skillNames;
    // Without any skills, the plugin offers something else.
    if (!open || !names || names.size === 0) return;
    if (open.file.kind === 'eval-set') {
      const found = ofSet(textAt(open.file.data, 'skill_name'), names);
      if (found) report(found);
      return;
    }
    for (const grader of open.case?.graders ?? []) {
      if (!grader.isOpen) continue;
      for (const call of callsOf(grader)) {
        if (call.tool.value !== WITH_ONLY_TOOL) continue;
        yield;
        const found =
          (call.input && ofGrader(call.input, names, context.document.runtime)) ??
          (isNeeded(grader) ? ofPrompt(call, promptOf(open.case!)?.value ?? '', names) : undefined);
        if (found) report(found);
      }
    }
  },
};

/** A set belongs to the skill around it. */
function ofSet(written: TextValue | undefined, names: ReadonlySet<string>): Report | undefined {
  if (!written || names.has(written.value)) return undefined;
  const near = nearestWord(written.value, names) ?? (names.size === 1 ? [...names][0] : undefined);
  return {
    range: written.range,
    message: `There is no skill ${showText(written.value)} here. ${near ? `Did you mean ${showText(near)}?` : "Write the skill's name"}`,
    fixes: near
      ? [
          {
            title: `Write ${showText(near)}`,
            safe: false,
            edits: [{ range: written.range, newText: JSON.stringify(near) }],
          },
        ]
      : [],
  };
}

function isNeeded(grader: CaseGrader): boolean {
  return typeOf(grader) === 'tool_order' || (numberAt(grader.value, 'min') ?? 1) > 0;
}

/** A skill that the prompt itself invokes is not called by the model, which may still call others. */
function ofPrompt({ tool, input }: GraderCall, prompt: string, offered: ReadonlySet<string>): Report | undefined {
  const [, invoked] = /^\/([\w:-]{1,200})(?:\s|$)/.exec(prompt) ?? [];
  if (invoked === undefined || !offered.has(invoked)) return undefined;
  const isInvoked = (name: string) => name.split(':').at(-1) === invoked.split(':').at(-1);
  const others = [...offered].filter((name) => !isInvoked(name));
  if (others.length > 0 && (!input || mayCall(input.value, others) !== false)) return undefined;
  if (input && mayCall(input.value, [...offered].filter(isInvoked)) !== true) return undefined;
  return {
    range: tool.range,
    message: `A prompt that begins with ${showText(`/${invoked}`)} runs the skill without a call of \`${WITH_ONLY_TOOL}\`, so the grader counts no calls. Ask in the words of a user, or grade what the skill does`,
  };
}

/** Whether an expression matches the input of a call of one of some skills; undefined if that is not certain. */
function mayCall(expression: string, names: readonly string[]): boolean | undefined {
  return findsMatch(expression, names.map((name) => JSON.stringify({ skill: name, args: '' })).join('\n'));
}

/** Whether the input of a call of any known skill would match, is tried in linear time. */
function ofGrader({ value, range }: TextValue, offered: ReadonlySet<string>, runtime: RuntimeId): Report | undefined {
  const isName = /^[\w:-]+$/.test(value);
  const isAboutSkill = isName || (/skill/.test(value) && !/args|\^|\$/.test(value));
  if (!isAboutSkill || expressionFault(value)) return undefined;
  const names = [...offered, ...bundledSkills(runtime, () => false).map(({ name }) => name)];
  if (mayCall(value, names) !== false) return undefined;
  // Another rule reports a space that the input does not have.
  if (compactJson(value) !== value) return undefined;
  const words = value.replace(/\\./g, ' ').match(/[A-Za-z][\w-]+/g) ?? [];
  const meant = words.findLast((word) => word !== 'skill');
  const near = meant && nearestWord(meant, names);
  return {
    range,
    message: `No skill in the runs has this name${meant ? `: there is no ${showText(meant)}` : ''}, so the grader counts no calls. ${near ? `Did you mean ${showText(near)}?` : 'Write the name of a skill'}`,
  };
}
