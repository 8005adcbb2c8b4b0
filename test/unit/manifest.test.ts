import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { generateFiles } from '../../schemas/generate/generated-files.ts';
import { readSettings } from '../../server/src/lsp/state/settings.ts';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const properties = Object.assign(
  {},
  ...manifest.contributes.configuration.map((it: { properties: object }) => it.properties),
);

/** The settings of runs. */
const ofRuns = {
  'claudeCode.path': '',
  'claudeCode.extraArguments': [],
  'claudeCode.model': '',
  'claudeCode.permissionMode': '',
  'claudeCode.maximumCost': null,
  'claudeCode.maximumTurns': null,
  'claudeCode.folder': '',
};

/** The settings of evaluations. */
const ofEvaluations = { 'evaluations.maximumCost': null, 'evaluations.extraArguments': [] };

/** The files of the extension. */
function clientCode(): readonly string[] {
  const client = new URL('../../client/src/', import.meta.url);
  return readdirSync(client, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(new URL(name, client), 'utf8'));
}

test('what is generated is up to date: otherwise run `npm run generate`', async () => {
  const files = await generateFiles(fileURLToPath(new URL('../../', import.meta.url)));
  const different = files.filter(({ written, generated }) => written !== generated);
  expect(different.map(({ path }) => path)).toEqual([]);
});

describe('package.json and the code agree', () => {
  test('on settings and their defaults', () => {
    const {
      levels,
      model = '',
      argumentHints,
      claudeCode,
      evaluations,
      readsPastSessions,
      ...others
    } = readSettings(undefined);
    const ofClient = {
      checkClosedFiles: true,
      'tree.followEditor': true,
      'trace.server': 'off',
      'api.baseUrl': '',
      'pastSessions.enabled': readsPastSessions,
      ...ofRuns,
      ...ofEvaluations,
    };
    const expected = { ...others, model, rules: levels, 'inlayHints.arguments': argumentHints, ...ofClient };
    const written = Object.entries(properties as Record<string, { default: unknown }>).map(([key, setting]) => [
      key.replace('skillwright.', ''),
      setting.default,
    ]);
    expect(Object.fromEntries(written)).toEqual(expected);
    const runs = Object.entries(ofRuns).map(([key, value]) => [key.replace('claudeCode.', ''), value]);
    expect(readSettings({ claudeCode: Object.fromEntries(runs) }).claudeCode).toEqual(claudeCode);
    expect(runs.map(([key]) => key).sort()).toEqual(Object.keys(claudeCode).sort());
    expect(evaluations).toEqual({ maximumCost: undefined, extraArguments: [] });
  });

  test('on what an untrusted workspace may set', () => {
    const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    // VS Code looks at the list for no other kind of support.
    expect(supported).toBe('limited');
    // None of these decides what is read or run.
    const free = [
      'rules',
      'ruleOptions',
      'model',
      'codeLens',
      'inlayHints.arguments',

      'checkClosedFiles',
      'tree.followEditor',
      'trace.server',
    ];
    const others = Object.keys(properties).filter((key) => !free.includes(key.replace('skillwright.', '')));
    expect([...restrictedConfigurations].sort()).toEqual(others.sort());
  });

  test('on commands', () => {
    const registered = [
      ...clientCode()
        .join('\n')
        .matchAll(/registerCommand\('([^']+)'/g),
    ].map((match) => `skillwright.${match[1]}`);
    expect(registered.sort()).toEqual(
      manifest.contributes.commands.map((it: { command: string }) => it.command).sort(),
    );
  });

  test('on what the walkthrough links to and waits for', () => {
    const { commands, views, walkthroughs } = manifest.contributes;
    const ids = views.skillwright.map(({ id }: { id: string }) => id);
    const known = new Set<string>([
      ...commands.map(({ command }: { command: string }) => `command:${command}`),
      ...ids.flatMap((id: string) => [`view:${id}`, `command:${id}.focus`]),
      ...clientCode().flatMap((code) =>
        [...code.matchAll(/setContext\('(\w+)'/g)].map(([, key]) => `context:skillwright.${key}`),
      ),
    ]);
    const named = JSON.stringify(walkthroughs).match(/(?:command|view|context):skillwright\.[\w.]+/gi) ?? [];
    expect(named.length).toBeGreaterThan(10);
    expect(
      named.map((name) => name.replace(/^./, (first) => first.toLowerCase())).filter((name) => !known.has(name)),
    ).toEqual([]);
  });

  test('on tabs that VS Code restores when a window reloads', () => {
    const restored = clientCode()
      .filter((code) => code.includes('registerWebviewPanelSerializer('))
      .map((code) => /viewType = viewId\('([^']+)'/.exec(code)?.[1]);
    const events: string[] = manifest.activationEvents;
    const activating = events.flatMap((event) => event.split('onWebviewPanel:skillwright.')[1] ?? []);
    expect(activating.sort()).toEqual(restored.sort());
  });

  test('on the release of the editor', () => {
    expect(manifest.engines.vscode).toBe(`^${manifest.devDependencies['@types/vscode']}`);
  });
});

test('a title bar has at most three icons, besides one that stops what goes on', () => {
  const { menus } = manifest.contributes;
  const entries = [...menus['editor/title'], ...menus['view/title']] as {
    readonly command: string;
    readonly when: string;
    readonly group: string;
  }[];
  const places = new Map<string, Set<string>>();
  for (const { command, when, group } of entries) {
    if (!group.startsWith('navigation') || /\.stop/.test(command)) continue;
    const place = /(?:view|activeWebviewPanelId) == '?(skillwright\.\w+)/.exec(when)?.[1] ?? 'a file';
    places.set(place, (places.get(place) ?? new Set()).add(group));
  }
  expect([...places.keys()].length).toBeGreaterThan(5);
  for (const [place, icons] of places) expect(icons.size, place).toBeLessThanOrEqual(3);
});

/** A condition of the palette that holds in every window at rest hides nothing. */
const alwaysHolds = /^(!skillwright\.\w+|workspaceFolderCount != 0)$/;

test('the palette has at most 35 commands that are always there', () => {
  const { commands, menus } = manifest.contributes as {
    readonly commands: readonly { readonly command: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when?: string }[]>>;
  };
  const hidden = menus.commandPalette!.filter(({ when }) => when !== undefined && !alwaysHolds.test(when));
  const always = commands.filter(({ command }) => hidden.every((it) => it.command !== command));
  expect(always.length).toBeLessThanOrEqual(35);
  expect(always.length).toBeGreaterThan(20);
});

describe('the context menu of a skill', () => {
  type Entry = { readonly command?: string; readonly submenu?: string; readonly when: string; readonly group: string };
  const { menus, submenus } = manifest.contributes as {
    readonly menus: Readonly<Record<string, readonly Entry[]>>;
    readonly submenus: readonly { readonly id: string }[];
  };
  /** All that a row of a skill in the workspace may be at the same time. */
  const skill = 'skill openable invocable listed located editable inworkspace switchable';
  const isShown = ({ when }: Entry, row: string) =>
    [...when.split('||')[0]!.matchAll(/(!\()?viewItem =~ \/(.+?)\//g)].every(
      ([, not, pattern]) => new RegExp(pattern!).test(row) !== (not !== undefined),
    );

  test('has at most twelve entries, and submenus with the rest', () => {
    const shown = menus['view/item/context']!.filter(
      (it) => it.when.includes('skillwright.skills') && !it.group.startsWith('inline') && isShown(it, skill),
    );
    expect(shown.map(({ command, submenu }) => (command ?? submenu)!.slice('skillwright.'.length))).toEqual([
      'openSkill',
      'openSkillToSide',
      'previewInvocation',
      'runSkill',
      'whyUsed',
      'investigate',
      'evaluate',
      'settings',
      'organize',
      'share',
      'copy',
      'deleteSkill',
    ]);
  });

  test('has every submenu, and each of them something for a skill', () => {
    const used = menus['view/item/context']!.flatMap(({ submenu }) => submenu ?? []);
    expect(used).toEqual(submenus.map(({ id }) => id));
    for (const { id } of submenus) expect(menus[id]!.filter((it) => isShown(it, skill)).length, id).toBeGreaterThan(1);
  });
});

test('settings are in categories, and each has its place in one', () => {
  const categories: { title: string; order: number; properties: Record<string, { order: number }> }[] =
    manifest.contributes.configuration;
  // What decides what is loaded comes before what is reported about it, and what is rarely needed comes last.
  const names = categories.map((it) => [it.title, ...Object.keys(it.properties).map((key) => key.slice(12))]);
  expect(names).toEqual([
    ['Session', 'runtime', 'model', 'addedFolders', 'pluginFolders'],
    ['Checks', 'rules', 'ruleOptions', 'targets', 'exclude', 'checkClosedFiles'],
    ['Editor and Views', 'codeLens', 'inlayHints.arguments', 'tree.followEditor'],
    ['Running Skills', ...Object.keys(ofRuns), ...Object.keys(ofEvaluations)],
    ['Past Sessions', 'pastSessions.enabled'],
    ['Claude API', 'api.baseUrl'],
    ['Language Server', 'trace.server'],
  ]);
  expect(categories.map(({ order }) => order)).toEqual(categories.map((_, index) => index + 1));
  for (const { properties } of categories) {
    const orders = Object.values(properties).map(({ order }) => order);
    expect(orders).toEqual(orders.map((_, index) => index + 1));
  }
});

test('the program that runs is set by the user alone', () => {
  expect(properties['skillwright.claudeCode.path'].scope).toBe('machine');
});

test('only the user allows to read past sessions', () => {
  expect(properties['skillwright.pastSessions.enabled']).toMatchObject({ scope: 'machine', default: false });
});

test('the model is any text, and its short names are offered', () => {
  const { type, enum: values, anyOf } = properties['skillwright.model'];
  expect({ type, values }).toEqual({ type: 'string', values: undefined });
  expect(anyOf).toContainEqual({ type: 'string' });
  const offered = anyOf[0];
  expect(offered.enum).toEqual(expect.arrayContaining(['opus', 'sonnet', 'haiku']));
  expect(offered.enum).not.toContain('inherit');
  expect(offered.enumDescriptions).toHaveLength(offered.enum.length);
});

describe('the command palette', () => {
  const commands: { command: string; title: string; category?: string }[] = manifest.contributes.commands;

  test('has every command under one name', () => {
    expect(commands.filter(({ category }) => category !== 'Skillwright')).toEqual([]);
    // VS Code names the commands that focus a view after its container.
    const { viewsContainers, views } = manifest.contributes;
    const named = [...viewsContainers.activitybar, ...views.skillwright.map(contextOf)];
    expect(new Set(named.map(({ title }) => title))).toEqual(new Set(['Skillwright']));
    // The category is not repeated, and titles have the form of VS Code's own.
    expect(commands.filter(({ title }) => /skillwright/i.test(title))).toEqual([]);
    const small = /^(?:a|and|as|at|by|for|from|in|of|on|or|the|to|with)$/;
    const words = commands.flatMap(({ title }) => title.split(' ').slice(1));
    expect(words.filter((word) => !small.test(word) && !/^\p{Lu}/u.test(word))).toEqual([]);
  });

  test('has no two commands that mean the same', () => {
    const meanings = commands.map(({ title }) => meaningOf(title));
    expect(meanings.filter((meaning, index) => meanings.indexOf(meaning) !== index)).toEqual([]);
  });
});

/** What people type when they do not know our titles, and the command that does it. */
const typedWords: readonly (readonly [typed: string, command: string])[] = [
  ['test', 'testSkill'],
  ['test skill', 'testSkill'],
  ['share', 'share'],
  ['package', 'share'],
  ['publish', 'readyToPublish'],
  ['zip', 'exportSkill'],
  ['export skill', 'exportSkill'],
  ['not used', 'whyUsed'],
  ['why not', 'whyUsed'],
  ['arguments', 'previewInvocation'],
  ['preview', 'previewInvocation'],
  ['cost', 'openBudget'],
  ['budget', 'openBudget'],
  ['trigger', 'measureTriggering'],
  ['eval', 'openResults'],
  ['new skill', 'newSkill'],
  ['import', 'importSkill'],
  ['run', 'runSkill'],
  ['check', 'checkAllSkills'],
  ['problems', 'showSkillsWithProblems'],
  ['fix', 'fixAllInWorkspace'],
  ['model sees', 'showListing'],
  ['trust', 'reviewTrust'],
  ['upload', 'uploadedSkills'],
  ['session', 'showSession'],
  ['restart', 'restartServer'],
];

test.each(typedWords)('the palette finds by “%s” what does it, whatever is open', (typed, command) => {
  const { commands, menus } = manifest.contributes;
  const found = commands.filter(({ title }: { title: string }) => isFoundBy(typed, `Skillwright: ${title}`));
  expect(found.map((it: { command: string }) => it.command)).toContain(`skillwright.${command}`);
  const whens = menus.commandPalette.filter((it: { command: string }) => it.command === `skillwright.${command}`);
  expect(whens.map((it: { when: string }) => it.when).filter((it: string) => !alwaysHolds.test(it))).toEqual([]);
});

/** Whether each typed word begins a word of the title: in another order, the palette has it among similar commands. */
function isFoundBy(typed: string, title: string): boolean {
  const words = title.toLowerCase().match(/[\p{L}’]+/gu) ?? [];
  return typed.split(' ').every((word) => words.some((it) => it.startsWith(word)));
}

function contextOf({ contextualTitle }: { contextualTitle: string }) {
  return { title: contextualTitle };
}

/** The words of a title that make a difference, in any order; verbs that mean the same are one. */
function meaningOf(title: string): string {
  const same = [
    ['open', 'show', 'reveal', 'view', 'display', 'focus'],
    ['new', 'create', 'add', 'make'],
    ['delete', 'remove'],
    ['refresh', 'reload'],
    ['reset', 'clear'],
  ];
  const words = title.toLowerCase().match(/[\p{L}’]+/gu) ?? [];
  const counting = words.filter((word) => !/^(?:a|an|the|skill|skills|of|to|in|from|as|by|with|view)$/.test(word));
  return counting
    .map((word) => same.find((verbs) => verbs.includes(word))?.[0] ?? word)
    .sort()
    .join(' ');
}

test('the problem matcher reads what `skillwright check` prints', () => {
  const [matcher] = manifest.contributes.problemMatchers;
  const [file, finding] = matcher.pattern.map(({ regexp }: { regexp: string }) => new RegExp(regexp));
  const finds = (line: string) => (finding as RegExp).exec(line)?.slice(1);
  expect(file.exec('.claude/skills/a b/SKILL.md')?.[1]).toBe('.claude/skills/a b/SKILL.md');
  for (const line of ['  2:7  warning  x  y', '1 error in 2 skills, 5 ms', '']) expect(file.exec(line)).toBeNull();
  expect(finds('   2:7  warning      Unknown field `x`: did you mean `y`?  field-unknown')).toEqual([
    '2',
    '7',
    'warning',
    'Unknown field `x`: did you mean `y`?',
    'field-unknown',
  ]);
  // VS Code has another word for it.
  expect(finds('  12:1  information  It has two  spaces  name-format')?.slice(2)).toEqual([
    'info',
    'It has two  spaces',
    'name-format',
  ]);
  expect(matcher.pattern[0].file).toBe(1);
  expect(matcher.owner).toBe('skillwright');
});
