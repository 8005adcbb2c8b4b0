import { describe, expect, test } from 'vitest';
import { editDistance } from '../../server/src/dialect/text/edit-distance.ts';
import { mentionedFiles } from '../../server/src/document/markdown/file-mentions.ts';
import { readDocument } from '../../server/src/document/read-document.ts';
import type { RuntimeId } from '../../server/src/document/runtime-id.ts';
import { type CommandPermissions, checkCommand } from '../../server/src/runtime/permissions/check-command.ts';
import { applyOutcomes } from '../../server/src/runtime/render/apply-outcomes.ts';
import { renderSkill } from '../../server/src/runtime/render/render-skill.ts';
import type { RenderableSkill } from '../../server/src/runtime/render/renderable-skill.ts';
import { shownMessage } from '../../server/src/runtime/render/shown-message.ts';
import { splitArguments } from '../../server/src/shell/split-arguments.ts';
import { oneIn } from '../every-test.ts';
import { expectLinearGrowth } from './growth.ts';
import { argumentShapes, fileShapes, fill, shellShapes } from './shapes.ts';

const runtimes: readonly RuntimeId[] = ['claude-code', 'claude-code@2.1.7'];
const session = { folder: '/work', sessionId: 'an-id', effort: 'medium', shellDisabled: false };

function skillOf(text: string, runtime: RuntimeId = 'claude-code'): RenderableSkill {
  const document = readDocument(text, runtime);
  return { name: 'greet', kind: 'skill', folder: '/work/greet', document, tier: 'project', plugin: undefined };
}

const permissions: CommandPermissions = {
  runtime: 'claude-code',
  rules: [
    { rule: 'Bash(git status:*)', behavior: 'allow', path: '/work/.claude/settings.json' },
    { rule: 'Bash(curl *)', behavior: 'deny', path: '/work/.claude/settings.json' },
    { rule: 'Read(.env)', behavior: 'deny', path: '/work/.claude/settings.json' },
  ],
  granted: ['Bash(ls *)'],
  mode: undefined,
  addedFolders: [],
  folder: '/work',
  home: '/home/ada',
};

/** Bodies alone: how frontmatter is read is measured with the reader. */
const bodies = [...fileShapes].filter(([name]) => name.startsWith('body '));

/** What is looked at of every shape is enough at a quarter of a mebibyte; the slow ones are seen long before. */
const largest = 262_144;

describe.each(runtimes)('rendering takes linear time (%s)', (runtime) => {
  test.for(bodies)('%s', async ([, make]) => {
    const prepare = (text: string) => skillOf(text, runtime);
    await expectLinearGrowth(make, (skill) => renderSkill(skill, 'one "two three" four', session), {
      prepare,
      largest,
    });
  });
});

describe('arguments take linear time', () => {
  test.for(oneIn(36, argumentShapes))('%s', async ([, make]) => {
    const skill = skillOf('---\narguments: [who, what]\n---\nHello $who, $1, $ARGUMENTS[2] and $ARGUMENTS\n');
    await expectLinearGrowth(
      make,
      (given) => [splitArguments(given), mentionedFiles(given, 'claude-code'), renderSkill(skill, given, session)],
      { prepare: (text: string) => text, largest },
    );
  });
});

describe('judging commands takes linear time', () => {
  test.for(oneIn(36, shellShapes))('%s', async ([, make]) => {
    await expectLinearGrowth(make, (command) => checkCommand(command, permissions), {
      prepare: (text: string) => text,
      largest,
    });
  });

  test.for(['\\"', '"\\$', '"a" ', "'", 'ls; done | ', 'ls | fi '])(
    'with rules for the whole text: %j',
    async (piece) => {
      const rule = { rule: 'Bash(ls * | *)', behavior: 'deny', path: '/work/.claude/settings.json' } as const;
      const more = { ...permissions, rules: [...permissions.rules, rule], granted: ['Bash'] };
      await expectLinearGrowth(
        (size) => `ls "${fill(piece, size)}`,
        (command) => checkCommand(command, more),
        { prepare: (text: string) => text, largest: 65_536 },
      );
    },
  );

  test.for(['a', 'a ', '-a ', "a'", '*', '* ', '\\', '/a', 'env ', '1.'])(
    'with a rule in plan mode: %j',
    async (piece) => {
      for (const end of ['', '*', '/ *', ':*']) {
        await expectLinearGrowth(
          (size) => `Bash(${fill(piece, size)}${end})`,
          (rule) => checkCommand('ls > a', { ...permissions, mode: 'plan', granted: [rule] }),
          { prepare: String, largest: 65_536 },
        );
      }
    },
  );

  test('with thousands of rules and redirections', async () => {
    const rule = (behavior: 'ask' | 'deny', of: string) => ({ rule: `Bash(${of})`, behavior, path: '/a' }) as const;
    const rules = [...Array(50).keys()].flatMap((of) => [rule('ask', `a${of}`), rule('deny', `a${of} *`)]);
    for (const piece of ['a > b | ', 'a 2>&1; ', '| ', 'a0 <<< b | ', 'if [ a ] < b; then ']) {
      await expectLinearGrowth(
        (size) => fill(piece, size),
        (command) => checkCommand(command, { ...permissions, rules }),
        { prepare: String, largest: 8_192 },
      );
    }
  });

  test('for the first release too', async () => {
    const first = { ...permissions, runtime: 'claude-code@2.1.7' as const };
    for (const piece of ['! ', 'time ', 'a; ', '"cd a && ', 'a | ']) {
      await expectLinearGrowth(
        (size) => fill(piece, size),
        (command) => checkCommand(command, first),
        {
          prepare: (text: string) => text,
          largest: 65_536,
        },
      );
    }
  });
});

test('a command too long to be taken apart is never allowed by a rule for one program', () => {
  const command = `ls ${fill('a ', 20_000)}`;
  expect(checkCommand(command, permissions).allowed).not.toBe(true);
  expect(checkCommand(command, { ...permissions, granted: ['Bash'] }).allowed).toBe(true);
});

test.for(runtimes)('outputs of thousands of commands are put in place in linear time (%s)', async (runtime) => {
  const make = (size: number) => `---\ndescription: D\n---\n${fill('!`ls`\n', size)}`;
  const prepare = (text: string) => {
    const rendering = renderSkill(skillOf(text, runtime), '', session);
    return { rendering, outcomes: rendering.injections.map(() => ({ status: 'ok' as const, output: 'a\n', ms: 1 })) };
  };
  await expectLinearGrowth(make, ({ rendering, outcomes }) => applyOutcomes(rendering, outcomes as never, runtime), {
    prepare,
    largest,
  });
});

test.for(['\u001B;', '\u001B[', '\u001B;1;a', '\u001B1', ';1;', '\u200B'])(
  'a message about a command is shown in linear time (%j)',
  async (piece) => {
    const make = (size: number) => `\u001B${fill(piece, size)}`;
    await expectLinearGrowth(make, (text) => shownMessage(text, 'claude-code'), { prepare: String, largest });
  },
);

test('an output that repeats the text around it does not fill the memory', () => {
  const text = `---\ndescription: D\n---\n${fill('!`ls`\n', 60_000)}`;
  const rendering = renderSkill(skillOf(text, 'claude-code@2.1.7'), '', session);
  const outcomes = rendering.injections.map(() => ({ status: 'ok', output: "$'$`", ms: 1 }));
  const applied = applyOutcomes(rendering, outcomes as never, 'claude-code@2.1.7');
  expect(applied.text.length).toBeLessThan(20_000_000);
});

test('arguments that are repeated without end are rejected', () => {
  const body = fill('$ARGUMENTS ', 500_000);
  for (const runtime of runtimes) {
    const rendering = renderSkill(skillOf(`---\ndescription: D\n---\n${body}`, runtime), fill('word ', 1_000), session);
    expect(rendering.refusal).toContain('4,000,000 characters');
    expect(rendering.text.length).toBeLessThan(20_000_000);
  }
});

test('names of any length are compared in linear time', async () => {
  await expectLinearGrowth(
    (size) => fill('ab', size),
    (name) => editDistance(name, `${name}x`, 2),
  );
});
