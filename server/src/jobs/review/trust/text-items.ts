import { declaredFacts } from '../../../catalog/facts/declared-facts.ts';
import { toJson } from '../../../dialect/text/to-json.ts';
import { splitToolRules } from '../../../dialect/tools/tool-rules.ts';
import { mentionedFiles } from '../../../document/markdown/file-mentions.ts';
import type { MarkdownKind } from '../../../document/runtime-id.ts';
import type { SkillDocument } from '../../../document/skill-document.ts';
import type { YamlValue } from '../../../document/yaml/yaml-value.ts';
import { blockDangers } from '../../../rules/readings/arguments/block-dangers.ts';
import { shellBlocks } from '../../../rules/readings/arguments/shell-blocks.ts';
import { findInvisibleText, type InvisibleText } from '../../../rules/readings/invisible-text.ts';
import { hookItems, serverItems } from './hook-items.ts';
import { hostsIn, type TrustItem, type TrustKind } from './trust-item.ts';

/** Characters of a comment or a line that are listed. */
const maxListed = 200;

/** The rights of a skill, command or agent, and the commands that run when it is loaded. */
export function documentItems(document: SkillDocument, kind: MarkdownKind, path: string): TrustItem[] {
  const { fields } = document.frontmatter;
  const { text, lines, body } = document;
  const lineOf = (field: string) => {
    const range = fields.get(field)?.keyRange;
    return range && lines.lineAt(range.start);
  };
  const item = (of: TrustKind, line: number | undefined, said: string): TrustItem => ({
    kind: of,
    path,
    line,
    text: said,
  });
  const read = (field: string) => fields.get(field)?.value;
  const json = (field: string) => {
    const value = read(field);
    return value && toJson(value);
  };
  const facts = declaredFacts(document, kind, false);
  const granted: TrustItem[] =
    kind === 'agent'
      ? [
          ...toolsOf(read('tools')).map((tool) => item('agent-tool', lineOf('tools'), tool)),
          ...toolsOf(read('disallowedTools')).map((tool) => item('denied-tool', lineOf('disallowedTools'), tool)),
          ...modeItem(json('permissionMode')),
        ]
      : [
          ...facts.allowedTools.map((tool) => item('allowed-tool', lineOf('allowed-tools'), tool)),
          ...facts.disallowedTools.map((tool) => item('denied-tool', lineOf('disallowed-tools'), tool)),
        ];
  const commands = kind === 'agent' ? [] : body.injections.map(({ commandRange }) => commandRange);
  const mentioned = kind === 'agent' ? [] : mentionedFiles(text.slice(document.bodyStart), document.runtime);
  return [
    ...granted,
    ...commands.flatMap(({ start, end }) => {
      const command = text.slice(start, end).trim();
      const line = lines.lineAt(start);
      return [item('injection', line, command), ...hostsIn(command).map((host) => item('host', line, host))];
    }),
    ...mentioned.map((mention) => {
      const at = text.indexOf(mention.path, document.bodyStart);
      return item('attachment', at < 0 ? undefined : lines.lineAt(at), mention.path);
    }),
    ...hookItems(json('hooks'), path, lineOf('hooks')),
    ...(kind === 'agent' ? serverItems(json('mcpServers'), path, lineOf('mcpServers')) : []),
  ];

  function modeItem(mode: unknown): TrustItem[] {
    return typeof mode === 'string' && mode !== 'default'
      ? [item('rule', lineOf('permissionMode'), `permissionMode: ${mode}`)]
      : [];
  }
}

/** Commands that the model may run because a markdown file shows them. */
export function shownItems(document: SkillDocument, path: string): TrustItem[] {
  const { text, lines } = document;
  const dangers = [...blockDangers(document)].map(
    ({ range }): TrustItem => ({
      kind: 'shown-command',
      path,
      line: lines.lineAt(range.start),
      text: text.slice(range.start, range.end).trim(),
    }),
  );
  const seen = new Set<string>();
  const hosts = shellBlocks(document).flatMap(({ content: { start, end } }) =>
    hostsIn(text.slice(start, end)).flatMap((host): TrustItem[] => {
      if (seen.has(host)) return [];
      seen.add(host);
      return [{ kind: 'host', path, line: lines.lineAt(start), text: host }];
    }),
  );
  return [...dangers, ...hosts];
}

/** Text that a reader of a markdown file does not see. */
export function hiddenItems({ text, lines, body }: SkillDocument, path: string): TrustItem[] {
  const comments = body.comments.map((range): TrustItem => {
    const comment = text
      .slice(range.start, range.end)
      .replace(/^<!--|-->$/g, '')
      .trim()
      .slice(0, maxListed);
    return { kind: 'hidden-text', path, line: lines.lineAt(range.start), text: `HTML comment: ${comment}` };
  });
  return [...invisibleItems(text, path, (offset) => lines.lineAt(offset)), ...comments];
}

/** The invisible characters of a text. */
export function invisibleItems(text: string, path: string, lineAt: (offset: number) => number): TrustItem[] {
  return findInvisibleText(text).map(({ kind, range, codePoints }): TrustItem => {
    const spelled = kind === 'tags' ? spelledWith(codePoints) : '';
    const names = [...new Set(codePoints)].slice(0, 8).map(nameOf);
    const what = spelled === '' ? names.join(' ') : `they spell ${spelled}`;
    const count = codePoints.length === 1 ? 'one character' : `${codePoints.length} characters`;
    return { kind: 'hidden-text', path, line: lineAt(range.start), text: `${titles[kind]}: ${count}, ${what}` };
  });
}

const titles: Readonly<Record<InvisibleText['kind'], string>> = {
  tags: 'Invisible tags',
  order: 'Changes the order in which text is displayed',
  'in-word': 'Invisible in a word',
  run: 'Invisible in a row',
  mark: 'Byte order mark inside the text',
};

function nameOf(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Each tag character means the character of ASCII with the same last bits. */
function spelledWith(tags: readonly number[]): string {
  const codes = tags.map((tag) => tag - 0xe0000).filter((code) => code >= 0x20 && code < 0x7f);
  return codes
    .slice(0, maxListed)
    .map((code) => String.fromCharCode(code))
    .join('');
}

function toolsOf(value: YamlValue | undefined): string[] {
  const scalars = value?.kind === 'list' ? value.items : value ? [value] : [];
  return scalars.flatMap((scalar) =>
    scalar.kind === 'scalar' && typeof scalar.value === 'string' ? splitToolRules(scalar.value) : [],
  );
}
