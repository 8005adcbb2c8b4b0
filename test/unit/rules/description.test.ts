import { describe, expect, test } from 'vitest';
import { check, expectFindings, expectFix } from './expect-findings.ts';

const command = { path: '/project/.claude/commands/demo.md' };
const body = '\n# Map reading\n\nRead the map.\n';

describe('description-missing', () => {
  const text = `---\nname: demo\n---\n${body}`;

  test('says what the model has instead', () => {
    const [finding] = expectFindings('description-missing', text.replace('---', '«---»'));
    expect(finding!.severity).toBe('warning');
    expect(finding!.message).toContain(
      'the model has only “Map reading”, which Claude Code takes from the body, to choose it by',
    );
    const [empty] = expectFindings('description-missing', '«---»\nname: demo\n---\n');
    expect(empty!.message).toContain('“Skill”');
  });

  test('inserts the line that replaces it', () => {
    const fix = expectFix('description-missing', text, text.replace('---\n', '---\ndescription: Map reading\n'));
    expect(fix.safe).toBe(false);
    expectFix(
      'description-missing',
      '---\r\nname: demo\r\n---\r\n- item\r\n',
      '---\r\ndescription: What it does. Use when the user asks for it.\r\nname: demo\r\n---\r\n- item\r\n',
    );
    expectFix(
      'description-missing',
      '\uFEFF---\n---\n# Maps: how to\n',
      '\uFEFF---\ndescription: "Maps: how to"\n---\n# Maps: how to\n',
    );
  });

  test('knows that when_to_use is listed with it', () => {
    const more = text.replace('name: demo', 'when_to_use: A map is attached');
    const file = { place: 'plugin', pluginRoot: '/project' } as const;
    for (const options of [{}, { file }, { runtime: 'claude-code@2.1.7' } as const]) {
      const [finding] = expectFindings('description-missing', more.replace('---', '«---»'), options);
      expect(finding!.message).toBe(
        'Without a `description`, the model has “Map reading”, which Claude Code takes from the body, and `when_to_use` to choose it by. Describe what the skill does and when to use it',
      );
    }
    const [blank] = expectFindings(
      'plugin-description-missing',
      more.replace('---', '«---»').replace('A map is attached', ''),
      {
        file,
      },
    );
    expect(blank!.message).toContain('Claude Code does not list a plugin skill');
    const [empty] = expectFindings('description-empty', more.replace('when', '«description»:\nwhen'));
    expect(empty!.message).toContain(
      '“Map reading”, which Claude Code takes from the body, and `when_to_use` to choose',
    );
  });

  test('tells of skills that are not listed at all', () => {
    const file = { place: 'plugin', pluginRoot: '/project' } as const;
    expectFindings('plugin-description-missing', text.replace('---', '«---»'), { file });
    expectFindings('description-missing', text, { file });
    expectFindings('plugin-description-missing', text);
    const old = expectFindings('description-missing', text.replace('---', '«---»'), { runtime: 'claude-code@2.1.7' });
    expect(old[0]!.message).toContain('Claude Code does not list the skill');
  });

  test('is silent where only users choose, unless a target requires it', () => {
    const userOnly = text.replace('name: demo', 'disable-model-invocation: true');
    expectFindings('description-missing', userOnly);
    const [finding] = expectFindings('description-missing', userOnly.replace('---', '«---»'), {
      targets: ['agentskills'],
    });
    expect(finding!.message).toContain('rejected by the Agent Skills specification');
  });

  test('leaves missing and unreadable frontmatter, other kinds and templates alone', () => {
    for (const other of [
      '# Maps\n',
      '---\nname: "x\nlicense: [\n---\n',
      '---\nonly text\n---\n',
      '---\ndescription: [a]\n---\n',
    ]) {
      expectFindings('description-missing', other);
    }
    expectFindings('description-missing', text, command);
    expectFindings('description-missing', text, { path: '/project/.claude/agents/demo.md' });
    expectFindings('description-missing', text, { file: { insideSkill: true } });
  });
});

describe('description-empty', () => {
  test.for(['', ' ""', " '  '", ' ~', ' null', ' |', ' >-', ' # TODO: say what it does'])(
    'finds `description:%s`',
    (value) => {
      const text = `---\n«description»:${value}\nname: demo\n---\n${body}`;
      const [finding] = expectFindings('description-empty', text);
      expect(finding!.severity).toBe('warning');
      expect(finding!.message).toContain('“Map reading”');
      expectFindings('description-missing', text.replace(/[«»]/g, ''));
      expectFindings('description-lost', text.replace(/[«»]/g, ''));
    },
  );

  test('writes a first description', () => {
    const fixed = `---\ndescription: Map reading\nname: demo\n---\n${body}`;
    expectFix('description-empty', fixed.replace(' Map reading', ''), fixed);
    expectFix('description-empty', fixed.replace('Map reading', '""'), fixed);
    expectFix(
      'description-empty',
      fixed.replace('Map reading', 'null').replaceAll('\n', '\r\n'),
      fixed.replaceAll('\n', '\r\n'),
    );
  });

  test('finds it in commands, not in agents and templates', () => {
    const text = `---\ndescription:\n---\n${body}`;
    expectFindings('description-empty', text.replace('description', '«description»'), command);
    expectFindings('description-empty', text, { path: '/project/.claude/agents/demo.md' });
    expectFindings('description-empty', text, { file: { insideSkill: true } });
  });

  test('is silent about other values', () => {
    for (const value of ['0', 'false', '[]', '{}', 'x', '"{{WHAT}}"']) {
      expectFindings('description-empty', `---\ndescription: ${value}\n---\n${body}`);
    }
  });
});

describe('description-lost', () => {
  const of = (line: string, rest = '') => `---\n${line}\n${rest}---\n${body}`;

  test.for([
    ['Knows the world-class «#1 expert in maps»', 'Knows the world-class #1 expert in maps'],
    ['Reads «##  contour lines»', 'Reads ##  contour lines'],
    ['Fixes issue «#5»', 'Fixes issue #5'],
    ["The user's «#maps channel»", "The user's #maps channel"],
    ['Looks in the «# of the map»', 'Looks in the # of the map'],
    ['🗺️ 地図 «#地図»', '🗺️ 地図 #地図'],
  ])('finds the comment in `%s`', ([marked, whole]) => {
    const [finding] = expectFindings('description-lost', of(`description: ${marked}`, 'name: demo\n'));
    expect(finding!.severity).toBe('warning');
    const fix = expectFix('description-lost', of(`description: ${whole}`), of(`description: "${whole}"`));
    expect(fix.safe).toBe(false);
    expectFindings('description-lost', of(`description: ${marked}`).replaceAll('\n', '\r\n'));
    expectFindings('description-lost', `\uFEFF${of(`description: ${marked}`)}`);
  });

  test('says where the description ends', () => {
    const [finding] = expectFindings(
      'description-lost',
      of('description: Draws maps of a city with every issue «#5 in it»'),
    );
    expect(finding!.message).toBe(
      'YAML reads ` #` as the start of a comment, so the `description` ends at “…of a city with every issue”. Quote it',
    );
  });

  test('finds a comment at the start, without also reporting an empty description', () => {
    const text = of('description: «## Role Overview\\n\\nReads maps.»');
    expect(expectFindings('description-lost', text)[0]!.message).toContain('the `description` is empty');
    expectFindings('description-empty', text.replace(/[«»]/g, ''));
    expectFix('description-lost', of('description: #maps "of" cities'), of(`description: '#maps "of" cities'`));
  });

  test('finds a comment after a value of several lines', () => {
    expectFindings('description-lost', of('description: Reads maps and\n  fixes «#5 of them»', 'name: demo\n'));
    expectFix(
      'description-lost',
      of('description: Reads maps and\n  fixes #5 of them'),
      of('description: "Reads maps and\n  fixes #5 of them"'),
    );
  });

  test('looks at when_to_use too, in every kind of file', () => {
    expectFindings('description-lost', of('when_to_use: The user names issue «#5»'));
    expectFindings('description-lost', of('description: Fixes issue «#5»'), command);
    expectFindings('description-lost', of('description: Fixes issue «#5»'), {
      path: '/project/.claude/agents/demo.md',
    });
  });

  test.for([
    'arguments: mode # the first word',
    'arguments: mode #1',
    'name: demo #1',
    'description: Reads maps # keep it short',
    'description: Reads maps. #TODO say when',
    'description: Reads maps # skillwright-disable-line description-no-trigger',
    'description: "Fixes issue #5"',
    "description: 'Fixes issue' #5",
    'description: Knows C#, F# and issue#5',
    'description: |\n  Fixes issue #5',
    'description: > #5\n  Fixes it',
    'description: Reads maps.\n# name: demo',
    'description: [maps] #5',
    'description: Use when the map: issue #5',
    'x: &x Reads\ndescription: *x #5',
  ])('is silent about %j', (line) => {
    expectFindings('description-lost', of(line!));
  });

  test.for([
    ['Fixes issue «# 12 and others. Use on Mondays.»', 'Fixes issue # 12 and others. Use on Mondays.'],
    ['Sorts «# of mails. Use on Mondays.»', 'Sorts # of mails. Use on Mondays.'],
    ['Draws it «# use when the map is old»', 'Draws it # use when the map is old'],
    ['Draws maps. «# Use when asked»', 'Draws maps. # Use when asked'],
    ['地図 🗺️ «# of cities»', '地図 🗺️ # of cities'],
    ['«!important Draws maps»', '!important Draws maps'],
    ['«&Maps and» plans', '&Maps and plans'],
  ])('finds that YAML does not read all of `%s`', ([marked, whole]) => {
    const expected = marked!
      .replace('«&Maps and»', '«&Maps» and')
      .replace('«!important Draws maps»', '«!important» Draws maps');
    expectFindings('description-lost', of(`description: ${expected}`, 'name: demo\n'));
    expectFindings('description-no-trigger', of(`description: ${whole}`));
    expectFix('description-lost', of(`description: ${whole}`), of(`description: "${whole}"`));
    expectFindings('description-lost', of(`description: ${expected}`).replaceAll('\n', '\r\n'));
  });

  test.for([
    'description: Reads maps. # TODO(anna): shorten',
    'description: Reads maps. # reviewed 2026',
    'description: Reads maps # reviewed 2026',
    'description: Reads maps (of cities.) # the old ones too',
    'description: Reads maps #',
    'description: !!str Reads maps',
    'description: ! Reads maps',
    'description: &map Reads maps\nwhen_to_use: *map',
    'description: &map |\n  Reads maps',
    'description: !x "Reads maps"',
    'description: !important Reads: maps',
  ])('takes the sign in %j for what it is', (line) => {
    expectFindings('description-lost', of(line!));
  });

  test('names the sign as the reason why there is no description', () => {
    expectFindings('description-lost', of('description: «#todo»'));
    expectFindings('description-empty', of('description: #todo'));
    expectFindings('description-lost', of('description: «!important»'));
    expectFindings('description-empty', of('description: !important'));
    expectFindings('description-lost', of('description: # TODO say what it does'));
    expectFindings('description-empty', of('«description»: # TODO say what it does'));
  });

  test.for([
    ['or when: the map is old'],
    ['Context: a user asked', 'user: "help"', 'assistant: "ok"'],
    [
      'Context: a user asked',
      'user: "help"',
      'assistant: "ok"',
      '',
      'Context: two',
      'user: "no"',
      'assistant: "地図 🗺️"',
    ],
    ['Note: maps of cities only'],
    ['Examples: a map, a plan'],
  ])('finds that lines below the text became keys: %j', (below) => {
    for (const path of ['/p/.claude/agents/demo.md', '/p/.claude/skills/demo/SKILL.md']) {
      const front = 'name: demo\ndescription: Reads maps. Use on Mondays';
      const text = of(`${front}\n«${below.join('\n')}»`, 'model: opus\n');
      const [finding] = expectFindings('description-lost', text, { path });
      expect(finding!.message).toContain(`\`${below[0]!.split(':')[0]}\``);
      const plain = text.replace(/[«»]/g, '');
      for (const rule of ['yaml-duplicate-key', 'field-unknown', 'description-no-trigger']) {
        expectFindings(rule, plain, { path });
      }
      const block = ['Reads maps. Use on Mondays', ...below].map((line) => (line ? `  ${line}` : line)).join('\n');
      const fix = expectFix('description-lost', plain, of(`name: demo\ndescription: |\n${block}`, 'model: opus\n'), {
        path,
      });
      expect(fix.safe).toBe(false);
      expectFindings('description-lost', text.replaceAll('\n', '\r\n'), { path });
    }
  });

  test('keeps the lines of a wrapped text when it makes a block of them', () => {
    expectFix(
      'description-lost',
      of('description: Reads maps\n    and plans\nNote: maps of cities only'),
      of('description: |\n  Reads maps\n  and plans\n  Note: maps of cities only'),
    );
  });

  test('offers no block where the frontmatter could not be read with it', () => {
    const [finding] = expectFindings(
      'description-lost',
      of('description: Reads maps\n«Note: maps of cities only»\nargument-hint: [a] [b]'),
    );
    expect(finding!.fixes).toEqual([]);
  });

  test.for([
    'version: 1.0 of the first maps',
    'author: Anna of the north',
    'tags: maps and plans',
    'triggers: maps, plans and so on',
    'Name: the demo skill',
    'Context: fork',
    'context: fork',
    'user: anna',
    'Last Updated: 2026-01-01',
    'Created By: Anna North',
    'Triggers: [maps, plans]',
    'Notes:\n  - maps and plans',
    'examples:\n  - maps and plans',
    'license: MIT\nNote: maps of cities only',
    '# maps\nNote: maps of cities only',
    '"or when": the map is old',
  ])('is silent about the key in %j', (line) => {
    expectFindings('description-lost', of(`description: Reads maps. Use on Mondays\n${line}`));
  });

  test('finds a key glued to the text', () => {
    for (const [marked, fixed] of [
      ['Reads maps.«license:» MIT', 'Reads maps.\nlicense: MIT'],
      ['地図を読む。«license:» MIT', '地図を読む。\nlicense: MIT'],
      ['Reads maps (of cities)«allowed-tools:» Read', 'Reads maps (of cities)\nallowed-tools: Read'],
      ['"Reads maps."«license:» MIT', '"Reads maps."\nlicense: MIT'],
      ['Reads maps.«category:» docs', 'Reads maps.\ncategory: docs'],
      ['地図を読む。«x-owner:» Maps', '地図を読む。\nx-owner: Maps'],
    ]) {
      const [finding] = expectFindings('description-lost', of(`description: ${marked}`, 'name: demo\n'));
      expect(finding!.message).toContain('so the field is lost');
      const text = of(`description: ${marked}`).replace(/[«»]/g, '');
      expectFix('description-lost', text, of(`description: ${fixed}`));
    }
  });

  test.for([
    'description: Reads maps. License: MIT',
    'description: Reads package.json: scripts',
    'description: Reads maps.e.g: docs',
    'description: Reads maps.tiles: all of the city',
    'description: Reads maps, name: demo',
    'description: Sets the "license: MIT" line',
    'description: Sets package-license: MIT',
    'description: Sets package/license: MIT',
    'description: "Reads maps.license: MIT"',
    'description: Sets metadata.name: demo\nname: demo',
  ])('leaves the colon of %j alone', (line) => {
    expectFindings('description-lost', of(line!));
  });

  test('finds a missing space after the colon', () => {
    const line = '«description:»"Reads maps: all of them"';
    const [finding] = expectFindings('description-lost', of(line, 'name: demo\n'));
    expect(finding!.message).toContain('Insert a space');
    const text = of(line, 'name: demo\n').replace(/[«»]/g, '');
    expectFix('description-lost', text, text.replace('description:"', 'description: "'));
    expectFindings('description-missing', text);
    expectFindings('description-lost', of('«description:»Reads maps.'));
    expectFindings('description-missing', of('description:Reads maps.'));
    expectFindings('description-lost', of('description:maps: x', 'description: Reads maps.\n'));
  });

  test('finds lines that are not indented under a block scalar', () => {
    const text = of('description: |\n«Triggers: maps, plans\nUse when: a map is there»', 'license: MIT\n');
    const [finding] = expectFindings('description-lost', text);
    expect(finding!.message).toContain('are read as other fields');
    const plain = text.replace(/[«»]/g, '');
    expectFindings('description-empty', plain);
    expectFix('description-lost', plain, plain.replace('Triggers', '  Triggers').replace('Use', '  Use'));
    const crlf = of('description: >-\n\n«Triggers: maps»').replaceAll('\n', '\r\n');
    expectFindings('description-lost', crlf);
    expectFindings('description-lost', of('description: |\nversion: 1\nlicense: MIT'));
    expectFindings('description-lost', of('description: |\nName: demo'));
  });

  test('is silent in templates and lost frontmatter', () => {
    expectFindings('description-lost', of('description: Fixes issue #5'), { file: { insideSkill: true } });
    expectFindings('description-lost', of('description: Fixes issue #5\nname: "'));
  });
});

describe('description-too-long', () => {
  const words = (length: number) => `${'Reads maps when asked. '.repeat(Math.ceil(length / 23)).slice(0, length - 1)}.`;
  const of = (description: string, rest = '') => `---\nname: demo\ndescription: ${description}\n${rest}---\n${body}`;
  const marked = (text: string, cut: number) => `${text.slice(0, cut)}«${text.slice(cut)}»`;

  test('allows what the listing shows whole', () => expectFindings('description-too-long', of(words(1536))));

  test('marks what is cut, the place of the … included', () => {
    const [finding] = expectFindings('description-too-long', of(marked(words(1537), 1535)));
    expect(finding!.severity).toBe('warning');
    expect(finding!.message).toMatch(
      /^The `description` is longer than the 1536 .* never sees the last 2, after “….*…”/,
    );
    expectFindings('description-too-long', of(`"${marked(words(2000), 1535)}"`));
    expectFindings('description-too-long', of(marked(words(2000), 1535)).replaceAll('\n', '\r\n'));
    expectFindings('description-too-long', `\uFEFF${of(marked(words(2000), 1535))}`);
    expectFindings('description-too-long', of(marked(words(2000), 1535)), command);
  });

  test('counts escaped brackets and UTF-16 units as the listing does', () => {
    const text = `<maps> 🗺 ${words(1530)}`;
    expectFindings(
      'description-too-long',
      of(`"${marked(text, 1535 - 12 + (text.length - text.replace(/[<>]/g, '').length) + 4)}"`),
    );
  });

  test('finds the place in folded and indented lines', () => {
    const half = words(1000);
    const start = words(998);
    expectFindings('description-too-long', of(`>-\n  ${start}\n  ${marked(half, 536)}`));
    expectFindings('description-too-long', of(`|\n  ${start}\n  ${marked(half, 536)}`));
    expectFindings('description-too-long', of(`"${start}\n  ${marked(half, 536)}"`));
  });

  test('finds the place behind characters that the listing replaces', () => {
    const text = `A\u200Bb\u00ADc 🗺️ क्‍ष ${words(2000)}`;
    const [finding] = check(of(`"${text}"`)).findings.filter(({ rule }) => rule === 'description-too-long');
    const { start, end } = finding!.range;
    expect(of(`"${text}"`).slice(start, end)).toMatch(/^[\w. ]+$/);
    expect(end - start).toBeGreaterThan(470);
    expect(end - start).toBeLessThan(490);
  });

  test('marks the whole value where the place cannot be told', () => {
    expectFindings('description-too-long', of(`«"\\e[1m${words(2000)}"»`));
  });

  test('adds when_to_use', () => {
    const whenToUse = words(1000);
    const [finding] = expectFindings(
      'description-too-long',
      of(words(600), `when_to_use: ${marked(whenToUse, 1535 - 603)}\n`),
    );
    expect(finding!.message).toContain(
      'The `description` and `when_to_use` together are longer than the 1536 characters',
    );
    const [whole] = expectFindings(
      'description-too-long',
      of(marked(words(1600), 1535), `when_to_use: ${whenToUse}\n`),
    );
    expect(whole!.related).toHaveLength(1);
    expectFindings('description-too-long', `---\nwhen_to_use: ${marked(words(1600), 1535 - 14)}\n---\n${body}`);
    expectFindings('description-too-long', of(words(1534), `when_to_use: «${whenToUse}»\n`));
  });

  test('is silent where nothing is listed or cut', () => {
    expectFindings('description-too-long', of(words(2000), 'disable-model-invocation: true\n'));
    expectFindings('description-too-long', of(words(2000)), { runtime: 'claude-code@2.1.7' });
    expectFindings('description-too-long', of(words(2000)), { file: { insideSkill: true } });
    expectFindings('description-too-long', of(words(2000)), { path: '/project/.claude/agents/demo.md' });
  });

  test('says once that one description is too long for the listing and a target', () => {
    const targets = { targets: ['agentskills'] } as const;
    const [finding] = expectFindings('description-too-long', of(marked(words(1600), 1024)), targets);
    expect(finding!.message).toContain('The `description` is 576 characters over the limit of the Agent Skills');
    expectFindings(
      'description-too-long',
      of(marked(words(1100), 1024), `when_to_use: ${marked(words(1000), 1535 - 1103)}\n`),
      targets,
    );
    const colours = check(of(`"\\e[1m${words(2000)}"`), targets).findings;
    expect(colours.filter(({ rule }) => rule === 'description-too-long')).toHaveLength(1);
  });

  test('holds targets to their own limit, without them to none', () => {
    expectFindings('description-too-long', of(words(1400)));
    expectFindings('description-too-long', of(words(1400)), { targets: ['gemini', 'cursor'] });
    expectFindings('description-too-long', of(words(1024)), { targets: ['agentskills'] });
    const [finding] = expectFindings('description-too-long', of(marked(words(1400), 1024)), {
      targets: ['agentskills', 'vscode'],
    });
    expect(finding!.severity).toBe('warning');
    expect(finding!.message).toBe(
      'The `description` is 376 characters over the limit of the Agent Skills specification and VS Code Copilot, which is 1024. Shorten it',
    );
    const [one] = expectFindings('description-too-long', of(marked(words(1025), 1024)), { targets: ['codex'] });
    expect(one!.message).toContain('is 1 character over the limit of OpenAI Codex');
    expectFindings('description-too-long', of(`${'🗺'.repeat(400)}${'a'.repeat(624)}«🗺»`), { targets: ['claude-api'] });
    expectFindings('description-too-long', of(words(1400)), { ...command, targets: ['vscode'] });
  });
});

describe('description-xml-tags', () => {
  const of = (description: string) => `---\nname: demo\ndescription: ${description}\n---\n${body}`;
  const targets = { targets: ['claude-api'] } as const;

  test('reports nothing unless a target rejects them', () => {
    expectFindings('description-xml-tags', of('Reads <map> files'));
    expectFindings('description-xml-tags', of('Reads <map> files'), { targets: ['agentskills', 'vscode'] });
  });

  test('marks tags and single brackets', () => {
    const [finding] = expectFindings(
      'description-xml-tags',
      of('Reads «<map>» and «</map>», a «<» b, b «>» a'),
      targets,
    );
    expect(finding!.severity).toBe('warning');
    expectFindings('description-xml-tags', of('"Reads \\"«<map>»\\""'), targets);
    expectFindings('description-xml-tags', of('>-\n  Reads\n  «<map>» files').replaceAll('\n', '\r\n'), targets);
  });

  test('does not go on for ever', () => {
    expect(
      check(of('<'.repeat(50_000)), targets).findings.filter(({ rule }) => rule === 'description-xml-tags'),
    ).toHaveLength(10);
  });

  test('is silent in commands and templates', () => {
    expectFindings('description-xml-tags', of('<map>'), { ...command, ...targets });
    expectFindings('description-xml-tags', of('<map>'), { ...targets, file: { insideSkill: true } });
  });
});
