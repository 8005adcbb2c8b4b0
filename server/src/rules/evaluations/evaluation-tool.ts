import { UNAVAILABLE_TOOLS } from '../../dialect/evaluations.ts';
import {
  findRemovedTool,
  findRenamedTool,
  findTool,
  isMcpToolName,
  isToolName,
  nearestTool,
} from '../../dialect/tools/tools.ts';
import { callsOf } from '../../evaluation/cases/case-expressions.ts';
import { type TextValue, textsAt, valueAt } from '../../evaluation/values/value.ts';
import { evaluationsRecorded } from '../messages/rejected-case.ts';
import { showText } from '../messages/show-value.ts';
import { evaluationIn } from '../readings/evaluation-in.ts';
import type { Report, Rule } from '../rule.ts';

export const evaluationTool: Rule = {
  id: 'evaluation-tool',
  level: 'error',
  kinds: ['eval-prompt', 'eval-case', 'eval-grader'],
  summary: 'A tool in an evaluation that does not exist under this name, or that no run has',
  source: evaluationsRecorded,
  *check(context, report) {
    const open = evaluationIn(context);
    if (!open) return;
    for (const grader of open.case?.graders ?? []) {
      if (!grader.isOpen) continue;
      yield;
      for (const { tool } of callsOf(grader)) {
        const found = ofGrader(tool);
        if (found) report(found);
      }
    }
    const { kind, data } = open.file;
    const session = kind === 'eval-prompt' ? data : kind === 'eval-case' ? valueAt(data, 'execution') : undefined;
    for (const tool of textsAt(session, 'allowed_tools')) {
      const found = granted(tool);
      if (found) report(found);
    }
  },
};

/** Names are compared exactly, and graders accept any. */
function ofGrader({ value, range }: TextValue): Report | undefined {
  const name = value.trim();
  if (findTool(name) || isMcpToolName(name)) {
    const isNever = UNAVAILABLE_TOOLS.has(name);
    return isNever
      ? { range, message: `No run has the tool ${showText(name)}, so it is never called. Remove the grader` }
      : undefined;
  }
  const bare = name.replace(/\(.*$/s, '');
  const never = 'so the grader counts no calls';
  if (bare !== name && isToolName(bare)) {
    return {
      range,
      message: `A grader names a tool without a specifier, ${never}. Write ${showText(bare)}, and what its input must contain as \`input_match\``,
      fixes: [write(bare, range)],
    };
  }
  const near = nearestTool(name);
  const removed = findRemovedTool(name);
  const isOld = findRenamedTool(name) !== undefined || removed !== undefined;
  const what = isOld ? `The tool ${showText(name)} no longer exists` : `There is no tool ${showText(name)}`;
  // A tool of a later release is not a mistake.
  if (!near && !isOld)
    return { range, severity: 'warning', message: `${what}, ${never}. Write the exact name of a tool` };
  return {
    range,
    message: `${what}, ${never}. ${near ? `${isOld ? 'Write' : 'Did you mean'} ${showText(near.name)}${isOld ? '' : '?'}` : `Instead, ${removed!.instead}`}`,
    fixes: near ? [write(near.name, range)] : [],
  };
}

function granted({ value, range }: TextValue): Report | undefined {
  const bare = value.trim().replace(/\(.*$/s, '');
  if (UNAVAILABLE_TOOLS.has(bare)) {
    return {
      range,
      severity: 'warning',
      message: `No run has the tool ${showText(bare)}, so it is not granted. Remove it`,
    };
  }
  if (bare === '' || bare === '*' || isToolName(bare)) return undefined;
  const near = nearestTool(bare);
  return {
    range,
    severity: 'warning',
    message: `There is no tool ${showText(bare)}, so it is not granted. ${near ? `Did you mean ${showText(near.name)}?` : 'Write the exact name of a tool'}`,
    fixes: near ? [write(value.replace(bare, near.name), range)] : [],
  };
}

function write(name: string, range: TextValue['range']) {
  return { title: `Write ${showText(name)}`, safe: false, edits: [{ range, newText: name }] };
}
