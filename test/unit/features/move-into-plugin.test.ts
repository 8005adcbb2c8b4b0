import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../server/src/document/read-document.ts';
import { nothingOpen } from '../../../server/src/features/edits/editable-text.ts';
import { EditedFiles } from '../../../server/src/features/rename/edited-files.ts';
import { moveIntoPlugin } from '../../../server/src/jobs/publishing/sharing/move-into-plugin.ts';
import { renderSkill } from '../../../server/src/runtime/render/render-skill.ts';
import { applyEdits } from './open-text.ts';
import { described, home, project, type TreeOptions, treeOf } from './tree-of.ts';

type Texts = Readonly<Record<string, string>>;

const skills = `${project}/.claude/skills`;
const plugin = `${project}/plugins/team`;

/** The tree once skills are in the plugin `team`, and what stays as it is; or the message why they cannot be moved. */
async function moved(content: Texts, names: readonly string[], options?: TreeOptions) {
  const { sessions, files } = await treeOf(content, options);
  const all = sessions.flatMap(({ catalog }) => catalog.skills());
  const ids = names.map((name) => all.find((skill) => skill.name === name)?.id ?? name);
  const edits = { files, open: nothingOpen, edited: new EditedFiles() };
  const plan = await moveIntoPlugin(ids, { name: 'team', folder: plugin }, sessions, edits);
  if ('problem' in plan) return { problem: plan.problem, texts: {} as Texts, left: [] as string[] };
  const edited: Record<string, string> = { ...content };
  for (const { path, edit } of await edits.edited.result(files)) edited[path] = applyEdits(content[path]!, edit.edits);
  for (const { path, text } of plan.created) edited[`${plugin}/${path}`] = text;
  const texts = Object.fromEntries(
    Object.entries(edited).map(([path, text]) => {
      const move = plan.moves.find(({ from }) => path === from || path.startsWith(`${from}/`));
      return [move ? move.to + path.slice(move.from.length) : path, text];
    }),
  );
  const left = plan.left.map(({ path, line, written }) => `${path.replace(`${project}/`, '')}:${line} ${written}`);
  return { texts, left, problem: undefined };
}

describe('moving skills into a plugin', () => {
  test('begins paths to their own files at variables', async () => {
    const body = [
      '${CLAUDE_PROJECT_DIR}/.claude/skills/review/scripts/a.sh and "$CLAUDE_PROJECT_DIR"/.claude/skills/review/b.sh',
      'Run `.claude/skills/review/scripts/a.sh`, ./.claude/skills/review, ~/app/.claude/skills/review/c and',
      `${skills}/review/d, not .claude/skills/review-all, my.claude/skills/review, or ../.claude/skills/review.`,
      'Then see .claude/skills/ship/SKILL.md.',
    ].join('\n');
    const { texts } = await moved(
      {
        [`${skills}/review/SKILL.md`]: described(
          'D',
          'allowed-tools: Bash(.claude/skills/review/scripts/a.sh *)',
        ).concat(body),
        [`${skills}/ship/SKILL.md`]: described('S'),
      },
      ['review', 'ship'],
    );
    const text = texts[`${plugin}/skills/review/SKILL.md`]!;
    expect(text).toContain('allowed-tools: Bash(${CLAUDE_SKILL_DIR}/scripts/a.sh *)');
    expect(text.slice(text.indexOf('${CLAUDE_SKILL_DIR}/scripts/a.sh and'))).toBe(
      [
        '${CLAUDE_SKILL_DIR}/scripts/a.sh and "${CLAUDE_SKILL_DIR}"/b.sh',
        'Run `${CLAUDE_SKILL_DIR}/scripts/a.sh`, ${CLAUDE_SKILL_DIR}, ${CLAUDE_SKILL_DIR}/c and',
        '${CLAUDE_SKILL_DIR}/d, not .claude/skills/review-all, my.claude/skills/review, or ../.claude/skills/review.',
        'Then see ${CLAUDE_PLUGIN_ROOT}/skills/ship/SKILL.md.',
      ].join('\n'),
    );
  });

  test('names the plugin in everything that names them', async () => {
    const { texts, left } = await moved(
      {
        [`${skills}/review/SKILL.md`]: described('Reviews. Then use /ship.'),
        [`${skills}/ship/SKILL.md`]: described('Ships after /review.'),
        [`${skills}/other/SKILL.md`]: described('Uses /review, Skill(ship) and /other.'),
        [`${project}/.claude/commands/all.md`]: 'Use /review main.',
        [`${project}/.claude/agents/a.md`]:
          '---\nname: a\ndescription: A\nskills: review, other\n---\nBegin with /ship',
        [`${project}/CLAUDE.md`]: 'Use /review, and `review` for short.\n',
        [`${project}/.claude/settings.json`]:
          '{ "permissions": { "allow": ["Skill(review)", "Skill(ship *)"] }, "skillOverrides": { "ship": "off" } }',
      },
      ['review', 'ship'],
    );
    expect(texts).toEqual({
      [`${plugin}/skills/review/SKILL.md`]: described('Reviews. Then use /team:ship.'),
      [`${plugin}/skills/ship/SKILL.md`]: described('Ships after /team:review.'),
      [`${skills}/other/SKILL.md`]: described('Uses /team:review, Skill(team:ship) and /other.'),
      [`${project}/.claude/commands/all.md`]: 'Use /team:review main.',
      [`${project}/.claude/agents/a.md`]:
        '---\nname: a\ndescription: A\nskills: team:review, other\n---\nBegin with /team:ship',
      [`${project}/CLAUDE.md`]: 'Use /team:review, and `review` for short.\n',
      [`${project}/.claude/settings.json`]:
        '{ "permissions": { "allow": ["Skill(team:review)", "Skill(team:ship *)"] }, "skillOverrides": { "ship": "off" } }',
    });
    expect(left).toEqual(['.claude/settings.json:0 ship', 'CLAUDE.md:0 review']);
  });

  test('names them as the plugin does, by their folder and by their field `name`', async () => {
    const content = {
      [`${skills}/check/SKILL.md`]: described('D', 'name: checking-code'),
      [`${skills}/other/SKILL.md`]: described('Uses /check, /checking-code and Skill(checking-code).'),
    };
    const { texts } = await moved(content, ['check']);
    expect(texts[`${skills}/other/SKILL.md`]).toBe(
      described('Uses /team:check, /team:checking-code and Skill(team:checking-code).'),
    );
    const manifest = { [`${plugin}/.claude-plugin/plugin.json`]: '{ "name": "team" }' };
    const { sessions } = await treeOf({ ...texts, ...manifest }, { pluginFolders: [plugin] });
    const after = sessions[0]!.catalog.skills().map(({ name, alias }) => [name, alias]);
    expect(after).toContainEqual(['team:check', 'team:checking-code']);
  });

  test('names what it cannot change', async () => {
    const { left } = await moved(
      {
        [`${skills}/review/SKILL.md`]: described('D').concat('See [rules](../../../RULES.md) and [a](a.md).'),
        [`${skills}/review/a.md`]: 'Run .claude/skills/review/scripts/b.sh.',
        [`${skills}/review/scripts/b.sh`]: '#!/bin/sh\n\n.claude/skills/review/c.sh\n',
        [`${project}/RULES.md`]: '# Rules\n',
        [`${project}/CLAUDE.md`]: 'Run .claude/skills/review/scripts/b.sh.\n',
      },
      ['review'],
    );
    expect(left).toEqual([
      '.claude/skills/review/SKILL.md:4 ../../../RULES.md',
      '.claude/skills/review/a.md:0 .claude/skills/review',
      '.claude/skills/review/scripts/b.sh:2 .claude/skills/review',
      'CLAUDE.md:0 .claude/skills/review',
    ]);
  });

  test('moves commands into those of the plugin, and skills of the user', async () => {
    const { texts } = await moved(
      {
        [`${project}/.claude/commands/git/tidy.md`]: 'See .claude/commands/git/tidy.md, and /mine.',
        [`${home}/.claude/skills/mine/SKILL.md`]: described('D').concat('$HOME/.claude/skills/mine/a, /git:tidy'),
      },
      ['git:tidy', 'mine'],
    );
    expect(texts[`${plugin}/commands/git/tidy.md`]).toBe(
      'See ${CLAUDE_PLUGIN_ROOT}/commands/git/tidy.md, and /team:mine.',
    );
    expect(texts[`${plugin}/skills/mine/SKILL.md`]).toContain('${CLAUDE_SKILL_DIR}/a, /team:git:tidy');
  });

  describe('with hooks in settings that run their scripts', () => {
    const script = { [`${skills}/review/SKILL.md`]: described('D'), [`${skills}/review/a b.sh`]: '#!/bin/sh\n' };
    const settings = `${project}/.claude/settings.json`;
    const hooks = `${plugin}/hooks/hooks.json`;
    const runs = (command: string) => ({ type: 'command', command });

    test.each([
      ['"$CLAUDE_PROJECT_DIR"/.claude/skills/review/a.sh --fix', '"${CLAUDE_PLUGIN_ROOT}"/skills/review/a.sh --fix'],
      ['"$CLAUDE_PROJECT_DIR/.claude/skills/review/a b.sh"', '"${CLAUDE_PLUGIN_ROOT}/skills/review/a b.sh"'],
      [
        'cd x && bash .claude/skills/review/a.sh "$HOME"',
        'cd x && bash "${CLAUDE_PLUGIN_ROOT}"/skills/review/a.sh "$HOME"',
      ],
    ])('moves them: %s', async (command, expected) => {
      const other = { matcher: 'Bash', hooks: [runs('./other.sh')] };
      const before = {
        hooks: {
          Stop: [{ hooks: [runs(command)] }],
          PostToolUse: [{ matcher: 'Edit', hooks: [{ ...runs(command), timeout: 5 }] }, other],
        },
        permissions: { allow: ['Skill(review)'] },
      };
      const { texts, left } = await moved({ ...script, [settings]: JSON.stringify(before, undefined, 2) }, ['review']);
      expect(JSON.parse(texts[settings]!)).toEqual({
        hooks: { PostToolUse: [other] },
        permissions: { allow: ['Skill(team:review)'] },
      });
      expect(JSON.parse(texts[hooks]!)).toEqual({
        hooks: {
          Stop: [{ hooks: [runs(expected)] }],
          PostToolUse: [{ matcher: 'Edit', hooks: [{ ...runs(expected), timeout: 5 }] }],
        },
      });
      expect(left).toEqual([]);
    });

    test('adds them to the hooks of the plugin, with its line ends', async () => {
      const own = '{\r\n\t"hooks": {\r\n\t\t"Stop": [{ "hooks": [] }]\r\n\t}\r\n}\r\n';
      const groups = [{ hooks: [runs('.claude/skills/review/a.sh')] }];
      const text = JSON.stringify({ hooks: { Stop: groups, SessionEnd: groups } });
      const { texts } = await moved({ ...script, [settings]: text, [hooks]: own }, ['review']);
      const added = '{ "hooks": [{ "type": "command", "command": "\\"${CLAUDE_PLUGIN_ROOT}\\"/skills/review/a.sh" }] }';
      expect(texts[settings]).toBe('{}');
      expect(texts[hooks]).toContain(`\t\t"Stop": [{ "hooks": [] }, ${added}],\r\n\t\t"SessionEnd": [\r\n`);
      expect(texts[hooks]).not.toMatch(/[^\r]\n/);
    });

    test.each([
      ['of one person', `${project}/.claude/settings.local.json`, {}],
      ['of the user, for a skill of the project', `${home}/.claude/settings.json`, {}],
      ['that cannot be added', settings, { [hooks]: '{ "hooks": [] }' }],
    ])('names those %s, which stay', async (_, path, further) => {
      const text = JSON.stringify({ hooks: { Stop: [{ hooks: [runs(`bash ${skills}/review/a.sh`)] }] } });
      const { texts, left } = await moved({ ...script, ...further, [path]: text }, ['review']);
      expect(texts[path]).toBe(text);
      expect(left).toEqual([`${path.replace(`${project}/`, '')}:0 ${skills}/review`]);
    });
  });

  test('replaces no file, and moves no skill of a plugin', async () => {
    const content = {
      [`${skills}/review/SKILL.md`]: described('D'),
      [`${plugin}/skills/review/SKILL.md`]: described('D'),
    };
    expect((await moved(content, ['review'])).problem).toBe(`${plugin}/skills/review already exists`);
    const own = `${project}/own`;
    const options = { pluginFolders: [own] };
    const loaded = await moved(
      { [`${own}/.claude-plugin/plugin.json`]: '{ "name": "own" }', [`${own}/skills/a/SKILL.md`]: described('D') },
      ['own:a'],
      options,
    );
    expect(loaded.problem).toBe('`own:a` is a skill of the plugin own already');
  });

  test('leaves the text that Claude Code sends the same, but for paths and names', async () => {
    const pieces = [
      ...[
        '${CLAUDE_PROJECT_DIR}/.claude/skills/',
        '.claude/skills/',
        './.claude/skills/',
        '~/app/.claude/skills/',
        '/',
      ],
      ...[
        'review',
        'ship',
        '/a.sh',
        '/',
        ' ',
        '\n',
        '`',
        '"',
        '(',
        '[x](',
        ')',
        '$ARGUMENTS',
        '$0',
        '\\',
        '${',
        '}',
        '.',
      ],
      ...['/review', '/ship', '${CLAUDE_SKILL_DIR}/a.sh', '!`echo ', '@', '😀', 'word', '```\n', '<!-- ', ' -->'],
    ];
    const body = fc.array(fc.constantFrom(...pieces), { maxLength: 16 }).map((it) => it.join(''));
    await fc.assert(
      fc.asyncProperty(body, body, async (review, ship) => {
        const content: Texts = {
          [`${skills}/review/SKILL.md`]: described('D').concat(review),
          [`${skills}/ship/SKILL.md`]: described('D').concat(ship),
        };
        const { texts } = await moved(content, ['review', 'ship']);
        for (const name of ['review', 'ship']) {
          const before = rendered(content[`${skills}/${name}/SKILL.md`]!, `${skills}/${name}`, undefined);
          const after = rendered(texts[`${plugin}/skills/${name}/SKILL.md`]!, `${plugin}/skills/${name}`, plugin);
          expect(plain(after)).toBe(plain(before));
        }
      }),
      { numRuns: 60 },
    );
  });
});

function rendered(text: string, folder: string, root: string | undefined): string {
  const document = readDocument(text, 'claude-code');
  const inPlugin = root === undefined ? undefined : { name: 'team', root, data: '/data' };
  return renderSkill(
    { name: 'a', kind: 'skill', folder, document, tier: inPlugin && 'plugin', plugin: inPlugin },
    'one two',
    { folder: project, sessionId: 'an-id', effort: 'medium', shellDisabled: false },
  ).text;
}

/** A text in which every way to write a folder of skills is the same, and names have no plugin. */
function plain(text: string): string {
  return text
    .replaceAll(`${plugin}/skills/`, '.claude/skills/')
    .replaceAll(`${project}/.claude/skills/`, '.claude/skills/')
    .replaceAll(/(?<![\w./])(?:\.\/|~\/app\/)\.claude\/skills\//g, '.claude/skills/')
    .replaceAll('/team:', '/');
}
