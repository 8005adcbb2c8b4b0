import { GUARD_TYPES, isMockName, meantGuardType, SERVER_MOCK } from '../../dialect/evaluations.ts';
import { nearestWord } from '../../dialect/text/edit-distance.ts';
import { serverSegment } from '../../dialect/tools/tools.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import type { EvaluationFile } from '../../evaluation/cases/read-evaluation.ts';
import { expressionFault } from '../../evaluation/expressions/expression-fault.ts';
import {
  type Entry,
  entryOf,
  type Mapping,
  type TextValue,
  textAt,
  textsAt,
  type Value,
  valueAt,
} from '../../evaluation/values/value.ts';
import { partsInside } from '../../platform/paths.ts';
import { showText } from '../messages/show-value.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { caseRejected, evaluationIn, evaluationsRecorded } from './shared/evaluation-rule.ts';

export const evaluationMock: Rule = {
  id: 'evaluation-mock',
  level: 'error',
  kinds: ['eval-mock', 'eval-tools'],
  summary: 'A mock of an MCP server that the runner rejects, or that does not answer as it is written',
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
    for (const found of [...names(fileName, folderName, head), ...keys(mapping, context, head)]) report(found);
    for (const found of [...unknownNames(context, head), ...placeholders(open.file, context)]) report(found);
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
  const only = 'may contain only letters, digits, `-` and single `_`';
  const wrong = [
    isMockName(folderName) ? '' : `The folder of a mock has the name of its server, which ${only}`,
    isMockName(tool) ? '' : `The file of a mock has the name of its tool, which ${only}`,
  ];
  return wrong.filter(Boolean).map((what) => ({ range, message: `${what}, ${caseRejected}. Rename it` }));
}

/** Names that are nearly those of the plugin's servers, or of a server's tools. */
function unknownNames({ file }: RuleContext, range: TextRange): Report[] {
  const { servers, savedTools, paths } = file.evaluation!;
  const { fileName, folderName } = file;
  const reports: Report[] = [];
  const [first] = [...(paths?.keys() ?? [])].filter((path) => /^[^/]+\.md$/.test(path)).sort();
  const segments = servers ? servers.declared.map(serverSegment) : [];
  const isDeclared = segments.some((it) => it === folderName || `plugin_${servers?.plugin}_${it}` === folderName);
  const nearServer = isDeclared || first !== fileName ? undefined : nearestWord(folderName, segments);
  if (nearServer !== undefined && !servers!.mocked.has(nearServer)) {
    const message = `The plugin has no server ${showText(folderName)}, so this does not answer for ${showText(nearServer)}, which is not started. Rename the folder to ${showText(nearServer)}`;
    reports.push({ range, severity: 'warning', message });
  }
  const tool = fileName.slice(0, -'.md'.length);
  const nearTool =
    fileName === SERVER_MOCK || !savedTools || savedTools.has(tool) ? undefined : nearestWord(tool, savedTools);
  if (nearTool !== undefined) {
    const message = `The tools in \`_tools.json\` do not include ${showText(tool)}, so this does not answer for ${showText(nearTool)}. Rename the file to ${showText(`${nearTool}.md`)}`;
    reports.push({ range, severity: 'warning', message });
  }
  return reports;
}

/** A placeholder in an answer: a part of the input, or a file next to the mock. */
const placeholder = /\{\{[ \t]{0,20}([A-Za-z]{1,20})[ \t]{0,20}([.:])([^{}\r\n]{1,300})\}\}/g;

/** The placeholders that other words than `input` and `file` are taken for. */
const meantPlaceholders: Readonly<Record<string, string>> = {
  ...{ inputs: 'input', args: 'input', arg: 'input', arguments: 'input', params: 'input', parameters: 'input' },
  ...{ files: 'file', fixture: 'file', include: 'file' },
};

function placeholders({ text, body }: EvaluationFile, { file }: RuleContext): Report[] {
  const { paths } = file.evaluation!;
  return [...text.slice(body.start, body.end).matchAll(placeholder)].flatMap((found): Report[] => {
    const [all, word = '', sign, written = ''] = found;
    const rest = written.trim();
    const start = body.start + found.index;
    const range = textRange(start, start + all.length);
    const meant = Object.hasOwn(meantPlaceholders, word.toLowerCase())
      ? meantPlaceholders[word.toLowerCase()]
      : undefined;
    if (meant !== undefined && (meant === 'file') === (sign === ':')) {
      const at = start + all.indexOf(word);
      const fix = {
        title: `Write \`${meant}\``,
        safe: false,
        edits: [{ range: textRange(at, at + word.length), newText: meant }],
      };
      const message = `${showText(all)} is not replaced, so it is a part of the answer. Did you mean ${showText(all.replace(word, meant))}?`;
      return [{ range, severity: 'warning', message, fixes: [fix] }];
    }
    if (word !== 'file' || sign !== ':' || rest === '') return [];
    const path = rest.startsWith('/') ? undefined : partsInside(rest)?.join('/');
    if (!path) {
      const message = `${showText(rest)} is not inside the folder of the mock, so every call fails. Write the path of a file in it`;
      return [{ range, message }];
    }
    const type = paths?.get(path);
    if (!paths || type === 'file') return [];
    const what =
      type === 'folder' ? `${showText(rest)} is a folder` : `There is no ${showText(rest)} in the folder of the mock`;
    return [{ range, message: `${what}, so every call fails. Add the file, or correct the path` }];
  });
}

function keys(mapping: Mapping, { file: { fileName, evaluation } }: RuleContext, head: TextRange): Report[] {
  const { savedTools } = evaluation!;
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
    if (isMockName(value)) {
      const near = savedTools && !savedTools.has(value) ? nearestWord(value, savedTools) : undefined;
      if (near === undefined) continue;
      const message = `The tools in \`_tools.json\` do not include ${showText(value)}. Did you mean ${showText(near)}?`;
      const fixes = [{ title: `Write ${showText(near)}`, safe: false, edits: [{ range, newText: near }] }];
      reports.push({ range, severity: 'warning', message, fixes });
      continue;
    }
    reports.push({
      range,
      message: `${showText(value)} cannot be the name of a tool, ${caseRejected}. Use letters, digits, \`-\` and single \`_\``,
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
      message: `\`expect\` would apply to all of the tools, ${caseRejected}. Move it into the file of one tool`,
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
  if (text.startsWith('\uFEFF')) yield wrong(head, 'The file begins with a byte order mark');
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
      yield wrong(description.range, '`description` is not a string');
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
      message: `An empty list matches no argument, ${caseRejected}. Write at least one value for \`${path}\``,
    };
  }
  const type = value.kind === 'string' ? meantType(value.value) : undefined;
  if (type !== undefined) {
    return {
      range,
      severity: 'warning',
      message: `${showText((value as TextValue).value)} is not a type, so the argument must be this text and other calls end the run. Did you mean \`${type}\`?`,
      fixes: [{ title: `Write \`${type}\``, safe: false, edits: [{ range, newText: type }] }],
    };
  }
  const [, source, flags] = value.kind === 'string' ? (/^\/(.+)\/([a-z]*)$/s.exec(value.value) ?? []) : [];
  if (source === undefined) return undefined;
  if (expressionFault(source, flags)) {
    return {
      range,
      message: `This is not a valid JavaScript regular expression, ${caseRejected}. To match text between slashes, put it in a list`,
    };
  }
  if (/[^is]/.test(flags!))
    return { range, message: `Guards support only the flags \`i\` and \`s\`, ${caseRejected}. Remove the others` };
  // Escapes and classes may contain any of these characters.
  const plain = source.replace(/\\[^bBdDk]/g, '').replace(/\[(?:[^\]\\]|\\.)*\]/g, '');
  if (!/[()|]|\\[1-9bBk]/.test(plain)) return undefined;
  return {
    range,
    message: `Guards do not support groups, alternatives or references, ${caseRejected}. Write a list of texts, or several guards`,
  };
}

/** The type that is meant by a text that is nearly its name. Words of the same length may be other words: `strong`. */
function meantType(text: string): string | undefined {
  if (GUARD_TYPES.includes(text)) return undefined;
  const meant = meantGuardType(text) ?? GUARD_TYPES.find((type) => type === text.toLowerCase());
  if (meant !== undefined) return meant;
  const near = nearestWord(text, GUARD_TYPES);
  const isSwapped = near?.length === text.length && [...near].sort().join() === [...text].sort().join();
  return near !== undefined && (near.length > text.length || isSwapped) ? near : undefined;
}
