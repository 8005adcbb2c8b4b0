import { describe, expect, test } from 'vitest';
import { check, expectFindings } from './expect-findings.ts';

const skill = (fields: string) => `---\n${fields}\n---\nBake the bread.\n`;

describe('template-unfilled', () => {
  test('marks the blank', () => {
    const [finding] = expectFindings('template-unfilled', skill('name: «{{SKILL_NAME}}»'));
    expect(finding).toMatchObject({
      severity: 'hint',
      message: '`{{SKILL_NAME}}` is left over from a template, and Claude Code does not fill it in. Fill in `name`',
    });
    expectFindings('template-unfilled', skill('description: "«{{description}}»"'));
    expectFindings('template-unfilled', skill('description: Bakes 🥖 «{{BREAD_KIND}}» and {{CAKE}}.'));
    expectFindings('template-unfilled', skill('description: >\n  Bakes\n  «{{ BREAD KIND }}».'));
    expectFindings('template-unfilled', skill('metadata:\n  author: «{{AUTHOR}}»\n  year: {{YEAR}}'));
    expectFindings('template-unfilled', skill('allowed-tools:\n  - Read\n  - «{{TOOL}}»'));
    expectFindings('template-unfilled', `\uFEFF${skill('name: «{{X}}»\nauthor: {{AUTHOR}}').replaceAll('\n', '\r\n')}`);
  });

  test('speaks once, at the first place, and names the fields', () => {
    const [finding] = expectFindings(
      'template-unfilled',
      skill('name: «{{SKILL_NAME}}»\nlicense: MIT\ndescription: "TODO: what it does"\nauthor: {{AUTHOR}}'),
    );
    expect(finding!.message).toBe(
      '`{{SKILL_NAME}}` is left over from a template, and Claude Code does not fill it in. Fill in 3 fields: `name`, `description` and `author`',
    );
    expect(finding!.related!.map(({ message }) => message)).toEqual([
      '`description` is not filled in either',
      '`author` is not filled in either',
    ]);
    const many = check(skill('abcdef'.replace(/./g, (key) => `${key}: {{X}}\n`))).findings;
    expect(many.find(({ rule }) => rule === 'template-unfilled')!.message).toContain(
      'Fill in 6 fields: `a`, `b`, `c` and 3 more fields',
    );
    // The place in the file counts, not that of the key that is given twice.
    expectFindings('template-unfilled', skill('name: a\nlicense: «{{L}}»\nname: {{X}}'));
  });

  test('marks the reminder', () => {
    expectFindings('template-unfilled', skill('description: "«TODO:» what it does"'));
    expectFindings('template-unfilled', skill('description: [«TODO:» what it does]'));
    expectFindings('template-unfilled', skill('description: |\n  «TODO:» what it does'));
    expectFindings('template-unfilled', skill('description: «TODO: »what it does: and when'.replace(': »', ':» ')));
    expectFindings('template-unfilled', skill('description: «TBD»'));
  });

  test('is the only finding about its field', () => {
    for (const fields of [
      'name: {{X}}',
      'model: {{MODEL}}',
      'context: "{{CONTEXT}}"',
      'hooks: {{HOOKS}}',
      'paths: "{{PATHS}}"',
      'arguments: [{{A}}, b]',
    ]) {
      const own = check(skill(`description: Bakes bread. Use when people are hungry.\n${fields}`)).findings.filter(
        ({ rule }) => /^(field|boolean|model|paths|hooks|arguments|metadata|name-format)/.test(rule),
      );
      expect(own).toEqual([]);
    }
  });

  test.each([
    'name: todo',
    'tags: [TODO]',
    'tags: [TODO, FIXME]',
    'description: Finds TODO comments and TODO: lines.',
    'description: Fills in {{ variables }} of mustache templates.',
    'description: Writes {{name}} into templates.',
    'argument-hint: "{{query}}"',
    'description: {a: {b: c}}',
    'name: ""',
    'name:',
    'hooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: "docker ps --format {{ID}}"',
  ])('is silent for %j', (fields) => {
    expectFindings('template-unfilled', skill(fields));
  });

  test('is silent in a template that is kept as one', () => {
    expectFindings('template-unfilled', skill('name: {{SKILL_NAME}}'), { file: { insideSkill: true } });
  });
});

describe('a body left over from a template', () => {
  const skill = (body: string) => `---\ndescription: Packs boxes. Use when something moves.\n---\n\n${body}\n`;

  test.for([
    '«TODO:» say how to pack',
    '- «TODO:» say how to pack',
    '1. «TODO -» say how to pack',
    '- [ ] «TODO:» say how to pack',
    '## «TODO:» the name of this part',
    '**«TODO:»** say how to pack',
    '«TODO»',
    '«[TODO: say how to pack]»',
    '«FIXME:» the list is old',
    'Pack.\n\n«TBD»',
    'Pack «[Insert the kind of box]» first.',
    '«[Your instructions here]»',
    '- «[Describe the steps here]»',
  ])('%j', (body) => {
    const marked = skill(body);
    const [found] = expectFindings('template-unfilled', marked);
    expect(found!.severity).toBe('hint');
    expectFindings('template-unfilled', marked.replaceAll('\n', '\r\n'));
    expectFindings('template-unfilled', marked, { path: '/p/.claude/agents/a.md' });
  });

  test.for([
    'Search for TODO: and FIXME: in the sources.',
    'Collect TODO comments:\n\nTODO: one of them',
    'TODO/FIXME/HACK: list them all',
    'A line begins with `TODO:`.\n\n`TODO: say how`',
    '```python\n# TODO: pack\nTODO: pack\n```',
    '> TODO: say how to pack',
    '| a |\n|---|\n| TODO: say how |\nTODO | b',
    '<!-- TODO: say how to pack -->',
    'Write “TODO: ask the author”.',
    'todo: pack',
    'TODOS: pack',
    '[Insert](insert.md) and [insert the box][1] and [insert mode]',
    'Fill in this template:\n\n**Name:** [Insert the name]',
    'Answer in this format: [Your answer here]',
    '![Insert the box](a.png)',
    '- [x] Packed\n- [ ] Your boxes here',
  ])('nothing in %j', (body) => {
    // Links are another rule's.
    expectFindings('template-unfilled', skill(body));
  });

  test('one finding names the number of places', () => {
    const [found] = expectFindings('template-unfilled', skill('«TODO:» a\n\nTODO: b\n\n- TODO: c'));
    expect(found!.message).toContain('Fill in all 3 places');
    expect(found!.related).toHaveLength(2);
  });

  test('a template inside another skill is none', () => {
    expectFindings('template-unfilled', skill('TODO: say how'), { file: { insideSkill: true } });
  });

  test('is about the folder where templates are loaded', () => {
    const text = '---\nname: «{{SKILL_NAME}}»\ndescription: "{{WHAT}}"\n---\nBake the bread.\n';
    const path = '/project/.claude/commands/templates/new-page.md';
    const [finding] = expectFindings('template-unfilled', text, { path });
    expect(finding!.message).toBe(
      'Claude Code loads this template as one more command. Move the folder `templates` to a place from which nothing is loaded',
    );
    expectFindings('template-unfilled', text.replace(/[«»]/g, ''), {
      path: '/project/templates/skills/new-page/SKILL.md',
    });
  });
});
