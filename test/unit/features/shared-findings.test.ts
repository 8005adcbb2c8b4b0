import { describe, expect, test } from 'vitest';
import { findShared } from '../../../server/src/features/check/shared-findings.ts';
import type { Severity } from '../../../server/src/rules/rule.ts';
import type { RuleId } from '../../../server/src/rules/rule-id.ts';

interface Options {
  readonly severity?: Severity;
  readonly fix?: 'safe' | 'unsafe' | 'none';
  readonly kind?: 'skill' | 'command' | 'plugin';
  readonly rule?: RuleId;
}

/** Skills in a folder, the first ones with a finding. */
function skills(folder: string, count: number, withFinding: number, message = 'Too broad', options: Options = {}) {
  const { severity = 'information', fix = 'none', kind = 'skill', rule = 'tool-broad' } = options;
  return Array.from({ length: count }, (_, index) => ({
    path: kind === 'command' ? `${folder}/c${index}.md` : `${folder}/s${index}/SKILL.md`,
    kind,
    insideSkill: false,
    findings: index < withFinding ? [{ rule, severity, message, fix }] : [],
  }));
}

type Files = ReturnType<typeof skills>;

/** The folders in which findings are shared: `folder: files of total`. */
function sharedIn(files: Files): readonly string[] {
  const sharedBy = findShared(files);
  const shared = new Set(files.flatMap((file) => file.findings.flatMap((it) => sharedBy?.(file, it) ?? [])));
  return [...shared].map(({ folder, files, total }) => `${folder}: ${files.length} of ${total}`);
}

describe('findings that a folder shares', () => {
  test('are those of more than half of its skills, and of more than five', () => {
    expect(sharedIn(skills('/r/skills', 10, 10))).toEqual(['/r/skills: 10 of 10']);
    expect(sharedIn(skills('/r/skills', 11, 6))).toEqual(['/r/skills: 6 of 11']);
    expect(sharedIn(skills('/r/skills', 12, 6))).toEqual([]);
    expect(sharedIn(skills('/r/skills', 5, 5))).toEqual([]);
  });

  test('belong to the outermost folder in which most skills have them', () => {
    const plugins = [...skills('/r/plugins/a/skills', 4, 4), ...skills('/r/plugins/b/skills', 5, 4)];
    expect(sharedIn(plugins)).toEqual(['/r/plugins: 8 of 9']);
    expect(sharedIn([...plugins, ...skills('/r/others', 90, 0)])).toEqual(['/r/plugins: 8 of 9']);
    const mixed = [...skills('/r/a', 10, 10), ...skills('/r/b', 100, 20), ...skills('/r/c', 7, 6)];
    expect(sharedIn(mixed)).toEqual(['/r/a: 10 of 10', '/r/c: 6 of 7']);
  });

  test('say the same, word for word', () => {
    expect(sharedIn([...skills('/r/a', 4, 4, 'One'), ...skills('/r/a/x', 4, 4, 'Another')])).toEqual([]);
  });

  test('may differ in what to do', () => {
    const files = [
      ...skills('/r/a', 4, 4, 'It is wide. Write `a`'),
      ...skills('/r/a/x', 4, 4, 'It is wide. Write `b`'),
    ];
    expect(sharedIn(files)).toEqual(['/r/a: 8 of 8']);
    expect(findShared(files)?.(files[0]!, files[0]!.findings[0]!)?.differs).toBe(true);
    const alike = skills('/r/a', 8, 8, 'It is wide. Write `a`');
    expect(findShared(alike)?.(alike[0]!, alike[0]!.findings[0]!)?.differs).toBe(false);
  });

  test('are no errors, warnings or what can be fixed safely', () => {
    expect(sharedIn(skills('/r', 9, 9, 'x', { severity: 'hint' }))).toHaveLength(1);
    expect(sharedIn(skills('/r', 9, 9, 'x', { severity: 'warning' }))).toEqual([]);
    expect(sharedIn(skills('/r', 9, 9, 'x', { severity: 'error' }))).toEqual([]);
    expect(sharedIn(skills('/r', 9, 9, 'x', { fix: 'safe' }))).toEqual([]);
    expect(sharedIn(skills('/r', 9, 9, 'x', { fix: 'unsafe' }))).toHaveLength(1);
  });

  test('are told apart by the kind of file', () => {
    expect(sharedIn(skills('/r/commands', 9, 9, 'x', { kind: 'command' }))).toEqual(['/r/commands: 9 of 9']);
    expect(sharedIn(skills('/r', 9, 9, 'x', { kind: 'plugin' }))).toEqual([]);
    const both = [...skills('/r/c', 4, 4, 'x', { kind: 'command' }), ...skills('/r/s', 4, 4)];
    expect(sharedIn(both)).toEqual([]);
  });

  test('are one per repository if they are hints about a habit', () => {
    const hint = { severity: 'hint' } as const;
    const command = { ...hint, kind: 'command' } as const;
    const marketplace = (folder: string) => ({
      ...skills(folder, 1, 0, '', { kind: 'plugin' })[0]!,
      path: `${folder}/.claude-plugin/marketplace.json`,
    });
    const few = [...skills('/r/p/a/skills', 20, 2, 'x', hint), ...skills('/r/p/b/commands', 9, 1, 'x', command)];
    expect(sharedIn(few)).toEqual(['/r/p/a: 2 of 20']);
    expect(sharedIn([...few, marketplace('/r'), marketplace('/r/p/a')])).toEqual(['/r: 3 of 29']);
    expect(sharedIn([...few, marketplace('/r/p/a'), marketplace('/r/p/b')])).toEqual(['/r/p/a: 2 of 20']);
    expect(sharedIn(skills('/r/.claude/skills', 20, 2, 'x', hint))).toEqual(['/r: 2 of 20']);
    const plugins = [
      ...skills('/r/plugins/a/skills', 9, 2, 'x', hint),
      ...skills('/r/plugins/b/skills', 9, 1, 'x', hint),
    ];
    expect(sharedIn(plugins)).toEqual(['/r: 3 of 18']);
    const fixable = { rule: 'argument-hint-list', severity: 'information', fix: 'safe' } as const;
    expect(sharedIn(skills('/r/.claude/skills', 20, 2, 'x', fixable))).toEqual(['/r: 2 of 20']);
    expect(sharedIn(skills('/r/.claude/skills', 20, 1, 'x', hint))).toEqual([]);
    expect(sharedIn(skills('/r/.claude/skills', 20, 2))).toEqual([]);
    expect(sharedIn(skills('/r/.claude/skills', 20, 2, 'x', { ...hint, rule: 'fence-unclosed' }))).toEqual([]);
  });

  const own = '/r/.claude/skills';

  test.for([
    ['field-unknown', 'warning', 'unsafe', 'Claude Code ignores `tools`: here it is called `allowed-tools`. Rename it'],
    ['placeholder-unknown', 'hint', 'safe', 'Claude Code does not replace `{baseDir}`; it stays as text. Write it'],
    ['description-no-trigger', 'information', 'none', 'The `description` never says when to choose it. Add it'],
    ['yaml-lenient', 'warning', 'safe', 'The `[` starts a list that ends before this. Quote the value'],
  ] as const)(
    'are one per repository if %s says the same of more than a few files',
    ([rule, severity, fix, message]) => {
      const options: Options = { rule, severity, fix };
      expect(sharedIn(skills(own, 20, 4, message, options))).toEqual(['/r: 4 of 20']);
      expect(sharedIn(skills(own, 20, 3, message, options))).toEqual([]);
      expect(sharedIn(skills(own, 20, 9, 'Something else', { ...options, severity: 'warning' }))).toEqual([]);
      expect(sharedIn(skills(own, 20, 4, message, { ...options, severity: 'error' }))).toEqual([]);
      const others = skills('/r/.claude/more/skills', 5, 5, `${message} there`, options);
      const differs = findShared([...skills(own, 20, 3, message, options), ...others]);
      // The tools of a field and the places of a folder are of each file, while the fixes of the others have to be the same.
      const expected = rule === 'yaml-lenient' ? [5, false] : [8, true];
      const { files, differs: isOther } = differs!(others[0]!, others[0]!.findings[0]!)!;
      expect([files.length, isOther]).toEqual(expected);
    },
  );

  test('are about one spelling of the folder of a skill', () => {
    const options: Options = { rule: 'placeholder-unknown', severity: 'hint' };
    const message = (name: string) => `Claude Code does not replace \`{${name}}\`; it stays as text. Write it`;
    const files = ['baseDir', 'skill_dir'].flatMap((name) =>
      skills(`${own}/${name}`, 9, name === 'baseDir' ? 4 : 3, message(name), options),
    );
    expect(sharedIn(files)).toEqual(['/r: 4 of 18']);
  });

  test('may be about another name in each file', () => {
    const options: Options = { rule: 'arguments-names', severity: 'warning' };
    const files = ['A', 'B', 'C', 'D'].flatMap((name) =>
      skills(
        `${own}/${name}`,
        2,
        1,
        `The name includes the dollar sign, so \`$${name}\` is lost. Write \`${name}\``,
        options,
      ),
    );
    expect(sharedIn(files)).toEqual(['/r: 4 of 8']);
    expect(sharedIn(files.slice(2))).toEqual([]);
    expect(findShared(files)?.(files[0]!, files[0]!.findings[0]!)?.differs).toBe(true);
  });

  test('are one per repository if commands count their arguments from 1', () => {
    const options: Options = { rule: 'literal-dollar', severity: 'warning', fix: 'unsafe', kind: 'command' };
    const files = [1, 2, 3, 2].flatMap((count) =>
      skills(
        `/r/.claude/commands/${count}`,
        3,
        1,
        `Positions start at 0, so \`$${count}\` is another argument. Count from \`$0\``,
        options,
      ),
    );
    const [one, two, three] = files.filter(({ findings }) => findings.length > 0);
    expect(sharedIn([...files, { ...two!, path: '/r/.claude/commands/more/pair.md' }])).toEqual(['/r: 4 of 13']);
    expect(sharedIn([one!, two!, three!])).toEqual([]);
    const amounts = skills('/r/.claude/commands', 9, 9, 'Claude Code replaces `$1`. Write `\\$1`', options);
    expect(sharedIn(amounts)).toEqual([]);
  });

  test('are one per repository if a checkout has texts in place of links', () => {
    const lost = 'is a text file with the path of a link, so it is ignored. Check it out';
    const options: Options = { kind: 'plugin', rule: 'plugin-skills-path' };
    const manifests = ['a', 'b', 'c'].map((name) => ({
      ...skills('/r', 1, 1, `\`${name}\` ${lost}`, options)[0]!,
      path: `/r/plugins/${name}/.claude-plugin/plugin.json`,
    }));
    const marketplace = { ...skills('/r', 1, 0)[0]!, path: '/r/.claude-plugin/marketplace.json', insideSkill: true };
    expect(sharedIn([...manifests, marketplace])).toEqual(['/r: 3 of 3']);
    expect(findShared([...manifests, marketplace])?.(manifests[0]!, manifests[0]!.findings[0]!)?.differs).toBe(false);
    const skill: Options = { rule: 'skill-misplaced' };
    expect(sharedIn(skills('/r/.claude/skills/x', 3, 2, `Only the plugin has it. It ${lost}`, skill))).toEqual([
      '/r: 2 of 3',
    ]);
  });

  test('are not looked for below files that are in one folder', () => {
    const commands = [
      ...skills('/r/c', 9, 9, 'x', { kind: 'command' }),
      ...skills('/r/c/d', 30, 0, 'x', { kind: 'command' }),
    ];
    expect(sharedIn(commands)).toEqual([]);
  });
});
