import { UNAVAILABLE_TOOLS } from '../../dialect/evaluations.ts';
import { findTool } from '../../dialect/tools/tools.ts';
import { callsOf, expressionsOf, type GraderExpression, typeOf } from '../../evaluation/cases/case-expressions.ts';
import { type CaseTools, toolsOf } from '../../evaluation/cases/case-tools.ts';
import { type CaseGrader, type MergedCase, settingOf } from '../../evaluation/cases/merged-case.ts';
import { excludesObjects, matchesEverything } from '../../evaluation/expressions/certain-match.ts';
import { foreignSyntax } from '../../evaluation/expressions/foreign-syntax.ts';
import { numberAt, textAt, valueAt } from '../../evaluation/values/value.ts';
import { showText } from '../messages/show-value.ts';
import type { Report, Rule } from '../rule.ts';
import { evaluationIn, evaluationsRecorded } from './shared/evaluation-rule.ts';
import { adviceOn } from './shared/misnamed-part.ts';

export const evaluationOutcome: Rule = {
  id: 'evaluation-outcome',
  level: 'warning',
  kinds: ['eval-case', 'eval-grader'],
  summary: 'A grader that passes or fails whatever happens in a run',
  source: evaluationsRecorded,
  *check(context, report) {
    const around = evaluationIn(context)?.case;
    if (!around) return;
    const tools = around.isReadable ? toolsOf(around) : undefined;
    for (const grader of around.graders) {
      if (!grader.isOpen) continue;
      yield;
      for (const found of [...counts(grader), ...orders(grader), ...patterns(grader), ...paths(grader)]) report(found);
      if (!tools) continue;
      for (const found of [...neededTools(grader, tools), ...neededFiles(grader, tools, around)]) report(found);
    }
  },
};

function counts({ value, ...grader }: CaseGrader): Report[] {
  if (typeOf({ value, ...grader }) !== 'tool_used') return [];
  const [min, max] = [numberAt(value, 'min'), numberAt(value, 'max')];
  if (max !== undefined && (min ?? 1) > max) {
    const range = valueAt(value, max === 0 || min === undefined ? 'max' : 'min')!.range;
    const why =
      min === undefined
        ? `\`min\` is 1 if it is missing, and \`max\` is ${max}`
        : `\`min\` is ${min}, and \`max\` is ${max}`;
    const todo = min === undefined ? 'Add `min: 0`' : 'Make `max` at least as large as `min`';
    return [{ range, severity: 'error', message: `${why}, so the grader always fails. ${todo}` }];
  }
  if (min === 0 && max === undefined) {
    const range = valueAt(value, 'min')!.range;
    return [
      { range, message: 'Any number of calls is right, so the grader always passes. Add `max`, or a larger `min`' },
    ];
  }
  return [];
}

/** The first call of one tool is before the first call of another: no call is before itself. */
function orders(grader: CaseGrader): Report[] {
  if (typeOf(grader) !== 'tool_order') return [];
  const [before, after] = callsOf(grader);
  if (!before || !after || before.tool.value !== after.tool.value) return [];
  const isSame = before.input?.value === after.input?.value;
  if (!isSame && after.input) return [];
  const why = isSame
    ? '`before` and `after` are the same call, which cannot come before itself'
    : 'Every call that matches `before` also matches `after`, so it never comes first';
  const range = valueAt(grader.value, 'after')!.range;
  return [
    {
      range,
      severity: 'error',
      message: `${why}, so the grader always fails. Name another tool, or tell the calls apart with \`input_match\``,
    },
  ];
}

function patterns(grader: CaseGrader): Report[] {
  return expressionsOf(grader).flatMap((expression): Report[] => {
    // Another rule reports what other languages read differently.
    if (foreignSyntax(expression.source.value, expression.flags?.value)) return [];
    const found = expression.subject === 'input' ? neverInInput(expression, grader) : certainInText(expression, grader);
    return found ? [found] : [];
  });
}

function certainInText({ source, flags }: GraderExpression, grader: CaseGrader): Report | undefined {
  const { value, range } = source;
  const match = textAt(grader.value, 'match')?.value ?? 'contains';
  if (match.startsWith('count:') && !/:0+$/.test(match)) return undefined;
  const isWanted = match === 'contains';
  if (matchesEverything(value, flags?.value)) {
    const result = isWanted ? 'passes' : 'fails';
    const message = `This pattern matches every text, so the grader always ${result}. Write what the text must contain`;
    return { range, message };
  }
  const target = textAt(grader.value, 'target')?.value ?? '';
  const excluded = ['trace', 'mock_calls'].includes(target) ? excludesObjects(value, flags?.value) : [];
  if (excluded.length === 0) return undefined;
  const message = `${objectsInWords[target]!}, so this pattern never matches and the grader always ${isWanted ? 'fails' : 'passes'}. Remove ${signs(excluded)}, or choose another target`;
  return { range, severity: 'error', message };
}

const objectsInWords: Readonly<Record<string, string>> = {
  trace: 'The trace has lines of JSON, each from `{` to `}`',
  mock_calls: 'The calls of mocks are lines of JSON, each from `{` to `}`',
};

function neverInInput({ source: { value, range } }: GraderExpression, grader: CaseGrader): Report | undefined {
  const excluded = excludesObjects(value);
  if (excluded.length === 0) return undefined;
  const isForbidden = typeOf(grader) === 'tool_used' && numberAt(grader.value, 'min') === 0;
  const message = `The input of a call is JSON from \`{\` to \`}\`, so this never matches and the grader always ${isForbidden ? 'passes' : 'fails'}. Remove ${signs(excluded)}`;
  return { range, severity: 'error', message };
}

function signs(excluded: ReturnType<typeof excludesObjects>): string {
  return excluded.map((place) => (place === 'end' ? '`$`' : '`^`')).join(' and ');
}

/** The paths of created files are compared as they are listed: relative, without `./`, and no folders. */
function paths(grader: CaseGrader): Report[] {
  if (typeOf(grader) === 'file_exists') {
    const path = textAt(grader.value, 'path');
    const why = path && neverListed(path.value);
    if (!why) return [];
    const exists = valueAt(grader.value, 'exists');
    const result = exists?.kind === 'boolean' && !exists.value ? 'passes' : 'fails';
    return [
      {
        range: path.range,
        severity: 'error',
        message: `${why}, so the grader always ${result}. Write a path relative to the folder of the run, such as \`out/report.md\``,
      },
    ];
  }
  const path = targetPath(grader);
  if (!path) return [];
  const isOutside = /^[/~]|^[A-Za-z]:|(^|\/)\.\.(\/|$)/.test(path.value);
  if (isOutside) {
    return [
      {
        range: path.range,
        severity: 'error',
        message: 'This path is outside the folder of the run, so the grader always fails. Write a path in it',
      },
    ];
  }
  if (!/[*?]/.test(path.value)) return [];
  return [
    {
      range: path.range,
      severity: 'error',
      message: 'This is the path of one file, and has no wildcards, so the grader always fails. Write the exact path',
    },
  ];
}

function neverListed(path: string): string | undefined {
  if (path === '') return 'No file has an empty path';
  if (/^[/~]|^[A-Za-z]:/.test(path)) return 'Created files are listed by relative paths';
  if (/(^|\/)\.\.?(\/|$)/.test(path)) return 'Created files are listed without `.` and `..`';
  if (path.endsWith('/')) return 'Only files are listed, not folders';
  if (/\{[^}]*,[^}]*\}|\[[^\]]+\]/.test(path)) return 'Braces and brackets have no special meaning here';
  return path.includes('\\') ? 'Paths are listed with `/`' : undefined;
}

function targetPath({ value }: CaseGrader) {
  return textAt(value, 'target', 'path') ?? textAt(value, 'focus', 'path');
}

/** A tool that the case does not ask for, which `--allow-tools` of the runner can still grant. */
function neededTools(grader: CaseGrader, tools: CaseTools): Report[] {
  const needsCall = typeOf(grader) === 'tool_order' || (numberAt(grader.value, 'min') ?? 1) > 0;
  if (!needsCall) return [];
  return callsOf(grader).flatMap(({ tool }) => {
    const name = tool.value;
    // Another rule reports names of tools.
    if (!findTool(name) || UNAVAILABLE_TOOLS.has(name) || tools.has(name)) return [];
    if (tools.isWithheld(name)) {
      const message = `The case takes \`${name}\` away with \`disallowed_tools\`, so the grader cannot pass. Remove it there, or remove the grader`;
      return [{ range: tool.range, severity: 'error', message }];
    }
    const message = `The case does not ask for \`${name}\`, so the grader fails unless \`--allow-tools\` grants it. Add it to \`allowed_tools\` of the prompt`;
    return [{ range: tool.range, message }];
  });
}

/** A file that the run has to create needs a tool that can create it. */
function neededFiles(grader: CaseGrader, tools: CaseTools, around: MergedCase): Report[] {
  const { value } = grader;
  const type = typeOf(grader);
  const target = textAt(value, 'target') ?? textAt(value, 'focus');
  if (target?.value === 'mock_calls' && !around.hasMocks) {
    const misnamed = around.misnamed.find(({ meant }) => meant === 'mocks');
    return [
      {
        range: target.range,
        severity: 'error',
        message: `No mocks apply to this case, so the grader always fails. ${misnamed ? adviceOn(misnamed) : 'Add a folder `mocks`, or choose another target'}`,
      },
    ];
  }
  if (tools.mayWrite || (settingOf(around, 'artifact_publish') as { value?: unknown } | undefined)?.value === true)
    return [];
  const exists = valueAt(value, 'exists');
  const match = textAt(value, 'match')?.value ?? 'contains';
  const isAbsent = match === 'not_contains' || /^count:0+$/.test(match);
  const hasScaffold = valueAt(around.definition?.data, 'context', 'scaffold_script') !== undefined;
  const path = type === 'file_exists' ? textAt(value, 'path') : targetPath(grader);
  if (path && type === 'file_exists' && neverListed(path.value)) return [];
  const isForbidden = type === 'file_exists' && exists?.kind === 'boolean' && !exists.value;
  if (path && isForbidden) return [alwaysAbsent(path.range)];
  if (target?.value === 'files' && type === 'regex' && isAbsent) return [alwaysAbsent(target.range)];
  const place =
    type === 'file_exists'
      ? path
      : path && !hasScaffold
        ? path
        : type === 'regex' && target?.value === 'files' && !isAbsent
          ? target
          : undefined;
  if (!place || (path && type !== 'file_exists' && /^[/~]|(^|\/)\.\.(\/|$)|[*?]/.test(path.value))) return [];
  const what = place === target ? 'Files have to be created' : `${showText(place.value)} has to be created`;
  return [
    {
      range: place.range,
      message: `${what}, and the case asks for no tool that can do it, so the grader fails unless \`--allow-tools\` grants one. Add \`Write\`, \`Edit\` or \`Bash\` to \`allowed_tools\` of the prompt`,
    },
  ];
}

function alwaysAbsent(range: Report['range']): Report {
  return {
    range,
    message:
      'The case asks for no tool that can create a file, so the grader passes whatever happens, unless `--allow-tools` grants one. Remove the grader, or add `Write`, `Edit` or `Bash` to `allowed_tools` of the prompt',
  };
}
