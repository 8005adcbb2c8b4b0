import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectInSession } from './check-in-session.ts';
import { applyFix, type CheckOptions, check, expectFindings, expectFix } from './expect-findings.ts';

const skill = (fields: string) => `---\ndescription: Waters plants. Use when it is dry.\n${fields}\n---\nWater them.\n`;
const command = { path: '/project/.claude/commands/water.md' } as const;
const agent = { path: '/project/.claude/agents/gardener.md' } as const;
const first = { runtime: 'claude-code@2.1.7' } as const;
const messages = (rule: string, text: string, options: CheckOptions = {}) =>
  check(text, options)
    .findings.filter((it) => it.rule === rule)
    .map(({ message }) => message);

describe('dead-skill', () => {
  const dead = 'disable-model-invocation: true\n«user-invocable: false»';

  test('marks the later of the two fields and points at the other', () => {
    const [finding] = expectFindings('dead-skill', skill(dead));
    expect(finding!.severity).toBe('warning');
    expect(finding!.message).toBe(
      'Nobody can invoke this skill: `disable-model-invocation` hides it from the model and `user-invocable` hides it from users. Remove one of them',
    );
    expect(finding!.related).toHaveLength(1);
    expectFindings('dead-skill', skill('user-invocable: "No"\n«disable-model-invocation: on» # for now'));
  });

  test('counts a value that is read as false, and says so', () => {
    const [finding] = expectFindings('dead-skill', skill(dead.replace('false', 'maybe')));
    expect(finding!.message).toContain(
      '`user-invocable`, which Claude Code reads as false because of `maybe`, hides it from users',
    );
    const [empty] = expectFindings('dead-skill', skill('disable-model-invocation: true\n«user-invocable:»'));
    expect(empty!.message).toContain('`user-invocable`, which Claude Code reads as false, hides it from users');
    expectFindings('dead-skill', skill('disable-model-invocation: maybe\nuser-invocable: false'));
  });

  test('counts settings that leave the skill to users', async () => {
    const path = '/project/.claude/skills/water/SKILL.md';
    const settings = { '/project/.claude/settings.json': '{ "skillOverrides": { "water": "user-invocable-only" } }' };
    const [finding] = await expectInSession('dead-skill', path, skill('«user-invocable: no»'), settings);
    expect(finding!.message).toContain('`skillOverrides` in the settings hides it from the model and `user-invocable`');
    await expectInSession('dead-skill', path, skill('user-invocable: yes'), settings);
    await expectInSession('dead-skill', path, skill('user-invocable: no'), {});
  });

  test('offers to remove either, and neither as a matter of course', () => {
    const [finding] = expectFindings('dead-skill', skill(dead));
    expect(finding!.fixes!.map(({ title, safe }) => [title, safe])).toEqual([
      ['Let users invoke it', false],
      ['Let the model invoke it', false],
    ]);
    const text = skill('disable-model-invocation: true\nuser-invocable: false # later\nmodel: opus');
    expectFix('dead-skill', text, skill('disable-model-invocation: true\nmodel: opus'));
    expectFix(
      'dead-skill',
      text.replaceAll('\n', '\r\n'),
      skill('disable-model-invocation: true\nmodel: opus').replaceAll('\n', '\r\n'),
    );
  });

  test('holds for commands, for a BOM and for the first release', () => {
    expectFindings('dead-skill', skill(dead), command);
    expectFindings('dead-skill', `\uFEFF${skill(dead)}`);
    expectFindings('dead-skill', skill(dead), first);
    expectFindings('dead-skill', skill('disable-model-invocation: true\n«user-invocable: off»'), first);
  });

  test('has no fix if both are on one line', () => {
    const [finding] = expectFindings(
      'dead-skill',
      '---\n{disable-model-invocation: true, «user-invocable: false»}\n---\nA\n',
    );
    expect(finding!.fixes).toEqual([]);
  });

  test('is silent for one of them, for lost frontmatter and for examples', () => {
    expectFindings('dead-skill', skill('user-invocable: false'));
    expectFindings('dead-skill', skill('disable-model-invocation: true\nuser-invocable: true'));
    expectFindings('dead-skill', skill('disable-model-invocation: true\nuser-invocable: false\nbroken: "x'));
    expectFindings('dead-skill', skill('disable-model-invocation: true\nuser-invocable: false'), {
      file: { insideSkill: true },
    });
  });
});

describe('flag-without-effect', () => {
  test('finds what needs a fork, and offers it', () => {
    const [finding] = expectFindings('flag-without-effect', skill('«agent: Explore»\nmodel: opus'));
    expect(finding!.severity).toBe('hint');
    expect(finding!.tag).toBe('unnecessary');
    expect(finding!.fixes!.map(({ title, safe }) => [title, safe])).toEqual([
      ['Add `context: fork`', false],
      ['Remove `agent`', false],
    ]);
    expectFix('flag-without-effect', skill('agent: Explore'), skill('context: fork\nagent: Explore'));
    expectFindings('flag-without-effect', skill('«background: false»'), command);
    expectFindings('flag-without-effect', skill('«agent: Explore»\ncontext:'));
    expectFindings('flag-without-effect', skill('agent:'));
  });

  test('says once that several fields wait for the same', () => {
    const before = skill('background: true\nmodel: opus\nagent: Explore # 🌱');
    const [finding] = expectFindings('flag-without-effect', before.replace('background: true', '«background: true»'));
    expect(finding!.message).toBe(
      '`background` and `agent` have an effect only with `context: fork`. Add that or remove `background` and `agent`',
    );
    expect(finding!.related!.map(({ message }) => message)).toEqual(['`agent` has no effect either']);
    expect(finding!.fixes!.map(({ title, safe }) => [title, safe])).toEqual([
      ['Add `context: fork`', false],
      ['Remove `background` and `agent`', false],
    ]);
    expectFix('flag-without-effect', before, before.replace('background', 'context: fork\nbackground'));
    expect(applyFix(before, finding!.fixes![1]!)).toBe(skill('model: opus'));
    // What has no value waits for nothing.
    expectFindings('flag-without-effect', skill('background:\n«agent: Explore»'));
  });

  test('reports nothing next to a fork, or next to a context that has a finding of its own', () => {
    for (const context of ['context: fork', 'context: Fork', 'context: main', 'Context: fork', 'contxt: fork']) {
      expectFindings('flag-without-effect', skill(`${context}\nagent: Explore\nbackground: true`));
    }
  });

  test('finds a hint that is never shown', () => {
    const before = skill('argument-hint: "[plant]"\nuser-invocable: false');
    expectFindings('flag-without-effect', before.replace('argument-hint: "[plant]"', '«argument-hint: "[plant]"»'));
    expect(expectFix('flag-without-effect', before, skill('user-invocable: false')).safe).toBe(true);
    expectFindings('flag-without-effect', skill('argument-hint: x\nuser-invocable: nope'));
    // Release 2.1.7 keeps the skill in the menu.
    expectFindings('flag-without-effect', before, first);
  });

  test('finds text for a listing that has not the skill', () => {
    expectFindings(
      'flag-without-effect',
      skill('«when_to_use: >\n  Plants look 🥀,\n\n  or 枯れた.»\n\ndisable-model-invocation: true'),
    );
    expectFindings('flag-without-effect', skill('when_to_use: Plants wilt.\ndisable-model-invocation: false'));
  });

  test('is silent for a dead skill, whose fields would work if it lived', () => {
    expectFindings(
      'flag-without-effect',
      skill('argument-hint: x\nwhen_to_use: y\nuser-invocable: false\ndisable-model-invocation: true'),
    );
  });

  test('leaves paths to commands alone: a guarded skill waits for its files too', () => {
    expectFindings('flag-without-effect', skill('paths: beds/**\ndisable-model-invocation: true'));
    expectFindings('flag-without-effect', skill('«paths: beds/**»'), command);
  });

  test('finds what the agents of a plugin may not set', () => {
    const text = '---\nname: gardener\ndescription: Waters plants.\n«permissionMode: plan»\ncolor: green\n---\nA\n';
    expectFindings('flag-without-effect', text, { ...agent, file: { place: 'plugin' } });
    expectFindings('flag-without-effect', text.replace(/[«»]/g, ''), agent);
  });
});

describe('boolean-value', () => {
  test.each(['true', 'True', 'TRUE', 'yes', 'ON', '1', '1.0', '"true"', "' Yes '", 'false', 'no', 'Off', '0', '"0"'])(
    'reads %s',
    (value) => {
      expectFindings('boolean-value', skill(`user-invocable: ${value}\ndisable-model-invocation: ${value}`));
    },
  );

  test('says how another value is read', () => {
    const [finding] = expectFindings('boolean-value', skill('user-invocable: «maybe» # 🌱'));
    expect(finding!.severity).toBe('warning');
    expect(finding!.message).toBe(
      'Claude Code reads `maybe` as false, so the skill is hidden from users. Write `true` or `false`',
    );
    expect(messages('boolean-value', skill('disable-model-invocation: maybe'), command)).toEqual([
      'Claude Code reads `maybe` as false, so the model may invoke the command. Write `true` or `false`',
    ]);
    expect(messages('boolean-value', skill('context: fork\nbackground: maybe'))).toEqual([
      'Claude Code reads `maybe` as false. Write `true` or `false`',
    ]);
  });

  test('leaves a flag that the repair changed to the broken line', () => {
    const broken = (flag: string) => `---\nname: demo\ndescription: Waters: plants\n${flag}\n---\nA\n`;
    const [lost] = expectFindings('boolean-value', broken('disable-model-invocation: «true # guard»'));
    expect(lost?.message).toContain('the model may invoke the skill');
    expect(lost?.fixes?.[0]).toMatchObject({ title: 'Remove the comment', safe: false });
    expectFindings('boolean-value', broken('user-invocable: [yes'));
    expectFindings('boolean-value', broken('user-invocable: «maybe»'));
  });

  test('marks the key of an empty flag, or else its value', () => {
    expectFindings('boolean-value', skill('«user-invocable»:'));
    expectFindings('boolean-value', skill('«user-invocable»: # later'));
    expectFindings('boolean-value', skill('user-invocable: «null»'));
    expectFindings('boolean-value', skill('user-invocable: «""»'));
    expectFindings('boolean-value', skill('user-invocable: «[true, false]»'));
    expectFindings('boolean-value', skill('user-invocable: «{ a: b }»'));
    expectFindings('boolean-value', skill('user-invocable: «|\n  maybe»'));
    expectFindings('boolean-value', skill('user-invocable: «maybe»\nmodel: opus').replaceAll('\n', '\r\n'));
    expect(messages('boolean-value', skill('user-invocable:'))[0]).toContain('an empty `user-invocable` as false');
  });

  test('writes what was meant, and offers both where that is open', () => {
    for (const [value, meant] of [
      ['y', true],
      ['ture', true],
      ['[yes]', true],
      ['enabled', true],
      ['n', false],
      ['"flase"', false],
    ] as const) {
      const fix = expectFix('boolean-value', skill(`user-invocable: ${value}`), skill(`user-invocable: ${meant}`));
      // What is read as false now may load or be loaded by others as true.
      expect(fix).toMatchObject({ title: `Write \`${meant}\``, safe: !meant });
    }
    const flag = expectFix(
      'boolean-value',
      skill('context: fork\nbackground: ture'),
      skill('context: fork\nbackground: true'),
    );
    expect(flag.safe).toBe(true);
    expect(expectFix('boolean-value', skill('user-invocable:'), skill('user-invocable: false')).safe).toBe(false);
    expectFix('boolean-value', skill('user-invocable: # x'), skill('user-invocable: false # x'));
    expectFix(
      'boolean-value',
      skill('disable-model-invocation: \nmodel: opus'),
      skill('disable-model-invocation: true\nmodel: opus'),
    );
  });

  test('applies to the chosen release', () => {
    const [finding] = expectFindings('boolean-value', skill('disable-model-invocation: «yes»'), first);
    expect(finding!.message).toContain('Claude Code 2.1.7 reads `yes` as false');
    // It reads an unknown value as false, which is the intended meaning.
    expectFindings('boolean-value', skill('user-invocable: off\ndisable-model-invocation: "true"'), first);
  });

  test('claims nothing about agents that was not seen', () => {
    const text = (value: string) => `---\nname: gardener\ndescription: Waters plants.\nbackground: ${value}\n---\nA\n`;
    const [finding] = expectFindings('boolean-value', text('«maybe»'), agent);
    expect(finding!.message).toBe(
      '`background` must be true or false, but `maybe` is neither. Write `true` or `false`',
    );
    expectFindings('boolean-value', text(''), agent);
  });

  test('knows no other words, not even those of JavaScript', () => {
    const [finding] = expectFindings('boolean-value', skill('user-invocable: «constructor»'));
    expect(finding!.fixes!.map(({ title }) => title)).toEqual(['Write `false`', 'Write `true`']);
  });

  test('is silent for templates and lost frontmatter', () => {
    expectFindings('boolean-value', skill('user-invocable: {{INVOCABLE}}'));
    expectFindings('boolean-value', skill('user-invocable: maybe\nmodel: "x'));
    expectFindings('boolean-value', skill('user-invocable: maybe'), { file: { insideSkill: true } });
  });

  test('is reported exactly when the value is neither a spelling of true nor of false, for any value', () => {
    const spelling = /^\s*(true|false|yes|no|on|off|1|0)\s*$/i;
    const word = fc.oneof(
      fc.constantFrom('true', 'TRUE', ' Yes', 'oN', '1', 'False ', 'nO', 'off', '0', 'y', 'n', '2', '01', 'on off'),
      fc.stringMatching(/^[a-zA-Z01 ]{0,6}$/),
    );
    fc.assert(
      fc.property(word, (value) => {
        const found = messages('boolean-value', skill(`user-invocable: "${value}"`)).length > 0;
        expect(found).toBe(!spelling.test(value));
      }),
    );
  });
});

test('the removal of a hint needs review where the body counts on it', () => {
  const fixOf = (body: string) =>
    check(
      `---\ndescription: Packs. Use on Mondays.\nuser-invocable: false\nargument-hint: "[a]"\n---\n${body}\n`,
    ).findings.find(({ rule }) => rule === 'flag-without-effect')!.fixes![0]!;
  expect(fixOf('Pack $0.').safe).toBe(false);
  expect(fixOf('Pack $ARGUMENTS.').safe).toBe(true);
});
