import { describe, expect, test } from 'vitest';
import { check, expectFindings, expectFix } from './expect-findings.ts';

const skill = (body: string) => `---\nname: demo\ndescription: Runs scripts. Use on Mondays.\n---\n${body}`;
const rule = 'placeholder-unknown';

describe(rule, () => {
  test('marks unknown variables and offers the near one', () => {
    expectFindings(
      rule,
      skill('See «${CLAUDE_FOO}» and «${CLAUDE_SKILL_DIRS}», ${CLAUDE_SKILL_DIR}, ${HOME}, $FOO.\n'),
    );
    expectFix(rule, skill('Read ${CLAUDE_SKILLDIR}/a.md\n'), skill('Read ${CLAUDE_SKILL_DIR}/a.md\n'));
  });

  test('marks other spellings in prose only', () => {
    expectFindings(
      rule,
      skill(
        'In «$CLAUDE_SESSION_ID» and «$ARGUMENTS.0».\n\n```sh\necho $CLAUDE_PROJECT_DIR\n```\n`$CLAUDE_SESSION_ID`\n',
      ),
    );
    expectFix(rule, skill('For $ARGUMENTS.1 do\n'), skill('For $ARGUMENTS[1] do\n'));
  });

  test('leaves the shell its variables in injections', () => {
    expectFindings(rule, skill('Now: !`echo ${CLAUDE_CODE_ENTRYPOINT} $CLAUDE_PROJECT_DIR`\n'));
    expectFindings(rule, skill('```!\necho ${CLAUDE_CODE_SESSION_ID}\n```\n'));
  });

  test('marks a slip of a variable even in code', () => {
    expectFindings(rule, skill('```sh\ncat «${CLAUDE_SKIL_DIR}»/a\n```\n'));
  });

  test('knows where plugin variables are replaced', () => {
    const text = (mark: (variable: string) => string) => skill(`Run ${mark('${CLAUDE_PLUGIN_ROOT}')}/x.\n`);
    expectFindings(
      rule,
      text((it) => `«${it}»`),
    );
    expectFindings(rule, text(String), { path: '/repo/skills/demo/SKILL.md' });
    expectFindings(rule, text(String), {
      path: '/repo/skills/demo/SKILL.md',
      file: { pluginRoot: '/repo', place: 'plugin' },
    });
  });

  test('finds plugin variables without braces in commands of plugins, where they are empty', () => {
    const inPlugin = { path: '/repo/skills/demo/SKILL.md', file: { pluginRoot: '/repo', place: 'plugin' } } as const;
    const text = skill('```bash\nnode "«$CLAUDE_PLUGIN_ROOT»/count.mjs"\n```\n');
    const [finding] = expectFindings(rule, text, inPlugin);
    expect(finding!.message).toContain('`$CLAUDE_PLUGIN_ROOT` is empty in commands');
    expect(finding!.fixes).toMatchObject([{ title: 'Write `${CLAUDE_PLUGIN_ROOT}`', safe: true }]);
    const aboutHooks = 'A hook has this variable.\n\n```bash\nnode "$CLAUDE_PLUGIN_ROOT/count.mjs"\n```\n';
    expectFindings(rule, skill(aboutHooks), inPlugin);
    expectFindings(rule, skill('```bash\nCLAUDE_PLUGIN_ROOT=..\nnode "$CLAUDE_PLUGIN_ROOT/x"\n```\n'), inPlugin);
  });

  test('reports `{baseDir}` once and fixes it everywhere', () => {
    const [finding] = expectFindings(rule, skill('Read «{baseDir}»/a, {baseDir}/b and ${baseDir}.\n'));
    expect(finding?.severity).toBe('hint');
    expectFix(rule, skill('{baseDir}/a {baseDir}/b\n'), skill('${CLAUDE_SKILL_DIR}/a ${CLAUDE_SKILL_DIR}/b\n'));
  });

  test('is silent where the text says what to write in place of `{baseDir}`', () => {
    const says = 'If\n`{baseDir}` stays as it is, use `${CLAUDE_SKILL_DIR}/scripts/run.sh`.';
    expectFindings(rule, skill(`Run {baseDir}/scripts/run.sh\n\n${says}\n`));
    expectFindings(rule, skill(`Run {baseDir}/scripts/run.sh\n\n${says}\n`).replaceAll('\n', '\r\n'));
    expectFindings(rule, skill('Run «{baseDir}»/scripts/a.sh and ${CLAUDE_SKILL_DIR}/scripts/b.sh.\n'));
    expectFindings(
      rule,
      skill('If it fails, run «{baseDir}»/scripts/a.sh\n\n```sh\n${CLAUDE_SKILL_DIR}/scripts/b.sh\n```\n'),
    );
    expectFindings(rule, skill(`Run «{baseDir}»/scripts/a.sh\n\n\`\`\`text\n${says}\n\`\`\`\n`));
  });

  test('fixes `{baseDir}` safely where the path is in the folder of the skill, and never where it is not', () => {
    const bundledPaths = new Set(['SKILL.md', 'scripts', 'scripts/run.sh', 'notes.md']);
    const file = { bundledPaths };
    const text = (marked: string) =>
      skill(`Run {baseDir}/src/main.ts, ${marked}/scripts/run.sh, and ${marked}/notes.md.\n`);
    expectFindings(rule, text('«{baseDir}»').replace(/«({baseDir})»(?=\/notes)/, '$1'), { file });
    expect(expectFix(rule, text('{baseDir}'), text('${CLAUDE_SKILL_DIR}'), { file }).safe).toBe(true);
    for (const path of ['', '/src/main.ts', '/package.json', '/.github/workflows']) {
      expectFindings(rule, skill(`Look into {baseDir}${path}.\n`), { file });
    }
    const findings = expectFindings(
      rule,
      skill('Run {baseDir}/scripts/later.sh, «{baseDir}»/scripts/<name>.sh, {baseDir}/notes.md\n'),
      { file },
    );
    expect(findings.map(({ fixes }) => fixes!.map(({ safe, edits }) => [safe, edits.length]))).toEqual([
      [
        [true, 2],
        [false, 3],
      ],
    ]);
    expect(findings[0]!.message).toBe(
      'Claude Code does not replace `{baseDir}`; it stays as text. Write `${CLAUDE_SKILL_DIR}` in 2 of the 3 places in this file, and in the other one if the folder of the skill is meant',
    );
    const [two] = expectFindings(
      rule,
      skill('Run {baseDir}/scripts/later.sh, {baseDir}/scripts/more.sh, «{baseDir}»/notes.md\n'),
      { file },
    );
    expect(two!.message).toMatch(
      / in 1 of the 3 places in this file, and in the others if the folder of the skill is meant$/,
    );
    const [unlisted] = expectFindings(rule, skill('Run «{baseDir}»/scripts/run.sh\n'));
    expect(unlisted!.message).toMatch(/Write `\$\{CLAUDE_SKILL_DIR\}` if the folder of the skill is meant$/);
    expect(unlisted!.fixes!.map(({ safe }) => safe)).toEqual([false]);
  });

  test('says that a script remains missing', () => {
    const file = { bundledPaths: new Set(['SKILL.md', 'scripts', 'scripts/run.sh']) };
    const text = (folder: string) => skill(`Run ${folder}/scripts/run.sh, then ${folder}/scripts/gone.sh.\n`);
    const fix = expectFix(rule, text('{skill_dir}'), text('${CLAUDE_SKILL_DIR}'), { file });
    expect(fix.title).toBe('Write `${CLAUDE_SKILL_DIR}` in both places, although the skill has no `scripts/gone.sh`');
    expect(check(text('{skill_dir}'), { file }).findings[0]!.message).toMatch(
      /Write `\$\{CLAUDE_SKILL_DIR\}`, although the skill has no `scripts\/gone\.sh`$/,
    );
    expect(check(text('${CLAUDE_SKILL_DIR}'), { file }).findings.map((it) => it.rule)).toEqual(['script-missing']);
  });

  test('explains why the arguments are appended', () => {
    const text = '---\ndescription: Reads maps. Use on Mondays.\nargument-hint: "[map]"\n---\nRead $arguments\n';
    expect(check(text).findings.map((it) => it.rule)).toEqual([rule]);
    expect(check(text.replace('$arguments', 'maps')).findings.map((it) => it.rule)).toEqual(['arguments-appended']);
  });

  test('marks other spellings of what it knows', () => {
    expectFindings(
      rule,
      skill(
        'Do «${ARGUMENTS}» or «$arguments» in «${CLAUDE_SKILL_DIR:-x}», «${ CLAUDE_SKILL_DIR }», «${claude_effort}».\n',
      ),
    );
    expectFix(rule, skill('See ${ CLAUDE_EFFORT }\n'), skill('See ${CLAUDE_EFFORT}\n'));
    expectFindings(rule, skill('`${ARGUMENTS}` and $arguments.length, $argumentsFoo\n'));
    expectFindings(rule, '---\ndescription: D. Use it.\narguments: arguments\n---\nDo $arguments\n');
  });

  test('leaves `$@` in the prose of skills without arguments, which may be about shells', () => {
    expectFindings(rule, skill('Quote $@ in functions.\n'));
  });

  test('fixes `{baseDir}` in tool rules together with the body', () => {
    const text = (folder: string) =>
      `---\ndescription: D. Use it.\nallowed-tools: Bash(${folder}/run.sh:*)\nlicense: {baseDir}\n---\nRun ${folder}/run.sh\n`;
    const fix = expectFix(
      rule,
      text('{baseDir}').replace('license: {baseDir}\n', ''),
      text('${CLAUDE_SKILL_DIR}').replace('license: {baseDir}\n', ''),
      { file: { bundledPaths: new Set(['run.sh']) } },
    );
    expect(fix.safe).toBe(true);
  });

  test('ignores texts that only mention a variable', () => {
    expectFindings(rule, skill('Hooks get environment variables such as $CLAUDE_PROJECT_DIR.\n'));
    expectFindings(rule, skill('Scripts cannot expand `{baseDir}`.\n'));
  });

  test('offers no variable that the place does not have', () => {
    const [inCommand] = expectFindings(rule, 'See «{baseDir}»/a\n', { path: '/project/.claude/commands/c.md' });
    expect(inCommand?.fixes).toBeUndefined();
    expectFindings(rule, skill('«${CLAUDE_SKILL_DIR}»/a\n'), { runtime: 'claude-code@2.1.7' });
  });

  test('reports `{baseDir}` before a folder of skills that this one does not have yet', () => {
    const file = { bundledPaths: new Set(['SKILL.md']) };
    const [finding] = expectFindings(rule, skill('Run `python «{baseDir}»/scripts/run.py`.\n'), { file });
    expect(finding!.fixes!.map(({ safe }) => safe)).toEqual([false]);
    expectFindings(rule, skill('Look into `{baseDir}/lib/run.py`.\n'), { file });
  });

  describe('`<args>` where the arguments are meant', () => {
    const asked = (body: string) => `---\ndescription: Sorts mail.\nargument-hint: "[mailbox]"\n---\n${body}\n`;

    test.each(['Sort the mail in «<args>».', 'Sort the mail in «<arguments>», then stop.'])('%s', (body) => {
      expectFindings(rule, asked(body));
      const plain = asked(body.replace(/[«»]/g, ''));
      expect(expectFix(rule, plain, plain.replace(/<\w+>/, '$ARGUMENTS')).safe).toBe(false);
      // Nothing says that the skill takes any.
      expectFindings(rule, skill(`${body.replace(/[«»]/g, '')}\n`));
    });

    test.each([
      'Sort the mail in <args>, of $ARGUMENTS.',
      'Users type /sort <args>.',
      'Usage: sort <args>',
      'Replace <args> with the name.',
      '<arguments>\nThe mail\n</arguments>',
      '`sort <args>`',
      '```\nsort <args>\n```',
    ])('nothing in %j', (body) => {
      expectFindings(rule, asked(body));
    });
  });
});
