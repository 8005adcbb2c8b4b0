import { describe, expect, test } from 'vitest';
import { expectInSession, inSession, skill } from './check-in-session.ts';
import { applyFix, check, expectFindings, expectFix } from './expect-findings.ts';

const path = '/project/.claude/settings.json';
const users = '/home/me/.claude/settings.json';
const managed = '/etc/claude-code/managed-settings.json';
const text = skill('Plans beds. Use when the user asks what to sow.');
const around = {
  '/project/.claude/skills/plan-bed/SKILL.md': text.replace('---', '---\nname: bed-planner'),
  '/project/.claude/skills/plan-bed-edges/SKILL.md': text,
  '/project/.claude/skills/Weed/SKILL.md': text,
  '/project/.claude/commands/sub/water.md': 'Water.\n',
  '/project/office/.claude-plugin/plugin.json': { name: 'office' },
  '/project/office/skills/pdf/SKILL.md': text,
};
const options = { pluginFolders: ['/project/office'] };

describe('settings-discarded', () => {
  test.for([
    ['allowEdits', 'acceptEdits'],
    ['bypass', 'bypassPermissions'],
    ['dont-ask', 'dontAsk'],
    ['acceptEdit', 'acceptEdits'],
    ['yolo', undefined],
  ] as const)('names the mode %s and the nearest right one', ([written, right]) => {
    const marked = `{ "permissions": { "defaultMode": «"${written}"» } }`;
    const [finding] = expectFindings('settings-discarded', marked, { path });
    expect(finding!.message).toContain(`, not \`"${written}"\`. Fix or remove the value`);
    const titles = finding!.fixes!.map(({ title }) => title);
    expect(titles).toEqual([right ? `Write \`"${right}"\`` : 'Remove `permissions.defaultMode`']);
  });

  test.for([
    '{ "skillListingMaxDescChars": «0» }',
    '{ "skillListingMaxDescChars": «-5» }',
    '{ "skillListingMaxDescChars": «20.5» }',
    '{ "skillListingMaxDescChars": «"20"» }',
    '{ "skillListingMaxDescChars": «null» }',
    '{ "skillListingBudgetFraction": «0» }',
    '{ "skillListingBudgetFraction": «2» }',
    '{ "skillListingBudgetFraction": «"0.01"» }',
    '{ "skillOverrides": «"off"» }',
    '{ "skillOverrides": «[]» }',
    '{ "skillOverrides": { "a": "on", "b": «"Off"», "c": «5» } }',
    '{ "disableSkillShellExecution": «"true"» }',
    '{ "permissions": «"Skill"» }',
    '{ "permissions": { "allow": «"Skill"» } }',
    '\uFEFF{ "skillListingMaxDescChars": «0» }',
    '{\r\n  "skillListingMaxDescChars": 800,\r\n  "skillListingMaxDescChars": «0»\r\n}\r\n',
    '{ «// why»\n "model": "opus" }',
  ])('finds %s', (marked) => {
    const [finding] = expectFindings('settings-discarded', marked, { path });
    expect(finding!.severity).toBe('error');
    expect(finding!.message).toContain('ignores the whole file');
  });

  test.for([
    '',
    ' \n',
    '{}',
    '[]',
    '{ "skillListingMaxDescChars": 1, "skillListingBudgetFraction": 1 }',
    '{ "skillListingMaxDescChars": 0, "skillListingMaxDescChars": 800 }',
    '{ "skillOverrides": { "a": "user-invocable-only" }, "disableSkillShellExecution": false }',
    '{ "permissions": { "allow": [5, "", "bash("], "other": 5 }, "somethingElse": null }',
  ])('is silent for %j', (content) => {
    expectFindings('settings-discarded', content, { path });
    expectFindings('settings-discarded', content, { path: '/project/.claude/settings.local.json' });
  });

  test('knows that managed settings lose the key alone, and cannot be broken', () => {
    const [key] = expectFindings('settings-discarded', '{ "skillListingMaxDescChars": «0» }', { path: managed });
    expect(key!.message).toContain('ignores `skillListingMaxDescChars`');
    const [broken] = expectFindings('settings-discarded', '{ "a": 1«,» }', { path: managed });
    expect(broken!.message).toContain('does not start');
  });

  test('is silent for 2.1.7, which has none of these settings', () => {
    expectFindings('settings-discarded', '{ "skillListingMaxDescChars": 0 }', { path, runtime: 'claude-code@2.1.7' });
  });

  test.for([
    ['{ "skillListingMaxDescChars": "800" }', '{ "skillListingMaxDescChars": 800 }', true],
    ['{ "skillListingMaxDescChars": 20.4 }', '{ "skillListingMaxDescChars": 20 }', true],
    ['{ "skillListingBudgetFraction": 2 }', '{ "skillListingBudgetFraction": 0.02 }', false],
    ['{ "skillListingBudgetFraction": "0.02" }', '{ "skillListingBudgetFraction": 0.02 }', true],
    ['{ "disableSkillShellExecution": "true" }', '{ "disableSkillShellExecution": true }', true],
    ['{ "skillOverrides": { "a": "Name_Only" } }', '{ "skillOverrides": { "a": "name-only" } }', true],
    ['{ "skillOverrides": { "a": false } }', '{ "skillOverrides": { "a": "off" } }', true],
    ['{ "skillOverrides": { "a": "name-onli" } }', '{ "skillOverrides": { "a": "name-only" } }', false],
    ['{ "permissions": { "deny": "Skill" } }', '{ "permissions": { "deny": ["Skill"] } }', true],
    ['{\n  "skillListingMaxDescChars": 0,\n  "model": "opus"\n}', '{\n  "model": "opus"\n}', false],
    ['{ "model": "opus", "skillListingMaxDescChars": true }', '{ "model": "opus" }', false],
  ] as const)('mends %s', ([before, after, safe]) => {
    expect(expectFix('settings-discarded', before, after, { path }).safe).toBe(safe);
  });
});

describe('skill-override-unmatched', () => {
  const overriding = (key: string) => `{ "skillOverrides": { ${key}: "off" } }`;

  test.for([
    ['«"bed-planner"»', 'is only the `name` of `plan-bed`'],
    ['«"office:pdf"»', 'do not apply to plugin skills'],
    ['«"pdf"»', 'do not apply to plugin skills'],
    ['«"weed"»', 'Write `Weed`'],
    ['«"plan-*"»', 'do not support wildcards'],
    ['«"plan-beds"»', 'Did you mean `plan-bed`?'],
    ['«"nothing"»', 'remove the entry'],
    ['«"water"»', 'There is no skill `water`'],
  ] as const)('finds %s', async ([key, message]) => {
    const [finding] = await expectInSession('skill-override-unmatched', path, overriding(key), around, options);
    expect(finding!.message).toContain(message);
  });

  test.for(['"plan-bed"', '"Weed"', '"sub:water"', '"init"', '"dataviz"'])('is silent for %s', async (key) => {
    await expectInSession('skill-override-unmatched', path, overriding(key), around, options);
  });

  test('knows of skills that are switched off, or not there yet', async () => {
    const more = {
      ...around,
      '/project/.claude/skills/later/SKILL.md': text.replace('---', '---\npaths: src/**'),
    };
    for (const key of ['"later"', '"plan-bed"']) {
      await expectInSession('skill-override-unmatched', path, overriding(key), more, options);
    }
  });

  test('says nothing of unknown skills in settings for all projects', async () => {
    for (const everywhere of [users, managed]) {
      await expectInSession('skill-override-unmatched', everywhere, overriding('"nothing"'), around, options);
      await expectInSession('skill-override-unmatched', everywhere, overriding('«"office:pdf"»'), around, options);
    }
  });

  test('is silent without a session', () => {
    expectFindings('skill-override-unmatched', overriding('"nothing"'), { path });
  });

  test('writes the folder’s name', async () => {
    const before = overriding('"bed-planner"');
    const own = await inSession(path, { ...around, [path]: before }, options);
    expect(expectFix('skill-override-unmatched', before, overriding('"plan-bed"'), own).safe).toBe(false);
  });
});

describe('names that are not found in settings', () => {
  const titlesAndTexts = async (rule: string, before: string) => {
    const own = await inSession(path, { ...around, [path]: before }, options);
    const [finding] = check(before, own).findings.filter((it) => it.rule === rule);
    return finding!.fixes!.map((fix) => [fix.title, applyFix(before, fix)]);
  };

  test('can be changed to similar ones or removed', async () => {
    const overrides = (text: string) => `{ "skillOverrides": { ${text} } }`;
    expect(await titlesAndTexts('skill-override-unmatched', overrides('"plan-beds": "off", "Weed": "on"'))).toEqual([
      ['Change to `plan-bed`', overrides('"plan-bed": "off", "Weed": "on"')],
      ['Remove `plan-beds`', overrides('"Weed": "on"')],
    ]);
    expect(await titlesAndTexts('skill-override-unmatched', overrides('"office:pdf": "off"'))).toEqual([
      ['Remove `office:pdf`', '{ "skillOverrides": {  } }'],
    ]);
    // Only the last of two equal keys could be removed.
    expect(await titlesAndTexts('skill-override-unmatched', overrides('"nothing": "off", "nothing": "on"'))).toEqual(
      [],
    );
    const deny = (text: string) => `{ "permissions": { "deny": [${text}] } }`;
    expect(await titlesAndTexts('permission-rule-unmatched', deny('"Skill(init)", "Skill(nothing)"'))).toEqual([
      ['Remove `Skill(nothing)`', deny('"Skill(init)"')],
    ]);
    expect(await titlesAndTexts('permission-rule-unmatched', deny('"Skill(plan-beds)"'))).toEqual([
      ['Change to `Skill(plan-bed)`', deny('"Skill(plan-bed)"')],
      ['Remove `Skill(plan-beds)`', deny('')],
    ]);
  });
});

describe('permission-rule-unmatched', () => {
  const denying = (rule: string) => `{ "permissions": { "deny": ["Bash(rm *)", ${rule}] } }`;

  test.for([
    ['«"Skill(plan*)"»', 'warning', '`*` is a wildcard only'],
    ['«"Skill( plan-bed )"»', 'warning', 'the spaces around'],
    ['«"Skill()"»', 'warning', 'the parentheses are empty'],
    ['«"Skill(Plan-Bed)"»', 'warning', 'skill names are case-sensitive'],
    ['«"Skill(plan-bed now)"»', 'warning', 'do not compare the arguments'],
    ['«"Skill(pdf)"»', 'warning', 'Write `Skill(office:pdf)`'],
    ['«"Skill(office)"»', 'warning', 'Write `Skill(office:*)`'],
    ['«"Skill(project:plan-bed)"»', 'warning', 'is not a plugin'],
    // Perhaps a plugin that is not here.
    ['«"Skill(garden:plan-bed)"»', 'hint', 'is not a plugin'],
    ['«"Skill(sheets:xlsx)"»', 'hint', 'There is no skill `sheets:xlsx` here'],
    ['«"Skill(plan-beds)"»', 'hint', 'Did you mean `plan-bed`?'],
    ['«"Skill(plan-bed"»', 'warning', 'the closing parenthesis is missing. Write `Skill(plan-bed)`'],
    ['«"skill(plan-bed)"»', 'warning', 'exactly as `Skill(name)`. Write `Skill(plan-bed)`'],
    ['«"Skill plan-bed"»', 'warning', 'Write `Skill(plan-bed)`'],
    ['«"Skill(plan-bed))"»', 'warning', 'Write `Skill(plan-bed)`'],
    ['«"Skill(plan-bed *)"»', 'information', 'it also matches `plan-bed-edges`'],
  ] as const)('finds %s', async ([rule, severity, message]) => {
    const [finding] = await expectInSession('permission-rule-unmatched', path, denying(rule), around, options);
    expect(finding!.severity).toBe(severity);
    expect(finding!.message).toContain(message);
  });

  test.for([
    '"Skill"',
    '"Skill(*)"',
    '"Skill(plan-bed)"',
    '"Skill(/plan-bed)"',
    '"Skill(bed-planner)"',
    '"Skill(plan-bed-edges *)"',
    '"Skill(office:*)"',
    '"Skill(sub:water)"',
    '"Skill(dataviz)"',
    '"Skill(init)"',
    '"mcp__garden__plan"',
    '"Read(plan*)"',
    '5',
  ])('is silent for %s', async (rule) => {
    await expectInSession('permission-rule-unmatched', path, denying(rule), around, options);
  });

  test('says less in settings for all projects', async () => {
    for (const everywhere of [users, managed]) {
      const at = (rule: string) =>
        expectInSession('permission-rule-unmatched', everywhere, denying(rule), around, options);
      await at('"Skill(nothing)"');
      const [pdf] = await at('«"Skill(pdf)"»');
      expect(pdf!.severity).toBe('hint');
      const [star] = await at('«"Skill(plan*)"»');
      expect(star!.severity).toBe('warning');
    }
  });

  test('says what an organization loses with rules that cannot be read', () => {
    const rules = (deny: string) => `{ "permissions": { "allow": ["Read"], "deny": [${deny}] } }`;
    const lost =
      /\. Until then, Claude Code does not apply `allow` of this file either, because nothing else in `deny`/;
    const messageOf = (deny: string, at: string) =>
      expectFindings('permission-rule-unmatched', rules(deny), { path: at })[0]!.message;
    expect(messageOf('«"bash(ls)"»', managed)).toMatch(lost);
    expect(messageOf('«"bash(ls)"», "Bash(ls)"', managed)).not.toMatch(lost);
    expect(messageOf('«"bash(ls)"»', users)).not.toMatch(lost);
  });

  test('without a session judges the form alone', () => {
    expectFindings('permission-rule-unmatched', denying('«"Skill(plan*)"»'), { path });
    expectFindings('permission-rule-unmatched', denying('"Skill(nothing)"'), { path });
    expectFindings('permission-rule-unmatched', '{ "permissions": 5 }', { path });
    expectFindings('permission-rule-unmatched', '{ "permissions": { "deny": ["Skill(plan*)"', { path });
  });

  test('offers the rule that was meant', async () => {
    for (const [before, after] of [
      ['"Skill(plan*)"', '"Skill(plan *)"'],
      ['"Skill(plan-bed now)"', '"Skill(plan-bed)"'],
      ['"Skill(plan-bed *)"', '"Skill(plan-bed)"'],
      ['"Skill(plan-beds)"', '"Skill(plan-bed)"'],
    ] as const) {
      const own = await inSession(path, { ...around, [path]: denying(before) }, options);
      expect(expectFix('permission-rule-unmatched', denying(before), denying(after), own).safe).toBe(false);
    }
  });
});

describe('permission rules of any tool that have no effect', () => {
  test.for([
    ['allow', 'bash(git *)', 'Bash(git *)'],
    ['deny', 'webfetch', 'WebFetch'],
    ['allow', 'Bash(git:*', 'Bash(git:*)'],
    ['deny', 'Bash(rm *) ', 'Bash(rm *)'],
    ['ask', 'Bash()', 'Bash'],
    ['allow', 'mcp__github__get_issue(x)', 'mcp__github__get_issue'],
    ['allow', 'mcp__*', undefined],
    ['deny', 'WebFetch(https://example.com/a)', 'WebFetch(domain:example.com)'],
    ['deny', 'Read(secrets:*)', 'Read(secrets/**)'],
    ['deny', 'Write(secrets/**)', 'Edit(secrets/**)'],
    ['allow', 'WebSearch(a*)', undefined],
  ] as const)('%s: %s', ([list, written, meant]) => {
    const marked = `{ "permissions": { "${list}": [«${JSON.stringify(written)}»] } }`;
    const [finding] = expectFindings('permission-rule-unmatched', marked, { path });
    expect(finding!.severity).toBe('warning');
    expect(finding!.fixes!.map(({ title }) => title)).toEqual(meant === undefined ? [] : [`Change to \`${meant}\``]);
  });

  test('and what is lost with them', () => {
    const marked = '{ "permissions": { "allow": [«"bash"»], "deny": [«"bash"»], "ask": [«"bash"»] } }';
    expect(expectFindings('permission-rule-unmatched', marked, { path }).map(({ message }) => message)).toEqual([
      'Claude Code skips this rule, so it allows nothing: tool names begin with an upper-case letter. Write `Bash`',
      'Claude Code skips this rule, so it denies nothing: tool names begin with an upper-case letter. Write `Bash`',
      'Claude Code skips this rule, so it asks for nothing: tool names begin with an upper-case letter. Write `Bash`',
    ]);
  });

  test.for([
    'Bash(git *)',
    'Bash(echo \\\\(hi)',
    'mcp__github',
    'mcp__github__*',
    'mcp__my-server__get_*',
    'Skill(x)',
    'UnknownTool(x)',
    'my_tool',
    'WebFetch(domain:example.com)',
    'Read(//etc/**)',
    'Agent(helper)',
  ])('not: %s', (written) => {
    const content = `{ "permissions": { "allow": ["${written}"], "deny": ["${written}"] } }`;
    const { findings } = check(content, { path: users });
    expect(
      findings.filter(({ rule, severity }) => rule === 'permission-rule-unmatched' && severity === 'warning'),
    ).toEqual([]);
  });

  test('an older release does not skip single rules', () => {
    const content = '{ "permissions": { "allow": ["bash(git *)"] } }';
    expectFindings('permission-rule-unmatched', content, { path, runtime: 'claude-code@2.1.7' });
  });
});

describe('settings-ignored', () => {
  test.for([
    ['{ «"permisions"»: {} }', '{ "permissions": {} }'],
    ['{ «"enabledPlugin"»: {} }', '{ "enabledPlugins": {} }'],
    ['{ «"Hooks"»: {} }', '{ "hooks": {} }'],
    ['{ "permissions": { «"alow"»: ["Bash"] } }', '{ "permissions": { "allow": ["Bash"] } }'],
    [
      '{ "enabledPlugins": { «"office"»: true, "forms@my-tools": true } }',
      '{ "enabledPlugins": { "office@my-tools": true, "forms@my-tools": true } }',
    ],
    [
      '{ "enabledPlugins": { «"office@"»: true }, "extraKnownMarketplaces": { "my-tools": {} } }',
      '{ "enabledPlugins": { "office@my-tools": true }, "extraKnownMarketplaces": { "my-tools": {} } }',
    ],
  ])('finds %s', ([marked, fixed]) => {
    const [finding] = expectFindings('settings-ignored', marked!, { path });
    expect(applyFix(marked!.replaceAll(/[«»]/g, ''), finding!.fixes![0]!)).toBe(fixed);
  });

  test.for([
    '{ "enabledPlugins": { «"office"»: true, "a@one": true, "b@two": false } }',
    '{ "enabledPlugins": { «"@one"»: true } }',
    '{ "enabledPlugins": { «"office"»: true, "office@one": true } }',
    '{ "permissions": {}, «"permisions"»: {} }',
  ])('has no fix where it is not clear: %s', (marked) => {
    const [finding] = expectFindings('settings-ignored', marked, { path });
    expect(finding!.fixes ?? []).toEqual([]);
  });

  test('finds an output style by its file, in another spelling, and misspelled', async () => {
    const styles = { '/project/.claude/output-styles/a/terse.md': '---\nname: Short Words\n---\nSpeak.\n' };
    for (const written of ['terse', 'short words', 'Short Word', 'explanatory']) {
      const marked = `{ "outputStyle": «"${written}"» }`;
      const [finding] = await expectInSession('settings-ignored', path, marked, styles);
      const fixed = applyFix(marked.replaceAll(/[«»]/g, ''), finding!.fixes![0]!);
      expect(fixed).toBe(`{ "outputStyle": "${written === 'explanatory' ? 'Explanatory' : 'Short Words'}" }`);
    }
    for (const written of ['Short Words', 'Learning', 'default', 'office:Terse', 'Something Else', ''])
      await expectInSession('settings-ignored', path, `{ "outputStyle": "${written}" }`, styles);
  });

  test.for([
    '{ "my-own-key": true, "_comment": "Why", "$schema": "x", "mcpServers": {} }',
    '{ "permissions": { "allow": [], "additionalDirectories": [] }, "model": "opus", "tui": "x" }',
    '{ "enabledPlugins": { "office@my-tools": true, "@scope/office@my-tools": true } }',
    '{ "env": { "permisions": "1" } }',
    '{ "mode": "x", "name": "x", "autoMode": {}, "useAutoModeDuringPlan": true, "ignorePatterns": [] }',
  ])('not: %s', (content) => {
    expectFindings('settings-ignored', content, { path });
  });
});
