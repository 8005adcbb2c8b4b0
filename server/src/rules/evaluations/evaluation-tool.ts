import { UNAVAILABLE_TOOLS } from '../../dialect/evaluations.ts';
import { nearestWord } from '../../dialect/text/edit-distance.ts';
import {
  findRemovedTool,
  findRenamedTool,
  findTool,
  isMcpToolName,
  isToolName,
  nearestTool,
} from '../../dialect/tools/tools.ts';
import { callsOf, typeOf } from '../../evaluation/cases/case-expressions.ts';
import { type OfferedTools, offeredTools } from '../../evaluation/cases/offered-tools.ts';
import type { OpenEvaluation } from '../../evaluation/cases/open-evaluation.ts';
import { numberAt, type TextValue, textsAt, valueAt } from '../../evaluation/values/value.ts';
import { showText } from '../messages/show-value.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { evaluationIn, evaluationsRecorded } from './shared/evaluation-rule.ts';

export const evaluationTool: Rule = {
  id: 'evaluation-tool',
  level: 'error',
  kinds: ['eval-prompt', 'eval-case', 'eval-grader'],
  summary: 'A tool in an evaluation that does not exist under this name, or that no run has',
  source: evaluationsRecorded,
  *check(context, report) {
    const open = evaluationIn(context);
    if (!open) return;
    const offered = offeredIn(open, context);
    for (const grader of open.case?.graders ?? []) {
      if (!grader.isOpen) continue;
      yield;
      const isNeeded = typeOf(grader) === 'tool_order' || (numberAt(grader.value, 'min') ?? 1) > 0;
      for (const { tool } of callsOf(grader)) {
        const found = ofGrader(tool) ?? (isNeeded && offered ? ofServer(tool, offered) : undefined);
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

/** The tools that the servers of the runs offer; undefined if they are not known, or those of other plugins. */
function offeredIn({ case: around }: OpenEvaluation, { file: { evaluation } }: RuleContext): OfferedTools | undefined {
  const hasOthers = [around?.prompt, around?.definition].some((it) => valueAt(it?.data, 'plugins'));
  return evaluation?.servers && !hasOthers ? offeredTools(evaluation.servers) : undefined;
}

/** A tool of a server. Those of the user's own servers are in no run. */
function ofServer({ value, range }: TextValue, { mocked, real, prefixes }: OfferedTools): Report | undefined {
  const name = value.trim();
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
  if (server === undefined || tool === undefined || mocked.has(name)) return undefined;
  if (real.some((prefix) => name.startsWith(prefix))) {
    const message = `The server of this tool has no mock, so the grader fails unless \`--allow-real-servers\` starts it. Add a mock to \`mocks\``;
    return { range, severity: 'warning', message };
  }
  const prefix = prefixes.get(server) ?? prefixes.get(nearestWord(server, prefixes.keys()) ?? '');
  const tools = [...mocked].filter((it) => prefix !== undefined && it.startsWith(prefix));
  const isOffered = prefix !== undefined && (real.includes(prefix) || mocked.has(`${prefix}${tool}`));
  const near = isOffered ? `${prefix}${tool}` : nearestWord(`${prefix}${tool}`, tools);
  const what = `No server of the runs has the tool ${showText(name)}, so the grader counts no calls`;
  if (near === undefined)
    return {
      range,
      severity: 'warning',
      message: `${what}. Add a mock of its server to \`mocks\`, or correct the name`,
    };
  return { range, message: `${what}. Did you mean ${showText(near)}?`, fixes: [write(near, range)] };
}

/** Names are compared exactly, and graders accept any. */
function ofGrader({ value, range }: TextValue): Report | undefined {
  const name = value.trim();
  if (isMcpToolName(name) && !/^mcp__.+?__[^*]+$/.test(name)) {
    const message =
      'A grader compares the whole name of one tool, so this counts no calls. Write it, for example `mcp__server__tool`';
    return { range, message };
  }
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
      message: `A grader takes only the name of a tool, ${never}. Write ${showText(bare)}, and what its input must contain as \`input_match\``,
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
    message: `${what}, ${never}. ${near ? `${isOld ? 'Write' : 'Did you mean'} ${showText(near.name)}${isOld ? '' : '?'}` : `Use ${removed!.instead}`}`,
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
