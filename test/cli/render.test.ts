import { describe, expect, test } from 'vitest';
import { bundleCliForTests, runCli, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

const greet = '---\nname: hello\ndescription: Greets\narguments: who\n---\nHi $who!\n!`echo one $0`\n';

/** A project with skills, and options that make a session of it. */
async function project(files: Readonly<Record<string, string>> = {}) {
  const root = await temporaryFolder({
    'app/.git/HEAD': '',
    'home/.keep': '',
    'managed/.keep': '',
    'app/.claude/skills/greet/SKILL.md': greet,
    ...files,
  });
  const options = ['--cwd', `${root}/app`, '--home', `${root}/home`, '--managed', `${root}/managed`];
  const render = (...args: readonly string[]) => runCli(['render', ...args, ...options]);
  return { root, render };
}

describe('render', () => {
  test('prints the text alone, and what is to say of it beside', async () => {
    const { root, render } = await project();
    const { code, stdout, stderr } = await render('greet', 'Ada');
    expect(stdout).toBe(
      `Base directory for this skill: ${root}/app/.claude/skills/greet\n\nHi Ada!\n!\`echo one Ada\`\n`,
    );
    expect(stderr).toBe('skillwright: Claude Code would run one command; --run-shell runs it here\n');
    expect(code).toBe(0);
  });

  test('finds a skill by every name and path it has', async () => {
    const { root, render } = await project();
    const byName = await render('greet', 'Ada');
    const folder = `${root}/app/.claude/skills/greet`;
    for (const name of ['hello', '/greet', folder, `${folder}/SKILL.md`, '.claude/skills/greet', `${folder}/`]) {
      expect(await render(name, 'Ada'), name).toEqual(byName);
    }
    expect(await render('greet', '--args', '  Ada  ')).toEqual(byName);
  });

  test('does not take settings for a skill where the user has moved them', async () => {
    const { root, render } = await project({ 'own/settings.json': '{}' });
    const path = `${root}/own/settings.json`;
    expect((await render(path)).code).toBe(0);
    const moved = await runCli(['render', path, '--cwd', `${root}/app`], { env: { CLAUDE_CONFIG_DIR: `${root}/own` } });
    expect(moved).toEqual({ code: 2, stdout: '', stderr: `skillwright: Not a skill or command: ${path}\n` });
  });

  test('says as JSON what is sent and what changes', async () => {
    const tidy =
      '---\nallowed-tools: Bash(git *)\nmodel: haiku\neffort: low\n---\nTidy ${CLAUDE_SESSION_ID} ${CLAUDE_EFFORT}\n';
    const placeOf = (written: string) => ({
      start: tidy.indexOf(written),
      end: tidy.indexOf(written) + written.length,
    });
    const { render } = await project({
      'app/.claude/commands/tidy.md': tidy,
    });
    const { code, stdout } = await render('tidy', 'all', '--format', 'json', '--session', 'an-id', '--effort', 'max');
    const text = 'Tidy an-id low\n\n\nARGUMENTS: all';
    const start = text.indexOf('\n\nARGUMENTS');
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      {
        name: 'tidy',
        text,
        messages: [
          {
            role: 'user',
            isMeta: false,
            text: '<command-message>tidy</command-message>\n<command-name>/tidy</command-name>\n<command-args>all</command-args>\n',
          },
          { role: 'user', isMeta: true, text },
        ],
        permissions: {
          allowedTools: ['Bash(git *)'],
          disallowedTools: [],
          model: 'haiku',
          effort: 'low',
          maxThinkingTokens: null,
          hooks: null,
          fork: null,
        },
        injections: [],
        spans: [
          { start: 5, end: 10, kind: 'variable', source: placeOf('${CLAUDE_SESSION_ID}'), fromArguments: false },
          { start: 11, end: 14, kind: 'variable', source: placeOf('${CLAUDE_EFFORT}'), fromArguments: false },
          {
            start,
            end: text.length,
            kind: 'appended',
            source: { start: tidy.length, end: tidy.length },
            fromArguments: true,
          },
        ],
        aborted: null,
        notes: ['No placeholder uses the arguments, so Claude Code appends them'],
        bodyStart: 0,
        characters: text.length,
        tokens: 8,
        lines: 4,
      },
    ]);
  });

  test('runs commands where it is told to, and no others than Claude Code would', async () => {
    const { render } = await project({
      'app/.claude/skills/touch/SKILL.md': '---\ndescription: D\n---\n!`touch made`\n',
      'app/.claude/skills/fail/SKILL.md': '---\ndescription: D\n---\n!`cat is-not-there`\n',
    });
    const ran = JSON.parse(
      (await render('greet', 'Ada', '--run-shell', '--trust-arguments', '--format', 'json')).stdout,
    );
    expect(ran.text).toMatch(/Hi Ada!\none Ada\n$/);
    expect(ran.injections).toEqual([
      {
        command: 'echo one Ada',
        kind: 'inline',
        origin: 'contains-argument',
        status: 'ok',
        exitCode: 0,
        ms: expect.any(Number),
      },
    ]);
    const refused = await render('touch', '--run-shell', '--format', 'json');
    const report = JSON.parse(refused.stdout);
    expect([refused.code, report.text, report.messages, report.injections[0].status]).toEqual([1, null, [], 'blocked']);
    expect(report.aborted).toMatch(/^Shell command permission check failed for pattern "!`touch made`": /);
    const failed = await render('fail', '--run-shell');
    expect([failed.code, failed.stdout]).toEqual([1, '']);
    expect(failed.stderr).toMatch(
      /^skillwright: Claude Code sends nothing for `\/fail`: Shell command failed for pattern /,
    );
  });

  test('says of a command that failed and printed nothing that it did', async () => {
    const { render } = await project({ 'app/.claude/skills/quiet/SKILL.md': '---\ndescription: D\n---\n!`false`\n' });
    const { code, stderr } = await render('quiet', '--run-shell');
    expect([code, stderr.trimEnd().split('\n')]).toEqual([
      1,
      [
        'skillwright: Claude Code sends nothing for `/quiet`: Shell command failed for pattern "!`false`": ',
        'skillwright: The command printed nothing and ended with exit code 1',
      ],
    ]);
  });

  test('sends what Claude Code makes of blank text', async () => {
    const command = (body: string, fields = 'description: D') => `---\n${fields}\n---\n${body}`;
    const fork = 'description: D\ncontext: fork';
    const { render } = await project({
      'app/.claude/commands/blank.md': command('$ARGUMENTS \n'),
      'app/.claude/commands/fork-empty.md': command('', fork),
      'app/.claude/commands/fork-blank.md': command('$ARGUMENTS \n\u00a0', fork),
    });
    const sent = async (...args: readonly string[]) => {
      const { text, messages, spans } = JSON.parse((await render(...args, '--format', 'json')).stdout);
      return [text, messages.map((message: { text: string }) => message.text), spans.length];
    };
    const metadata = '<command-message>blank</command-message>\n<command-name>/blank</command-name>\n';
    expect(await sent('blank')).toEqual(['', [metadata, ''], 0]);
    expect(await sent('fork-empty')).toEqual(['(no content)', ['(no content)'], 0]);
    expect(await sent('fork-blank')).toEqual(['', [], 0]);
    expect((await sent('fork-empty', '--runtime', 'claude-code@2.1.7'))[0]).toBe('(no content)');
    expect(await sent('fork-blank', 'x')).toEqual(['x \n\u00a0', ['x \n\u00a0'], 1]);
  });

  test('runs what only the arguments make a command when they are trusted', async () => {
    const { render } = await project({ 'app/.claude/skills/any/SKILL.md': '---\ndescription: D\n---\n!$ARGUMENTS\n' });
    const args = ['any', '`echo made`', '--run-shell', '--format', 'json'];
    const held = JSON.parse((await render(...args)).stdout);
    expect(held.text).toMatch(/\n!`echo made`\n$/);
    expect(held.injections[0]).toMatchObject({ origin: 'argument', status: 'blocked', exitCode: null, ms: 0 });
    expect(held.notes).toEqual([
      'The arguments added a command that the file does not contain; --trust-arguments runs it, as Claude Code would',
    ]);
    const trusted = JSON.parse((await render(...args, '--trust-arguments')).stdout);
    expect(trusted.text).toMatch(/\nmade\n$/);
  });

  test('runs a command inside the block of another on its own', async () => {
    const body = "```!\necho 'a !`sleep 1; echo in` b'\n```\n";
    const { render } = await project({
      'app/.claude/skills/any/SKILL.md': `---\ndescription: D\nallowed-tools: Bash\n---\n${body}`,
    });
    const read = JSON.parse((await render('any', '--format', 'json')).stdout);
    expect(read.notes).toEqual([
      'One command is inside the block of another command. Claude Code runs it on its own, as well as in the block, and which finishes first determines the text',
      'Claude Code would run 2 commands; --run-shell runs them here',
    ]);
    const { text, injections } = JSON.parse((await render('any', '--run-shell', '--format', 'json')).stdout);
    expect(text).toMatch(/\na in b\n$/);
    expect(injections).toMatchObject([
      { kind: 'fenced', status: 'ok' },
      { kind: 'inline', command: 'sleep 1; echo in', status: 'ok' },
    ]);
  });

  test('renders files that no session has', async () => {
    const { root, render } = await project({
      'elsewhere/draft/SKILL.md': '---\ndescription: D\n---\nIn ${CLAUDE_SKILL_DIR}\n',
    });
    const { code, stdout, stderr } = await render(`${root}/elsewhere/draft`);
    const folder = `${root}/elsewhere/draft`;
    expect([code, stdout]).toEqual([0, `Base directory for this skill: ${folder}\n\nIn ${folder}\n`]);
    expect(stderr).toBe('skillwright: Claude Code does not load it from this place\n');
  });

  test('says in the client’s words why nothing is sent', async () => {
    const { render } = await project({
      'app/.claude/skills/guard/SKILL.md': '---\ndescription: D\nuser-invocable: false\n---\nGuard\n',
    });
    const { code, stdout } = await render('guard', '--format', 'json');
    const { text, aborted, spans, messages } = JSON.parse(stdout);
    expect([code, text, spans, messages]).toEqual([1, null, [], []]);
    expect(aborted).toBe(
      'This skill can only be invoked by Claude, not directly by users. Ask Claude to use the "guard" skill for you.',
    );
  });

  test('tells in one line what is wrong', async () => {
    const { root, render } = await project({
      'app/.claude/skills/styles/SKILL.md': '---\ndescription: D\npaths: "*.css"\n---\nStyles\n',
      'app/empty/README.md': '',
    });
    const complaint = async (...args: readonly string[]) => {
      const { code, stdout, stderr } = await render(...args);
      expect([code, stdout]).toEqual([2, '']);
      return stderr.trimEnd();
    };
    expect(await complaint('gret')).toBe('skillwright: No such skill: gret; did you mean greet?');
    expect(await complaint('./nowhere')).toMatch(
      /^skillwright: No such skill: \.\/nowhere is neither a file nor a folder/,
    );
    expect(await complaint('./empty')).toBe(`skillwright: There is no SKILL.md in ${root}/app/empty`);
    expect(await complaint('init')).toBe(
      'skillwright: `/init` is a built-in command of Claude Code, and its text is not in a file',
    );
    expect(await complaint('styles')).toMatch(
      /^skillwright: `styles` is not loaded: .*; specify its path to render it anyway$/,
    );
    for (const name of ['', ' ']) {
      expect(await complaint(name)).toBe('skillwright: Specify a skill; `skillwright list` shows all');
    }
    expect(await complaint('greet', 'Ada', 'Bob')).toBe(
      'skillwright: Put quotes around the arguments of greet, as in "Ada Bob"',
    );
    expect(await complaint('greet', '--session', '')).toMatch(/--session <id>.* is invalid/);
    expect(await complaint('greet', 'a', '--args', 'b')).toBe('skillwright: Specify the arguments only once');
    expect(await complaint('greet', '--effort', 'much')).toMatch(/Allowed choices are low, medium, high, xhigh, max/);
  });

  test('follows the rules of an older release', async () => {
    const { render } = await project({
      'app/.claude/skills/any/SKILL.md': '---\ndescription: D\n---\n$ARGUMENTS $0\n',
    });
    const { stdout } = await render('any', 'a $& b', '--runtime', 'claude-code@2.1.7');
    expect(stdout).toMatch(/\na \$ARGUMENTS b \$0\n$/);
  });

  describe('--after-compaction', () => {
    const line = 'Each line of this skill has the same number of characters.\n';
    const long = (name: string) => `---\ndescription: Long ${name}\n---\nDo $0.\n${line.repeat(500)}`;
    const named = (name: string) => `app/.claude/skills/${name}/SKILL.md`;
    const files = Object.fromEntries(['one', 'two', 'three', 'four', 'five', 'six'].map((it) => [named(it), long(it)]));

    test('prints the message about invoked skills, cut where Claude Code cuts it', async () => {
      const { root, render } = await project(files);
      const { code, stdout, stderr } = await render('one', 'push', '--after-compaction');
      const heading = '### Skill: one\nPath: projectSettings:one\n\n';
      const text = stdout.slice(stdout.indexOf(heading) + heading.length);
      expect(stdout).toMatch(/^The following skills were invoked EARLIER in this session/);
      expect(text).toHaveLength(20_000);
      expect(text).toMatch(/\n\n\[\.\.\. skill content truncated for compaction; [^\n]*\]$/);
      expect(text).toMatch(
        new RegExp(`^Base directory for this skill: ${root}/app/.claude/skills/one\n\nDo push\\.\n`),
      );
      expect(stderr).toMatch(
        /^skillwright: The first 19,900 of \S+ characters stay, then a notice that the rest was cut\nskillwright: The rest begins at line \d+, column \d+ of the file\n$/,
      );
      expect(code).toBe(0);
    });

    test('puts newer skills first, until nothing is left', async () => {
      const { render } = await project(files);
      const named = await render(
        'one',
        '--after-compaction',
        '--newer',
        'two',
        '--newer',
        '/greet',
        '--format',
        'json',
      );
      const { state, skills, message } = JSON.parse(named.stdout);
      expect(skills.map((it: { name: string; state: string }) => `${it.name}: ${it.state}`)).toEqual([
        'greet: whole',
        'two: cut',
        'one: cut',
      ]);
      expect(message.match(/^### Skill: .*$/gm)).toEqual(['### Skill: greet', '### Skill: two', '### Skill: one']);
      expect([state, named.code]).toEqual(['cut', 0]);
      const five = await render('one', '--after-compaction', '--newer', '5');
      expect(five.stderr).toBe(
        'skillwright: Nothing is left: the 5 newer skills take 25,000 of the 25,000 tokens that Claude Code keeps\n',
      );
      expect(five.stdout).not.toContain('### Skill: one');
      expect(five.code).toBe(1);
    });

    test('says why nothing is ever left of a fork, and in releases that keep no skills', async () => {
      const { render } = await project({ [named('aside')]: '---\ndescription: d\ncontext: fork\n---\nGo.\n' });
      const fork = await render('aside', '--after-compaction');
      expect([fork.code, fork.stdout]).toEqual([1, '']);
      expect(fork.stderr).toContain('`/aside` runs in a subagent: its text is never part of this conversation');
      const old = await render('greet', '--after-compaction', '--runtime', 'claude-code@2.1.7');
      expect([old.code, old.stdout]).toEqual([1, '']);
      expect(old.stderr).toContain('This release of Claude Code keeps nothing of invoked skills');
    });

    test('rejects newer skills that do not exist', async () => {
      const { render } = await project();
      const messages = await Promise.all([
        render('greet', '--newer', 'greet'),
        render('greet', '--after-compaction', '--newer', 'missing'),
        render('greet', '--after-compaction', '--newer', '2'),
      ]);
      expect(messages.map(({ code, stderr }) => `${code} ${stderr.trim()}`)).toEqual([
        '2 skillwright: --newer needs --after-compaction',
        '2 skillwright: --newer missing: no such skill; `skillwright list` shows all',
        '2 skillwright: --newer 2: only 0 other skills can be invoked',
      ]);
    });
  });
});
