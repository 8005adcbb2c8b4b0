import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import frontmatterSchema from '../../../schemas/frontmatter.schema.json' with { type: 'json' };
import { FIELDS } from '../../../server/src/dialect/fields.ts';
import { applyFix, type CheckOptions, check, expectFindings, expectFix } from './expect-findings.ts';

const skill = (fields: string) => `---\n${fields}\n---\nSort the stamps.\n`;
const command = { path: '/project/.claude/commands/sort.md' } as const;
const agent = { path: '/project/.claude/agents/sorter.md' } as const;
const message = (rule: string, text: string, options: CheckOptions = {}) =>
  check(text, options).findings.find((it) => it.rule === rule)?.message;

describe('field-unknown', () => {
  test('renames other spellings and other names, safely unless the field decides what may run', () => {
    for (const [key, name, safe] of [
      ['allowed_tools', 'allowed-tools', false],
      ['allowedTools', 'allowed-tools', false],
      ['tools', 'allowed-tools', false],
      ['when-to-use', 'when_to_use', true],
      ['whenToUse', 'when_to_use', true],
      ['user-invokable', 'user-invocable', false],
      ['user_invocable', 'user-invocable', false],
      ['disable_model_invocation', 'disable-model-invocation', false],
      ['disallowed_tools', 'disallowed-tools', false],
      ['Hooks', 'hooks', false],
      ['Paths', 'paths', false],
      ['Name', 'name', true],
    ] as const) {
      const [finding] = expectFindings('field-unknown', skill(`«${key}»: Read`));
      expect(finding).toMatchObject({ severity: 'warning', tag: 'unnecessary' });
      const fix = expectFix('field-unknown', skill(`${key}: Read`), skill(`${name}: Read`));
      expect(fix).toEqual(expect.objectContaining({ title: `Rename \`${key}\` to \`${name}\``, safe }));
    }
    expect(message('field-unknown', skill('tools: Read'), command)).toBe(
      'Claude Code ignores `tools`: here the field is called `allowed-tools`. Rename it',
    );
  });

  test('says of `tools` without tools of Claude Code that it grants nothing, and renames none of it', () => {
    for (const value of [
      '[Figma, Notion]',
      'kubectl, helm',
      '\n  - name: search',
      'Playwright',
      '',
      '3',
      'git docker Read',
    ]) {
      const [finding] = expectFindings('field-unknown', skill(`«tools»: ${value}`));
      expect(finding!.message).toBe(
        'Claude Code ignores `tools`, so it grants nothing. Tools of Claude Code are granted with `allowed-tools`',
      );
      expect(finding!.fixes!.map(({ title }) => title)).toEqual(['Remove `tools`']);
    }
    for (const value of ['Read, Bash(git log:*)', '[WebSearch]', '\n  - mcp__github__*', 'Read, Figma']) {
      expectFindings('field-unknown', skill(`«tools»: ${value}`));
    }
  });

  test('is the only finding about a field under another name', () => {
    const rules = (text: string, options?: CheckOptions) => check(text, options).findings.map(({ rule }) => rule);
    const text = '---\nname: demo\nDescription: Sorts stamps. Use on Mondays.\n---\nSort the stamps.\n';
    expect(rules(text)).toEqual(['field-unknown']);
    expect(rules(text, { path: '/p/skills/demo/SKILL.md', file: { pluginRoot: '/p' } })).toEqual(['field-unknown']);
    expect(rules(text, { levels: { 'field-unknown': 'off' } })).toEqual(['description-missing']);
    expect(rules(text.replace('Description', 'Describes'))).toEqual(['description-missing', 'field-unknown']);
  });

  test('asks about near misses', () => {
    const [finding] = expectFindings('field-unknown', skill('«descripton»: 切手 🎴'));
    expect(finding!.message).toBe('Claude Code ignores `descripton`. Did you mean `description`?');
    expect(finding!.fixes![0]!.safe).toBe(false);
    expectFindings(
      'field-unknown',
      '\uFEFF---\r\nname: demo\r\n"«metdata»": 1\r\n---\r\n'.replace('"«metdata»"', '«"metdata"»'),
    );
  });

  test('knows that agents have other fields', () => {
    const text = 'name: sorter\ndescription: Sorts.\n';
    expectFindings(
      'field-unknown',
      skill(`${text}tools: Read\ndisallowedTools: Bash\nwhen_to_use: x\nargument-hint: y`),
      agent,
    );
    expectFix('field-unknown', skill(`${text}allowed-tools: Read`), skill(`${text}tools: Read`), agent);
    expectFindings('field-unknown', skill(`${text}«permission-mode»: plan`), agent);
  });

  test('accepts a second name that Claude Code reads, unless the first one is there too', () => {
    expectFindings('field-unknown', skill('description: D\ndisallowedTools: Write'));
    const [finding] = expectFindings('field-unknown', skill('disallowed-tools: Read\n«disallowedTools»: Write'));
    expect(finding!.message).toContain('only reads `disallowed-tools`');
  });

  test('takes keys that Claude Code has without documenting them for no slips', () => {
    for (const key of ['agents', 'fallback', 'settings', 'hide-from-slash-command-tool', 'keywords', 'version']) {
      expectFindings('field-unknown', skill(`description: D\n${key}: x`));
    }
    expectFindings('field-unknown', skill('name: sorter\ndescription: D\nobserver: x'), agent);
    expectFindings('field-value', skill('description: D\ncontext: inline'));
  });

  test('leaves it to the author where the right key is there too', () => {
    const [finding] = expectFindings('field-unknown', skill('«tools»: Read\nallowed-tools: Grep'));
    expect(finding!.message).toContain('only reads `allowed-tools`');
    const fix = expectFix('field-unknown', skill('tools: Read\nallowed-tools: Grep'), skill('allowed-tools: Grep'));
    expect(fix.safe).toBe(false);
  });

  test('does not turn the globs of another product into a condition automatically', () => {
    expect(expectFix('field-unknown', skill('globs: a/**'), skill('paths: a/**')).safe).toBe(false);
  });

  test.each([
    'version',
    'author',
    'origin',
    'tags',
    'Tags',
    'last_updated',
    'requires',
    'source',
    'risk',
    'title',
    'category',
    'type',
    'languages',
    'domain',
    'agents',
    'keywords',
    'date',
    'created',
    'repository',
    'status',
    'id',
    'icon',
    'emoji',
    'difficulty',
    'displayName',
    'homepage',
    'dependencies',
    'hide-from-slash-command-tool',
    'description:"x',
  ])('lets everybody have %s', (key) => {
    expectFindings('field-unknown', skill(`"${key.replaceAll('"', '\\"')}": x`));
    expectFindings('field-unknown', skill(`"${key.replaceAll('"', '\\"')}": x`), command);
  });

  test.each([
    ['timeout', 'so it limits nothing. Limit the command itself: `timeout 60 …`'],
    ['inputSchema', 'so the arguments stay one string that nothing checks. Name them in `arguments` and describe'],
    ['triggers', 'so the model never sees this text. Say in `description` or `when_to_use` when to use the skill'],
    ['alwaysApply', 'so the skill is loaded only when it is used'],
  ])('warns that %s has no effect', (key, message) => {
    for (const options of [{}, command]) {
      const [finding] = expectFindings('field-unknown', skill(`«${key}»: x\n«confirm»: true`), options);
      expect(finding).toMatchObject({ severity: 'warning', tag: 'unnecessary' });
      expect(finding!.message).toContain(`Claude Code ignores \`${key}\`, ${message}`);
    }
    expectFindings('field-unknown', skill(`name: sorter\ndescription: D\n${key}: x`), agent);
  });

  test.each(['tool', 'mode', 'hook', 'content', 'skills', 'priority', 'vibe', 'scope', 'shortcut', 'display-name'])(
    'takes %s for no slip of a field, and only hints at it',
    (key) => {
      for (const options of [{}, command]) {
        const [finding] = expectFindings('field-unknown', skill(`«${key}»: x`), options);
        expect(finding).toMatchObject({ severity: 'hint', message: `Claude Code ignores \`${key}\`` });
      }
    },
  );

  test('hints once at all other keys, and fades each of them', () => {
    const text = skill('version: 1\n«foo»: 1\r\ntimeout: 3\nbar: 切手 🎴\nvibe: x');
    const hints = check(text.replace(/[«»]/g, '')).findings.filter(({ severity }) => severity === 'hint');
    expect(hints).toMatchObject([{ rule: 'field-unknown', message: 'Claude Code ignores `foo`, `bar` and `vibe`' }]);
    const { alsoUnnecessary } = hints[0]!;
    const plain = text.replace(/[«»]/g, '');
    expect(alsoUnnecessary!.map(({ start, end }) => plain.slice(start, end))).toEqual(['bar', 'vibe']);
  });

  test('says nothing of the name of a command, which Claude Code reads in plugins', () => {
    expectFindings('field-unknown', skill('name: other'), { path: '/p/commands/c.md', file: { pluginRoot: '/p' } });
    expectFindings('field-unknown', skill('name: other'), command);
    const [finding] = expectFindings('field-unknown', skill('name: other\n«foo»: x'), command);
    expect(finding!.message).toBe('Claude Code ignores `foo`');
  });

  test('lists the first five of many keys', () => {
    const keys = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta'];
    const [finding] = check(skill(keys.map((key) => `${key}1: x`).join('\n'))).findings.filter(
      ({ rule }) => rule === 'field-unknown',
    );
    expect(finding!.message).toBe('Claude Code ignores `alpha1`, `beta1`, `gamma1`, `delta1`, `epsilon1` and 2 more');
  });

  test('leaves out what the user counts as metadata, and what a target reports at each key', () => {
    const ruleOptions = { 'field-unknown': { metadata: ['reviewed_by'] } };
    expectFindings('field-unknown', skill('reviewed-by: Ada\nreviewedBy: Bo'), { ruleOptions });
    expectFindings('field-unknown', skill('«foo»: x'), { targets: ['codex'] });
    expectFindings('field-unknown', skill('foo: x'), { targets: ['agentskills'] });
  });

  test('the page lists all keys that count as metadata', () => {
    const page = readFileSync('docs/rules/field-unknown.md', 'utf8');
    expect(frontmatterSchema['x-skillwright'].metadataKeys.keys.filter((key) => !page.includes(`\`${key}\``))).toEqual(
      [],
    );
  });

  test('never finds a known field, and no fix makes the YAML worse', () => {
    for (const { name, kinds } of FIELDS) {
      for (const kind of kinds) {
        const options = kind === 'skill' ? {} : kind === 'command' ? command : agent;
        expectFindings('field-unknown', skill(`${name}: x`), options);
      }
    }
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Z_-]{1,14}$/), (key) => {
        const text = skill(`license: MIT\n${key}: x`);
        for (const { rule, fixes } of check(text).findings) {
          if (rule !== 'field-unknown') continue;
          for (const fix of fixes ?? []) expect(check(applyFix(text, fix)).document.frontmatter.reading).toBe('read');
        }
      }),
    );
  });

  test('reports nothing without frontmatter', () => {
    expectFindings('field-unknown', 'tools: Read\n');
    expectFindings('field-unknown', skill('tools: Read\nname: "x'));
    expectFindings('field-unknown', skill('tools: Read'), { file: { insideSkill: true } });
  });
});

describe('field-type', () => {
  test('says what becomes of a list or map where text belongs', () => {
    const [finding] = expectFindings('field-type', skill('description: «[Sorts, stamps]»'));
    expect(finding!.severity).toBe('warning');
    expect(finding!.message).toBe(
      '`description` must be a string, not a list: a list or mapping counts as missing, so the first non-blank line of the body is used instead',
    );
    expect(message('field-type', skill('when_to_use: [a, b]'))).toContain('it reads as `a,b`');
    expect(message('field-type', skill('when_to_use: { a: b }'))).toContain('it reads as `[object Object]`');
    expect(message('field-type', skill('name: [a, b]'))).toBe('`name` must be a string, not a list: it reads as `a,b`');
    expect(message('field-type', skill('name: {a: b}'))).toBe(
      '`name` must be a string, not a mapping: a mapping is ignored and only the folder name invokes the skill',
    );
    expect(message('field-type', skill('description: [a, b]'), { runtime: 'claude-code@2.1.7' })).toContain(
      'it reads as `a,b`',
    );
    expectFindings('field-type', skill('description:\n  «- 切手\n  - stamps»\nlicense: MIT'));
    expectFindings('field-type', skill('description:\n  «- a\n  - b»').replaceAll('\n', '\r\n'));
  });

  test('says what becomes of the wrong kind elsewhere', () => {
    expectFindings('field-type', skill('allowed-tools: «5»'));
    expectFindings('field-type', skill('allowed-tools: «{ Bash: true }»'));
    expectFindings('field-type', skill('arguments: «{file}»'));
    expectFindings('field-type', skill('hooks: «nope»'));
    // A word in place of hooks is as wrong as a list of it.
    expect(expectFindings('field-type', skill('hooks: «[PreToolUse]»'))[0]!.fixes).toEqual([]);
    expectFindings('field-type', skill('paths: «true»'));
    expect(message('field-type', skill('model: [a, b]'))).toBe(
      "`model` must be a single name, not a list: it is ignored and the session's model is kept",
    );
    expect(message('field-type', skill('effort: 3'))).toContain('a number removes the effort from the request');
    expect(message('field-type', skill('effort: true'))).toBe(
      '`effort` must be a single word, not `true`: it is ignored',
    );
    expect(message('field-type', skill('name: a\ndescription: b\ntools: { a: b }'), agent)).toBe(
      '`tools` must be a string or a list, not a mapping',
    );
    expectFindings('field-type', skill('name: a\ndescription: b\nmaxTurns: «0»'), agent);
  });

  test('unwraps a list of one and quotes brackets', () => {
    expect(expectFix('field-type', skill('context: [fork]'), skill('context: fork')).safe).toBe(true);
    expectFix('field-type', skill('model:\n  - haiku'), skill('model:\n  haiku'));
    expect(expectFix('field-type', skill('name: [demo]'), skill('name: demo')).safe).toBe(true);
    expect(expectFix('field-type', skill('description: [Beta]'), skill('description: "[Beta]"')).safe).toBe(false);
    const map = expectFix('field-type', skill(`when_to_use: {it's: "so"}`), skill(`when_to_use: '{it''s: "so"}'`));
    expect(map.safe).toBe(false);
    expect(expectFix('field-type', skill('argument-hint: {file}'), skill('argument-hint: "{file}"')).safe).toBe(true);
  });

  test('writes a list that is read as text as that very text', () => {
    expect(expectFix('field-type', skill('when_to_use: [a, 切手]'), skill('when_to_use: "a,切手"'))).toMatchObject({
      title: 'Write `a,切手`',
      safe: true,
    });
    const old = { runtime: 'claude-code@2.1.7' } as const;
    expectFix('field-type', skill('description: [a, b]'), skill('description: "a,b"'), old);
  });

  test.each(['description: «[]»', 'description: «{}»', 'when_to_use: «[ ]»', 'name: «[]»'])(
    'makes no text of nothing: %s',
    (fields) => {
      const [finding] = expectFindings('field-type', skill(fields));
      expect(finding!.fixes).toEqual([]);
    },
  );

  test('finds entries that are no text', () => {
    const [finding] = expectFindings('field-type', skill('allowed-tools:\n  - «Bash(npm run 🎴: x)»\n  - Read'));
    expect(finding!.message).toBe(
      'An entry of `allowed-tools` must be a string, but this one is a mapping: Claude Code ignores it',
    );
    expectFix(
      'field-type',
      skill("allowed-tools:\n  - Bash(npm run: it's)\n  - Read"),
      skill(`allowed-tools:\n  - "Bash(npm run: it's)"\n  - Read`),
    );
    const [named] = expectFindings('field-type', skill('arguments:\n  - «name: file\n    description: The file»'));
    expect(named!.message).toContain('when it counts positions');
    expect(named!.fixes).toEqual([]);
    expectFindings('field-type', skill('arguments: [«1», b]'));
    expectFindings('field-type', skill('allowed-tools: [«[Read]», Grep]'));
  });

  test('finds text that YAML changes', () => {
    expect(expectFix('field-type', skill('description: 1.50'), skill('description: "1.50"')).safe).toBe(true);
    expectFindings('field-type', skill('name: «010»'));
    expectFindings('field-type', skill('description: «True»'));
    expect(message('field-type', skill('name: 1e3'))).toBe(
      'YAML reads `1e3` as a number and changes it to `1000`. Quote it',
    );
  });

  test.each([
    'name: 42',
    'name: true',
    'name: 2024-01-01',
    'description: 7',
    'description: ~',
    'description:',
    'description: |\n  a',
    'allowed-tools:',
    'allowed-tools: []',
    'allowed-tools: Read, Grep',
    'allowed-tools:\n  -\n  - Read',
    'arguments: a b',
    'argument-hint: [a]',
    'argument-hint: 5',
    'model:',
    'hooks:',
    'license: [MIT]',
    'compatibility: [a]',
    'metadata: x',
    'version: 1.0',
    'tags: [1, 2]',
    'user-invocable: [a]',
    'description: {{X}}',
    'allowed-tools: {{TOOLS}}',
    'description: [TODO: describe it]',
    'date: 2024-01-01',
  ])('is silent for %j', (fields) => {
    expectFindings('field-type', skill(fields));
  });

  test('gives a quoted number the benefit of the doubt', () => {
    expectFindings('field-type', skill('name: a\ndescription: b\nmaxTurns: "5"'), agent);
  });

  test('survives what YAML can do', () => {
    expectFindings('field-type', skill('base: &a [x]\ndescription: «*a»'));
    expectFindings('field-type', skill('<<: { model: «[a, b]» }'));
    expectFindings('field-type', skill(`description: «${'['.repeat(60)}${']'.repeat(60)}»`));
    expect(check(skill('b: &b { description: [x] }\n<<: *b')).findings.flatMap(({ fixes }) => fixes ?? [])).toEqual([]);
  });
});

describe('field-value', () => {
  test('suggests the nearest word', () => {
    const [finding] = expectFindings('field-value', skill('context: «Fork»'));
    expect(finding).toMatchObject({
      severity: 'warning',
      message: 'Claude Code does not recognize `Fork` in `context` and ignores it. Write `fork`',
    });
    expect(expectFix('field-value', skill('effort: "hihg"'), skill('effort: high')).safe).toBe(true);
    expectFix('field-value', skill("shell: 'Bash' # 🐚"), skill('shell: bash # 🐚'));
    expectFix('field-value', skill('effort: " low "'), skill('effort: low'));
    expect(message('field-value', skill('effort: " low "'))).toContain('because of the whitespace around it');
  });

  test('names the words where none is near', () => {
    expect(message('field-value', skill('context: main'))).toBe(
      'Claude Code does not recognize `main` in `context` and ignores it. The only valid value is `fork`',
    );
    expect(message('field-value', skill('shell: zsh'))).toContain('Valid values are `bash` and `powershell`');
    expect(message('field-value', skill('effort: "3"'))).not.toContain('ignores');
  });

  test('marks the first line of a block scalar', () => {
    const text = skill('context: |\n\n  «All about stamps,»\n  in some detail.\nmodel: opus');
    expectFindings('field-value', text);
    expectFindings('field-value', text.replaceAll('\n', '\r\n'));
    expectFindings('field-value', skill('context: >-\n  «切手 🎴 stamps»\n  in some detail.'));
    expectFindings('field-value', skill('context: |\n  «forked»'));
    expectFindings('field-value', skill('«context»: |+\n\nmodel: opus'));
  });

  test.each([
    ['context: forked', 'context: fork'],
    ['effort: med', 'effort: medium'],
    ['effort: maximum', 'effort: max'],
    ['shell: pwsh', 'shell: powershell'],
    ['context: |\n  forked', 'context: fork'],
  ])('asks whether %j was meant to be %j', (before, after) => {
    expect(expectFix('field-value', skill(before), skill(after)).safe).toBe(false);
    expect(message('field-value', skill(before))).toMatch(/Did you mean `\w+`\?$/);
  });

  test.each(['shell: sh', 'shell: zsh', 'effort: minimal', 'effort: m', 'context: conversation'])(
    'guesses nothing for %j',
    (fields) => {
      const found = check(skill(fields)).findings.find(({ rule }) => rule === 'field-value');
      expect(found!.fixes).toEqual([]);
    },
  );

  test('leaves a value that the repair changed to the broken line', () => {
    expectFindings('field-value', skill('description: Sorts: stamps\ncontext: fork # always'));
  });

  test('is silent for the words themselves, for nothing, and for other kinds', () => {
    for (const fields of [
      'effort: MAX',
      'context: fork',
      'shell: bash',
      'effort:',
      'context: ""',
      'effort: 3',
      'shell: [zsh]',
      'context: {{CONTEXT}}',
    ]) {
      expectFindings('field-value', skill(fields));
    }
    expectFindings('field-value', skill('effort: minimal'), { runtime: 'claude-code@2.1.7' });
    expectFindings('field-value', skill('color: mauve\nmemory: x'));
  });

  test('looks at agents', () => {
    expectFindings(
      'field-value',
      skill('name: a\ndescription: b\ncolor: «Blue»\npermissionMode: acceptEdits\neffort: max'),
      agent,
    );
  });
});

describe('field-not-portable', () => {
  const text = 'name: demo\ndescription: Sorts stamps.\nlicense: MIT\n';

  test('is silent without a target', () => {
    expectFindings('field-not-portable', skill(`${text}effort: low\nversion: 1`));
  });

  test('says who does what with a field', () => {
    const [known, own] = expectFindings('field-not-portable', skill(`${text}«effort»: low\n«version»: 1`), {
      targets: ['agentskills', 'vscode', 'codex'],
    });
    expect(known).toMatchObject({
      severity: 'warning',
      message:
        '`effort` is rejected by Agent Skills specification, reported as unsupported by VS Code Copilot and ignored by OpenAI Codex. Omit it there',
    });
    expect(own!.message).toBe(
      '`version` is rejected by Agent Skills specification and reported as unsupported by VS Code Copilot. Move it under `metadata`',
    );
  });

  test('is quieter where a field is just ignored', () => {
    const [finding] = expectFindings('field-not-portable', skill(`${text}«effort»: low\nversion: 1`), {
      targets: ['codex'],
    });
    expect(finding!.severity).toBe('information');
  });

  test('applies to skills only, and ignores misspelled keys', () => {
    expectFindings('field-not-portable', skill('effort: low'), { ...command, targets: ['agentskills'] });
    expectFindings('field-not-portable', skill(`${text}tools: Read`), { targets: ['agentskills'] });
  });

  test('knows what the first release does not', () => {
    const [finding] = expectFindings('field-not-portable', skill('«effort»: low\nmodel: opus\nversion: 1'), {
      runtime: 'claude-code@2.1.7',
    });
    expect(finding!.message).toBe('Claude Code 2.1.7 does not support `effort` yet and ignores it');
  });
});

describe('metadata-shape', () => {
  test.for([
    ['metadata:\n  version: "1"\n  user-invocable: false\n', 'user-invocable: false\nmetadata:\n  version: "1"\n'],
    ['metadata:\n  user-invocable: false # yes\n', 'user-invocable: false # yes\n'],
  ] as const)('moves a field out of %j', ([before, after]) => {
    const file = (fields: string) => `---\ndescription: Sorts stamps. Use on Mondays.\n${fields}---\n\nSort.\n`;
    expect(expectFix('metadata-shape', file(before), file(after)).safe).toBe(false);
    expectFix('metadata-shape', file(before).replaceAll('\n', '\r\n'), file(after).replaceAll('\n', '\r\n'));
  });

  test('offers nothing for a field on the line of others', () => {
    const [finding] = expectFindings('metadata-shape', skill('metadata: { «user-invocable»: false, version: "1" }'));
    expect(finding!.fixes).toEqual([]);
  });

  test('says what a field of its own costs, and is a hint where the skill is written for the specification', () => {
    const below = (entry: string, top = 'name: sort\ndescription: Sorts stamps.') =>
      check(skill(`${top}\nmetadata:\n  ${entry}`)).findings.find(({ rule }) => rule === 'metadata-shape')!;
    expect(below('argument-hint: "[stamp]"')).toMatchObject({
      severity: 'hint',
      message:
        'Claude Code does not read `argument-hint` below `metadata`. Write it without indentation, as a field of its own; the Agent Skills specification and Claude API and claude.ai uploads then reject the skill',
    });
    const withModel = 'name: sort\ndescription: Sorts stamps.\nmodel: opus';
    expect(below('argument-hint: "[stamp]"', withModel).severity).toBe('warning');
    expect(below('argument-hint: "[stamp]"', 'description: Sorts stamps.').severity).toBe('warning');
    expect(below('disable-model-invocation: true').severity).toBe('warning');
    expect(below('allowed-tools: Read').message).toMatch(/as a field of its own$/);
    const inCommand = check(skill('description: Sorts stamps.\nmetadata:\n  argument-hint: "[stamp]"'), command);
    expect(inCommand.findings.find(({ rule }) => rule === 'metadata-shape')).toMatchObject({
      severity: 'warning',
      message: expect.stringMatching(/as a field of its own$/),
    });
  });

  test('wants a map', () => {
    expectFindings('metadata-shape', skill('metadata: «stamps 1.0»'));
    expectFindings('metadata-shape', skill('metadata: «[a, b]»'), command);
    expectFindings('metadata-shape', skill('metadata:\n  «- a: b»\nname: x').replaceAll('\n', '\r\n'));
    expect(message('metadata-shape', skill('metadata: 5'))).toBe(
      '`metadata` must be a mapping, not a number: Claude Code ignores it. Write `key: value` lines below it',
    );
  });

  test('wants text in it for the specification alone', () => {
    const values = 'metadata:\n  version: «1.0»\n  tags: «[a]»\n  author: 切手\n  empty:\n  fine: "2"';
    expectFindings('metadata-shape', skill(values), { targets: ['agentskills'] });
    expectFindings('metadata-shape', skill(values.replace(/[«»]/g, '')), { targets: ['vscode'] });
    expectFindings('metadata-shape', skill(values.replace(/[«»]/g, '')));
  });

  test('is silent for nothing', () => {
    expectFindings('metadata-shape', skill('metadata:'));
    expectFindings('metadata-shape', skill('metadata: {}'), { targets: ['agentskills'] });
  });
});

describe('compatibility-length', () => {
  const targets = { targets: ['agentskills', 'vscode'] } as const;

  test('marks what is over the limit, counted in characters', () => {
    expectFindings('compatibility-length', skill(`compatibility: ${'x'.repeat(500)}`), targets);
    expectFindings('compatibility-length', skill(`compatibility: ${'x'.repeat(500)}«yz»`), targets);
    expectFindings('compatibility-length', skill(`compatibility: "${'🎴'.repeat(500)}«切手»"`), targets);
    expectFindings('compatibility-length', skill(`compatibility: |\n  ${'x'.repeat(500)}«y»\n`), targets);
    expect(message('compatibility-length', skill(`compatibility: ${'x'.repeat(1500)}`), targets)).toBe(
      '`compatibility` has 1,500 characters, but the Agent Skills specification and VS Code Copilot allow only 500. Shorten it',
    );
  });

  test('reports nothing without such a target, or for values that are not strings', () => {
    expectFindings('compatibility-length', skill(`compatibility: ${'x'.repeat(900)}`));
    expectFindings('compatibility-length', skill(`compatibility: ${'x'.repeat(900)}`), { targets: ['codex'] });
    expectFindings('compatibility-length', skill('compatibility: [a]'), targets);
  });
});
