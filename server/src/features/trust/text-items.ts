import { skillFacts } from '../../catalog/facts/skill-facts.ts';
import { toJson } from '../../dialect/to-json.ts';
import { splitToolRules } from '../../dialect/tool-rules.ts';
import { mentionedFiles } from '../../document/file-mentions.ts';
import { hiddenCharacters } from '../../document/hidden-characters.ts';
import type { MarkdownKind } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import type { YamlValue } from '../../document/yaml-value.ts';
import { hookItems, serverItems } from './hook-items.ts';
import { hostsIn, type TrustItem, type TrustKind } from './trust-item.ts';

/** Characters of a comment or a line that are listed. */
const maxListed = 200;

/** What a skill, command or agent is granted, and what happens when it is loaded. */
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
  const facts = skillFacts(document, kind, '', false);
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

/** What a reader of a markdown file does not see. */
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
  return hiddenCharacters(text).map(({ kind, range, codes, spelled }): TrustItem => {
    const names = [...new Set(codes)]
      .slice(0, 8)
      .map((code) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`);
    const what = spelled === '' ? names.join(' ') : `they spell ${spelled.slice(0, maxListed)}`;
    const count = codes.length === 1 ? 'one character' : `${codes.length} characters`;
    return { kind: 'hidden-text', path, line: lineAt(range.start), text: `${titles[kind]}: ${count}, ${what}` };
  });
}

const titles = {
  'zero-width': 'Invisible',
  bidirectional: 'Changes the order in which text is displayed',
  tag: 'Invisible tags',
  selector: 'Invisible selectors',
} as const;

function toolsOf(value: YamlValue | undefined): string[] {
  const scalars = value?.kind === 'list' ? value.items : value ? [value] : [];
  return scalars.flatMap((scalar) =>
    scalar.kind === 'scalar' && typeof scalar.value === 'string' ? splitToolRules(scalar.value) : [],
  );
}
