import { describe, expect, test } from 'vitest';
import type { MarkupContent } from 'vscode-languageserver-types';
import { FIELDS } from '../../../server/src/dialect/fields.ts';
import { readDocument } from '../../../server/src/document/read-document.ts';
import { hover, hoverUnchecked } from '../../../server/src/features/hover/hover.ts';
import type { InvocationFacts } from '../../../server/src/features/hover/hover-body.ts';
import type { PreviewSubject } from '../../../server/src/jobs/preview/preview-subject.ts';
import { checkedTurn } from '../../../server/src/runtime/invocation/invocation-turn.ts';
import { prepareInvocation } from '../../../server/src/runtime/invocation/prepare-invocation.ts';
import { renderableAtPath } from '../../../server/src/runtime/render/renderable-at-path.ts';
import { inSession } from '../rules/check-in-session.ts';
import { type OpenOptions, openText } from './open-text.ts';

function hoverAt(marked: string, options: OpenOptions = {}, invocation: InvocationFacts = {}): string | undefined {
  const { open, offset } = openText(marked, options);
  const result = hover(open, offset, invocation);
  // Without the findings it is the same, or says that it depends on them.
  const { findings, check, ...unchecked } = open;
  const found = hoverUnchecked(unchecked, offset, invocation);
  if (found !== undefined) expect(found).toEqual(result);
  const text = result ? (result.contents as MarkupContent).value : undefined;
  for (const line of text?.split('\n') ?? []) expect(line.trim()).toMatch(punctuated);
  return text;
}

/** What every line of a hover is: a sentence with its full stop, or facts or a link without one. */
const punctuated =
  /^$|^(?!.* · |Default: |Only with |Empty |Read by ).*[.?]$|^(?!.*\.$)(?:.* · .*|(?:Default: |Only with |Empty |Read by |\[|`).*)$/;

/** The hover of the value after a key of a skill. */
function here(field: string, options?: OpenOptions): string | undefined {
  const text = hoverAt(`---\n$0${field}\n---\nbody\n`, options);
  return /^Here: (.*)$/m.exec(text ?? '')?.[1];
}

describe('a file that is not checked yet', () => {
  const unchecked = (marked: string) => {
    const { open, offset } = openText(marked);
    return hoverUnchecked(open, offset);
  };

  test('has the hovers that depend on no finding', () => {
    expect(unchecked('---\nef$0fort: high\n---\n')).toMatchObject({ contents: { kind: 'markdown' } });
    expect(unchecked('---\neffort: high\n---\nGo to $AR$0GUMENTS.\n')).toMatchObject({
      contents: { kind: 'markdown' },
    });
    expect(unchecked('---\neffort: high\n---\n$0Text\n')).toBeNull();
    expect(unchecked('---\nst$0amp: 1\n---\n')).toBeUndefined();
  });

  test('is not read further than the frontmatter for a hover there', () => {
    const { open, offset } = openText('---\nef$0fort: high\n---\nBody\n');
    const { document } = open;
    const head = Object.create(document, {
      body: {
        get: () => {
          throw new Error('The body is read');
        },
      },
    });
    expect(hoverUnchecked({ ...open, document: head }, offset)).not.toBeNull();
    expect(hoverUnchecked({ ...open, document: head }, 1)).toBeNull();
    expect(() => hoverUnchecked({ ...open, document: head }, document.bodyStart)).toThrow('The body is read');
  });
});

describe('a field', () => {
  test('says what it does, its values, who reads it and where that is documented', () => {
    expect(hoverAt('---\nname: demo\nef$0fort: high\n---\n')).toBe(
      [
        'How much effort the model spends while the skill is active.',
        "`low` · `medium` · `high` · `xhigh` · `max`  \nDefault: the session's effort",
        'Here: More effort: work that needs thought.',
        'Read by Claude Code (since 2.1.80) · [Claude Code: model configuration, effort level](https://code.claude.com/docs/en/model-config#adjust-effort-level)',
      ].join('\n\n'),
    );
  });

  test.each(FIELDS.map(({ kinds, name }) => [kinds[0]!, name] as const))(
    '%s: %s is never a wall of text',
    (kind, name) => {
      const path = kind === 'agent' ? '/project/.claude/agents/demo.md' : undefined;
      const text = hoverAt(`---\n$0${name}: x\n---\n`, { ...(path && { path }), languageId: 'skill' })!;
      const words = text.replace(/\]\([^)]*\)/g, ']');
      expect(words.length).toBeLessThan(500);
      expect(text.split('\n').length).toBeLessThan(13);
      expect(text).toMatch(/\(https:/);
    },
  );

  test('names everybody who reads it', () => {
    expect(hoverAt('---\n$0license: MIT\n---\n')).toContain('Read by Claude Code and all other products');
    expect(hoverAt('---\n$0paths: a\n---\n')).toContain('Read by Claude Code and Cursor');
    expect(hoverAt('---\n$0effort: low\n---\n', { runtime: 'claude-code@2.1.7' })).toContain(
      'Claude Code 2.1.7 ignores it',
    );
  });

  test('that VS Code greys out gets a word on that, in its own documents only', () => {
    expect(hoverAt('---\n$0model: opus\n---\n', { languageId: 'skill' })).toContain('VS Code');
    expect(hoverAt('---\n$0model: opus\n---\n')).not.toContain('VS Code');
    expect(hoverAt('---\n$0name: x\n---\n', { languageId: 'skill' })).not.toContain('VS Code may call');
  });

  test('that Claude Code does not know', () => {
    expect(hoverAt('---\n$0stamp: 1\n---\n'), 'the finding says it').toBeUndefined();
    expect(hoverAt('---\n$0author: 1\n---\n')).toContain('without documenting it');
    expect(hoverAt('---\n$0category: 1\n---\n')).toBe('Claude Code does not know `category` and ignores it.');
    expect(hoverAt('---\n$0version: 1\n---\n')).toContain('without documenting it');
    expect(hoverAt('---\n$0name: x\n---\n', { path: '/p/.claude/commands/c.md' })).toContain('second name of a plugin');
    const near = '---\n$0allowed_tools: Read\n---\n';
    expect(hoverAt(near, { levels: { 'field-unknown': 'off' } })).toContain('did you mean `allowed-tools`?');
    expect(hoverAt(near), 'the finding says it').toBeUndefined();
  });

  test('covers the key', () => {
    const { open, offset } = openText('---\r\nname: 😀\r\nmo$0del: opus\r\n---\r\n');
    expect(hover(open, offset)?.range).toEqual({
      start: { line: 2, character: 0 },
      end: { line: 2, character: 5 },
    });
  });
});

describe('what a value does here', () => {
  test.each(['maybe', 'false', 'no', ''])(
    'says that nobody can invoke the skill with `user-invocable: %s`',
    (value) => {
      const fields = `disable-model-invocation: $0true\nuser-invocable: ${value}`;
      expect(hoverAt(`---\n${fields}\n---\n`)).toContain('Nobody can invoke the skill');
      expect(hoverAt(`---\n${fields.replace('true', 'false')}\n---\n`)).toContain('may load the skill');
      if (!value) return;
      const users = fields.replace('$0', '').replace(`: ${value}`, `: $0${value}`);
      expect(hoverAt(`---\n${users}\n---\n`, { languageId: 'skill' })).not.toContain('the model still sees it');
    },
  );

  test('says what `skillOverrides` does to both flags', async () => {
    const path = '/project/.claude/skills/demo/SKILL.md';
    const settings = { '/project/.claude/settings.json': '{ "skillOverrides": { "demo": "user-invocable-only" } }' };
    const inSettings = async (field: string) => {
      const text = `---\ndescription: D\n${field}\n---\nbody\n`;
      const { file } = await inSession(path, { ...settings, [path]: text.replace('$0', '') });
      return hoverAt(text, { languageId: 'skill', file: file! });
    };
    const ofUsers = await inSettings('user-invocable: $0false');
    expect(ofUsers).toMatch(/nobody can invoke the skill/i);
    expect(ofUsers).not.toContain('the model still sees it');
    expect(await inSettings('user-invocable: $0true')).toContain('in the `/` menu');
    expect(await inSettings('disable-model-invocation: $0false')).toContain('Only users can invoke the skill, because');
    expect(await inSettings('disable-model-invocation: $0true')).toContain(
      'Only users can invoke the skill; the model',
    );
  });

  test.each([
    ['user-invocable: maybe', 'Neither true nor false, so Claude Code reads it as false: the skill is not in the'],
    ['disable-model-invocation: YES', 'Only users can invoke the skill'],
    ['effort: hihg', 'Claude Code does not know `hihg`; did you mean `high`?'],
    ['effort: 7 of 9', 'Claude Code does not know `7 of 9` and ignores it'],
    ['model: opus', 'Alias for `claude-opus'],
    ['model: claude-opus-5-5', 'A full model name'],
    ['model: gpt', 'Neither an alias nor'],
    ['arguments: issue priority', '`$issue` is the first and `$priority` is the second argument'],
    ['description: [a, b]', 'A list: a list or mapping counts as missing'],
    ['name: other', 'Invoked as `/demo`; `/other` also works, unless another command has that name'],
    ['name: demo', 'Invoked as `/demo`'],
    ['description: Short', '5 of 1,536 characters in the listing'],
    ['agent: Explore', 'Without `context: fork` it has no effect'],
  ])('%s', (field, expected) => {
    expect(here(field)).toContain(expected);
  });

  test('depends on the other fields', () => {
    expect(here('agent: Explore\ncontext: fork')).toContain('Built into Claude Code');
    expect(here('agent: mine\ncontext: fork', { file: { agentNames: new Set(['mine']) } })).toContain('Defined in');
    expect(here('agent: mine\ncontext: fork', { file: { agentNames: undefined } })).toBeUndefined();
    expect(here('description: Short\nwhen_to_use: Always')).toContain('14 of 1,536');
    expect(here('description: Short\ndisable-model-invocation: true')).toContain('does not see it');
    expect(here(`description: ${'x'.repeat(1600)}`)).toContain('the end is cut off');
    expect(here('model: opus\nmodel: haiku')).toContain('uses the last one');
  });

  test('follows the limits of the release', () => {
    const old = { runtime: 'claude-code@2.1.7' } as const;
    expect(here('description: Short', old)).toContain('5 characters in the listing');
    expect(here('description: Short', old)).not.toContain(' of ');
    expect(here(`description: ${'x'.repeat(1600)}`, old)).not.toContain('cut off');
    const [longest, ignored] = ['n'.repeat(256), 'n'.repeat(257)];
    expect(here(`name: ${longest}`)).toContain(`\`/${longest}\` also works`);
    expect(here(`name: ${ignored}`)).toContain('Invoked as `/demo`');
    expect(here(`name: ${ignored}`)).not.toContain('also works');
    expect(here(`name: ${ignored}`, old)).toContain('also works');
  });

  test('is nothing while the YAML is broken', () => {
    expect(here('effort: high\nname: "x')).toContain('ignores all fields');
  });
});

describe('a value', () => {
  test('of a vocabulary says what it means', () => {
    expect(hoverAt('---\neffort: hi$0gh\n---\n')).toContain('work that needs thought');
    expect(hoverAt('---\ndescription: so$0me words\n---\n')).toBeUndefined();
  });

  test('that a finding is about: the finding says what is wrong, the hover which values there are', () => {
    const text = hoverAt('---\neffort: hi$0hg\n---\n');
    expect(text).toContain('`high` · ');
    expect(text).not.toContain('hihg');
    expect(hoverAt('---\nmodel: op$0uss\n---\n')).toBeUndefined();
  });

  test('that VS Code fades itself: the hover says what Claude Code does, because our hint is hidden', () => {
    const text = '---\ndescription: D\nfo$0o: bar\n---\n';
    expect(hoverAt(text, { languageId: 'skill' })).toContain('Claude Code');
    expect(hoverAt(text)).toBeUndefined();
  });

  test('that names tools says what each does', () => {
    const text = '---\nallowed-tools: Read, Ba$0sh(git log *), mcp__a__b\n---\n';
    expect(hoverAt(text)).toContain('Runs shell commands.');
    expect(hoverAt('---\nallowed-tools:\n  - Re$0ad\n---\n')).toContain('Reads a file.');
    expect(hoverAt('---\nallowed-tools: Ta$0sk\n---\n')).toContain('`Agent`');
    expect(hoverAt('---\nallowed-tools: mcp__a$0__b\n---\n')).toBe('A tool from an MCP server.');
    expect(hoverAt('---\nallowed-tools: Bash(git $0log *)\n---\n')).toBeUndefined();
  });

  test('of hooks explains events, keys and kinds', () => {
    const hooks = (event: string, key: string, type: string) =>
      hoverAt(
        `---\nhooks:\n  ${event}:\n    - matcher: Edit\n      hooks:\n        - ${type}\n          ${key}: x\n---\n`,
      );
    expect(hooks('PreTool$0Use', 'command', 'type: command')).toContain("the tool's name");
    expect(hooks('St$0op', 'command', 'type: command')).toContain('A `matcher` is ignored');
    expect(hooks('Stop', 'com$0mand', 'type: command')).toContain('shell command');
    expect(hooks('Stop', 'url', 'type: ht$0tp')).toContain('Posts the event');
    expect(hooks('No$0pe', 'url', 'type: http'), 'a finding says it').toBeUndefined();
  });
});

describe('the body', () => {
  const body = (text: string, options?: OpenOptions) =>
    hoverAt(`---\narguments: [issue, focus]\n---\n\n${text}\n`, options);

  test.each([
    ['Look at $ARG$0UMENTS', 'Everything typed after the name'],
    ['Look at $$01 too', 'The second argument'],
    ['Look at $ARGUMENTS$0[2] too', 'The third argument'],
    ['Look at $fo$0cus', 'The second argument, named in `arguments`'],
    ['Run ${CLAUDE_SKILL$0_DIR}/x', "The folder that contains the skill's SKILL.md."],
    ['Run ${CLAUDE_PLUGIN$0_ROOT}/x', 'Stays as text'],
    ['Pay \\$$01 now', 'Stays as text; only the backslash is removed'],
    ['!$0`git status`', 'Claude Code runs this'],
  ])('%s', (text, expected) => {
    expect(body(text)).toContain(expected);
  });

  test('is silent about everything else', () => {
    for (const text of ['Plain $0words', 'a $HO$0ME', '# Head$0ing']) expect(body(text)).toBeUndefined();
    expect(body('$ARG$0UMENTS', { path: '/project/.claude/agents/demo.md' })).toBeUndefined();
  });
});

describe('a placeholder', () => {
  const fields = 'argument-hint: "[issue] [focus] <format>"';
  const body = (text: string, invocation?: InvocationFacts, before = fields, options?: OpenOptions) =>
    hoverAt(`---\n${before}\n---\n\n${text}\n`, options, invocation);
  const previewed = { words: ['42', 'be`ta\nx'], argumentText: '42 "be`ta\nx"' };

  test('says which argument it is, what the hint calls it and what happens without it', () => {
    expect(body('Look at $$01 too')).toBe(
      'The second argument.\n\n`argument-hint` calls it `focus` · Counting starts at 0 · Stays as text if it is not given',
    );
    expect(body('Look at $ARGUMENTS$0[5] too')).toBe(
      'The sixth argument.\n\nCounting starts at 0 · Stays as text if it is not given',
    );
    expect(body('Look at $iss$0ue', {}, `${fields}\narguments: [issue, aim]`)).toBe(
      'The first argument, named in `arguments`.\n\nEmpty if it is not given',
    );
    expect(body('Look at $ai$0m', {}, `${fields}\narguments: [issue, aim]`)).toContain(
      '`argument-hint` calls it `focus`',
    );
    expect(body('Look at $$01', {}, `${fields}\narguments: [issue, aim]`)).toContain('`arguments` calls it `aim`');
    expect(body('Look at $ARG$0UMENTS')).toBe(
      'Everything typed after the name, exactly as typed.\n\n`argument-hint`: `[issue] [focus] <format>` · Empty without arguments',
    );
    expect(body('Look at $ARG$0UMENTS', {}, fields, { runtime: 'claude-code@2.1.7' })).toContain(
      'Stays as text without arguments',
    );
  });

  test('shows its value in the preview, as text', () => {
    expect(body('$$00', { previewed })).toMatch(/^The first argument, now `42`\.\n/);
    expect(body('$$01', { previewed })).toMatch(/^The second argument, now ``be`ta ⏎ x``\.\n/);
    expect(body('$$02', { previewed })).toMatch(/^The third argument, which is missing in the preview\.\n/);
    expect(body('$ARG$0UMENTS', { previewed })).toContain('exactly as typed, now ``42 "be`ta ⏎ x"``');
    expect(body('$ARG$0UMENTS', { previewed: { words: [], argumentText: '' } })).toContain('typed, now empty');
    expect(body('$$0c', { previewed }, 'arguments: [a, b, c]')).toContain('named in `arguments`, now empty');
    expect(body('$$00', { previewed: { words: ['x'.repeat(500)], argumentText: '' } })!.length).toBeLessThan(250);
    expect(body('\\$$00', { previewed })).toBe('Stays as text; only the backslash is removed.');
  });
});

describe('a command', () => {
  const text = '---\nallowed-tools: Bash(touch:*)\n---\n\n!`touch a`, !$0`touch $ARGUMENTS` and !`ls`\n';

  test('says its place among others', () => {
    expect(hoverAt(text)).toBe(
      [
        'Claude Code runs this command when the skill is invoked and replaces it with the output. If it fails, nothing is sent.',
        'It is the second of 3 commands, which all run at the same time.',
      ].join('\n\n'),
    );
  });

  test('has its hover over all of it', () => {
    const [before, after] = text.split('$0');
    const whole = `${before}${after}`;
    const over = (part: string) => hoverAt(whole.replace(part, `$0${part}`), {}, { subject: subjectOf(whole) });
    for (const part of ['!`touch a', 'touch a', 'ouch a`'])
      expect(over(part)).toMatch(/^Claude Code runs this command/);
    expect(over('touch a')).toMatch(/It is the first of 3 commands.*Claude Code runs it without asking\.$/s);
    // A placeholder in it has its own.
    expect(over('$ARGUMENTS')).toMatch(/^Everything typed after the name/);
    expect(over(' and ')).toBeUndefined();
  });

  test('says that it runs twice in the block of another', () => {
    const nested = '---\nallowed-tools: Bash(echo:*)\n---\n```!\necho a !$0`touch x` b\n```\n';
    const [before, after] = nested.split('$0');
    const shown = hoverAt(nested, {}, { subject: subjectOf(`${before}${after}`) });
    expect(shown).toContain('It runs on its own, as well as in the block of commands around it');
    expect(shown).toContain('Claude Code does not run it:');
    expect(hoverAt('`$0``!\necho a !`touch x` b\n```\n')).not.toContain('on its own');
  });

  test('says where it runs and whether it may', () => {
    const [before, after] = text.split('$0');
    const subject = subjectOf(`${before}${after}`);
    expect(hoverAt(text, {}, { subject })).toContain(
      'Bash runs it in `/work/app`, not in the skill’s folder. It is the second of 3 commands',
    );
    expect(hoverAt(text, {}, { subject })).toMatch(/without asking depends on the arguments\.$/);
    const previewed = { words: ['b'], argumentText: 'b' };
    expect(hoverAt(text, {}, { subject, previewed })).toMatch(/Now `touch b`\. Claude Code runs it without asking\.$/);
    const plain = text.replace(' $ARGUMENTS', '');
    expect(hoverAt(plain, {}, { subject: subjectOf(plain.replace('$0', '')) })).toMatch(
      /Claude Code runs it without asking\.$/,
    );
    const disabled = { ...subject, session: { ...subject.session, shellDisabled: true } };
    expect(hoverAt(text, {}, { subject: disabled })).toContain('`disableSkillShellExecution`');
  });
});

describe('a command that no rule allows', () => {
  const text = '---\ndescription: Counts.\n---\n\n$0!`npm test $0`\n';
  const subject = subjectOf(text.replace('$0', ''));

  test('names the rule that would', () => {
    const levels = { 'injection-not-allowed': 'off' } as const;
    const told = hoverAt(text, { levels }, { subject, previewed: { words: ['unit'], argumentText: 'unit' } });
    expect(told).toMatch(
      /\n\nNow `npm test unit`\. Claude Code does not run it: .*\. The rule `Bash\(npm test.*\)` allows it\.$/,
    );
  });

  test('leaves that to the finding', () => {
    const told = hoverAt(text, {}, { subject, previewed: { words: ['unit'], argumentText: 'unit' } });
    expect(told).toContain('Now `npm test unit`');
    expect(told).not.toContain('does not run it');
  });
});

/** A project skill of this text in a session without any settings. */
function subjectOf(text: string): PreviewSubject {
  const document = readDocument(text, 'claude-code', 'skill');
  const path = '/work/app/.claude/skills/demo/SKILL.md';
  const skill = renderableAtPath(path, 'skill', document, undefined);
  const invocation = prepareInvocation(skill, checkedTurn(undefined, '/work/app'));
  const unknown = { isUntitled: false, known: undefined, instead: undefined, skillTool: undefined };
  const file = { place: 'claude', misplaced: undefined } as const;
  return { uri: `file://${path}`, version: 1, path, file, ...unknown, ...invocation };
}

describe('a mention of a file', () => {
  const size = { characters: 12_345, tokens: 3_087 };
  const mentions = new Map([
    ['docs/orders.md', { inProject: 'file', inPlugin: false, size }],
    ['docs', { inProject: 'folder', inPlugin: false, size: undefined }],
    ['docs/gone.md', { inProject: 'missing', inPlugin: false, size: undefined }],
  ] as const);
  const at = (body: string) => hoverAt(`---\ndescription: D\n---\n\n${body}\n`, { file: { mentions } });

  test('says what it costs', () => {
    const cost = 'Claude Code adds this file to the conversation: 12,345 characters, about 3,087 tokens.';
    for (const body of ['See $0@docs/orders.md.', 'See @docs/ord$0ers.md.', '`x @docs/$0orders.md`'])
      expect(at(body)).toBe(cost);
    expect(at('See @docs/$0orders.md#L3-7.')).toBe(
      'Claude Code adds lines of this file to the conversation; all of it has 12,345 characters, about 3,087 tokens.',
    );
    expect(at('See @do$0cs.')).toContain('a list of this folder');
  });

  test.for(['See @docs/$0gone.md.', 'Ask @a$0da.', 'See$0 @docs/orders.md.', 'See @docs/orders.md.$0'])(
    'has none: %s',
    (body) => {
      expect(at(body)).toBeUndefined();
    },
  );
});
