import { describe, expect, test } from 'vitest';
import { check, expectFindings, expectFix } from './expect-findings.ts';

const skill = (name: string, rest = '') =>
  `---\nname: ${name}\ndescription: Reads maps. Use when maps come up.\n${rest}---\nRead.\n`;
const nameless = '---\ndescription: Reads maps. Use when maps come up.\n---\nRead.\n';

describe('name-missing', () => {
  test('is silent while no target requires a name', () => {
    expectFindings('name-missing', nameless);
    expectFindings('name-missing', nameless, { targets: ['codex'] });
  });

  test('marks the opening marker and names the target', () => {
    const [finding] = expectFindings('name-missing', nameless.replace('---', '«---»'), {
      targets: ['vscode', 'gemini'],
    });
    expect(finding!.severity).toBe('warning');
    expect(finding!.message).toBe(
      'A `name` is missing: VS Code silently does not load the skill; it is also rejected by Gemini CLI. Use the folder name',
    );
  });

  test('inserts the folder name before the other fields', () => {
    const fix = expectFix('name-missing', nameless, nameless.replace('---\n', '---\nname: demo\n'), {
      targets: ['agentskills'],
    });
    expect(fix.safe).toBe(true);
    expect(fix.title).toBe('Insert `name: demo`');
  });

  test('keeps line endings, a byte order mark and indentation', () => {
    const targets = { targets: ['claude-api'] } as const;
    expectFix(
      'name-missing',
      '---\r\nlicense: MIT\r\n---\r\nA',
      '---\r\nname: demo\r\nlicense: MIT\r\n---\r\nA',
      targets,
    );
    expectFix('name-missing', '\uFEFF---\nlicense: MIT\n---\n', '\uFEFF---\nname: demo\nlicense: MIT\n---\n', targets);
    expectFix('name-missing', '---\n  license: MIT\n---\n', '---\n  name: demo\n  license: MIT\n---\n', targets);
    expectFix('name-missing', '---\n---\nA\n', '---\nname: demo\n---\nA\n', targets);
    expectFix('name-missing', '---\n# soon\n---\nA\n', '---\nname: demo\n# soon\n---\nA\n', targets);
  });

  test.for(['', '""', '~', 'null', "'  '"])('takes an empty name (%s) for missing and fills it in', (value) => {
    const targets = { targets: ['claude-api'] } as const;
    const before = `---\nname:${value && ` ${value}`}\nlicense: MIT\n---\nA\n`;
    expectFindings('name-missing', before.replace('name', '«name»'), targets);
    expectFix('name-missing', before, '---\nname: demo\nlicense: MIT\n---\nA\n', targets);
  });

  test('offers no fix where the folder name cannot be a name, or the block is one flow map', () => {
    const path = '/project/.claude/skills/My Maps/SKILL.md';
    const [finding] = expectFindings('name-missing', nameless.replace('---', '«---»'), { path, targets: ['vscode'] });
    expect(finding!.fixes).toBeUndefined();
    const [flow] = expectFindings('name-missing', '«---»\n{ license: MIT }\n---\nA\n', { targets: ['vscode'] });
    expect(flow!.fixes).toBeUndefined();
  });

  test('does not offer a folder name that Claude Code keeps for itself', () => {
    const path = '/project/.claude/skills/anthropic-skills/SKILL.md';
    const [finding] = expectFindings('name-missing', nameless.replace('---', '«---»'), { path, targets: ['vscode'] });
    expect(finding!.fixes).toBeUndefined();
  });

  test('leaves missing and unreadable frontmatter, other kinds and templates alone', () => {
    for (const text of [
      '# Maps\n',
      '---\nname: "x\nlicense: [\n---\nA\n',
      '---\nonly text\n---\nA\n',
      '---\nname: [a]\n---\n',
    ]) {
      expectFindings('name-missing', text, { targets: ['vscode'] });
    }
    expectFindings('name-missing', nameless, { targets: ['vscode'], path: '/project/.claude/commands/demo.md' });
    expectFindings('name-missing', nameless, { targets: ['vscode'], file: { insideSkill: true } });
  });
});

describe('name-format', () => {
  test.for([
    ['Map Reading', '«Map Reading»', 'map-reading', 'capital letters and a space'],
    ['map_reading', 'map«_»reading', 'map-reading', '`_`'],
    ['maps::reading', 'maps«::»reading', 'maps-reading', '`::`'],
    ['maps/city', 'maps«/»city', 'maps-city', '`/`'],
    ['maps.v2', 'maps«.»v2', 'maps-v2', '`.`'],
    ['map--reading', 'map«--»reading', 'map-reading', 'more than one hyphen in a row'],
    ['-maps', '«-»maps', 'maps', 'a hyphen at the start'],
    ['maps-', 'maps«-»', 'maps', 'a hyphen at the end'],
    ['readMAPS', 'read«MAPS»', 'readmaps', 'capital letters'],
    ['carte-é', 'carte-«é»', 'carte-e', '`é`'],
    ['"maps "', '"maps« »"', 'maps', 'a space'],
    ["'Maps'", "'«M»aps'", 'maps', 'capital letters'],
    ['"a\\u200Bb"', '"a«\\u200B»b"', 'a-b', 'the invisible character U+200B'],
    ['<b>maps</b>', '«<b>maps</b>»', 'maps', 'the tag `<b>` and the tag `</b>`'],
    ['🗺 maps', '«🗺 maps»', 'maps', '`🗺` and a space'],
    ['1.5', '1«.»5', '"1-5"', '`.`'],
  ])('%s', ([name, marked, slug, what]) => {
    const [finding] = expectFindings('name-format', skill(marked!));
    expect(finding!.severity).toBe('warning');
    const typed = /\S\s/.test(name!.replaceAll('"', '').trim())
      ? 'it cannot be typed after `/` in Claude Code, and '
      : '';
    expect(finding!.message).toContain(`The \`name\` has ${what}: ${typed}VS Code silently does not load the skill; `);
    expectFix('name-format', skill(name!), skill(slug!));
  });

  test.for([
    'maps',
    'map-reading',
    '3d-maps',
    '42',
    'true',
    'null',
    '""',
    '~',
    '[A, B]',
    '{{SKILL_NAME}}',
    '"{{SKILL_NAME}}"',
  ])('is silent about %s', (name) => {
    expectFindings('name-format', skill(name!));
  });

  test('replaces the name with the slug only if every letter survives', () => {
    const [cjk] = expectFindings('name-format', skill('«地図»'));
    expect(cjk!.fixes).toEqual([]);
    expect(cjk!.message).not.toContain('Agent Skills');
    const [mixed] = expectFindings('name-format', skill('«地図» maps'.replace(' maps', '-maps')));
    expect(mixed!.fixes).toEqual([]);
    expect(expectFindings('name-format', skill('«Maps+»'))[0]!.fixes![0]!.safe).toBe(false);
    expect(expectFindings('name-format', skill('«Map Reading»'))[0]!.fixes![0]!.safe).toBe(true);
  });

  test('renames a folder of the same name, too, which needs review', () => {
    const path = '/project/skills/map_reading/SKILL.md';
    const [same] = expectFindings('name-format', skill('map«_»reading'), { path });
    expect(same!.fixes).toMatchObject([
      {
        title: 'Change the name and the folder to `map-reading`',
        safe: false,
        rename: { what: 'folder', to: 'map-reading' },
      },
    ]);
    const [other] = expectFindings('name-format', skill('map«_»reader'), { path });
    expect(other!.fixes).toMatchObject([{ title: 'Change the name to `map-reader`', safe: true }]);
    expect(other!.fixes![0]!.rename).toBeUndefined();
  });

  test('is the only finding about a name that YAML reads as a number', () => {
    const text = skill('1.50');
    const about = check(text).findings.filter(({ range }) => text.slice(range.start, range.end).includes('.'));
    expect(about.map(({ rule }) => rule)).toEqual(['name-format']);
    expectFindings('name-format', skill('1«.»50'));
    expectFix('name-format', text, skill('"1-50"'));
    expectFindings('name-format', skill('42'));
    expectFindings('field-type', skill('«1.50»'), { levels: { 'name-format': 'off' } });
  });

  test('takes the folder name where it is the same words', () => {
    const options = { path: '/project/.claude/skills/map-reading/SKILL.md' };
    expectFix('name-format', skill('MapReading'), skill('map-reading'), options);
    const fuller = expectFix('name-format', skill('Map Reading 2'), skill('map-reading'), options);
    expect(fuller.safe).toBe(false);
    expectFix('name-format', skill('Sea Charts'), skill('sea-charts'), options);
    // Products that reject such a name also require that it is the folder's.
    const other = expectFix('name-format', skill('atlas::Map-Reading'), skill('map-reading'), options);
    expect(other.safe).toBe(false);
    expectFix('name-format', skill('atlas::Maps'), skill('atlas-maps'), options);
  });

  test('quotes a slug that YAML would read as something else', () => {
    expectFix('name-format', skill('"Null"'), skill('"null"'));
  });

  test('names the selected target first', () => {
    const [finding] = expectFindings('name-format', skill('map«_»reading'), { targets: ['claude-api'] });
    expect(finding!.message).toMatch(
      /^The `name` has `_`: the upload is rejected; it is also rejected by .*VS Code Copilot/,
    );
  });

  test('reads on after line endings, byte order marks, wide characters and block scalars', () => {
    expectFindings('name-format', skill('map«_»reading').replaceAll('\n', '\r\n'));
    expectFindings('name-format', `\uFEFF${skill('map«_»reading')}`);
    expectFindings('name-format', '---\ndescription: 🗺️ 地図\nname: map«_»reading\n---\nA\n');
    expectFindings('name-format', skill('>-\n  map«_»reading'));
    expectFindings('name-format', skill('|\n  maps'));
  });

  test('leaves a name that the repair changed to the broken line', () => {
    const broken = (name: string) => `---\nname: ${name}\ndescription: Reads: maps\n---\nA\n`;
    for (const name of ['demo # the name', 'maps # 地図', 'Map: reading', '!x maps']) {
      expectFindings('name-format', broken(name));
      expectFindings('name-folder-mismatch', broken(name));
    }
    // Quoting leaves these what they are.
    expectFindings('name-format', broken('«C#»'));
    expectFindings('name-format', broken('map«_»reading'));
    expectFindings('name-folder-mismatch', broken('«maps»'));
  });

  test('is silent in commands, agents, templates and lost frontmatter', () => {
    expectFindings('name-format', skill('A B'), { path: '/project/.claude/commands/demo.md' });
    expectFindings('name-format', skill('A B'), { path: '/project/.claude/agents/demo.md' });
    expectFindings('name-format', skill('A B'), { file: { insideSkill: true } });
    expectFindings('name-format', '---\nname: A B\nlicense: "\n---\nA\n');
  });

  test('does not edit a name that is merged from elsewhere', () => {
    const text = '---\nbase: &base\n  name: A B\n<<: *base\n---\nA\n';
    expect(check(text).findings.find(({ rule }) => rule === 'name-format')?.fixes).toEqual([]);
  });
});

describe('name-length', () => {
  const of = (length: number) => 'n'.repeat(length);

  test('allows 64 characters and marks what is beyond them', () => {
    expectFindings('name-length', skill(of(64)));
    const [finding] = expectFindings('name-length', skill(`${of(64)}«${of(6)}»`));
    expect(finding!.severity).toBe('warning');
    expect(finding!.message).toContain(
      'has 70 characters, but only 64 are allowed: VS Code silently does not load the skill',
    );
  });

  test('counts characters, not UTF-16 units', () => {
    expectFindings('name-length', skill('🗺'.repeat(64)));
    expectFindings('name-length', skill(`${'🗺'.repeat(64)}«🗺»`));
  });

  test('is an error where Claude Code ignores the name', () => {
    expect(expectFindings('name-length', skill(`${of(64)}«${of(192)}»`))[0]!.severity).toBe('warning');
    const [finding] = expectFindings('name-length', skill(`"${of(256)}«n»"`));
    expect(finding!.severity).toBe('error');
    expect(finding!.message).toContain('ignores a `name` of more than 256 characters');
    const old = expectFindings('name-length', skill(`"${of(64)}«${of(193)}»"`), { runtime: 'claude-code@2.1.7' });
    expect(old[0]!.severity).toBe('warning');
  });

  test('proposes the words that fit', () => {
    const words = 'packing-boxes-'.repeat(5);
    const becomes = (before: string, after: string) =>
      expect(expectFix('name-length', skill(before), skill(after)).safe).toBe(false);
    becomes(`${words}now`, 'packing-boxes-'.repeat(4).slice(0, -1).concat('-packing'));
    becomes(`"${words}now"`, `"${'packing-boxes-'.repeat(4)}packing"`);
    becomes(`${of(64)}-more`, of(64));
    const [finding] = expectFindings('name-length', skill(`${of(64)}«${of(6)}»`));
    expect(finding!.fixes).toEqual([]);
  });

  test('is silent in commands and templates', () => {
    expectFindings('name-length', skill(of(300)), { path: '/project/.claude/commands/demo.md' });
    expectFindings('name-length', skill(of(300)), { file: { insideSkill: true } });
  });
});

describe('name-reserved', () => {
  test('finds folder names that Claude Code keeps', () => {
    for (const folder of ['synced', 'Synced', 'anthropic-skills', 'anthropic-skills:maps']) {
      const [finding] = expectFindings('name-reserved', skill('maps').replace('---', '«---»'), {
        path: `/project/.claude/skills/${folder}/SKILL.md`,
      });
      expect(finding!.severity).toBe('error');
      expect(finding!.message).toContain(`\`${folder}\``);
    }
  });

  test('finds folder names that Claude Code does not load', () => {
    for (const folder of ['a<b', 'a>b', 'a\u00A0b', 'a\u200Bb', 'a\tb', 'a\u3000b']) {
      const path = `/project/.claude/skills/${folder}/SKILL.md`;
      const [finding] = expectFindings('name-reserved', skill('maps').replace('---', '«---»'), { path });
      expect(finding!.severity).toBe('error');
    }
    for (const folder of ['a b', "a&b's $(x)", '名前', '👩‍💻', '❤️']) {
      expectFindings('name-reserved', skill('maps'), { path: `/project/.claude/skills/${folder}/SKILL.md` });
    }
  });

  test('finds names that Claude Code keeps, and leaves their form alone', () => {
    for (const name of ['anthropic-skills', 'Anthropic-Skills', 'anthropic-skills:maps']) {
      expect(expectFindings('name-reserved', skill(`«${name}»`))[0]!.severity).toBe('error');
      expectFindings('name-format', skill(name));
    }
    expectFindings('name-reserved', skill('synced'));
    expectFindings('name-reserved', skill('synced-maps'));
    expectFindings('name-reserved', skill('anthropic-skills-of-mine'));
  });

  test('applies only to locations for which it is recorded', () => {
    for (const path of ['/project/.agents/skills/synced/SKILL.md', '/project/skills/synced/SKILL.md']) {
      expectFindings('name-reserved', skill('anthropic-skills'), { path });
    }
    expectFindings('name-reserved', skill('anthropic-skills'), { runtime: 'claude-code@2.1.7' });
    expectFindings('name-reserved', skill('maps'), { path: '/home/me/.claude/skills/synced/maps/SKILL.md' });
  });

  test('finds words that uploads reject, for that target only', () => {
    expectFindings('name-reserved', skill('claude-maps'));
    expectFindings('name-reserved', skill('claude-maps'), { targets: ['agentskills', 'vscode'] });
    const [finding] = expectFindings('name-reserved', skill('my-«claude»-maps'), { targets: ['claude-api'] });
    expect(finding!.severity).toBe('warning');
    expectFindings('name-reserved', skill('"«Anthropic»Maps"'), { targets: ['claude-api'] });
    expectFindings('name-reserved', skill('claude-maps'), { targets: ['claude-api'], file: { insideSkill: true } });
  });
});

describe('name-folder-mismatch', () => {
  test('is a hint in `.claude/skills` that says what is typed and listed', () => {
    const [finding] = expectFindings('name-folder-mismatch', skill('«maps»'));
    expect(finding!.severity).toBe('hint');
    expect(finding!.message).toBe(
      'The folder name counts: this skill is `/demo`. `/maps` also invokes it unless another command has that name, and the model reads `demo (maps)`. Use the same name for both unless this is intended',
    );
    expect(finding!.fixes!.map(({ title, safe, rename }) => [title, safe, rename])).toEqual([
      ['Change the name to `demo`', false, undefined],
      ['Rename the folder to `maps`', false, { what: 'folder', to: 'maps' }],
    ]);
    expectFix('name-folder-mismatch', skill('"maps"'), skill('demo'));
  });

  test('says nothing of the listing where the model cannot choose the skill', () => {
    const [finding] = expectFindings('name-folder-mismatch', skill('«maps»', 'disable-model-invocation: true\n'));
    expect(finding!.message).not.toContain('the model reads');
    const [builtIn] = expectFindings('name-folder-mismatch', skill('«compact»'));
    expect(builtIn!.message).toContain('the model reads `demo`.');
  });

  test('is silent elsewhere: publishers prefix names on purpose', () => {
    expectFindings('name-folder-mismatch', skill('maps'), { path: '/project/skills/demo/SKILL.md' });
    expectFindings('name-folder-mismatch', skill('maps'), { path: '/project/.agents/skills/demo/SKILL.md' });
    expectFindings('name-folder-mismatch', skill('maps'), { file: { place: 'plugin', pluginRoot: '/project' } });
    expectFindings('name-folder-mismatch', skill('maps'), { path: '/project/.claude/skills/demo.md' });
  });

  test.for(['agentskills', 'vscode', 'cursor'] as const)('is a warning everywhere for %s', (target) => {
    const options = { path: '/project/skills/demo/SKILL.md', targets: [target] };
    expect(expectFindings('name-folder-mismatch', skill('«maps»'), options)[0]!.severity).toBe('warning');
    expectFindings('name-folder-mismatch', skill('demo'), options);
  });

  test.for(['claude-api', 'codex', 'gemini'] as const)('stays silent for %s', (target) => {
    expectFindings('name-folder-mismatch', skill('maps'), { path: '/x/skills/demo/SKILL.md', targets: [target] });
  });

  test('leaves a name of the wrong form to the other rule', () => {
    for (const name of ['Maps', 'contact/maps', 'x:maps', '""', '[maps]', '"{{NAME}}"']) {
      expectFindings('name-folder-mismatch', skill(name), { targets: ['vscode'] });
    }
  });

  test('is silent about a name that Claude Code does not take', () => {
    expectFindings('name-folder-mismatch', skill(`«${'n'.repeat(64)}»`));
    // What is too long is to be shortened first.
    for (const name of ['n'.repeat(65), 'n'.repeat(257), 'anthropic-skills']) {
      expectFindings('name-folder-mismatch', skill(name));
      expectFindings('name-folder-mismatch', skill(name), { targets: ['vscode'] });
    }
  });

  test('does not offer a folder name that cannot be a name', () => {
    const [finding] = expectFindings('name-folder-mismatch', skill('«maps»'), {
      path: '/project/.claude/skills/My Maps/SKILL.md',
    });
    expect(finding!.fixes!.map(({ rename }) => rename?.to)).toEqual(['maps']);
  });

  test('is silent in commands, at the root and in templates', () => {
    expectFindings('name-folder-mismatch', skill('maps'), { path: '/project/.claude/commands/demo.md' });
    expectFindings('name-folder-mismatch', skill('maps'), { path: '/SKILL.md', targets: ['vscode'] });
    expectFindings('name-folder-mismatch', skill('maps'), { file: { insideSkill: true } });
  });
});

describe('name-not-gerund', () => {
  const levels = { 'name-not-gerund': 'information' } as const;

  test('is silent unless asked for', () => expectFindings('name-not-gerund', skill('maps')));

  test.for(['maps', 'string-utils', 'king-maker', 'spring-boot', 'ping'])('finds %s', (name) => {
    const [finding] = expectFindings('name-not-gerund', skill(`«${name}»`), { levels });
    expect(finding!.severity).toBe('information');
  });

  test.for(['reading-maps', 'map-reading', 'using-maps', 'Reading Maps'])('accepts %s', (name) => {
    expectFindings('name-not-gerund', skill(name!), { levels });
  });

  test('looks behind a prefix', () => {
    expectFindings('name-not-gerund', skill('«maps»'.replace('«', 'training:«')), { levels });
  });
});
