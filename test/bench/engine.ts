import MarkdownIt from 'markdown-it';
import { parseDocument } from 'yaml';
import type { FileContext } from '../../server/src/catalog/file/file-context.ts';
import { scanBody } from '../../server/src/document/body.ts';
import { PartCounter } from '../../server/src/document/body-parts.ts';
import { scanMarkdownBlocks } from '../../server/src/document/markdown/markdown-blocks.ts';
import { readDocument } from '../../server/src/document/read-document.ts';
import { LineIndex } from '../../server/src/document/text/line-index.ts';
import { checkFile, defaultSettings } from '../../server/src/features/check/check-file.ts';
import { toDiagnostics } from '../../server/src/features/check/diagnostics.ts';
import { type Comparison, type Rounds, runInterleaved } from './comparison.ts';
import { generateSkill, type SkillSize, usualSize } from './generated-skills.ts';
import { TypedText } from './typed-text.ts';

const file: FileContext = {
  kind: 'skill',
  path: '/project/.claude/skills/reviewing-part-1/SKILL.md',
  fileName: 'SKILL.md',
  folderName: 'reviewing-part-1',
  place: 'claude',
  insideSkill: false,
  pluginRoot: undefined,
  misplaced: undefined,
  encoding: 'utf-8',
  bytes: undefined,
  agentNames: new Set(),
  skillNames: new Set(),
};

/** What an edit costs inside the server, from bytes to diagnostics, beside reading the bytes and their YAML alone. */
export async function compareEdits(what: string, size: SkillSize, rounds: Rounds): Promise<Comparison> {
  const typed = new TypedText(generateSkill(1, size));
  const nextBytes = () => {
    typed.type();
    return Buffer.from(typed.text);
  };
  const rows = await runInterleaved(rounds, nextBytes, {
    'read the text, parse its YAML': (bytes) => parseYamlOf(bytes.toString()),
    'read the text as Claude Code does': (bytes) => readDocument(bytes.toString(), 'claude-code').body,
    'edit to diagnostics': (bytes) => diagnose(bytes.toString()),
  });
  return { title: `Edit to diagnostics, in process: ${what}`, unit: 'ms', rows };
}

function parseYamlOf(text: string): unknown {
  return parseDocument(text.slice(4, text.indexOf('\n---\n', 4)));
}

function diagnose(text: string): unknown {
  const { document, findings } = checkFile(text, file, defaultSettings, (rule, error) => {
    throw new Error(`${rule.id} crashed`, { cause: error });
  });
  return toDiagnostics(findings, document, 'file:///project/.claude/skills/reviewing-part-1/SKILL.md');
}

/** The scan of the body as it is done, and what it would cost to let markdown-it do all of it. */
export async function compareBodyScans(rounds: Rounds): Promise<Comparison> {
  const typed = new TypedText(generateSkill(1, usualSize));
  const nextDocument = () => {
    typed.type();
    const { text, lines, body } = readDocument(Buffer.from(typed.text).toString(), 'claude-code');
    return { text, lines, range: body.range, body: text.slice(body.range.start, body.range.end) };
  };
  const full = new MarkdownIt('commonmark');
  const rows = await runInterleaved(rounds, nextDocument, {
    'markdown-it, all tokens': ({ body }) => full.parse(body, {}),
    'markdown-it, tokens and HTML': ({ body }) => full.render(body),
    'block tokens with places': ({ text, range, lines }) => scanMarkdownBlocks(text, range, lines, new PartCounter()),
    'whole scan: blocks, inline, placeholders': ({ text, range, lines }) => [
      ...scanBody(text, range, lines, ['path', 'since'], 'claude-code'),
    ],
    'line index': ({ text }) => new LineIndex(text),
  });
  return { title: 'Body scan of 7 kB', unit: 'ms', rows };
}
