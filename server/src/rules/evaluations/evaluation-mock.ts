import { isMockName, SERVER_MOCK } from '../../dialect/evaluations.ts';
import type { TextRange } from '../../document/text/text-range.ts';
import type { EvaluationFile } from '../../evaluation/cases/read-evaluation.ts';
import { expressionFault } from '../../evaluation/expressions/expression-fault.ts';
import {
  type Entry,
  entryOf,
  type Mapping,
  textAt,
  textsAt,
  type Value,
  valueAt,
} from '../../evaluation/values/value.ts';
import { caseRejected, evaluationsRecorded } from '../messages/rejected-case.ts';
import { showText } from '../messages/show-value.ts';
import { evaluationIn } from '../readings/evaluation-in.ts';
import type { Report, Rule } from '../rule.ts';

export const evaluationMock: Rule = {
  id: 'evaluation-mock',
  level: 'error',
  kinds: ['eval-mock', 'eval-tools'],
  summary: 'A mock of an MCP server that the runner rejects',
  source: evaluationsRecorded,
  *check(context, report) {
    const open = evaluationIn(context);
    if (!open) return;
    const { fileName, folderName } = context.file;
    const { head, body, data } = open.file;
    if (open.file.kind === 'eval-tools') {
      for (const found of savedTools(open.file)) report(found);
      return;
    }
    const mapping: Mapping = data?.kind === 'map' ? data : { kind: 'map', entries: [], range: head };
    for (const found of [...names(fileName, folderName, head), ...keys(mapping, fileName, head)]) report(found);
    if (textAt(mapping, 'type')?.value === 'agent' && body.start === body.end) {
      report({
        range: head,
        message: `An agent needs a description of the server that it plays, ${caseRejected}. Write it after the frontmatter`,
      });
    }
    const guards = valueAt(mapping, 'expect');
    let count = 0;
    for (const [path, value] of guardsOf(guards, 'expect')) {
      yield;
      count++;
      const found = wrongGuard(path, value);
      if (found) report(found);
    }
    if (count > maxGuards) {
      report({
        range: entryOf(mapping, 'expect')!.keyRange,
        message: `A mock may have ${maxGuards} guards, and this one has ${count}, ${caseRejected}. Keep those that catch a wrong call`,
      });
    }
  },
};

const maxGuards = 32;

function names(fileName: string, folderName: string, range: TextRange): Report[] {
  const tool = fileName.slice(0, -'.md'.length);
  const only = 'may contain only letters, digits, `_` and `-`';
  const wrong = [
    isMockName(folderName) ? '' : `The folder of a mock is called like the server and ${only}`,
    isMockName(tool) ? '' : `The file of a mock is called like the tool and ${only}`,
  ];
  return wrong.filter(Boolean).map((what) => ({ range, message: `${what}, ${caseRejected}. Rename it` }));
}

function keys(mapping: Mapping, fileName: string, head: TextRange): Report[] {
  const isServer = fileName === SERVER_MOCK;
  const isAgent = textAt(mapping, 'type')?.value === 'agent';
  const tools = valueAt(mapping, 'tools');
  const reports: Report[] = [];
  const rejectKey = (key: string, why: string) => {
    const entry: Entry | undefined = entryOf(mapping, key);
    if (entry) reports.push({ range: entry.keyRange, message: `${why}, ${caseRejected}. Remove it, or move it there` });
  };
  if (!isServer) rejectKey('tools', `\`tools\` belongs in \`${SERVER_MOCK}\``);
  if (isAgent) rejectKey('error', '`error` is for mocks with a fixed answer');
  if (!isAgent && !isServer) rejectKey('abort_when', '`abort_when` is for mocks of the type `agent`');
  for (const { value, range } of textsAt(mapping, 'tools')) {
    if (isMockName(value)) continue;
    reports.push({
      range,
      message: `${showText(value)} cannot be the name of a tool, ${caseRejected}. Use letters, digits, \`_\` and \`-\``,
    });
  }
  if (!isServer) return reports;
  const range = valueAt(mapping, 'type')?.range ?? head;
  if (!isAgent) {
    reports.push({
      range,
      message: `\`${SERVER_MOCK}\` answers for several tools and must have \`type: agent\`, ${caseRejected}. Add it, or write a file for each tool`,
    });
  } else if (tools?.kind !== 'list' || tools.items.length === 0) {
    reports.push({
      range: tools?.range ?? range,
      message: `\`${SERVER_MOCK}\` needs the list of its tools, ${caseRejected}. Add, for example, \`tools: [list_issues]\``,
    });
  } else if (tools.items.length > 1 && entryOf(mapping, 'expect')) {
    reports.push({
      range: entryOf(mapping, 'expect')!.keyRange,
      message: `\`expect\` would be for all of the tools, ${caseRejected}. Move it into the file of one tool`,
    });
  }
  return reports;
}

/** The tools of a server, as it answered when it was asked for them. */
function* savedTools({ text, head, data }: EvaluationFile): Generator<Report> {
  const wrong = (range: TextRange, what: string): Report => ({
    range,
    message: `${what}, ${caseRejected}. Save what the server answers to \`tools/list\``,
  });
  if (text.startsWith('\uFEFF')) yield wrong(head, 'A byte order mark is not JSON');
  const tools = valueAt(data, 'tools') ?? valueAt(data, 'result', 'tools');
  if (tools?.kind !== 'list') {
    yield wrong(tools?.range ?? head, 'The file has no list of `tools`');
    return;
  }
  for (const tool of tools.items) {
    const description = valueAt(tool, 'description');
    const schema = valueAt(tool, 'inputSchema');
    const type = textAt(schema, 'type');
    if (!textAt(tool, 'name')) yield wrong(valueAt(tool, 'name')?.range ?? tool.range, 'A tool has no `name`');
    else if (description && description.kind !== 'string')
      yield wrong(description.range, '`description` is not a text');
    else if (schema && schema.kind !== 'map') yield wrong(schema.range, '`inputSchema` is not an object');
    else if (type && type.value !== 'object') {
      const message =
        'Only tools whose schema has the type `object` are offered, so every run of the case fails. Write it';
      yield { range: type.range, message };
    }
  }
}

/** The guards in a mapping, however deep, with their paths. */
function* guardsOf(value: Value | undefined, path: string): Generator<readonly [string, Value]> {
  if (value?.kind !== 'map') return;
  for (const entry of value.entries) {
    const inner = `${path}.${entry.key}`;
    if (entry.value.kind === 'map') yield* guardsOf(entry.value, inner);
    else yield [inner, entry.value];
  }
}

function wrongGuard(path: string, value: Value): Report | undefined {
  const { range } = value;
  if (value.kind === 'list' && value.items.length === 0) {
    return {
      range,
      message: `No argument is in an empty list, ${caseRejected}. Write at least one value for \`${path}\``,
    };
  }
  const [, source, flags] = value.kind === 'string' ? (/^\/(.+)\/([a-z]*)$/s.exec(value.value) ?? []) : [];
  if (source === undefined) return undefined;
  if (expressionFault(source, flags)) {
    return {
      range,
      message: `This is not a regular expression of JavaScript, ${caseRejected}. For a text between slashes, write a list with it`,
    };
  }
  if (/[^is]/.test(flags!))
    return { range, message: `Guards have only the flags \`i\` and \`s\`, ${caseRejected}. Remove the others` };
  // Escapes and classes may contain any of these characters.
  const plain = source.replace(/\\[^bBdDk]/g, '').replace(/\[(?:[^\]\\]|\\.)*\]/g, '');
  if (!/[()|]|\\[1-9bBk]/.test(plain)) return undefined;
  return {
    range,
    message: `Guards have no groups, alternatives or references, ${caseRejected}. Write a list of texts, or several guards`,
  };
}
