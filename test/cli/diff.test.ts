import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleCliForTests, runCli, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

const skill = (description: string, more = '', body = 'Do it.\n') =>
  `---\ndescription: ${description}\n${more}---\n\n${body}`;

function git(folder: string, ...words: string[]): void {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.org', '-c', 'protocol.file.allow=always'];
  execFileSync('git', ['-C', folder, ...identity, ...words], { stdio: 'ignore' });
}

/** A repository with one commit on `main`, and options that make a session of it. */
async function repository(files: Readonly<Record<string, string>>) {
  const root = await temporaryFolder({ 'home/.keep': '', 'managed/.keep': '', ...inFolder('app', files) });
  const app = path.join(root, 'app');
  git(app, 'init', '-q', '-b', 'main');
  git(app, 'add', '-A');
  git(app, 'commit', '-q', '-m', 'base');
  return { app, options: ['--cwd', app, '--home', `${root}/home`, '--managed', `${root}/managed`] };
}

function inFolder(folder: string, files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
}

async function move(folder: string, from: string, to: string): Promise<void> {
  await mkdir(path.dirname(path.join(folder, to)), { recursive: true });
  await rename(path.join(folder, from), path.join(folder, to));
}

type Item = Readonly<Record<string, unknown>>;
type Rename = Readonly<Record<'before' | 'after', { readonly name: string }>>;

async function reportSince(revision: string, options: readonly string[]) {
  const { stdout, stderr, code } = await runCli(['diff', revision, '--format', 'json', ...options]);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

const review = '.claude/skills/review/SKILL.md';
const reviews = 'Reviews a diff. Use when the user asks for a review.';
const steps = `Read the whole diff before you write anything.

Look for mistakes first, then for names that mislead, then for what could be shorter.
Say for each remark in which file and line it is, and what you would write there instead.
`;

describe('diff', () => {
  test('shows listing lines, sent texts, grants, hooks and hosts that differ from a commit', async () => {
    const { app, options } = await repository({ [review]: skill('Reviews', '', 'Review $0.\n') });
    const hooks =
      'hooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: curl https://log.example/x\n';
    await write(app, {
      [review]: skill('Reviews diffs', `allowed-tools: Bash(gh *)\n${hooks}`, 'Review $0 with !`gh pr diff`.\n'),
      '.claude/skills/review/scripts/run.sh': '#!/bin/sh\nTOKEN=$(gh auth token) wget https://files.example/y\n',
    });
    const { stdout, code, stderr } = await runCli([
      'diff',
      'main',
      '--format',
      'json',
      '--invoke',
      '/review 12',
      ...options,
    ]);
    expect([code, stderr]).toEqual([0, '']);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      base: { revision: 'main', commit: expect.stringMatching(/^[0-9a-f]{40}$/) },
      head: null,
      listing: [
        { name: 'review', before: '- review: Reviews', after: '- review: Reviews diffs', cause: 'text', state: 'full' },
      ],
      skills: [],
    });
    expect(report.renderings).toEqual([
      {
        name: 'review',
        formerName: null,
        arguments: '12',
        before: expect.stringMatching(/Review 12\.\n$/),
        after: expect.stringContaining('Review 12 with !`gh pr diff`.'),
      },
    ]);
    expect(report.trust.map((it: Record<string, string>) => `${it.change} ${it.kind} ${it.text}`)).toEqual([
      'added allowed-tool Bash(gh *)',
      'added injection gh pr diff',
      'added hook Stop: command curl https://log.example/x',
      'added script runs with /bin/sh',
      'added call gh',
      'added call wget',
      'added host log.example',
      'added host files.example',
    ]);
  });

  test('writes markdown for a pull request in which texts of files have no effect', async () => {
    const { app, options } = await repository({ [review]: skill('Reviews'), '.claude/skills/a/SKILL.md': skill('A') });
    await write(app, { [review]: skill('"Reviews [x](command:y) ```"', '', '```\n</details>\n# Head\n') });
    await rm(path.join(app, '.claude/skills/a'), { recursive: true });
    git(app, 'add', '-A');
    git(app, 'commit', '-q', '-m', 'head');
    const { stdout, code } = await runCli([
      'diff',
      'main~1',
      'main',
      '--format',
      'markdown',
      '--exit-code',
      ...options,
    ]);
    expect(code).toBe(1);
    expect(stdout).toContain('````diff\n- - review: Reviews\n+ - review: Reviews [x](command:y) ```\n- - a: A\n````');
    expect(stdout).toMatch(/^- `a`: active → absent, in `\.claude\/skills\/a\/SKILL\.md`$/m);
    expect(stdout).toContain('+```\n+</details>\n+# Head\n````');
    const headings = stdout.split('\n').filter((line) => line.startsWith('#'));
    expect(headings.slice(-2)).toEqual([
      expect.stringMatching(/^### `\/review` \(\+\d+ −\d+ lines\)$/),
      expect.stringMatching(/^### `\/a` is gone \(−\d+ lines\)$/),
    ]);
    expect(headings.slice(0, -2)).toEqual([
      '# What changed for the model',
      '## Listing',
      '## Skills',
      '## Text that is sent',
    ]);
  });

  test('says that nothing changed, and compares what a repository offers to others', async () => {
    const { app, options } = await repository({
      '.claude-plugin/plugin.json': '{ "name": "office" }',
      'skills/pdf/SKILL.md': skill('Reads PDF files'),
      'notes.md': 'x',
    });
    await write(app, { 'notes.md': 'y' });
    const same = await runCli(['diff', 'HEAD', '--exit-code', ...options]);
    expect([same.code, same.stdout]).toEqual([0, expect.stringContaining('Nothing: the model sees the same listing')]);
    await write(app, { 'skills/pdf/SKILL.md': skill('Reads and writes PDF files') });
    const report = JSON.parse((await runCli(['diff', 'HEAD', '--format', 'json', ...options])).stdout);
    expect([report.listing, report.offered.length]).toEqual([[], 1]);
    expect(report.offered[0]).toMatchObject({
      name: 'office',
      listing: [{ before: '- office:pdf: Reads PDF files', after: '- office:pdf: Reads and writes PDF files' }],
    });
  });

  test('shows a renamed skill as renamed, and only what changed in it', async () => {
    const text = (name: string, more: string) =>
      `---\nname: ${name}\ndescription: ${reviews}\nallowed-tools: Bash(git diff *)\n---\n\n${steps}${more}`;
    const { app, options } = await repository({
      [review]: text('review', ''),
      '.claude/skills/review/scripts/run.sh': '#!/bin/sh\ngh pr view\n',
    });
    await move(app, '.claude/skills/review', '.claude/skills/code-review');
    await write(app, {
      '.claude/skills/code-review/SKILL.md': text('code-review', 'Then read $0 with !`gh pr diff`.\n'),
    });
    const report = await reportSince('HEAD', options);
    expect(report.listing).toEqual([
      {
        name: 'code-review',
        formerName: 'review',
        before: `- review: ${reviews}`,
        after: `- code-review: ${reviews}`,
        state: 'full',
        cause: 'renamed',
        reason: null,
      },
    ]);
    expect(report.renames).toEqual([
      {
        before: { name: 'review', path: `${app}/${review}` },
        after: { name: 'code-review', path: `${app}/.claude/skills/code-review/SKILL.md` },
        similarity: expect.closeTo(0.9, 1),
      },
    ]);
    expect(report.skills).toEqual([]);
    expect(report.trust.map(({ change, kind, text: what }: Item) => [change, kind, what])).toEqual([
      ['added', 'injection', 'gh pr diff'],
    ]);
    git(app, 'add', '-A');
    git(app, 'commit', '-q', '-m', 'head');
    const { stdout } = await runCli(['diff', 'HEAD~1', 'HEAD', '--format', 'markdown', ...options]);
    expect(stdout).toContain(`- - review: ${reviews}\n+ - code-review: ${reviews}\n`);
    expect(stdout).toMatch(
      /^- `review` → `code-review`, `\.claude\/skills\/review\/SKILL\.md` → `\.claude\/skills\/code-review\/SKILL\.md`, \d\d % of the text is the same$/m,
    );
    expect(stdout).toMatch(/^### `\/code-review`, before `\/review` \(.* lines?\)$/m);
    expect(stdout).toContain('+Then read $0 with !`gh pr diff`.\n');
    expect(stdout).not.toMatch(/absent|is gone|is new/);
    const plain = await runCli(['diff', 'HEAD~1', 'HEAD', ...options]);
    expect(plain.stdout).toContain('review → code-review');
  });

  test('shows nothing but the name and place of a skill that was only renamed', async () => {
    const { app, options } = await repository({
      [review]: skill(reviews, 'allowed-tools: Bash(gh *)\n', '!`gh pr diff`\n'),
      '.claude/skills/review/scripts/run.sh': '#!/bin/sh\ncurl https://files.example/y\n',
    });
    await move(app, '.claude/skills/review', '.claude/skills/code-review');
    const report = await reportSince('HEAD', options);
    expect(report.listing.map(({ cause }: Item) => cause)).toEqual(['renamed']);
    expect(report.renames).toMatchObject([{ after: { name: 'code-review' }, similarity: 1 }]);
    expect([report.skills, report.renderings, report.trust]).toEqual([[], [], []]);
    expect((await runCli(['diff', 'HEAD', '--exit-code', ...options])).code).toBe(1);
  });

  test('shows two skills that changed places as two renames', async () => {
    const tidy = '.claude/skills/tidy/SKILL.md';
    const { app, options } = await repository({
      [review]: skill('Reviews', 'allowed-tools: Read\n', steps),
      [tidy]: skill('Tidies', '', 'Sort the imports. Remove what nothing uses.\n'),
    });
    await move(app, '.claude/skills/review', '.claude/skills/third');
    await move(app, '.claude/skills/tidy', '.claude/skills/review');
    await move(app, '.claude/skills/third', '.claude/skills/tidy');
    const report = await reportSince('HEAD', options);
    expect(report.renames.map(({ before, after }: Rename) => `${before.name} → ${after.name}`).sort()).toEqual([
      'review → tidy',
      'tidy → review',
    ]);
    expect(report.listing.map((it: Item) => [it.before, it.after, it.cause])).toEqual([
      ['- tidy: Tidies', '- review: Tidies', 'renamed'],
      ['- review: Reviews', '- tidy: Reviews', 'renamed'],
    ]);
    expect([report.skills, report.renderings, report.trust]).toEqual([[], [], []]);
  });

  test('leaves an unrelated removal and addition as what they are, also of the same name elsewhere', async () => {
    const { app, options } = await repository({
      [review]: skill(reviews, '', steps),
      '.claude/skills/deploy/SKILL.md': skill(
        'Deploys',
        '',
        'Build the image. Push it to the registry with the tag of the commit.\n',
      ),
    });
    await rm(path.join(app, '.claude/skills/review'), { recursive: true });
    await rm(path.join(app, '.claude/skills/deploy'), { recursive: true });
    await write(app, {
      '.claude/skills/translate/SKILL.md': skill(
        'Translates texts',
        '',
        'Find the language first. Keep names as they are.\n',
      ),
      '.claude/commands/deploy.md': skill(
        'Announces',
        '',
        'Write to everybody on the list that the new release can be downloaded now.\n',
      ),
    });
    const report = await reportSince('HEAD', options);
    expect(report.renames).toEqual([]);
    expect(report.listing.map(({ name, cause }: Item) => `${name} ${cause}`)).toEqual([
      'translate added',
      'deploy text',
      'review removed',
    ]);
    expect(report.skills.map(({ name, before, after }: Item) => `${name} ${before} ${after}`)).toEqual([
      'translate null active',
      'deploy null active',
      'deploy active null',
      'review active null',
    ]);
  });

  test('shows moves between tiers and plugins, and what moves with a plugin', async () => {
    const { app, options } = await repository({
      '.claude/commands/review.md': skill(reviews, '', steps),
      '.claude/skills/notes/SKILL.md': skill(
        'Keeps notes',
        '',
        'Write what the user says to NOTES.md, one line each.\n',
      ),
      'plugins/office/.claude-plugin/plugin.json': '{ "name": "office" }',
      'plugins/office/skills/pdf/SKILL.md': skill('Reads PDF files', '', 'Run pdftotext and read what it prints.\n'),
      'plugins/office/hooks/hooks.json':
        '{ "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "date" }] }] } }',
    });
    await move(app, '.claude/commands/review.md', '.claude/skills/review/SKILL.md');
    await move(app, 'plugins/office', 'plugins/desk');
    await move(app, '.claude/skills/notes', 'plugins/desk/skills/notes');
    await write(app, { 'plugins/desk/.claude-plugin/plugin.json': '{ "name": "desk" }' });
    const report = await reportSince('HEAD', options);
    expect(report.renames.map(({ before, after }: Rename) => [before.name, after.name])).toEqual([
      ['review', 'review'],
      ['notes', 'desk:notes'],
      ['office:pdf', 'desk:pdf'],
    ]);
    expect(report.listing.map(({ name, cause }: Item) => `${name} ${cause}`)).toEqual(['notes removed']);
    expect(report.offered).toMatchObject([
      {
        name: 'desk',
        formerName: 'office',
        listing: [
          { name: 'desk:notes', cause: 'added' },
          { name: 'desk:pdf', formerName: 'office:pdf', cause: 'renamed' },
        ],
        skills: [],
        renderings: [],
      },
    ]);
    expect([report.skills, report.trust]).toEqual([[], []]);
  });

  test('leaves the settings that git does not keep as they are on both sides', async () => {
    const { app, options } = await repository({ [review]: skill('Reviews'), '.gitignore': '*.local.json\n' });
    await write(app, { '.claude/settings.local.json': '{ "skillOverrides": { "review": "off" } }' });
    const report = JSON.parse((await runCli(['diff', 'HEAD', '--format', 'json', ...options])).stdout);
    expect([report.listing, report.skills]).toEqual([[], []]);
  });

  test('runs no hook, filter or monitor of the repository, and leaves it as it is', async () => {
    const { app, options } = await repository({
      [review]: skill('Reviews'),
      '.gitattributes': '*.md filter=trap diff=trap\n',
    });
    const trap = path.join(app, '.git', 'trap.sh');
    const sprung = path.join(app, '.git', 'sprung');
    await writeFile(trap, `#!/bin/sh\ntouch '${sprung}'\ncat\n`);
    await chmod(trap, 0o755);
    for (const key of [
      'filter.trap.smudge',
      'filter.trap.clean',
      'diff.trap.textconv',
      'core.fsmonitor',
      'core.pager',
      'core.sshCommand',
    ])
      git(app, 'config', key, trap);
    for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction']) {
      await symlink(trap, path.join(app, '.git', 'hooks', hook)).catch(() => {});
    }
    const index = await readFile(path.join(app, '.git', 'index'));
    await rm(sprung, { force: true });
    const { code } = await runCli(['diff', 'HEAD', 'HEAD', ...options]);
    expect(code).toBe(0);
    await expect(readFile(sprung)).rejects.toThrow();
    expect(await readFile(path.join(app, '.git', 'index'))).toEqual(index);
  });

  test.each([
    [['diff', 'nowhere'], /^Cannot read nowhere: there is no revision nowhere in \S+$/],
    [['diff', '--', '--output=x'], /there is no revision --output=x/],
    [['diff'], /missing required argument/],
  ])('explains %j', async (args, message) => {
    const { options } = await repository({ [review]: skill('Reviews') });
    const { code, stderr } = await runCli([args[0]!, ...options, ...args.slice(1)]);
    expect(code).toBe(2);
    expect(stderr.trim().replace(/^skillwright: /, '')).toMatch(message);
  });

  test('explains a folder without a repository', async () => {
    const folder = await temporaryFolder({ 'a.md': '' });
    const { code, stderr } = await runCli(['diff', 'main', '--cwd', folder], {
      env: { GIT_CEILING_DIRECTORIES: path.dirname(folder) },
    });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^skillwright: Cannot read main: not a git repository/)]);
  });
});
