import { describe, expect, test } from 'vitest';
import { highlightTypes } from '../../../server/src/features/highlighting/highlight.ts';
import { semanticTokens, semanticTokensEdits } from '../../../server/src/features/highlighting/semantic-tokens.ts';
import { shellHighlights } from '../../../server/src/features/highlighting/shell-highlights.ts';
import { type OpenOptions, openText } from './open-text.ts';

/** The tokens as an editor reads them: `line:character type text`. */
function tokens(text: string, options: OpenOptions = {}, within?: { start: number; end: number }): string[] {
  const { open } = openText(text, options);
  const { lines } = open.document;
  const data = semanticTokens(open, within);
  const found: string[] = [];
  let line = 0;
  let character = 0;
  for (let at = 0; at < data.length; at += 5) {
    const [down, right, length, type, modifiers] = data.slice(at, at + 5) as [number, number, number, number, number];
    line += down;
    character = down > 0 ? right : character + right;
    const word = lines.textOf(line).slice(character, character + length);
    found.push(`${line}:${character} ${modifiers ? 'readonly ' : ''}${highlightTypes[type]} ${word}`);
  }
  return found;
}

const skill = (body: string, fields = 'name: demo') => `---\n${fields}\n---\n\n${body}\n`;

describe('placeholders', () => {
  test('are parameters, variables of Claude Code are constants', () => {
    expect(
      tokens(skill('See $ARGUMENTS, $1, $ARGUMENTS[2] and $issue in ${CLAUDE_SKILL_DIR}/a.', 'arguments: [issue]')),
    ).toEqual([
      '4:4 parameter $ARGUMENTS',
      '4:16 parameter $1',
      '4:20 parameter $ARGUMENTS[2]',
      '4:38 parameter $issue',
      '4:48 readonly variable ${CLAUDE_SKILL_DIR}',
    ]);
  });

  test('are found in code, after wide characters and with CRLF', () => {
    const text = skill('😀你 $1\n\n```sh\necho $2\n```').replaceAll('\n', '\r\n');
    expect(tokens(text)).toEqual(['4:4 parameter $1', '7:5 parameter $2']);
  });

  test.each([
    ['escaped ones', 'Pay \\$1 for \\$ARGUMENTS'],
    ['variables that nothing replaces', 'In ${HOME} and ${CLAUDE_NO_SUCH}'],
    ['a dollar in prose', 'It costs 5 $ or $5a, US$'],
    ['undeclared names', 'See $issue'],
  ])('that Claude Code leaves as text have no color: %s', (_name, body) => {
    expect(tokens(skill(body))).toEqual([]);
  });

  test('have no color in agents, nor in JSON', () => {
    expect(tokens(skill('See $1'), { path: '/project/.claude/agents/a.md' })).toEqual([]);
    expect(tokens('{"permissions":{"allow":["Bash(git *)"]}}', { path: '/project/.claude/settings.json' })).toEqual([]);
  });

  test('are those of the release', () => {
    expect(tokens(skill('See $1 and $ARGUMENTS'), { runtime: 'claude-code@2.1.7' })).toEqual([
      '4:11 parameter $ARGUMENTS',
    ]);
  });
});

describe('tool rules', () => {
  test.each([
    ['allowed-tools: Read, Bash(git log:*)', ['1:15 function Read', '1:21 function Bash', '1:33 operator :*']],
    ['allowed-tools: [Read, "mcp__github__get_*"]', ['1:16 function Read', '1:23 function mcp__github__get_*']],
    ['allowed-tools:\n  - Edit(src/**)\n  - Glob', ['2:4 function Edit', '2:13 operator **', '3:4 function Glob']],
    [
      'allowed-tools: Bash(${CLAUDE_SKILL_DIR}/x *)',
      ['1:15 function Bash', '1:20 readonly variable ${CLAUDE_SKILL_DIR}', '1:42 operator *'],
    ],
    ['allowed-tools: Reed, nothing', []],
    ['description: Read and Write', []],
    ['name: "x\nallowed-tools: Read', ['2:15 function Read']],
  ])('%s', (fields, expected) => {
    expect(tokens(skill('text', fields))).toEqual(expected);
    expect(tokens(skill('text', fields).replaceAll('\n', '\r\n'))).toEqual(expected);
  });

  test('of agents', () => {
    expect(tokens('---\ntools: Read, Task\n---\n', { path: '/project/.claude/agents/a.md' })).toEqual([
      '1:7 function Read',
      '1:13 function Task',
    ]);
  });
});

describe('commands to inject', () => {
  test('are shell, with placeholders in them', () => {
    expect(tokens(skill('- !`git diff "$1" | wc -l`'))).toEqual([
      '4:2 keyword !',
      '4:4 function git',
      '4:13 string "',
      '4:14 parameter $1',
      '4:16 string "',
      '4:18 operator |',
      '4:20 function wc',
    ]);
  });

  test('on several lines', () => {
    const text = skill('```!\n# note\nfor f in *.ts; do\n  echo "a\nb"\ndone\n```');
    const expected = [
      '4:3 keyword !',
      '5:0 comment # note',
      '6:0 keyword for',
      '6:4 variable f',
      '6:6 keyword in',
      '6:13 operator ;',
      '6:15 keyword do',
      '7:2 function echo',
      '7:7 string "a',
      '8:0 string b"',
      '9:0 keyword done',
    ];
    expect(tokens(text)).toEqual(expected);
    expect(tokens(text.replaceAll('\n', '\r\n'))).toEqual(expected);
  });

  test('inside of another one have one color only', () => {
    const found = tokens(skill('```!\necho !`date`\n```'));
    expect(found).toEqual([
      '4:3 keyword !',
      '5:0 function echo',
      '5:6 operator `',
      '5:7 function date',
      '5:11 operator `',
    ]);
  });

  test('are only those that run', () => {
    expect(tokens(skill('Say!`ls` and `ls`\n\n```sh\nls -l\n```'))).toEqual([]);
  });
});

test('a part of a document has the same tokens as the whole, in that part', () => {
  const text = skill('$1\n\n$2\n\n$3');
  const at = text.indexOf('$2');
  expect(tokens(text, {}, { start: at, end: at + 2 })).toEqual(['6:0 parameter $2']);
});

test('a huge text has a bounded number', () => {
  expect(tokens(skill('$1 '.repeat(20_000)))).toHaveLength(5000);
});

test('a change is told as one edit', () => {
  expect(semanticTokensEdits([1, 2, 3], [1, 2, 3])).toEqual([]);
  expect(semanticTokensEdits([], [1])).toEqual([{ start: 0, deleteCount: 0, data: [1] }]);
  expect(semanticTokensEdits([1, 1, 1], [1, 1])).toEqual([{ start: 2, deleteCount: 1, data: [] }]);
  expect(semanticTokensEdits([1, 2, 3, 4], [1, 5, 6, 4])).toEqual([{ start: 1, deleteCount: 2, data: [5, 6] }]);
});

describe('shell', () => {
  /** `type text` of each part. */
  const parts = (command: string) =>
    shellHighlights(command).map(({ type, start, end }) => `${type} ${command.slice(start, end)}`);

  test.each([
    ['git log --oneline -5', ['function git']],
    ['A=1 B="$C" npm test', ['variable A', 'variable B', 'string "', 'variable $C', 'string "', 'function npm']],
    [
      'a && b || c; d & e',
      [
        'function a',
        'operator &&',
        'function b',
        'operator ||',
        'function c',
        'operator ;',
        'function d',
        'operator &',
        'function e',
      ],
    ],
    ['a > out.txt 2>&1', ['function a', 'operator >', 'operator >&']],
    [
      'if [ -f x ]; then y; fi',
      ['keyword if', 'keyword [', 'operator ;', 'keyword then', 'function y', 'operator ;', 'keyword fi'],
    ],
    ["echo 'a b' # c", ['function echo', "string 'a b'", 'comment # c']],
    [
      'echo "$(ls "$x")" y',
      [
        'function echo',
        'string "',
        'operator $(',
        'function ls',
        'string "',
        'variable $x',
        'string "',
        'operator )',
        'string "',
      ],
    ],
    ['echo ${a:-b} $? $', ['function echo', 'variable ${a:-b}', 'variable $?']],
    [
      'cat <<EOF\nif $x\nEOF\nls',
      ['function cat', 'operator <<', 'string EOF', 'string if $x', 'string EOF', 'function ls'],
    ],
    [
      'diff <(a) <(b)',
      ['function diff', 'operator <(', 'function a', 'operator )', 'operator <(', 'function b', 'operator )'],
    ],
    ['"my cmd" x', ['string "my cmd"']],
    ['', []],
  ])('%s', (command, expected) => {
    expect(parts(command)).toEqual(expected);
  });

  test.each(['"', "'", '$(', '`', '${', '$', '\\', '((', '<<', 'a=(', '"$(`', '<<EOF', '"`'])(
    'an unfinished %s ends with the text',
    (command) => {
      const length = command.length;
      for (const { start, end } of shellHighlights(command)) {
        expect(start).toBeLessThan(end);
        expect(end).toBeLessThanOrEqual(length);
      }
    },
  );

  test('gives up on what is nested without end, and keeps what came before', () => {
    expect(parts(`echo ${'$('.repeat(1000)}`)[0]).toBe('function echo');
  });
});
