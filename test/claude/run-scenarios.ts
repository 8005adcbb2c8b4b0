import type { ScriptedTurn } from './scripted-model.ts';

/** A run whose output is recorded in test/fixtures/runs. */
export interface RunScenario {
  /** Besides the skill `greet`. */
  readonly files?: Readonly<Record<string, string>>;
  readonly script: readonly ScriptedTurn[];
  readonly settings?: { readonly maximumTurns?: number; readonly maximumCost?: number; readonly model?: string };
  readonly environment?: Readonly<Record<string, string>>;
  /** What the user sends after the invocation. */
  readonly messages?: readonly string[];
}

const read = { tool: 'Read', input: { file_path: 'a.txt' } } as const;
const shell = (command: string) => ({ tool: 'Bash', input: { command } }) as const;
const hook = (command: string) => ({ hooks: [{ type: 'command', command }] });

const hooks = {
  SessionStart: [hook('echo started')],
  PreToolUse: [{ matcher: 'Bash', ...hook('echo no >&2; exit 2') }],
  PostToolUse: [{ matcher: 'Read', ...hook('echo broken >&2; exit 1') }],
};

const overloaded = { status: 529, error: 'overloaded_error', message: 'Overloaded' } as const;

/** A skill in place of `greet`. */
const skill = (frontmatter: string, body: string) => ({
  '.claude/skills/greet/SKILL.md': `---\ndescription: Greets.\n${frontmatter}---\n${body}\n`,
});

export const greeting = { ...skill('', 'Say hello to $ARGUMENTS.'), 'a.txt': 'content of a\n' };

/** By the name of the recording. */
export const runScenarios: Readonly<Record<string, RunScenario>> = {
  calls: {
    script: [
      { text: 'I read it.', calls: [read] },
      { text: 'And remove it.', calls: [shell('rm -f x.txt')] },
      { thinking: 'Let me think about it.', text: '# Done\n\nHello, **Ada**!' },
    ],
  },
  hooks: {
    files: { '.claude/settings.json': JSON.stringify({ hooks }) },
    script: [{ calls: [read] }, { calls: [shell('ls')] }, { text: 'Ready.' }],
  },
  agent: {
    files: { '.claude/agents/helper.md': '---\nname: helper\ndescription: Helps.\ntools: Read\n---\nHelp.\n' },
    script: [
      {
        text: 'I delegate.',
        calls: [{ tool: 'Task', input: { description: 'Look', prompt: 'Look at the file', subagent_type: 'helper' } }],
        when: 'Say hello',
      },
      { text: 'I wait.', when: 'Say hello' },
      { text: 'I look.', calls: [read], unless: 'Say hello' },
      { text: 'It says: content of a.', unless: 'Say hello' },
      { text: 'All done.', when: 'Say hello' },
    ],
  },
  skill: {
    files: {
      '.claude/skills/other/SKILL.md': '---\ndescription: Other.\n---\nOther body, $ARGUMENTS.\n',
      '.claude/settings.local.json': JSON.stringify({ permissions: { allow: ['Skill(other)'] } }),
    },
    script: [
      { text: 'I use it.', calls: [{ tool: 'Skill', input: { skill: 'other', args: 'x y' } }] },
      { text: 'End.' },
    ],
  },
  fork: {
    files: skill('context: fork\n', 'Say hello to $ARGUMENTS.'),
    script: [{ text: 'In the fork.', calls: [read] }, { text: 'Fork done.' }],
  },
  credit: {
    script: [{ status: 400, error: 'invalid_request_error', message: 'Your credit balance is too low to access it.' }],
  },
  retry: { script: [overloaded, overloaded, { text: 'Finally.' }] },
  'maximum-turns': { settings: { maximumTurns: 1 }, script: [{ text: 'One.', calls: [read] }] },
  'maximum-cost': {
    settings: { maximumCost: 0.01 },
    script: [{ text: 'One.', calls: [read], usage: { input_tokens: 100_000, output_tokens: 5_000 } }],
  },
  refused: { files: skill('', 'Now !`touch made`'), script: [] },
  compaction: {
    messages: ['/compact', 'more'],
    script: [
      { text: 'Hello.' },
      { text: '<summary>We greeted.</summary>', when: 'detailed summary' },
      { text: 'More.' },
    ],
  },
};
