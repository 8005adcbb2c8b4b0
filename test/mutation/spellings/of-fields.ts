import { asField, type Spellings } from './spellings.ts';

/** Wrong and right fields. */
export const spellingsOfFields: readonly Spellings[] = [
  {
    kind: 'fields in the singular',
    rule: 'field-unknown',
    files: ['skill'],
    into: asField,
    mistakes: [
      '«hook»:\n  Stop:\n    - hooks:\n        - type: command\n          command: echo',
      '«path»: "src/**/*.ts"',
      '«path»: [src, test]',
    ],
    // Keys of metadata, and those that Claude Code knows without using them.
    valid: ['category: photos', 'agents: Ada', 'keyword: photos'],
  },
  {
    kind: 'keys that promise an effect',
    rule: 'field-unknown',
    files: ['skill'],
    into: asField,
    mistakes: ['«timeout»: 5', '«input_schema»: { type: object }', '«path_patterns»: ["*.ts"]', '«triggers»:\n  - go'],
    valid: ['version: 5', 'settings: { timeout: 5 }', 'metadata:\n  timeout: "5"'],
  },
  {
    kind: 'tools in the singular',
    rule: 'field-unknown',
    files: ['agent'],
    into: (text, planted) => text.replace('tools', () => planted),
    mistakes: ['«tool»', '«allowed-tools»', '«disallowedTool»'],
    valid: ['tools', 'disallowedTools'],
  },
  {
    kind: 'fields of Claude Code below metadata',
    rule: 'metadata-shape',
    files: ['skill'],
    into: asField,
    mistakes: [
      'metadata:\n  «disable-model-invocation»: true',
      'metadata:\n  version: "1"\n  «when_to_use»: After a trip.',
      'metadata:\n  «user-invocable»: false\n  author: Ada',
      'metadata: { «disallowed-tools»: Bash }',
      'metadata:\n  «context»: fork',
      'metadata:\n  «effort»: high',
      'metadata:\n  «hooks»:\n    Stop: []',
      'metadata:\n  «paths»: ["photos/**"]',
      'metadata:\n  «paths»: "*.jpg"',
    ],
    valid: [
      'metadata:\n  version: "1"\n  author: Ada\n  tags: [photos]',
      // Remarks of the author.
      'metadata:\n  model: haiku\n  agent: Ada\n  name: Photos\n  context: holidays\n  effort: 2 days\n  hooks: none\n  paths: [photos]',
      'effort: high\nmetadata:\n  effort: high',
    ],
  },
  {
    kind: 'frontmatter in another format',
    rule: 'frontmatter-not-first',
    files: ['skill', 'command', 'agent'],
    into: (text, planted) => text.replace(/^---\n[\s\S]*?\n---\n/, () => planted),
    mistakes: [
      '«+++»\ndescription = "Sorts photos."\n+++\n',
      '«+++»\n[skill]\ndescription = "Sorts photos."\n+++\n',
      '«+++»\ntags = [\n  "a",\n]\ndescription = "Sorts photos."\n+++\n',
      '«+++»\ndescription = """\nSorts photos.\n"""\n+++\n',
      '«---toml»\ndescription = "Sorts photos."\n---\n',
      '«---yaml»\ndescription: Sorts photos.\n---\n',
      '«;;;»\n{ "x": 1,\n"description": "Sorts photos." }\n;;;\n',
    ],
    valid: [],
  },
  {
    kind: 'hooks as text',
    rule: 'field-type',
    files: ['skill', 'command', 'agent'],
    into: asField,
    mistakes: ['hooks: «PreToolUse»', 'hooks: «"./hooks.json"»', 'hooks: «[PreToolUse]»', 'hooks: «true»'],
    valid: ['hooks:', 'hooks: {}'],
  },
  {
    kind: 'events and handlers as text',
    rule: 'hooks-shape',
    files: ['skill', 'command', 'agent'],
    into: asField,
    mistakes: [
      'hooks:\n  Stop: «echo done»',
      'hooks:\n  Stop:\n    - «echo done»',
      'hooks:\n  Stop:\n    - hooks: «echo done»',
      'hooks:\n  Stop:\n    - hooks:\n        - «echo done»',
    ],
    valid: ['hooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: echo done'],
  },
];
