import { describe, expect, test } from 'vitest';
import type { Disk } from '../features/session-of.ts';
import { expectInSession } from './check-in-session.ts';

const plugin = '/project/office';
const folder = `${plugin}/evals/greets`;
const rule = 'evaluation-permission';

const skill = (body: string, fields = '') => `---\ndescription: Greets people\n${fields}---\n\n${body}\n`;

/** A plugin with one skill, and a case that asks for a text. */
const around: Disk = {
  [`${plugin}/.claude-plugin/plugin.json`]: '{ "name": "office" }',
  [`${plugin}/skills/greet/SKILL.md`]: skill('Read references/tone.md.'),
  [`${plugin}/skills/greet/references/tone.md`]: 'Be warm.\n',
  [`${plugin}/skills/greet/scripts/greet.sh`]: 'echo hello\n',
  [`${plugin}/skills/greet/README.md`]: 'About this skill\n',
  [`${folder}/graders/names.md`]: '---\ntype: regex\n---\nAlex\n',
};
const withSkill = (text: string): Disk => ({ ...around, [`${plugin}/skills/greet/SKILL.md`]: text });
const withoutGraders: Disk = Object.fromEntries(Object.entries(around).filter(([path]) => !path.startsWith(folder)));
const plain: Disk = { [`${plugin}/skills/other/SKILL.md`]: skill('Say it.') };
const uses = (match: string): Disk => ({
  [`${folder}/graders/uses.md`]: `---\ntype: tool_used\ntool: Skill\ninput_match: '${match}'\n---\n`,
});

const prompt = (fields: string, body = 'Say hello to Alex.') => `---\n${fields}\n---\n${body}\n`;

const planted: readonly (readonly [what: string, marked: string, disk: Disk, message: string, fixed?: string])[] = [
  [
    'a reference',
    '«---»\nmax_turns: 3\n---\nSay hello.\n',
    around,
    'Sessions of this case may not use `Read`, which the skill `greet` needs: it names `references/tone.md`. Add `Read` to `allowed_tools`',
    '---\nallowed_tools: [Read]\nmax_turns: 3\n---\nSay hello.\n',
  ],
  [
    'a reference, with CRLF',
    '«---»\r\nmax_turns: 3\r\n---\r\nSay hello 👋.\r\n',
    around,
    'may not use `Read`',
    '---\r\nallowed_tools: [Read]\r\nmax_turns: 3\r\n---\r\nSay hello 👋.\r\n',
  ],
  ['a prompt without frontmatter', '«Say hello.»\n', around, 'may not use `Read`'],
  ['an empty list', prompt('allowed_tools: «[]»'), around, 'may not use `Read`', prompt('allowed_tools: [Read]')],
  [
    'a list',
    prompt('allowed_tools: «[Skill ]»'),
    around,
    'may not use `Read`',
    prompt('allowed_tools: [Skill, Read ]'),
  ],
  ['a rule that is not granted', prompt('allowed_tools: «["Read(/tmp/**)"]»'), around, 'may not use `Read`'],
  [
    'a skill that may only be called with permission',
    prompt('allowed_tools: «[Read]»'),
    withSkill(skill('Say it.', 'allowed-tools: Read\n')),
    'may not use `Skill`, which the skill `greet` needs: calling it requires permission. Add `Skill` to `allowed_tools`',
  ],
  [
    'scripts and tools',
    prompt('allowed_tools: «[Read, Skill]»'),
    withSkill(skill('Run `bash ${CLAUDE_SKILL_DIR}/scripts/greet.sh`.', 'allowed-tools: Edit, Bash(bash *)\n')),
    'may not use `Bash` and `Edit`, which the skill `greet` needs: it runs `scripts/greet.sh`, its `allowed-tools` include `Edit`. Add `Bash` and `Edit` to `allowed_tools`, and allow `Bash` and `Edit` when it runs (`--allow-tools Bash,Edit`)',
  ],
  [
    'one of several skills, which a grader names',
    prompt('allowed_tools: «[Skill]»'),
    { ...around, ...plain, ...uses('"skill":"(?:office:)?greet"') },
    'which the skill `greet` needs',
  ],
  [
    'one of several skills, which the prompt names',
    '«/office:greet Alex»\n',
    { ...around, ...plain },
    'may not use `Read`',
  ],
];

const right: readonly (readonly [what: string, text: string, disk: Disk])[] = [
  ['one tool that reads is enough', prompt('allowed_tools: [Glob]'), around],
  ['what is withheld is meant', prompt('disallowed_tools: [Read]'), around],
  ['another skill may be meant', prompt('max_turns: 3'), { ...around, ...plain }],
  ['another skill is meant', prompt('max_turns: 3'), { ...around, ...plain, ...uses('"skill":"office:other"') }],
  ['a command may be meant', prompt('max_turns: 3'), { ...around, [`${plugin}/commands/wave.md`]: 'Wave.\n' }],
  [
    'a skill in another place may be meant',
    prompt('max_turns: 3'),
    { ...around, [`${plugin}/.claude-plugin/plugin.json`]: '{ "name": "office", "skills": "./more" }' },
  ],
  ['a skill without files', prompt('max_turns: 3'), withSkill(skill('Update the README.md of the project.'))],
  ['a file that the text does not name', prompt('max_turns: 3'), withSkill(skill('Be warm.'))],
  [
    'a tool that is granted together',
    prompt('allowed_tools: [Write, Skill]'),
    withSkill(skill('Say it.', 'allowed-tools: Edit\n')),
  ],
  ['another shell', prompt('allowed_tools: [PowerShell]'), withSkill(skill('Run scripts/greet.sh.'))],
  [
    'tools of servers need mocks',
    prompt('allowed_tools: [Skill]'),
    withSkill(skill('Say it.', 'allowed-tools: mcp__a__b\n')),
  ],
  [
    'a typed skill is not called',
    prompt('allowed_tools: [Read]', '/greet'),
    withSkill(skill('Say it.', 'allowed-tools: Read\n')),
  ],
  [
    'graders only ask for the call',
    prompt('max_turns: 3'),
    { ...around, [`${folder}/graders/names.md`]: '---\ntype: tool_used\ntool: Skill\n---\n' },
  ],
  ['a case of another tool', '---\nauthor: me\n---\nSay hello.\n', withoutGraders],
  ['a case that cannot be read', '---\nruns: [\n---\nSay hello.\n', around],
];

describe('tools that a case does not get', () => {
  const rows = planted.map(([what, marked, disk, message, fixed]) => ({ what, marked, disk, message, fixed }));

  test.each(rows)('$what', async ({ marked, disk, message, fixed }) => {
    const [finding] = await expectInSession(rule, `${folder}/prompt.md`, marked, disk);
    expect(finding!.message).toContain(message);
    if (fixed === undefined) return;
    const text = marked.replaceAll(/[«»]/g, '');
    const [{ range, newText }] = finding!.fixes![0]!.edits as [
      { range: { start: number; end: number }; newText: string },
    ];
    expect(text.slice(0, range.start) + newText + text.slice(range.end)).toBe(fixed);
  });

  test.each(right)('%s', async (_, text, disk) => {
    await expectInSession(rule, `${folder}/prompt.md`, text, disk);
  });

  test('are reported once: in the prompt, or in the definition if there is none', async () => {
    const definition = 'schema_version: "1.1"\nexecution:\n  prompt: Say hello.\n  allowed_tools: «[Skill]»\n';
    await expectInSession(rule, `${folder}/case.yaml`, definition, around);
    const both = { ...around, [`${folder}/prompt.md`]: 'Say hello.\n' };
    await expectInSession(rule, `${folder}/case.yaml`, definition.replaceAll(/[«»]/g, ''), both);
  });

  test('count for a skill that is evaluated alone', async () => {
    const alone = '/project/.claude/skills/greet';
    const disk: Disk = {
      [`${alone}/SKILL.md`]: skill('Read [the tone](references/tone.md).'),
      [`${alone}/references/tone.md`]: 'Be warm.\n',
      [`${alone}/evals/hello/graders/names.md`]: '---\ntype: regex\n---\nAlex\n',
    };
    await expectInSession(rule, `${alone}/evals/hello/prompt.md`, '«---»\nmax_turns: 3\n---\nSay hello.\n', disk);
  });
});
