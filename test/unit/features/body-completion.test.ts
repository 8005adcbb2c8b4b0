import { describe, expect, test } from 'vitest';
import type { CompletionItem, TextEdit } from 'vscode-languageserver-types';
import { SUGGESTED_INJECTIONS } from '../../../server/src/dialect/shell/shell-commands.ts';
import { RUNTIMES } from '../../../server/src/dialect/targets.ts';
import { skillDocumentation } from '../../../server/src/features/completion/body/complete-skill-mention.ts';
import { completion, completionTriggers } from '../../../server/src/features/completion/completion.ts';
import type { CompletionQuestion } from '../../../server/src/features/completion/completion-question.ts';
import { neededFromDisk } from '../../../server/src/features/completion/needed-from-disk.ts';
import type { FolderEntry } from '../../../server/src/platform/file-system.ts';
import { checkCommand } from '../../../server/src/runtime/permissions/check-command.ts';
import { applyEdits, type OpenOptions, openText } from './open-text.ts';
import { catalogOf, project, skillPath } from './session-of.ts';

const text = (body: string, fields = 'name: demo') => `---\n${fields}\n---\n\n${body}\n`;

type Asked = OpenOptions & CompletionQuestion & { readonly knowsMarkdown?: boolean };

function complete(
  marked: string,
  { catalog, previewed, typed, knowsMarkdown, entries, pluginOptions, ...options }: Asked = {},
): CompletionItem[] {
  const { open, offset } = openText(marked, options);
  const client = { fillsSnippets: true, knowsMarkdown: knowsMarkdown === true };
  const folder = neededFromDisk(open, offset)?.folder;
  const listed = entries ?? (folder === undefined ? undefined : onDisk[folder]);
  return completion(open, offset, client, { catalog, previewed, typed, entries: listed, pluginOptions });
}

/** The entries of folders of the project. */
const onDisk: Readonly<Record<string, readonly FolderEntry[]>> = {
  '/project': [
    { name: 'docs', type: 'folder' },
    { name: 'README.md', type: 'file' },
  ],
  '/project/docs': [
    { name: 'two words.md', type: 'file' },
    { name: 'a.md', type: 'file' },
    { name: 'img', type: 'folder' },
    { name: '.git', type: 'folder' },
  ],
};

const labels = (marked: string, asked?: Asked) => complete(marked, asked).map(({ label }) => label);

/** The last line after a proposal is accepted. */
function accepted(body: string, label: string, asked?: Asked): string {
  const marked = text(body);
  const item = complete(marked, asked).find((it) => it.label === label);
  if (!item) throw new Error(`${label} is not proposed`);
  return applyEdits(marked.replace('$0', ''), [item.textEdit as TextEdit])
    .trimEnd()
    .split('\n')
    .at(-1)!;
}

/** What is proposed while a text is typed into a body, with the text up to there. */
function popups(typed: string, asked: Asked = {}): string[] {
  const found: string[] = [];
  for (let end = 1; end <= typed.length; end++) {
    const character = typed[end - 1]!;
    if (!completionTriggers.includes(character)) continue;
    const items = complete(text(`Before.\n\n${typed.slice(0, end)}$0`), { ...asked, typed: character });
    if (items.length > 0) found.push(typed.slice(0, end));
  }
  return found;
}

const skill = (description: string) => `---\ndescription: ${description}\n---\n\nDo it.\n`;

const { catalog } = await catalogOf({
  [skillPath('review')]: skill('Reviews *diffs*. Use when a diff is to be reviewed.'),
  [skillPath('release-notes')]: skill('Writes release notes. Use when a release is planned.'),
  [skillPath('usr')]: skill('Manages users. Use when users change.'),
  [skillPath('dead')]: '---\ndescription: x\nuser-invocable: false\ndisable-model-invocation: true\n---\n\nDo it.\n',
  [`${project}/.claude/commands/fix.md`]: skill('Fixes it'),
});
const bundledPaths = new Set([
  'SKILL.md',
  'references',
  'references/check list.md',
  'references/style.md',
  'scripts',
  'scripts/run.sh',
  'scripts/lib',
  'scripts/lib/a.py',
]);
const file = { bundledPaths, project: '/project' };

describe('prose', () => {
  test.each([
    ['plain sentences', 'This is a sentence, with a comma; and "quotes" (and parentheses): fine. Is it? Yes - it is!'],
    ['and/or', 'Use one and/or the other, w/o more, he/she, 24/7, n/a, input / output.'],
    ['dates', 'On 2024-05-01, 01/05/2024, 5/1 and at 12:30 [today].'],
    ['paths', 'Look at src/app/main.ts, ./scripts/x.sh, ../y, /etc/hosts, ~/notes and /usr/bin/env, or `/etc/passwd`.'],
    ['prices', 'It costs $5, priced at $ 20 or US$ 7; pay $3.50 (~ $4), worth $9, a fee of $12 or less than that.'],
    ['addresses', 'Mail me@example.com or see https://example.com/a/b?c=d#e.'],
    [
      'at signs',
      'Ask @john/team, use @types/node or a@docs/x, at 3@x/h; a decorator `@x/y`, @ / @, @../docs/ and @@docs/.',
    ],
    ['headings', '# A heading: with #hash and C# code'],
    ['lists', '- one\n* two: 2\n+ three\n1. four\n- [ ] todo\n- [x] done'],
    ['tables and quotes', '| a | b |\n|---|---|\n> quoted: "text"'],
    ['code', '`a` and ``b`` and `c: d`\n\n```js\nconst a = { b: [1, 2], c: `x/y` };\nif (a / b) { c(); }\n```'],
    ['YAML in code', '```yaml\nname: x\ntools: [a, b]\n- c: "d"\n```'],
    ['markup', '**bold**, _italics_, <b>html</b>, <!-- comment: with / and # -->'],
    ['wide characters', '你好，世界：这是/那是 😀: 😀/😀 “#”'],
    ['footnotes and references', 'See [1], [a] (https://example.com/x#y) and [^2]: text'],
  ])('%s: nothing pops up', (_name, typed) => {
    for (const path of [
      '/project/.claude/skills/demo/SKILL.md',
      '/project/.claude/commands/a.md',
      '/project/.claude/agents/a.md',
    ])
      expect(popups(typed, { catalog, file, path })).toEqual([]);
    expect(popups(typed.replaceAll('\n', '\r\n'), { catalog, file })).toEqual([]);
  });

  test('in every language of the editor', () => {
    for (const languageId of ['skill', 'markdown', 'plaintext'])
      expect(popups('Run it: and/or ask - "please" (or #not).', { catalog, file, languageId })).toEqual([]);
  });

  test('is where placeholders, links and names of skills still pop up', () => {
    const asked = { catalog, file };
    expect(popups('See $', asked)).toEqual(['See $']);
    expect(popups('Then run /', asked)).toEqual(['Then run /']);
    expect(popups('See [the style](', asked)).toEqual(['See [the style](']);
    expect(popups('Changed: !`', asked)).toEqual(['Changed: !`']);
    expect(popups('See @docs/', asked)).toEqual(['See @docs/']);
  });
});

describe('placeholders', () => {
  const details = (fields: string, asked?: Asked) =>
    Object.fromEntries(complete(text('See $$0', fields), asked).map(({ label, detail }) => [label, detail]));

  test('say what they hold', () => {
    const hinted = details('argument-hint: "[range] [focus]"');
    expect(hinted).toMatchObject({
      $ARGUMENTS: 'everything typed after the name',
      $0: 'the first argument, range',
      $1: 'the second argument, focus',
    });
    expect(hinted).not.toHaveProperty('$2');
    expect(details('arguments: [issue]')).toMatchObject({
      $issue: 'the first argument',
      $0: 'the first argument, issue',
    });
  });

  test('show the value in the preview', () => {
    const previewed = { words: ['main..HEAD'], argumentText: 'main..HEAD' };
    const [all, first] = complete(text('See $$0'), { previewed });
    expect(all?.documentation).toMatchObject({ value: expect.stringContaining('now `main..HEAD`') });
    expect(first?.documentation).toMatchObject({ value: expect.stringContaining('now `main..HEAD`') });
  });

  test('have an index in brackets', () => {
    expect(labels(text('See $ARGUMENTS[$0'))).toEqual(['$ARGUMENTS[0]', '$ARGUMENTS[1]', '$ARGUMENTS[2]']);
    expect(accepted('See $ARGUMENTS[$01] now', '$ARGUMENTS[2]')).toBe('See $ARGUMENTS[2] now');
    expect(labels(text('See $ARGUMENTS[$0'), { runtime: 'claude-code@2.1.7' })).toEqual([]);
    expect(labels(text('See list[$0'))).toEqual([]);
  });
});

describe('options of a plugin', () => {
  const pluginOptions = [
    { name: 'team', title: 'Team', description: 'Who *you* are', isSensitive: false },
    { name: 'token', title: undefined, description: undefined, isSensitive: true },
  ];
  const asked = { pluginOptions, file: { pluginRoot: '/project' } };

  test('are proposed where they are replaced, unless they are secret', () => {
    expect(labels(text('See $$0'), asked)).toContain('${user_config.team}');
    expect(labels(text('See ${user_config.$0'), asked)).toEqual(['${user_config.team}']);
    expect(accepted('See ${user_config.te$0am} now', '${user_config.team}', asked)).toBe('See ${user_config.team} now');
    expect(labels(text('See ${user_config.$0'), { pluginOptions })).toEqual([]);
    expect(labels(text('See $$0'), { ...asked, path: '/project/agents/a.md' })).toEqual([]);
    const item = complete(text('See ${user_config.$0'), asked)[0];
    expect(item).toMatchObject({ detail: 'Team', documentation: { value: expect.stringContaining('\\*you\\*') } });
  });
});

describe('mentioned files', () => {
  test('are those of the project, folder by folder', () => {
    expect(labels(text('See @$0'), { file })).toEqual(['docs/', 'README.md']);
    expect(labels(text('See @docs/$0'), { file })).toEqual(['img/', 'a.md']);
    expect(accepted('See @docs/a$0.m now', 'a.md', { file })).toBe('See @docs/a.md now');
    expect(accepted('See @do$0', 'docs/', { file })).toBe('See @docs/');
  });

  test('are none in agents, without a project, outside of it and in words', () => {
    expect(labels(text('See @docs/$0'), { file, path: '/project/.claude/agents/a.md' })).toEqual([]);
    expect(labels(text('See @docs/$0'), {})).toEqual([]);
    for (const written of ['@../other/$0', 'me@docs/$0', '@none/$0', '(@docs/$0', '@docs$0/'])
      expect(labels(text(`See ${written}`), { file }), written).toEqual(
        written === '@docs$0/' ? ['docs/', 'README.md'] : [],
      );
  });
});

describe('skills after a slash', () => {
  test('are those of the session that have their name', () => {
    expect(labels(text('Run /$0'), { catalog }).toSorted()).toEqual(['/fix', '/release-notes', '/review', '/usr']);
    expect(labels(text('Run /re$0'), { catalog }).toSorted()).toEqual(['/release-notes', '/review']);
    expect(labels(text('- `/rev$0`'), { catalog })).toEqual(['/review']);
    expect(labels(text('/fix$0'), { catalog })).toEqual(['/fix']);
  });

  test('replace the name that is there', () => {
    expect(accepted('Then run /re$0lease, please', '/review', { catalog })).toBe('Then run /review, please');
    expect(accepted('😀 `/$0`', '/review', { catalog })).toBe('😀 `/review`');
  });

  test('are explained once they are chosen', () => {
    const [review] = complete(text('/rev$0'), { catalog });
    expect(review).toMatchObject({ detail: 'skill · Project', data: { skill: expect.any(String) } });
    expect(review?.documentation).toBeUndefined();
    const documentation = skillDocumentation(review!.data.skill, catalog);
    expect(documentation).toContain('Reviews \\*diffs\\*');
    expect(skillDocumentation('gone', catalog)).toBeUndefined();
  });

  test.each(['and/$0', 'src/re$0', '2024/$0', 'https://$0', './$0', '//$0', '/usr/re$0', '!`/$0`', 'a /nothing$0'])(
    'are not proposed in %s',
    (body) => expect(labels(text(body), { catalog })).toEqual([]),
  );

  test('need a session', () => {
    expect(labels(text('Run /$0'))).toEqual([]);
  });

  test('of the file itself are left out', () => {
    expect(labels(text('Run /rev$0'), { catalog, path: skillPath('review') })).toEqual([]);
  });
});

describe('paths inside the skill', () => {
  test('in links, unless the editor proposes them', () => {
    const all = ['references/check%20list.md', 'references/style.md', 'scripts/run.sh', 'scripts/lib/a.py'];
    expect(labels(text('See [it]($0)'), { file })).toEqual(all);
    expect(labels(text('See [it]($0'), { file })).toEqual(all);
    expect(labels(text('[it]: $0'), { file })).toEqual(all);
    expect(labels(text('See [it](references/$0)'), { file })).toEqual(all.slice(0, 2));
    expect(accepted('See ![it](ref$0x.md) now', 'references/style.md', { file })).toBe(
      'See ![it](references/style.md) now',
    );
    expect(accepted('See [it](./ref$0)', './references/style.md', { file })).toBe('See [it](./references/style.md)');
    expect(labels(text('See [it]($0)'), { file, knowsMarkdown: true })).toEqual([]);
    // Editors that propose them do so after a dot or a slash.
    expect(labels(text('See [it]($0)'), { file, knowsMarkdown: true, typed: '(' })).toEqual(all);
  });

  test('after the variable, in any editor', () => {
    const asked = { file, knowsMarkdown: true };
    expect(labels(text('Run ${CLAUDE_SKILL_DIR}/$0'), asked)).toEqual([
      'references/style.md',
      'scripts/run.sh',
      'scripts/lib/a.py',
    ]);
    expect(accepted('!`${CLAUDE_SKILL_DIR}/scr$0`', 'scripts/run.sh', asked)).toBe(
      '!`${CLAUDE_SKILL_DIR}/scripts/run.sh`',
    );
    expect(labels(text('Run ${CLAUDE_SKILL_DIR}/$0'), { file, runtime: 'claude-code@2.1.7' })).toEqual([]);
  });

  test('in code, once their folder is there', () => {
    expect(labels(text('Run `scripts/$0`'), { file })).toEqual(['scripts/run.sh', 'scripts/lib/a.py']);
    expect(labels(text('```sh\nbash scripts/r$0\n```'), { file })).toEqual(['scripts/run.sh']);
    expect(labels(text('Run scripts/$0'), { file })).toEqual([]);
    expect(labels(text('Run `src/$0`'), { file })).toEqual([]);
  });

  test.each(['[it](https://$0)', '[it](/$0)', '[it](../$0)', '[it](#$0)', 'f($0)', '(see $0)', '[it] ($0)'])(
    'are not proposed in %s',
    (body) => expect(labels(text(body), { file })).toEqual([]),
  );

  test('are known for skills only', () => {
    expect(labels(text('[it]($0)'), { file, path: '/project/.claude/commands/a.md' })).toEqual([]);
    expect(labels(text('[it]($0)'))).toEqual([]);
  });
});

describe('headings in links', () => {
  const headings = '# Use it\n\n## Use it\n\n## 你好 & more\n\n';
  const reference = {
    path: 'references/style.md',
    lines: 1,
    length: 9,
    headings: ['Tone'],
    ownAnchors: [],
    lateHeadings: 8,
    hasContents: false,
    leadsTo: [],
  };

  test('are those of the file, or of the one before the `#`', () => {
    expect(labels(text(`${headings}See [it](#$0)`))).toEqual(['#use-it', '#use-it-1', '#你好--more']);
    expect(accepted(`${headings}See [it](#us$0x) now`, '#use-it-1')).toBe('See [it](#use-it-1) now');
    const asked = { file: { ...file, references: [reference] } };
    expect(labels(text(`${headings}See [it](references/style.md#$0)`), asked)).toEqual(['#tone']);
    expect(labels(text(`${headings}See [it](./references/style.md#t$0)`), asked)).toEqual(['#tone']);
    expect(labels(text(`${headings}See [it](other.md#$0)`), asked)).toEqual([]);
    expect(labels(text(`${headings}See [it](#$0)`), { knowsMarkdown: true })).toEqual([]);
  });
});

describe('commands to inject', () => {
  const allowing = 'allowed-tools: Bash(gh pr view:*), Bash(npm test), Bash(*), Read';

  test('are those that are allowed, those that need no rule, and scripts', () => {
    const proposed = labels(text('!`$0`', allowing), { file });
    expect(proposed.slice(0, 3)).toEqual(['gh pr view', 'npm test', 'git status --short']);
    expect(proposed).toEqual(
      expect.arrayContaining(['${CLAUDE_SKILL_DIR}/scripts/run.sh', '${CLAUDE_SKILL_DIR}/scripts/lib/a.py']),
    );
    expect(proposed).not.toContain('*');
  });

  test('end with a backtick if they are whole', () => {
    const end = (body: string, label: string) => accepted(body, label);
    expect(end('!`git d$0', 'git diff --stat')).toBe('!`git diff --stat`');
    expect(end('!`git d$0` now', 'git diff --stat')).toBe('!`git diff --stat` now');
    expect(end('- Now: !`$0', 'git branch --show-current')).toBe('- Now: !`git branch --show-current`');
  });

  test('in a block', () => {
    expect(labels(text('```!\ngit st$0\n```'))).toEqual(['git status --short']);
    expect(labels(text('```!\r\ngit st$0\r\n```'))).toEqual(['git status --short']);
    expect(labels(text('```sh\ngit st$0\n```'))).toEqual([]);
  });

  test.each(['`$0`', 'a!`$0`', '! `$0`', '!`git status` $0', '!`unknown $0`', '$0'])('are not proposed in %s', (body) =>
    expect(labels(text(body))).toEqual([]),
  );

  test('are none in agents', () => {
    expect(labels(text('!`$0`'), { path: '/project/.claude/agents/a.md' })).toEqual([]);
  });
});

test.each(SUGGESTED_INJECTIONS.map(({ command }) => command))('`%s` needs no rule', (command) => {
  const { id } = RUNTIMES[0]!;
  const permissions = {
    runtime: id,
    rules: [],
    granted: [],
    mode: undefined,
    folder: project,
    addedFolders: [],
    home: '/home/me',
  };
  expect(checkCommand(command, permissions)).toEqual({ allowed: true });
});
