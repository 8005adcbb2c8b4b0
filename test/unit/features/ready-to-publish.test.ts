import { describe, expect, test } from 'vitest';
import { readyToPublish } from '../../../server/src/jobs/skills/why/ready-to-publish.ts';
import type { MemoryFiles } from '../memory-file-system.ts';
import { memoryFileSystem } from '../memory-file-system.ts';

const root = '/work/tides';
const manifest = '.claude-plugin/plugin.json';
const readme = `# Tides\n\n${'Tells when the water is low. '.repeat(8)}\n`;
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);

const ready = {
  [manifest]: JSON.stringify({ name: 'tides', license: 'MIT', homepage: 'https://tides.example' }, undefined, 2),
  'README.md': readme,
  'icon.png': png,
};

function report(files: MemoryFiles, path = root) {
  const disk = Object.fromEntries(Object.entries(files).map(([name, text]) => [`${root}/${name}`, text]));
  return readyToPublish(path, { files: memoryFileSystem(disk), environment: { home: '/home' } as never });
}

const marks = { good: '✓', bad: '✗', warning: '!', note: 'i' } as const;

async function listed(files: MemoryFiles, path?: string): Promise<string | undefined> {
  const found = await report(files, path);
  return (
    found &&
    [
      found.title,
      found.verdict,
      ...found.steps.map(({ state, text, fix }) => `${marks[state]} ${text}${fix ? ` [${fix.title}]` : ''}`),
    ].join('\n')
  );
}

describe('whether a plugin is ready to publish', () => {
  test('lists every check of one that is', async () => {
    expect(await listed(ready)).toMatchInlineSnapshot(`
      "Is \`tides\` ready to publish?
      Yes: these checks find nothing
      ✓ The manifest can be read
      ✓ The name can be listed
      ✓ \`README.md\` has 50 words, of 40 that are required, and the listing shows it
      ✓ The manifest names a license
      ✓ The plugin has an icon. Whether it is square and has 512 to 2048 pixels on each side is not checked
      ✓ The listing accepts all addresses
      ✓ A privacy policy is there, or not needed
      ✓ No path points outside the plugin
      ✓ All files of MCP servers can be read
      ✓ All files of hooks can be read
      ✓ No system files of macOS or Windows
      i These are the checks of \`claude plugin validate --profile directory\`. The directory also scans and reviews each submission. With \`plugin-directory\` in \`skillwright.targets\`, the editor and the command line report them, too"
    `);
  });

  test('says what to do, and opens the place or creates the file', async () => {
    const written = JSON.stringify(
      { name: 'tides', homepage: 'http://tides.example', author: { name: 'Ada' } },
      undefined,
      2,
    );
    const files = {
      [manifest]: written,
      '.DS_Store': '',
      '.mcp.json': '{"a":{"type":"http","url":"https://a.example"}}',
    };
    expect(await listed(files)).toMatchInlineSnapshot(`
      "Is \`tides\` ready to publish?
      Not yet: the plugin directory rejects this plugin because of 2 problems. It also has 4 warnings
      ✓ The manifest can be read
      ✓ The name can be listed
      ✗ The plugin has no README.md, so the plugin directory rejects it. Describe in at least 40 words what it does, how to use it, and what it needs [Create \`README.md\`]
      ✗ The plugin has no license, so the plugin directory rejects it. Add a file LICENSE, or set \`license\` to an SPDX identifier such as \`MIT\` [Create \`LICENSE\` with the MIT license]
      ! The plugin has no icon. Add \`.claude-plugin/icon.png\`, or set \`icon\` to the path of a square PNG or JPEG of 512 to 2048 pixels on each side, under 2 MB [Open \`.claude-plugin/plugin.json\`]
      ! The listing leaves out \`http://tides.example\`. Write an address that begins with \`https://\` [Open \`.claude-plugin/plugin.json\`]
      ! The plugin connects to a server, or a hook sends requests, but the listing has no privacy policy. Set \`privacyPolicyUrl\` to its address [Open \`.claude-plugin/plugin.json\`]
      ✓ No path points outside the plugin
      ✓ All files of MCP servers can be read
      ✓ All files of hooks can be read
      ! \`.DS_Store\` is a system file of macOS or Windows, and the plugin directory lists no plugin whose repository contains one. Delete it, and add its name to \`.gitignore\`
      i These are the checks of \`claude plugin validate --profile directory\`. The directory also scans and reviews each submission. With \`plugin-directory\` in \`skillwright.targets\`, the editor and the command line report them, too"
    `);
    const { steps } = (await report(files))!;
    expect(steps.find(({ text }) => text.includes('http://tides'))?.fix).toMatchObject({ kind: 'open', line: 2 });
    expect(steps.find(({ text }) => text.includes('README'))?.fix).toMatchObject({
      kind: 'create',
      uri: `file://${root}/README.md`,
      text: '# tides\n\n## Use\n\n## Setup\n',
    });
    expect(steps.find(({ text }) => text.includes('no license'))?.fix).toMatchObject({
      kind: 'create',
      uri: `file://${root}/LICENSE`,
    });
  });

  test('finds the plugin of a file in it', async () => {
    const skill = { 'skills/low/SKILL.md': '---\ndescription: Low.\n---\nLow.\n' };
    expect((await report({ ...ready, ...skill }, `${root}/skills/low/SKILL.md`))?.title).toBe(
      'Is `tides` ready to publish?',
    );
  });

  test('checks a folder of skills without a manifest', async () => {
    const skills = {
      'skills/low/SKILL.md': '---\ndescription: Low.\n---\nLow.\n',
      'README.md': readme,
      LICENSE: 'MIT',
      'icon.png': png,
    };
    const found = await listed(skills);
    expect(found).toContain('i The plugin has no `.claude-plugin/plugin.json`');
    expect(found).toContain('[Create `plugin.json`]');
    expect(found).toContain('Yes: these checks find nothing');
  });

  test('needs a manifest that can be read', async () => {
    expect(await listed({ ...ready, [manifest]: '{ "name": "tides", }' })).toMatchInlineSnapshot(`
      "Is \`tides\` ready to publish?
      Not yet: nothing else can be checked before the manifest can be read
      ✗ A value is missing, or there is a comma before a closing bracket, so Claude Code does not load the plugin. Write strict JSON [Open \`.claude-plugin/plugin.json\`]"
    `);
    expect(await listed({ ...ready, [manifest]: '' })).toContain('[Open `.claude-plugin/plugin.json`]');
  });

  test('says what keeps the plugin from loading, too', async () => {
    const found = await report({ ...ready, [manifest]: '{\n  "license": "MIT"\n}' });
    expect(found?.steps[0]).toMatchObject({ state: 'bad', text: expect.stringContaining('no `name`') });
    expect(found?.verdict).toBe('Not yet: the plugin directory rejects this plugin because of 1 problem');
  });

  test.each([
    ['a folder without a plugin', { 'src/a.ts': '' }, root],
    ['a folder that is gone', ready, '/work/other'],
    ['a file of no plugin', { 'src/a.ts': '' }, `${root}/src/a.ts`],
  ])('says nothing of %s', async (_, files, path) => {
    expect(await report(files, path)).toBeUndefined();
  });
});
