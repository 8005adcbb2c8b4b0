import { describe, expect, test } from 'vitest';
import { readFileContext } from '../../../server/src/catalog/file/read-file-context.ts';
import { linkTo, memoryFileSystem } from '../memory-file-system.ts';
import { expectInSession, inSession } from './check-in-session.ts';
import { check, expectFindings, expectFix } from './expect-findings.ts';

const folder = '/project/.claude/skills/demo';
const path = `${folder}/SKILL.md`;
const skill = (body: string) => `---\ndescription: Packs boxes. Use when something moves.\n---\n\n${body}\n`;
const bundledPaths = new Set([
  'SKILL.md',
  'references',
  'references/Boxes.md',
  'scripts',
  'scripts/pack.py',
  'empty',
  'a b.md',
]);
const linksOutside = {
  existing: new Map([['../shared/there.md', '/project/.claude/skills/shared/there.md']]),
  missing: new Set(['../shared/gone.md']),
};
const options = { file: { bundledPaths, linksOutside } };

describe('link-broken', () => {
  test.for([
    '[x](«references/lids.md»)',
    '[x](<«references/lids.md»>)',
    '![x](«lids.png»)',
    '[x](«./references/lids.md»#how "Lids")',
    '[x]: «references/lids.md»',
    '- a\n  - [x](«references/lids.md») 🗑️ [y](references/Boxes.md)',
    '[x](«references/lids»)',
    '[One blank] and [x](«references/lids.md»)',
    '- [ ] a\n- [x] b\n- [ ] [x](«references/lids.md»)',
    '[x](«../shared/gone.md»)',
    '[x](«lids%20here.md»)',
    '[x](«${CLAUDE_SKILL_DIR}/references/lids.md»)',
  ])('%s', (body) => {
    // The heading is part of the destination.
    const marked = skill(body).replace('»#how', '#how»');
    expect(expectFindings('link-broken', marked, options)[0]!.severity).toBe('warning');
    expectFindings('link-broken', marked.replaceAll('\n', '\r\n'), options);
    expectFindings('link-broken', `\uFEFF${marked}`, options);
  });

  test.for([
    '[x](references/Boxes.md), [y](./scripts/pack.py#L3), [z](scripts/), [.](.), [d](references)',
    '[x](references/Boxes.md#lids), [y](references/Boxes.md?plain=1), [z](a%20b.md), [w](<a b.md>)',
    '[x](https://example.com/x.md), <https://example.com/y.md>, [m](mailto:a@b.c), [v](vscode://file/x.md)',
    '[pdf](/office:pdf), [p](office:pdf), [d](/docs/x.md), [r](//example.com/x.md)',
    '[x]({baseDir}/x.md), [y](${CLAUDE_SKILL_DIR}/scripts/pack.py), [z](<name>.md), [w](path/to/x.md), [v](*.md), [u](.../x.md)',
    '[text](url), [text](link), ![alt](image-url)',
    '# [Name of the service]\n\n- [What it is for]\n- [Its parts](./parts.md)',
    'Report for {service} of {date}:\n\n[x](report.md)',
    'As Ada says.[^1]\n\n[^1]: Mermaid. "A tool."',
    '`[x](gone.md)`\n\n```markdown\n[x](gone.md)\n```\n\n<!-- [x](gone.md) -->',
    '[x](../shared/there.md), [y](../shared/not-looked-for.md)',
    // What is in it was not listed.
    '[x](empty/gone.md)',
    '[x]() and [y]',
    '| a | [x](references/Boxes.md) |\n|---|---|',
  ])('is silent for %s', (body) => {
    expectFindings('link-broken', skill(body), options);
  });

  test('is silent where files are not known, and in templates', () => {
    const text = skill('[x](references/lids.md)');
    expectFindings('link-broken', text);
    expectFindings('link-broken', text, { file: { bundledPaths, insideSkill: true } });
    expectFindings('link-broken', text, { path: '/project/.claude/commands/pack.md', file: { bundledPaths } });
  });

  test.for(['commands/pack.md', 'agents/packer.md'])('looks for links of %s in the folders above', async (name) => {
    const path = `/project/.claude/${name}`;
    const text = (body: string) => skill(body).replace('---\n', '---\nname: packer\n');
    const around = { '/project/docs/a.md': 'A', '/project/.claude/notes/b.md': 'B', '/elsewhere/c.md': 'C' };
    const body =
      '[a](docs/a.md) [b](../notes/b.md) [b](notes/b.md) [c](«docs/c.md») [u](url) [s](/pack:all) [t](<name>.md)';
    await expectInSession('link-broken', path, text(body), around);
    await expectInSession('link-broken', path, text('[a](«docs\\a.md») [h](«#gone») [k](#here)\n\n## Here'), around);
    await expectInSession('link-outside', path, text('[a](«/Users/ada/a.md») [b](docs/a.md)'), around);
    const template = path.replace(/\/(?=[^/]*$)/, '/templates/');
    await expectInSession('link-broken', template, text('[c](docs/c.md)'), around);
  });

  test('says where the file of an absolute path is', () => {
    expectFindings(
      'link-broken',
      skill('[x](«/references/Boxes.md#lids»), [y](/references), [z](/references/x.md)'),
      options,
    );
    expectFix('link-broken', skill('[x](/scripts/pack.py)'), skill('[x](scripts/pack.py)'), options);
  });

  test('fixes case and backslashes safely, and proposes similar names', () => {
    const safe = (before: string, after: string) =>
      expect(expectFix('link-broken', skill(before), skill(after), options).safe).toBe(true);
    safe('[x](references/boxes.md)', '[x](references/Boxes.md)');
    safe('[x](References/Boxes.md#lids)', '[x](references/Boxes.md#lids)');
    safe('[x](scripts\\pack.py)', '[x](scripts/pack.py)');
    const proposed = (before: string, after: string) =>
      expect(expectFix('link-broken', skill(before), skill(after), options).safe).toBe(false);
    proposed('[x](pack.py)', '[x](scripts/pack.py)');
    proposed('[x](references/Boxs.md)', '[x](references/Boxes.md)');
    proposed('[x](a%20c.md#é)', '[x](a%20b.md#é)');
    proposed('[x](${CLAUDE_SKILL_DIR}/references/Boxs.md)', '[x](${CLAUDE_SKILL_DIR}/references/Boxes.md)');
    const [finding] = expectFindings('link-broken', skill('[x](«scripts/unrelated-thing.sh»)'), options);
    expect(finding!.fixes).toEqual([]);
    expect(finding!.message).toContain('Add the file or remove the link');
  });

  test('looks for headings of the skill', () => {
    const body = '[a](#packing-boxes), [b](#boxes--lids), [c](#own), [d](#packing-boxes-1), [e](#über-uns)';
    const headings = '\n\n## Packing boxes\n\n### Boxes & `lids`\n\n## Packing Boxes\n\n# Über uns\n\n<a id="own"></a>';
    expectFindings('link-broken', skill(body + headings));
    const [finding] = expectFindings('link-broken', skill(`[a](«#packing-box»)${headings}`));
    expect(finding).toMatchObject({ severity: 'information' });
    expectFix('link-broken', skill(`[a](#boxes-lid)${headings}`), skill(`[a](#boxes--lids)${headings}`));
  });

  test('proposes the only heading that begins or ends alike', () => {
    const headings =
      '\n\n## Password Reset Flow\n\n### Server Setup\n\n### Client Setup\n\n## Reading & Writing: Files';
    const proposed = (anchor: string, heading: string) =>
      expectFix('link-broken', skill(`[a](#${anchor})${headings}`), skill(`[a](#${heading})${headings}`));
    expect(proposed('password-reset', 'password-reset-flow').safe).toBe(false);
    proposed('reset-flow', 'password-reset-flow');
    proposed('Password_Reset', 'password-reset-flow');
    proposed('server-setup-steps', 'server-setup');
    proposed('the-client-setup', 'client-setup');
    proposed('reading-writing', 'reading--writing-files');
    // Several do, only a part of a word does, or next to nothing.
    for (const anchor of ['setup', 'password-resets-here', 'files', 'server-setup-and-what-comes-after-it']) {
      const [finding] = expectFindings('link-broken', skill(`[a](«#${anchor}»)${headings}`));
      expect(finding!.fixes).toEqual([]);
      expect(finding!.message).toContain('Link to an existing heading');
    }
  });

  test('looks for headings of the files of a skill', async () => {
    const path = '/project/.claude/skills/demo/SKILL.md';
    const around = {
      '/project/.claude/skills/demo/notes/a.md': '# Lids of boxes\n\n```\n# Hinges\n```\n\n<a name="own"></a>',
      '/project/.claude/skills/demo/notes/new.md': '',
      '/project/.claude/skills/demo/pack.py': '# Lids',
    };
    const links =
      '[a](notes/a.md#lids-of-boxes) [b](notes/a.md«#lids-of-box») [c](notes/a.md«#hinges») [o](notes/a.md#own)';
    const others = '[n](notes/new.md#soon) [p](pack.py#L3) [l](notes/a.md#L3) [s](SKILL.md«#gone») [t](SKILL.md#here)';
    await expectInSession('link-broken', path, skill(`${links} ${others}\n\n# Here`), around);
    const text = (heading: string) => skill(`[a](notes/a.md#${heading})`);
    expectFix(
      'link-broken',
      text('lids-of-box'),
      text('lids-of-boxes'),
      await inSession(path, { ...around, [path]: text('lids-of-box') }),
    );
  });

  test('finds files around a skill on disk', async () => {
    const path = '/project/.claude/skills/demo/SKILL.md';
    const around = {
      '/project/.claude/skills/demo/notes/a.md': 'A',
      '/project/.claude/skills/demo/node_modules/x/readme.md': 'X',
      '/project/docs/b.md': 'B',
    };
    const body =
      '[a](notes/a.md) [b](../../../docs/b.md) [c](«notes/c.md») [d](«../../../docs/d.md») [x](node_modules/x/readme.md)';
    await expectInSession('link-broken', path, skill(body), around);
    // Above the root, and in a folder that nobody sees.
    await expectInSession('link-broken', path, skill('[a](../../../../../../x.md) [c](notes/a.md)'), around);
  });
});

describe('link-outside', () => {
  test.for([
    '/Users/ada/x.md',
    '/home/ada/x.md',
    '~/x.md',
    '/mnt/c/x.md',
    'C:\\Users\\x.md',
    'C:/x.md',
    '\\\\server\\share\\x.md',
    'file:///home/ada/x.md',
    'file:///C:/x.md',
  ])('%s', (target) => {
    expectFindings('link-outside', skill(`[x](«${target}»)`));
    expect(check(skill(`[x](${target})`), options).findings.filter(({ rule }) => rule === 'link-broken')).toEqual([]);
  });

  test.for(['/docs/x.md', '/office:pdf', '../../x.md', 'home/x.md', '`[x](/home/x.md)`'])(
    'is silent for %s',
    (target) => {
      expectFindings('link-outside', skill(`[x](${target})`), { file: { bundledPaths } });
    },
  );

  test('proposes the file of the skill', () => {
    const own = { ...options, path: '/project/.claude/skills/demo/SKILL.md' };
    const becomes = (before: string, after: string) =>
      expect(expectFix('link-outside', skill(`[x](${before})`), skill(`[x](${after})`), own).safe).toBe(false);
    becomes('/home/ada/.claude/skills/demo/references/Boxes.md#x', 'references/Boxes.md#x');
    becomes('C:\\me\\demo\\a b.md'.replace(' ', '%20'), 'a%20b.md');
    becomes('file:///Users/ada/demo/scripts/pack.py', 'scripts/pack.py');
    const [finding] = expectFindings('link-outside', skill('[x](«/home/ada/other/references/Boxes.md»)'), own);
    expect(finding!.fixes).toEqual([]);
  });

  test('reports what is not installed with a plugin', async () => {
    const around = {
      '/project/office/.claude-plugin/plugin.json': { name: 'office' },
      '/project/office/shared/a.md': 'A',
      '/project/docs/b.md': 'B',
    };
    const path = '/project/office/skills/demo/SKILL.md';
    await expectInSession('link-outside', path, skill('[a](../../shared/a.md) [b](«../../../docs/b.md»)'), around);
    const alone = '/project/.claude/skills/demo/SKILL.md';
    await expectInSession('link-outside', alone, skill('[b](../../../docs/b.md)'), around);
  });
});

describe('script-missing', () => {
  const run = (body: string, fields = '') => skill(body).replace('---\n\n', `${fields}---\n\n`);

  test.for([
    'Run `python ${CLAUDE_SKILL_DIR}/«scripts/pakc.sh» a`.',
    '```bash\ncd x && bash "${CLAUDE_SKILL_DIR}/«scripts/lids.sh»"\n```',
    '!`${CLAUDE_SKILL_DIR}/«lids.sh»`',
  ])('%s', (body) => {
    const [finding] = expectFindings('script-missing', run(body), options);
    expect(finding!.severity).toBe('warning');
    expectFindings('script-missing', run(body).replaceAll('\n', '\r\n'), options);
  });

  test.for([
    'Run `python «scripts/lids.py» --all`, then `python scripts/lids.py`.',
    '```\n$ ./«scripts/lids.sh»\n```',
    '```sh\nuv run «scripts/lids.py» a\n```',
  ])('is a hint for what may be the project’s: %s', (body) => {
    expect(expectFindings('script-missing', run(body), options)[0]!.severity).toBe('hint');
  });

  test.for([
    'Run `python ${CLAUDE_SKILL_DIR}/scripts/pack.py`, and `python scripts/pack.py`.',
    'The script `scripts/lids.py` and python scripts/lids.py are only mentioned.',
    '```markdown\npython scripts/lids.py\n```',
    '```python\n# python scripts/lids.py\n```',
    'Run `python bin/lids.py` and `python tools/x.py`.',
    'Write ${CLAUDE_SKILL_DIR}/state.json and ${CLAUDE_SKILL_DIR}/scripts/.',
    'Run `${CLAUDE_SKILL_DIR}/scripts/<name>.py`, `${CLAUDE_SKILL_DIR}/scripts/*.py`, `${CLAUDE_SKILL_DIR}/scripts/$x.sh`.',
    'Run `python ../scripts/lids.py` and `python /opt/scripts/lids.py`.',
    'Run `${CLAUDE_SKILL_DIR}/empty/lids.py`.',
    // Nothing replaces this, and some mean the folder of the plugin.
    'Run `{baseDir}/scripts/lids.py`.',
    'Run `python scripts/your-script.py` or `python scripts/script_name.py`.',
  ])('is silent for %s', (body) => {
    expectFindings('script-missing', run(body), options);
  });

  test.for([
    ['```bash\nTOOL=«~/Work/tools/skills/demo/scripts/pack.py»\n```', 'warning'],
    ['```bash\npython "«$HOME/.claude/plugins/x/skills/demo/scripts/pack.py»"\n```', 'warning'],
    ['Run `python «/home/me/demo/scripts/pack.py»`.', 'warning'],
    ['```bash\npython «.claude/scripts/pack.py»\n```', 'information'],
    ['!`python «./.claude/scripts/pack.py»`', 'information'],
  ] as const)('a file of the skill that is looked for elsewhere: %s', ([body, severity]) => {
    const [finding] = expectFindings('script-missing', run(body), options);
    expect(finding!.severity).toBe(severity);
    expect(finding!.fixes![0]!.edits[0]!.newText).toBe('${CLAUDE_SKILL_DIR}/scripts/pack.py');
    expectFindings('script-missing', run(body.replace(/[«»]/g, '')), { ...options, runtime: 'claude-code@2.1.7' });
  });

  test.for([
    '```bash\npython ~/.claude/skills/demo/scripts/pack.py\n```',
    '```bash\npython .claude/skills/demo/scripts/pack.py\n```',
    '```bash\npython ~/demo/scripts/other.py\n```',
    '```bash\npython .claude/scripts/other.py\n```',
    'The script ~/demo/scripts/pack.py is only mentioned.',
    '```python\nopen(".claude/scripts/pack.py")\n```',
  ])('is silent elsewhere for %s', (body) => {
    expectFindings('script-missing', run(body), options);
  });

  test('reads tool rules, and proposes a script that is there', () => {
    const text = (path: string) => run('Go.', `allowed-tools: Bash(python \${CLAUDE_SKILL_DIR}/${path}:*)\n`);
    expectFindings('script-missing', text('«scripts/pakc.py»'), options);
    expectFix('script-missing', text('scripts/pakc.py'), text('scripts/pack.py'), options);
    expectFindings('script-missing', text('scripts/pakc.py'));
  });
});

describe('script-not-executable', () => {
  const files = { file: { notExecutable: new Set(['scripts/pack.sh', 'scripts/pack.py', 'bin/pack']) } };

  test.for([
    'Run `«${CLAUDE_SKILL_DIR}/scripts/pack.sh» box`.',
    '```bash\ncd x && «"${CLAUDE_SKILL_DIR}/scripts/pack.sh"»\n```',
    '```sh\n$ A=1 «${CLAUDE_SKILL_DIR}/bin/pack»\n```',
    '!`«${CLAUDE_SKILL_DIR}/scripts/pack.py»`',
  ])('%s', (body) => {
    expect(expectFindings('script-not-executable', skill(body), files)[0]!.severity).toBe('warning');
    expectFindings('script-not-executable', skill(body).replaceAll('\n', '\r\n'), files);
  });

  test.for(['Run `«./scripts/pack.sh»`, then `./scripts/pack.sh`.', '```\n$ «scripts/pack.py» --all\n```'])(
    'is a hint for what may be the project’s: %s',
    (body) => {
      expect(expectFindings('script-not-executable', skill(body), files)[0]!.severity).toBe('hint');
    },
  );

  test.for([
    'Run `bash ${CLAUDE_SKILL_DIR}/scripts/pack.sh`, `bash ./scripts/pack.sh` and `chmod +x scripts/pack.sh`.',
    'Read `scripts/pack.sh`, `${CLAUDE_SKILL_DIR}/scripts/pack.sh` and ./scripts/pack.sh.',
    '```\nscripts/pack.sh\nscripts/pack.py   # packs\n```',
    '```\n├── scripts/pack.sh\n```',
    '```python\n./scripts/pack.sh a\n```',
    '```bash\n./scripts/other.sh\nscripts/pack.shx\n../scripts/pack.sh\npack\n```',
    '```bash\npython3 "${CLAUDE_SKILL_DIR}/scripts/pack.py"\n```',
  ])('is silent for %s', (body) => {
    expectFindings('script-not-executable', skill(body), files);
  });

  test('proposes the interpreter', () => {
    const becomes = (before: string, after: string) =>
      expect(expectFix('script-not-executable', skill(before), skill(after), files).safe).toBe(false);
    becomes('`${CLAUDE_SKILL_DIR}/scripts/pack.py a`', '`python3 ${CLAUDE_SKILL_DIR}/scripts/pack.py a`');
    becomes('```sh\na; "./scripts/pack.sh"\n```', '```sh\na; bash "./scripts/pack.sh"\n```');
    const [finding] = expectFindings('script-not-executable', skill('`«./bin/pack» a`'), files);
    expect(finding!.fixes).toEqual([
      { title: 'Make `bin/pack` executable', safe: false, edits: [], makesExecutable: 'bin/pack' },
    ]);
    expect(finding!.message).toContain('`chmod +x bin/pack`');
  });

  test('looks at the scripts that the skill names', async () => {
    const text = skill('Run `«./scripts/pack.sh»`, `./scripts/run.sh` and `./scripts/empty.sh`.');
    const content = {
      [path]: text.replace(/[«»]/g, ''),
      [`${folder}/scripts/pack.sh`]: 'not executable',
      [`${folder}/scripts/run.sh`]: 'run',
      [`${folder}/scripts/empty.sh`]: '',
    };
    const file = await readFileContext(path, memoryFileSystem(content), undefined);
    expectFindings('script-not-executable', text, { path, file: file! });
  });
});

describe('symbolic links', () => {
  const plugin = '/market/office';
  const skillFile = `${plugin}/skills/demo/SKILL.md`;
  const around = {
    [`${plugin}/.claude-plugin/plugin.json`]: '{ "name": "office" }',
    [`${plugin}/notes/own.md`]: 'A',
    '/market/shared/there.md': 'B',
    '/elsewhere/gone.md': 'C',
    [`${plugin}/skills/demo/own.md`]: linkTo(`${plugin}/notes/own.md`),
    [`${plugin}/skills/demo/there.md`]: linkTo('/market/shared/there.md'),
    [`${plugin}/skills/demo/gone.md`]: linkTo('/elsewhere/gone.md'),
    [`${plugin}/skills/demo/dangling.md`]: linkTo('/elsewhere/nothing.md'),
    [`${plugin}/skills/demo/refs`]: linkTo('/elsewhere'),
  };
  const expectLost = async (marked: string, content: Parameters<typeof memoryFileSystem>[0], at = skillFile) => {
    const files = memoryFileSystem({ ...content, [at]: marked.replace(/[«»]/g, '') });
    expectFindings('link-outside', marked, { path: at, file: (await readFileContext(at, files, undefined))! });
  };

  test('are reported if they leave the marketplace', async () => {
    const links = '[o](own.md) [t](there.md) [g](«gone.md») [d](dangling.md) [r](«refs/gone.md»)';
    await expectLost(skill(links), { ...around, '/market/.claude-plugin/marketplace.json': '{}' });
    await expectLost(skill('Do it.').replace('---\n', '««---»»\n'), { ...around, '/market/.git/HEAD': '' });
    const alone = skill('[o](own.md) [t](«there.md») [g](«gone.md») [r](«refs»)');
    await expectLost(alone, around);
  });

  test('are reported if the whole skill is one', async () => {
    const linked = { ...around, [`${plugin}/skills/linked`]: linkTo('/elsewhere/linked'), '/market/.git/HEAD': '' };
    const text = skill('Do it.');
    const files = memoryFileSystem({ ...linked, '/elsewhere/linked/SKILL.md': text });
    const path = `${plugin}/skills/linked/SKILL.md`;
    const [finding] = expectFindings('link-outside', text.replace('---\n', '«---»\n'), {
      path,
      file: (await readFileContext(path, files, undefined))!,
    });
    expect(finding!.message).toMatch(/^The folder of the skill/);
  });

  test('are not reported where nothing is installed', async () => {
    const own = '/market/.claude/skills/demo';
    const links = {
      [`${own}/gone.md`]: linkTo('/elsewhere/gone.md'),
      '/elsewhere/gone.md': 'C',
      '/market/.git/HEAD': '',
    };
    await expectLost(skill('[g](gone.md)'), links, `${own}/SKILL.md`);
    const manifest = { ...links, [`${own}/.claude-plugin/plugin.json`]: '{ "name": "demo" }' };
    await expectLost(skill('[g](gone.md)'), manifest, `${own}/SKILL.md`);
  });
});
