import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import picocolors from 'picocolors';
import { describe, expect, test } from 'vitest';
import { askAboutCommands } from '../../server/src/cli/preview/ask-about-commands.ts';
import type { TerminalUser } from '../../server/src/cli/terminal/terminal-user.ts';
import { scanInjections } from '../../server/src/document/injections.ts';
import { readDocument } from '../../server/src/document/read-document.ts';
import type { RuntimeId } from '../../server/src/document/runtime-id.ts';
import { textRange } from '../../server/src/document/text/text-range.ts';
import { renderSkill } from '../../server/src/runtime/render/render-skill.ts';
import type { RenderableSkill } from '../../server/src/runtime/render/renderable-skill.ts';
import { isChangedFromFile } from '../../server/src/runtime/render/rendered-injections.ts';
import type { RenderedInjection } from '../../server/src/runtime/render/rendering.ts';
import { bundleCliForTests, cliCommand, runCli, temporaryFolder } from '../cli/cli-process.ts';
import { bundleServerForTests } from '../protocol/editor.ts';
import { reviewFile, reviewSkill, startPreviews } from '../protocol/start-previews.ts';

bundleCliForTests();
bundleServerForTests();

const skill = (body: string) => `---\ndescription: D\nallowed-tools: Bash\n---\n${body}\n`;

/** A project in a folder of its own, and a run of `render` in it that reports as JSON. */
async function project(files: Readonly<Record<string, string>>, folder = 'app') {
  const root = await temporaryFolder({ [`${folder}/.git/HEAD`]: '', 'home/.keep': '', 'managed/.keep': '', ...files });
  const app = path.join(root, folder);
  const options = ['--cwd', app, '--home', `${root}/home`, '--managed', `${root}/managed`];
  const run = async (command: 'render' | 'invoke', ...args: readonly string[]) => {
    const { code, stdout } = await runCli([command, ...args, '--run-shell', '--format', 'json', ...options], {
      cwd: app,
    });
    return { code, report: JSON.parse(stdout) };
  };
  return { root, app, options, run, made: (name: string) => existsSync(path.join(app, name)) };
}

describe('a command that arguments change', () => {
  const echo = { 'app/.claude/skills/say/SKILL.md': skill('!`echo $ARGUMENTS`') };

  test('does not run with --run-shell alone', async () => {
    const { run, made } = await project(echo);
    const { code, report } = await run('render', 'say', '; touch x');
    expect([code, made('x')]).toEqual([0, false]);
    expect(report.text).toMatch(/\n!`echo ; touch x`\n$/);
    expect(report.injections).toMatchObject([{ status: 'not-run', exitCode: null }]);
    expect(report.notes).toEqual([
      'One command was not run, because the arguments changed it; read it in the text, then run again with --trust-arguments',
    ]);
  });

  test('does not run either when the Skill tool brings the arguments', async () => {
    const { run, made } = await project(echo);
    const { report } = await run('invoke', 'say', '; touch x', '--allowedTools', 'Skill');
    expect(made('x')).toBe(false);
    expect(report.notes).toEqual([expect.stringContaining('because the arguments changed it')]);
  });

  test('runs with --trust-arguments, and without arguments as it is in the file', async () => {
    const { run, made } = await project(echo);
    expect((await run('render', 'say')).report.injections).toMatchObject([{ status: 'ok' }]);
    await run('render', 'say', '; touch x', '--trust-arguments');
    expect(made('x')).toBe(true);
  });

  test('that Claude Code denies is reported as denied', async () => {
    const { run } = await project({ 'app/.claude/skills/say/SKILL.md': '---\ndescription: D\n---\n!`echo $0`\n' });
    const { code, report } = await run('render', 'say', '"$(touch x)"');
    expect([code, report.injections[0].status]).toEqual([1, 'blocked']);
    expect(report.aborted).toMatch(/^Shell command permission check failed/);
  });
});

describe('a command that the name of a folder changes', () => {
  test.each([
    '$(touch x)',
    '`touch x`',
    'a;touch x',
    'a&touch x;',
    'a|touch x',
    "a';touch x;'",
    'a";touch x;"',
    'a\ntouch x\n',
    'a b',
    'a !`touch x`',
  ])('does not run where the skill is in %j', async (name) => {
    const { run, made } = await project({
      [`app/.claude/skills/${name}/SKILL.md`]: skill('!`ls ${CLAUDE_SKILL_DIR}`'),
    });
    const { report } = await run('render', `.claude/skills/${name}`);
    expect(made('x')).toBe(false);
    for (const { status } of report.injections) expect(['not-run', 'blocked']).toContain(status);
  });

  test.each(['a;touch x', '$(touch x)', '`touch x`'])('does not run where the project is %j', async (name) => {
    const files = { [`${name}/.claude/skills/say/SKILL.md`]: skill('!`ls ${CLAUDE_PROJECT_DIR}`') };
    const { run, made } = await project(files, name);
    const { report } = await run('render', 'say');
    expect(made('x')).toBe(false);
    expect(report.injections[0].status).not.toBe('ok');
    expect(report.notes.join()).toMatch(
      /a path or variable with special characters|[Aa]rguments (?:added|made)|The arguments add/,
    );
  });

  test('runs where the name is a plain word', async () => {
    const { run } = await project({ 'app/.claude/skills/naïve_1.0-名前/SKILL.md': skill('!`ls ${CLAUDE_SKILL_DIR}`') });
    const { report } = await run('render', '.claude/skills/naïve_1.0-名前');
    expect(report.injections).toMatchObject([{ status: 'ok' }]);
  });
});

describe('whatever the arguments and the folders are', () => {
  const pieces = [
    ...['`', '!`', '```', '```!', '!', ' ', '\n', '\r\n', ';', '|', '$(', ')', '"', "'", '\\', '&', '>', '#', '{', '}'],
    ...['$ARGUMENTS', '$0', '$1', '$name', '${CLAUDE_SKILL_DIR}', '${CLAUDE_', 'SKILL_DIR}', 'touch x', 'a', '\u00a0'],
  ];
  const mixed = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(''));
  const bodies = fc
    .array(
      fc.constantFrom(...pieces, '!`echo $0`', '!`ls ${CLAUDE_SKILL_DIR}`', '```!\necho $ARGUMENTS\n```', '\n!`pwd`\n'),
      {
        maxLength: 12,
      },
    )
    .map((parts) => parts.join(''));
  const runtimes = fc.constantFrom<RuntimeId>('claude-code', 'claude-code@2.1.7');

  test('what runs unasked is what the file says, with plain words for its variables', () => {
    let unasked = 0;
    fc.assert(
      fc.property(bodies, mixed, mixed, runtimes, (body, given, folder, runtime) => {
        const file = `---\narguments: [name]\n---\n${body}`;
        const document = readDocument(file, runtime);
        const it: RenderableSkill = {
          name: 's',
          kind: 'skill',
          folder: `/${folder}`,
          document,
          tier: 'project',
          plugin: undefined,
        };
        const session = { folder: `/p/${folder}`, sessionId: 'an-id', effort: 'medium', shellDisabled: false };
        const start = document.frontmatter.block?.range.end ?? 0;
        const written = scanInjections(file, textRange(start, file.length), runtime).map(({ commandRange }) =>
          withValues(file.slice(commandRange.start, commandRange.end), given === '', `/${folder}`, runtime).trim(),
        );
        for (const injection of renderSkill(it, given, session).injections) {
          if (isChangedFromFile(injection)) continue;
          unasked++;
          const { command } = injection;
          expect(written.map(plainLineEnds)).toContain(plainLineEnds(command));
        }
      }),
      { numRuns: 1_000 },
    );
    expect(unasked).toBeGreaterThan(100);
  });

  const plainLineEnds = (text: string) => text.replaceAll('\r\n', '\n');

  /** Without arguments placeholders may go; variables count only where their value is a plain word. */
  function withValues(command: string, noArguments: boolean, folder: string, runtime: RuntimeId): string {
    // 2.1.7 knows no such variable, and leaves placeholders where there are no arguments.
    if (runtime !== 'claude-code') return command;
    const filled = /^[\w/]*$/.test(folder) ? command.replaceAll('${CLAUDE_SKILL_DIR}', folder) : command;
    // An escaped placeholder loses its backslash whatever the arguments are.
    const unescaped = filled.replaceAll(/(?<!\\)\\\$(?=\d|ARGUMENTS|name(?![[\w]))/g, '$');
    return noArguments ? unescaped.replaceAll(/(?<!(?<!\\)\\)\$(name(?![[\w])|ARGUMENTS)/g, '') : unescaped;
  }

  test('what is said to come from outside is all that does', () => {
    fc.assert(
      fc.property(mixed, (given) => {
        for (const { command, insertions, origin } of injectionsOf('!`echo A $ARGUMENTS B`', given)) {
          if (origin !== 'contains-argument' || given === '') continue;
          const [only] = insertions;
          expect([command.slice(0, only!.start), command.slice(only!.end)]).toEqual(['echo A ', ' B']);
        }
      }),
    );
  });
});

/** The commands of a skill with this body. */
function injectionsOf(body: string, given: string): readonly RenderedInjection[] {
  const document = readDocument(`---\n---\n${body}\n`, 'claude-code');
  const skill: RenderableSkill = {
    name: 's',
    kind: 'skill',
    folder: '/s',
    document,
    tier: 'project',
    plugin: undefined,
  };
  const session = { folder: '/p', sessionId: 'an-id', effort: 'medium', shellDisabled: false };
  return renderSkill(skill, given, session).injections;
}

describe('a user at a terminal', () => {
  const injections = (given: string, body = '!`echo $ARGUMENTS`') => injectionsOf(body, given);
  const asked = async (lines: readonly string[], ...about: Parameters<typeof injections>) => {
    let shown = '';
    const left = [...lines];
    const user: TerminalUser = {
      colours: picocolors.createColors(false),
      show(text) {
        shown += text;
      },
      answers: (read) =>
        read(async (question) => {
          shown += question;
          return left.shift() ?? '';
        }),
    };
    const agreed = await askAboutCommands(injections(...about), user);
    return { shown, agreed: [...agreed] };
  };

  test('sees the command as it would run, and what comes from the arguments', async () => {
    const { shown, agreed } = await asked(['y'], 'hi; touch x');
    expect(shown).toBe(
      'This command differs from the one in the file:\n\n    echo hi; touch x\n  From the arguments: `hi; touch x`\n\nRun it? [y/N] ',
    );
    expect(agreed).toEqual(['echo hi; touch x']);
  });

  test.each(['', 'n', 'no', 'x', 'all', 'Y n'])('who says %j has not agreed', async (answer) => {
    expect((await asked([answer], 'hi')).agreed).toEqual([]);
  });

  test('reads all commands before the first question', async () => {
    const body = '!`echo a $0`\n!`echo b $0`\n!`echo c $0`';
    const { shown, agreed } = await asked(['n', 'all'], 'hi', body);
    expect(shown.indexOf('echo c hi')).toBeLessThan(shown.indexOf('Run command 1 of 3?'));
    expect(agreed).toEqual(['echo b hi', 'echo c hi']);
    expect((await asked(['y', 'none'], 'hi', body)).agreed).toEqual(['echo a hi']);
    expect((await asked(['y'], 'hi', body)).agreed).toEqual(['echo a hi']);
  });

  test('is sent no control characters', async () => {
    const { shown } = await asked(['n'], 'a\u001b[2K\u001b[1A\u202e\u200b\u{e0041}\r\u0007b');
    expect(shown).toContain('a\\x1b[2K\\x1b[1A\\u202e\\u200b\\u{e0041}\\r\\x07b');
    expect(shown).not.toMatch(/[^\P{C}\n]/u);
  });

  test('is not asked what no screen shows', async () => {
    for (const given of ['x'.repeat(5_000), '\n'.repeat(80)]) {
      expect(await asked(['y', 'y'], `a${given}; touch x`)).toEqual({ shown: '', agreed: [] });
    }
  });

  /** Types at a real terminal once something is asked. */
  function atTerminal(folder: string, args: readonly string[], answer: string): Promise<string> {
    const command = [...cliCommand(), ...args].map((it) => `'${it.replaceAll("'", `'\\''`)}'`).join(' ');
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      cwd: folder,
      env: { PATH: process.env.PATH, TERM: 'dumb' },
    });
    let shown = '';
    child.stdout.on('data', (bytes: Buffer) => {
      const before = shown;
      shown += bytes;
      if (!before.includes('[y/N]') && shown.includes('[y/N]')) child.stdin.write(`${answer}\n`);
    });
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', () => resolve(shown));
    });
  }

  const hasTerminals = existsSync('/usr/bin/script') && process.platform === 'linux';

  test.runIf(hasTerminals).for([
    ['y', true],
    ['', false],
    ['n', false],
  ] as const)('decides by typing %j', async ([answer, runs]) => {
    const { app, options, made } = await project({ 'app/.claude/skills/say/SKILL.md': skill('!`echo $ARGUMENTS`') });
    const shown = await atTerminal(app, ['render', 'say', '; touch x', '--run-shell', ...options], answer);
    expect(shown).toContain('    echo ; touch x\r\n  From the arguments: `; touch x`');
    expect(made('x')).toBe(runs);
    expect(shown.includes('was not run')).toBe(!runs);
  });
});

describe('in the preview', () => {
  test('a consent to one final text covers no other', async () => {
    const { shown, run, root } = await startPreviews({ [reviewFile]: reviewSkill('!`echo $ARGUMENTS`') });
    const harmless = (await shown(reviewFile, 'hi')).injections[0]!;
    for (const given of ['hi; touch x', 'hi ', 'hi`', '"hi"', "h'i'", 'hi\n', 'hi\u00a0;touch x']) {
      const other = (await shown(reviewFile, given)).injections[0];
      if (other?.command !== harmless.command) {
        expect(other?.hash).not.toBe(harmless.hash);
        await expect(run(reviewFile, harmless, { arguments: given })).rejects.toThrow(
          'no longer contains this command',
        );
      }
    }
    expect(existsSync(path.join(root, 'app/x'))).toBe(false);
  });

  test('what came from arguments and folders is said', async () => {
    const file = 'app/.claude/skills/$(touch x)/SKILL.md';
    const { shown } = await startPreviews({ [file]: reviewSkill('!`ls ${CLAUDE_SKILL_DIR}; echo $0`') });
    const [{ command, insertions = [] }] = (await shown(file, 'hi')).injections as [never];
    expect(
      (insertions as { start: number; end: number; from: string }[]).map((it) => [
        it.from,
        (command as string).slice(it.start, it.end),
      ]),
    ).toEqual([
      ['variable', expect.stringMatching(/\/\$\(touch x\)$/)],
      ['arguments', 'hi'],
    ]);
  });
});
