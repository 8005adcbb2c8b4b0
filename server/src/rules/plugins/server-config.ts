import { checkLspServer, checkMcpServer, type ShapeProblem } from '../../dialect/validate.ts';
import {
  type JsonEntry,
  type JsonNode,
  jsonEntries,
  jsonEntry,
  jsonRange,
  jsonValue,
} from '../../document/json-document.ts';
import { textRange } from '../../document/text/text-range.ts';
import { faultInWords, rangeOfFault } from '../messages/json-fault.ts';
import { shapeInWords } from '../messages/shape-in-words.ts';
import { showText } from '../messages/show-value.ts';
import { rangeOfShapeProblem } from '../readings/fields/json-problem-range.ts';
import type { Fix, Report, Rule, RuleContext } from '../rule.ts';

export const serverConfig: Rule = {
  id: 'server-config',
  level: 'error',
  kinds: ['mcp-servers', 'lsp-servers'],
  summary: 'An MCP server or language server that Claude Code silently leaves out',
  source: 'https://code.claude.com/docs/en/plugins-reference#mcp-servers',
  *check(context, report) {
    const { document, file } = context;
    const { root, faults, unread } = document.json!;
    if (unread || file.insideSkill) return;
    const [fault] = faults;
    if (fault || root?.type !== 'object') {
      report(notAnObject(context, root));
      return;
    }
    const isMcp = file.kind === 'mcp-servers';
    const servers = isMcp ? serversIn(root) : root;
    if (servers.type !== 'object') {
      report({
        range: jsonRange(servers),
        message:
          '`mcpServers` must be an object whose keys are the names of servers, so Claude Code silently starts none of them',
      });
      return;
    }
    for (const entry of jsonEntries(servers)) {
      yield;
      for (const found of checkServer(entry, isMcp)) report(found);
    }
  },
};

/** Without `mcpServers`, the whole file is read as the map of servers. */
function serversIn(root: JsonNode): JsonNode {
  return jsonEntry(root, 'mcpServers')?.value ?? root;
}

function notAnObject({ document, file }: RuleContext, root: JsonNode | undefined): Report {
  const [fault] = document.json!.faults;
  const lost = `so Claude Code silently starts none of the ${file.kind === 'mcp-servers' ? 'MCP' : 'language'} servers`;
  if (!fault && root) return { range: jsonRange(root), message: `The file must be an object, ${lost}` };
  const range = fault ? rangeOfFault(fault, document.text) : textRange(0, 0);
  return { range, message: `${fault ? faultInWords(fault) : 'The file is empty'}, ${lost}. Write strict JSON` };
}

function* checkServer({ key, keyRange, value }: JsonEntry, isMcp: boolean): Generator<Report> {
  if (!value) return;
  const lost = `so Claude Code silently leaves out the server ${showText(key)}`;
  const [problem] = (isMcp ? checkMcpServer : checkLspServer)(jsonValue(value));
  if (!problem) return;
  const isRemote = isMcp && !jsonEntry(value, 'type') && !jsonEntry(value, 'command') && jsonEntry(value, 'url');
  if (isRemote) {
    const at = isRemote.keyRange.start;
    yield {
      range: isRemote.keyRange,
      message: `A server with a \`url\` needs a \`type\`, ${lost}. Add \`"type": "http"\`, or \`"sse"\``,
      fixes: [
        {
          title: 'Add `"type": "http"`',
          safe: false,
          edits: [{ range: textRange(at, at), newText: '"type": "http", ' }],
        },
      ],
    };
    return;
  }
  yield {
    range: problem.path.length === 0 && problem.kind === 'missing' ? keyRange : rangeOfShapeProblem(value, problem),
    message: `${shapeInWords(problem)}, ${lost}`,
    fixes: asList(value, problem),
  };
}

/** The arguments of a program as one text. */
function asList(server: JsonNode, { path, kind, detail }: ShapeProblem): Fix[] {
  const node = path.length === 1 ? jsonEntry(server, path[0]!)?.value : undefined;
  if (!node || kind !== 'type' || detail !== 'array' || node.type !== 'string') return [];
  const words = String(node.value)
    .split(/\s+/)
    .filter((word) => word !== '');
  const newText = `[${words.map((word) => JSON.stringify(word)).join(', ')}]`;
  return [{ title: `Write ${showText(newText)}`, safe: false, edits: [{ range: jsonRange(node), newText }] }];
}
