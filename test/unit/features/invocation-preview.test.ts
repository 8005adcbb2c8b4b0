import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { invocationPreview } from '../../../server/src/jobs/preview/invocation-preview.ts';
import type { InvocationPreview, PreviewOutcome } from '../../../server/src/protocol.ts';
import { runs } from '../../every-test.ts';
import { bodyOf, previewOf, previewSubject } from './preview-of.ts';
import { project, skillPath } from './session-of.ts';

const said = (output: string): PreviewOutcome => ({ status: 'ok', output, exitCode: 0, ms: 1 });

/** The text of each span, with its label. */
const labels = ({ text, spans }: InvocationPreview) =>
  spans.map(({ start, end, label }) => [text.slice(start, end), label]);

/** The text of each command. */
const commandTexts = ({ text, injections }: InvocationPreview) =>
  injections.map(({ start, end }) => text.slice(start, end));

describe('spans', () => {
  test.each<[string, string, string[][]]>([
    ['$ARGUMENTS', 'a b', [['a b', 'all arguments, exactly as typed']]],
    ['x $ARGUMENTS y', '', [['', 'left out: there are no arguments']]],
    [
      '$0 $ARGUMENTS[1] $2',
      'a b',
      [
        ['a', 'first word of the arguments'],
        ['b', 'second word of the arguments'],
      ],
    ],
    [
      '$one $two',
      'a',
      [
        ['a', '$one: first word of the arguments'],
        ['', '$two: left out: there is no second argument'],
      ],
    ],
    [
      '\\$1 \\$1a $0',
      'a',
      [
        ['$', 'stays as text; only the backslash before it is removed'],
        ['$', 'stays as text; only the backslash before it is removed'],
        ['a', 'first word of the arguments'],
      ],
    ],
    [
      '${CLAUDE_EFFORT}',
      '',
      [['medium', '${CLAUDE_EFFORT}: the effort level of the turn: low, medium, high, xhigh or max']],
    ],
    ['${CLAUDE_NONE} ${HOME} $HOME', '', []],
    ['Do it', 'now', [['\n\nARGUMENTS: now', 'the arguments, added at the end because no placeholder uses them']]],
  ])('%j with %j', async (body, given, expected) => {
    expect(labels(await previewOf(body, given, { fields: ['arguments: one two'] }))).toEqual(expected);
  });

  test('of variables that arguments bring are from the arguments', async () => {
    const preview = await previewOf('Hi $0.', "'${CLAUDE_EFFORT}'");
    expect(bodyOf(preview)).toBe('Hi medium.');
    expect(labels(preview)).toEqual([['medium', 'first word of the arguments']]);
  });

  test('of outputs name the command', async () => {
    const preview = await previewOf('!`pwd` $0', 'x', {
      outcomes: ({ injections: [card] }) => ({ [card!.hash]: said('/here') }),
    });
    expect(labels(preview)).toEqual([
      ['/here', 'output of the command pwd'],
      ['x', 'first word of the arguments'],
    ]);
  });
});

describe('commands', () => {
  test('are found in their positions, whatever the output of those before them', async () => {
    const outcomes = ({ injections: [first, , third] }: InvocationPreview) => ({
      [first!.hash]: said('a long output with $& in it'),
      [third!.hash]: said(''),
    });
    const preview = await previewOf('A !`one` B !`two` C ```!\nthree\n``` D !`four $0`', 'x', { outcomes });
    expect(bodyOf(preview)).toBe('A a long output with $& in it B !`two` C  D !`four x`');
    expect(commandTexts(preview)).toEqual(['a long output with $& in it', '!`two`', '', '!`four x`']);
    expect(preview.injections.map(({ status }) => status)).toEqual(['ok', 'not-run', 'ok', 'not-run']);
    expect(preview.injections[1]!.start).toBe(preview.text.indexOf(' B !`two`') + 3);
  });

  test('are where Claude Code inserts their output, even if an output looks like a command', async () => {
    const outcomes = ({ injections: [first, second] }: InvocationPreview) => ({
      [first!.hash]: said('!`two`'),
      [second!.hash]: said('second'),
    });
    const preview = await previewOf('A !`one` B !`two` C', '', { outcomes });
    expect(bodyOf(preview)).toBe('A second B !`two` C');
    expect(commandTexts(preview)).toEqual(['second', 'second']);
  });

  test('name the rules that decide about them, and where these are', async () => {
    const settings = { permissions: { allow: ['Bash(touch:*)'], deny: ['Bash(rm:*)'] } };
    const preview = await previewOf('!`touch a` !`rm b` !`make` !`echo d`', '', {
      fields: ['allowed-tools: Bash(make:*)'],
      disk: { [`${project}/.claude/settings.local.json`]: settings },
    });
    expect(preview.injections.map(({ decidedBy }) => decidedBy)).toEqual([
      [{ rule: 'Bash(touch:*)', behavior: 'allow', file: '.claude/settings.local.json' }],
      [{ rule: 'Bash(rm:*)', behavior: 'deny', file: '.claude/settings.local.json' }],
      [{ rule: 'Bash(make:*)', behavior: 'allow' }],
      undefined,
    ]);
  });

  test('in the block of another are listed, run and consented to on their own', async () => {
    const body = "A\n```!\necho ' !`rm $0`'\n``` B";
    const before = await previewOf(body, 'x');
    expect(before.injections.map(({ command, kind, origin }) => [command, kind, origin])).toEqual([
      ["echo ' !`rm x`'", 'fenced', 'contains-argument'],
      ['rm x', 'inline', 'contains-argument'],
    ]);
    expect(new Set(before.injections.map(({ hash }) => hash)).size).toBe(2);
    expect(before.injections.map(({ permission }) => permission)).toEqual(['allowed', 'refused']);
    expect(before.aborted?.message).toContain('for pattern "!`rm x`"');
    expect(before.notes).toContain(
      'One command is inside the block of another command. Claude Code runs it on its own, as well as in the block, and which finishes first determines the text',
    );
    const innerFirst = await previewOf(body, 'x', {
      outcomes: ({ injections: [block, inner] }) => ({
        [block!.hash]: { ...said('block'), ms: 20 },
        [inner!.hash]: { ...said('inner'), ms: 10 },
      }),
    });
    expect(bodyOf(innerFirst)).toBe("A\n```!\necho ' inner'\n``` B");
    const blockFirst = await previewOf(body, 'x', {
      outcomes: ({ injections: [block, inner] }) => ({
        [block!.hash]: { ...said('block'), ms: 10 },
        [inner!.hash]: { ...said('inner'), ms: 20 },
      }),
    });
    expect(bodyOf(blockFirst)).toBe('A\nblock B');
    expect(labels(blockFirst)).toEqual([['block', "output of the command echo ' !`rm x`'"]]);
  });

  test('are found in every text', async () => {
    const part = fc.constantFrom(
      '!`a`',
      '!`b $0`',
      '```!\nc\n```',
      '$ARGUMENTS',
      '$1',
      'text',
      '\n',
      '${CLAUDE_EFFORT}',
      '😀',
    );
    const output = fc.constantFrom('', 'x', '`a`', 'longer than the command was\n', '$0');
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { maxLength: 12 }),
        fc.array(output, { minLength: 3, maxLength: 3 }),
        async (parts, outputs) => {
          const subject = await previewSubject(parts.join(' '));
          const before = (await invocationPreview(subject, "one 'two words'")).preview;
          expect(commandTexts(before).every((it) => /^(!`[^`]+`|```![^`]+```)$/.test(it))).toBe(true);
          const known = Object.fromEntries(
            before.injections.map(({ hash }, index) => [hash, said(outputs[index % 3]!)]),
          );
          const after = (await invocationPreview(subject, "one 'two words'", known)).preview;
          expect(commandTexts(after)).toEqual(after.injections.map(({ hash }) => known[hash]!.output));
        },
      ),
      { numRuns: runs(100) },
    );
  });

  test('have a hash of their words, where these come from, their folder and their file', async () => {
    const hash = async (...args: Parameters<typeof previewOf>) => (await previewOf(...args)).injections[0]!.hash;
    const own = await hash('A !`touch a`');
    expect(own).toMatch(/^[0-9a-f]{64}$/);
    expect(await hash('Text before it ```!touch a```')).toBe(own);
    expect(await hash('!`touch $0`', 'a')).not.toBe(own);
    expect(await hash('!`touch a b`')).not.toBe(own);
    expect(await hash('A !`touch a`', '', { session: { folder: '/elsewhere' } })).not.toBe(own);
    expect(await hash('!$ARGUMENTS', '`touch a`')).not.toBe(own);
    const elsewhere = { ...(await previewSubject('A !`touch a`')), path: '/home/me/app/.claude/skills/other/SKILL.md' };
    expect((await invocationPreview(elsewhere, '')).preview.injections[0]!.hash).not.toBe(own);
  });

  test('that the settings switch off are shown where the notice is', async () => {
    const disk = { [`${project}/.claude/settings.json`]: { disableSkillShellExecution: true } };
    const preview = await previewOf('$0 !`one $0` $1 !`two`', 'a b', { disk });
    const notice = '[shell command execution disabled by policy]';
    expect(bodyOf(preview)).toBe(`a ${notice} b ${notice}`);
    expect(commandTexts(preview)).toEqual([notice, notice]);
    expect(preview.injections).toMatchObject([
      { command: 'one a', status: 'disabled', reason: expect.stringContaining('`disableSkillShellExecution`') },
      { command: 'two', status: 'disabled' },
    ]);
    expect(preview.aborted).toBeUndefined();
    const managed = await previewOf('!`pwd`', '', { disk, skill: { tier: 'managed' } });
    expect(managed.injections).toMatchObject([{ status: 'not-run' }]);
  });

  test('that failed keep the message, and those that were cancelled their place', async () => {
    const message = 'Shell command failed for pattern "!`pwd`": [stderr]\nno';
    const outcomes = ({ injections: [first, second] }: InvocationPreview): Record<string, PreviewOutcome> => ({
      [first!.hash]: { status: 'failed', output: message, exitCode: 1, ms: 3 },
      [second!.hash]: { status: 'cancelled', output: '', ms: 5 },
    });
    const preview = await previewOf('!`pwd` !`ls`', '', { outcomes });
    expect(commandTexts(preview)).toEqual(['!`pwd`', '!`ls`']);
    expect(preview.injections).toMatchObject([
      { status: 'failed', output: message, exitCode: 1, ms: 3 },
      { status: 'cancelled', ms: 5 },
    ]);
    expect(preview.aborted).toEqual({ message, advice: expect.stringContaining('`|| true`') });
    expect(preview.messages).toEqual([]);
  });

  test('of 2.1.7 may say what pastes the text around them', async () => {
    const outcomes = ({ injections: [card] }: InvocationPreview) => ({ [card!.hash]: said('[$&]') });
    const preview = await previewOf('A !`one` B', '', { runtime: 'claude-code@2.1.7', outcomes });
    expect(bodyOf(preview)).toBe('A [!`one`] B');
    expect(commandTexts(preview)).toEqual(['[!`one`]']);
  });
});

describe('notes', () => {
  const notesOf = async (...args: Parameters<typeof previewOf>) => (await previewOf(...args)).notes;

  test.each<[string, string, string]>([
    ['Fix $0', 'fix #123 now', 'Claude Code splits the arguments like a shell, into 1 word: `fix`'],
    ['$0', "don't stop now", "Claude Code splits the arguments like a shell, into 1 word: `don't stop now`"],
    ['$0', "it's Bob's turn", 'Claude Code splits the arguments like a shell, into 2 words: `its Bobs`, `turn`'],
    ['Fix $0 $3 $ARGUMENTS[4]', 'a', '`$3`, `$ARGUMENTS[4]` stay as text: there is 1 argument, counted from 0'],
    ['$7', '', '`$7` stays as text: there are no arguments'],
    [
      '${CLAUDE_PLUGIN_ROOT} ${CLAUDE_NONE}',
      '',
      '`${CLAUDE_PLUGIN_ROOT}`, `${CLAUDE_NONE}` stay as text: Claude Code does not replace them here',
    ],
    ['${CLAUDE_SESSION_ID}', '', 'Each session has its own id; this one is an example'],
    ['${CLAUDE_EFFORT}', '', 'The effort level comes from the session; here it is `medium`'],
    ['$ARGUMENTS', 'hi !there', 'Claude Code changes `!` in arguments so that they do not become commands'],
    ['!$ARGUMENTS', '`ls`', 'The arguments add 1 command that the file does not contain, and Claude Code would run it'],
  ])('%j with %j', async (body, given, expected) => {
    expect(await notesOf(body, given)).toEqual([expected]);
  });

  test.each<[string, string]>([
    ['Fix $0 and $1', '"two words" it\\ too'],
    ['$ARGUMENTS', 'fix #123 now'],
    ['$0', '\'quoted words\' and "its"'],
    ['\\$3 `$HOME` ${HOME}', ''],
    ['Text', ''],
  ])('nothing about %j with %j', async (body, given) => {
    expect(await notesOf(body, given)).toEqual([]);
  });

  test('other skills at the beginning of the arguments', async () => {
    const disk = { [skillPath('b')]: '---\ndescription: B\n---\nb\n' };
    const note = (rest: string) =>
      `Typed in a session, this also loads \`/b\`, and each skill gets ${rest}. The preview shows what \`claude -p\` sends`;
    expect(await notesOf('$ARGUMENTS', '/b do it', { disk })).toEqual([note('the arguments “do it”')]);
    expect(await notesOf('$ARGUMENTS', '/b', { disk })).toEqual([note('no arguments')]);
    expect(await notesOf('$ARGUMENTS', 'do /b', { disk })).toEqual([]);
    expect(await notesOf('$ARGUMENTS', '/nope it', { disk })).toEqual([]);
    expect(await notesOf('$ARGUMENTS', '/b do it', { disk, runtime: 'claude-code@2.1.7' })).toEqual([]);
  });

  test('an effort that the skill sets is not asked for', async () => {
    expect(await notesOf('${CLAUDE_EFFORT}', '', { fields: ['effort: high'] })).toEqual([]);
  });

  test('a model that is not available', async () => {
    const disk = { '/home/me/.claude/settings.json': { availableModels: ['sonnet'] } };
    expect(await notesOf('x', '', { fields: ['model: haiku'], disk })).toEqual([
      'Claude Code ignores `model: haiku`, because `availableModels` in the settings does not include it',
    ]);
    expect(await notesOf('x', '', { fields: ['model: sonnet'], disk })).toEqual([]);
  });

  test('a text without instructions, and one whose instructions are gone', async () => {
    expect(await notesOf(' \n')).toEqual(['The skill has no instructions: nothing follows its frontmatter']);
    expect(await notesOf('$ARGUMENTS')).toEqual([
      'Nothing is left of the instructions: what they consist of was replaced by blank text',
    ]);
    expect(await notesOf('$ARGUMENTS', 'x')).toEqual([]);
    expect(await notesOf('!`pwd`')).toEqual([]);
  });
});

describe('attached files', () => {
  const disk = {
    [`${project}/docs/a.md`]: 'a'.repeat(400),
    [`${project}/lines.md`]: ['a'.repeat(40), 'b'.repeat(80), 'c'.repeat(120)].join('\n'),
    [`${project}/b.bin`]: new Uint8Array([0, 1]),
    '/home/me/secret.md': 'secret',
    [skillPath('demo').replace('SKILL.md', 'own.md')]: 'o'.repeat(40),
  };
  const attached = async (body: string, given = '', fields: readonly string[] = []) =>
    (await previewOf(body, given, { disk, fields })).attachments.map(({ path, tokens }) => `${path} ${tokens}`);

  test('are those of the text and the arguments, each once, with their tokens', async () => {
    expect(await attached('Read @docs/a.md and @./docs/a.md.')).toEqual(['docs/a.md 100']);
    expect(await attached('Read $ARGUMENTS', '@docs/a.md')).toEqual(['docs/a.md 100']);
    expect(await attached('Read @${CLAUDE_SKILL_DIR}/own.md')).toEqual(['.claude/skills/demo/own.md 10']);
  });

  test('cost only the lines that are asked for', async () => {
    expect(await attached('Read @lines.md#L2')).toEqual(['lines.md 20']);
    expect(await attached('Read @lines.md#L1-2 and @lines.md#L9')).toEqual(['lines.md 31', 'lines.md 0']);
  });

  test('are not what is missing, no text or outside of the folder, nor what nothing mentions', async () => {
    expect(await attached('@gone.md @b.bin @docs @../secret.md @~/secret.md @/home/me/secret.md me@docs/a.md')).toEqual(
      [],
    );
    expect(await attached('Read docs/a.md')).toEqual([]);
  });
});

describe('what an invocation changes', () => {
  test('is listed', async () => {
    const { changes } = await previewOf('x', '', {
      fields: [
        'context: fork',
        'agent: Explore',
        'model: opus',
        'effort: high',
        'allowed-tools: Read, Bash(git diff:*)',
        'disallowed-tools: Write',
        'hooks: {Stop: [{hooks: [{type: command, command: "true"}]}]}',
      ],
    });
    expect(changes.map(({ what, value }) => [what, value])).toEqual([
      ['fork', 'Explore'],
      ['model', 'opus'],
      ['effort', 'high'],
      ['allowedTools', 'Read, Bash(git diff:*)'],
      ['disallowedTools', 'Write'],
      ['hooks', 'Stop'],
    ]);
    expect((await previewOf('x')).changes).toEqual([]);
  });
});

describe('messages', () => {
  test('are what was typed and the text', async () => {
    const { messages, text } = await previewOf('Look at $0', '  all  of it ');
    expect(messages.map(({ role, isMeta, text }) => [role, isMeta, text])).toEqual([
      [
        'user',
        false,
        '<command-message>demo</command-message>\n<command-name>/demo</command-name>\n<command-args>all  of it</command-args>\n',
      ],
      ['user', true, text],
    ]);
  });

  test('mark commands that have not run, which do not count', async () => {
    const body = 'A !`pwd` B !`ls $0` C';
    const { messages, counts, text, injections } = await previewOf(body, 'x');
    expect(messages[0]!.pending).toEqual([]);
    expect(messages[1]!.pending.map(({ start, end, command }) => [text.slice(start, end), command])).toEqual([
      ['!`pwd`', 'pwd'],
      ['!`ls x`', 'ls x'],
    ]);
    expect(counts.characters).toBe(text.length - '!`pwd`!`ls x`'.length);
    const outcomes = { [injections[0]!.hash]: said('/here') };
    const ran = await previewOf(body, 'x', { outcomes: () => outcomes });
    expect(ran.messages[1]!.pending.map(({ command }) => command)).toEqual(['ls x']);
    expect(ran.counts.characters).toBe(ran.text.length - '!`ls x`'.length);
    const cancelled = { [injections[0]!.hash]: { status: 'cancelled', output: '', ms: 1 } as const };
    const stopped = await previewOf(body, 'x', { outcomes: () => cancelled });
    expect(stopped.messages[1]!.pending).toHaveLength(2);
  });

  test('mark the block around a command, not both', async () => {
    const fields = ['allowed-tools: Bash'];
    const body = "A\n```!\necho ' !`pwd`'\n```";
    const { messages, injections } = await previewOf(body, '', { fields });
    expect(messages[1]!.pending.map(({ command }) => command)).toEqual([injections[0]!.command]);
    // The inner one ran first, so that the block is text now.
    const outcomes = { [injections[1]!.hash]: said('/here') };
    expect((await previewOf(body, '', { fields, outcomes: () => outcomes })).messages[1]!.pending).toEqual([]);
  });

  test('of a blank command are what Claude Code sends', async () => {
    const command = { skill: { kind: 'command' } } as const;
    const blank = await previewOf('$0', "' '", command);
    expect(blank.messages.map((it) => it.text)).toEqual([expect.stringContaining('<command-name>'), '']);
    expect(blank.counts).toEqual({ characters: 0, tokens: 0, lines: 0 });
    const older = await previewOf(' $ARGUMENTS', '', { ...command, runtime: 'claude-code@2.1.7' });
    expect(older.messages[1]!.text).toBe(older.text);
    const fork = await previewOf('', '', { ...command, fields: ['context: fork'] });
    expect(fork.messages.map((it) => it.text)).toEqual(['(no content)']);
    expect(fork.notes).toContain('The skill has no instructions: nothing follows its frontmatter');
    const space = await previewOf('$0', "' '", { ...command, fields: ['context: fork'] });
    expect([space.text, space.messages]).toEqual([' ', []]);
  });

  test('are those of the Skill tool where only Claude can invoke the skill', async () => {
    const { messages, text } = await previewOf('Look', '', { fields: ['user-invocable: false'] });
    expect(messages.map((it) => it.text)).toEqual(['Launching skill: demo', text]);
  });

  test('of a fork are the text alone', async () => {
    const { messages, text } = await previewOf('Look', '', { fields: ['context: fork'] });
    expect(messages.map((it) => it.text)).toEqual([text]);
  });
});

test('2.1.7 takes no arguments apart', async () => {
  const preview = await previewOf('$0 $ARGUMENTS', 'a b', {
    runtime: 'claude-code@2.1.7',
    fields: ['arguments: one two'],
  });
  expect(bodyOf(preview)).toBe('$0 a b');
  expect(preview.arguments).toEqual([]);
  expect(preview.notes).toEqual([]);
});
