import { describe, expect, test } from 'vitest';
import { movedTree, preparedAt, renamedAt, type Texts } from './renamed-tree.ts';
import { home, project, type TreeOptions } from './tree-of.ts';

const skills = `${project}/.claude/skills`;
const agents = `${project}/.claude/agents`;
const review = `${skills}/review/SKILL.md`;

interface Case {
  readonly title: string;
  readonly before: Texts;
  /** The file and the text around the cursor, which is at `|`; a folder that is renamed in the explorer. */
  readonly at: readonly [path: string, around: string] | string;
  readonly to: string;
  readonly after: Texts;
  readonly options?: TreeOptions;
}

const project1: Texts = {
  [review]: '---\nname: review # ours\ndescription: Reviews. Run /review main.\n---\n\nSee [notes](notes.md).\n',
  [`${skills}/review/notes.md`]: 'Back to [the skill](SKILL.md), or run /review.\n',
  [`${skills}/ship/SKILL.md`]:
    '---\ndescription: Ships\nallowed-tools: "Skill(review), Skill(review-all)"\n---\n\nFirst `/review main`. A review is a review. See [it](../review/SKILL.md#top).\n',
  [`${skills}/ship/docs/steps.md`]: 'After /review, read ../../review/notes.md or [notes](../../review/notes.md).\n',
  [`${project}/.claude/commands/all.md`]: 'Run /review: it reviews. Not /review.md, /reviews or docs/review.\n',
  [`${agents}/a.md`]: '---\nname: a\ndescription: A\nskills:\n  - "review" # first\n  - pdf\n---\n\nreview\n',
  [`${agents}/b.md`]: '---\nname: b\ndescription: B\nskills: pdf, review\n---\n',
  [`${project}/.claude/settings.json`]:
    '{\n\t"permissions": { "allow": ["Skill(review)", "Bash(review)"], "deny": ["Skill(/review:*)"] },\n\t"skillOverrides": { "review": "name-only" }\n}\n',
  [`${project}/.claude/settings.local.json`]:
    '{\n  // mine\n  "skillOverrides": { "review": "off" /* for now */ }\n}\n',
  [`${home}/.claude/settings.json`]: '{ "permissions": { "ask": ["Skill(skill:review)", "Skill(r\\u0065view)"] } }',
};

const project1After: Texts = {
  [`${skills}/check/SKILL.md`]:
    '---\nname: check # ours\ndescription: Reviews. Run /check main.\n---\n\nSee [notes](notes.md).\n',
  [`${skills}/check/notes.md`]: 'Back to [the skill](SKILL.md), or run /check.\n',
  [`${skills}/ship/SKILL.md`]:
    '---\ndescription: Ships\nallowed-tools: "Skill(check), Skill(review-all)"\n---\n\nFirst `/check main`. A review is a review. See [it](../check/SKILL.md#top).\n',
  [`${skills}/ship/docs/steps.md`]: 'After /check, read ../../review/notes.md or [notes](../../check/notes.md).\n',
  [`${project}/.claude/commands/all.md`]: 'Run /check: it reviews. Not /review.md, /reviews or docs/review.\n',
  [`${agents}/a.md`]: '---\nname: a\ndescription: A\nskills:\n  - "check" # first\n  - pdf\n---\n\nreview\n',
  [`${agents}/b.md`]: '---\nname: b\ndescription: B\nskills: pdf, check\n---\n',
  [`${project}/.claude/settings.json`]:
    '{\n\t"permissions": { "allow": ["Skill(check)", "Bash(review)"], "deny": ["Skill(/check:*)"] },\n\t"skillOverrides": { "check": "name-only" }\n}\n',
  [`${project}/.claude/settings.local.json`]: '{\n  // mine\n  "skillOverrides": { "check": "off" /* for now */ }\n}\n',
  [`${home}/.claude/settings.json`]: '{ "permissions": { "ask": ["Skill(skill:check)", "Skill(check)"] } }',
};

const office = '/plugins/office';
const withArguments =
  '---\ndescription: D\narguments: [issue, "branch"]\nargument-hint: [issue]\n---\n\n$issue, $issue and \\$issue; $branch, $1 and $issues.\n';

const shop = `${project}/.claude-plugin/marketplace.json`;
const tools = `${project}/plugins/office`;
const officeManifest = `${tools}/.claude-plugin/plugin.json`;
const officePlugin: Texts = {
  [shop]:
    '{ "name": "shop", "owner": { "name": "me" }, "plugins": [\n  { "name": "office", "source": "./plugins/office", "category": "office" },\n  { "name": "other", "source": "./plugins/other" }\n] }\n',
  [officeManifest]: '{ "name": "office", "description": "For the office" }\n',
  [`${tools}/skills/pdf/SKILL.md`]: '---\ndescription: Reads PDF. Then /office:print it.\n---\n\nNot /other:print.\n',
  [`${tools}/skills/print/SKILL.md`]: '---\ndescription: Prints\n---\n\nThe `office` is closed.\n',
  [`${tools}/agents/clerk.md`]: '---\nname: clerk\ndescription: C\nskills: office:pdf, print\n---\n',
  [`${project}/plugins/other/.claude-plugin/plugin.json`]: '{ "name": "other" }\n',
  [`${project}/.claude/skills/ship/SKILL.md`]:
    '---\ndescription: Ships\n---\n\nRun /office:pdf, /office:gone and office.\n',
  [`${project}/.claude/settings.json`]:
    '{ "enabledPlugins": { "office@shop": true, "office@elsewhere": true }, "permissions": { "deny": ["Skill(office:pdf)", "Skill(office:*)", "Bash(office)"] } }\n',
  [`${home}/.claude/settings.json`]: '{ "enabledPlugins": { "office@shop": true } }\n',
};
const deskPlugin: Texts = {
  ...officePlugin,
  [shop]:
    '{ "name": "shop", "owner": { "name": "me" }, "plugins": [\n  { "name": "desk", "source": "./plugins/office", "category": "office" },\n  { "name": "other", "source": "./plugins/other" }\n] }\n',
  [officeManifest]: '{ "name": "desk", "description": "For the office" }\n',
  [`${tools}/skills/pdf/SKILL.md`]: '---\ndescription: Reads PDF. Then /desk:print it.\n---\n\nNot /other:print.\n',
  [`${tools}/agents/clerk.md`]: '---\nname: clerk\ndescription: C\nskills: desk:pdf, print\n---\n',
  [`${project}/.claude/skills/ship/SKILL.md`]:
    '---\ndescription: Ships\n---\n\nRun /desk:pdf, /office:gone and office.\n',
  [`${project}/.claude/settings.json`]:
    '{ "enabledPlugins": { "desk@shop": true, "office@elsewhere": true }, "permissions": { "deny": ["Skill(desk:pdf)", "Skill(desk:*)", "Bash(office)"] } }\n',
};

const cases: readonly Case[] = [
  {
    title: 'a plugin in its manifest',
    before: officePlugin,
    at: [officeManifest, '"off|ice"'],
    to: 'desk',
    after: deskPlugin,
  },
  {
    title: 'a plugin in a marketplace',
    before: officePlugin,
    at: [shop, '"off|ice", "source"'],
    to: 'desk',
    after: deskPlugin,
  },
  { title: 'a skill by its name', before: project1, at: [review, 'name: rev|iew'], to: 'check', after: project1After },
  {
    title: 'a skill by a mention',
    before: project1,
    at: [`${skills}/ship/SKILL.md`, '/re|view main'],
    to: 'check',
    after: project1After,
  },
  {
    title: 'a skill by an agent that preloads it',
    before: project1,
    at: [`${agents}/b.md`, 'pdf, review|'],
    to: 'check',
    after: project1After,
  },
  {
    title: 'a skill by an override',
    before: project1,
    at: [`${project}/.claude/settings.json`, '"rev|iew": "name-only"'],
    to: 'check',
    after: project1After,
  },
  {
    title: 'a skill by its folder, in the explorer',
    before: project1,
    at: `${skills}/review`,
    to: `${skills}/check`,
    after: project1After,
  },
  {
    title: 'a skill with another name, by that name alone',
    before: {
      [review]: '---\nname: audit\ndescription: D\n---\n',
      [`${skills}/ship/SKILL.md`]: '---\ndescription: D\n---\n/audit and /review\n',
    },
    at: [review, 'name: au|dit'],
    to: 'inspect',
    after: {
      [review]: '---\nname: inspect\ndescription: D\n---\n',
      [`${skills}/ship/SKILL.md`]: '---\ndescription: D\n---\n/inspect and /review\n',
    },
  },
  {
    title: 'the folder of a skill with another name',
    before: {
      [review]: '---\nname: audit\ndescription: D\n---\n',
      [`${skills}/ship/SKILL.md`]: '---\ndescription: D\n---\n/audit and /review\n',
    },
    at: [`${skills}/ship/SKILL.md`, '/rev|iew'],
    to: 'inspect',
    after: {
      [`${skills}/inspect/SKILL.md`]: '---\nname: audit\ndescription: D\n---\n',
      [`${skills}/ship/SKILL.md`]: '---\ndescription: D\n---\n/audit and /inspect\n',
    },
  },
  {
    title: 'a command in a folder',
    before: {
      [`${project}/.claude/commands/git/tidy.md`]: 'Tidy',
      [`${project}/.claude/commands/all.md`]: 'Run /git:tidy and /tidy\n',
    },
    at: [`${project}/.claude/commands/all.md`, '/git:ti|dy'],
    to: 'clean',
    after: {
      [`${project}/.claude/commands/git/clean.md`]: 'Tidy',
      [`${project}/.claude/commands/all.md`]: 'Run /git:clean and /tidy\n',
    },
  },
  {
    title: 'an argument by its declaration',
    before: { [review]: withArguments },
    at: [review, '[is|sue, "branch"'],
    to: 'ticket',
    after: {
      [review]:
        '---\ndescription: D\narguments: [ticket, "branch"]\nargument-hint: [ticket]\n---\n\n$ticket, $ticket and \\$ticket; $branch, $1 and $issues.\n',
    },
  },
  {
    title: 'an argument by a placeholder',
    before: { [review]: withArguments },
    at: [review, '$bra|nch'],
    to: 'base',
    after: { [review]: withArguments.replace('"branch"', '"base"').replace('$branch', '$base') },
  },
  {
    title: 'a heading, with links from other files, and the number of the next of its name',
    before: {
      [review]:
        '---\ndescription: D\n---\n\n## Set up ##\n\n[a](#set-up) [b](#set-up-1) [c](SKILL.md#set-up) [d](#other)\n\n## Set up\n',
      [`${skills}/review/notes.md`]:
        '# Set up\n\n[a](SKILL.md#set-up) [b](#set-up) [c](${CLAUDE_SKILL_DIR}/SKILL.md#set-up-1)\n',
    },
    at: [review, '## Set |up ##'],
    to: 'Install it',
    after: {
      [review]:
        '---\ndescription: D\n---\n\n## Install it ##\n\n[a](#install-it) [b](#set-up) [c](SKILL.md#install-it) [d](#other)\n\n## Set up\n',
      [`${skills}/review/notes.md`]:
        '# Set up\n\n[a](SKILL.md#install-it) [b](#set-up) [c](${CLAUDE_SKILL_DIR}/SKILL.md#set-up)\n',
    },
  },
  {
    title: 'a file of a skill, in the explorer',
    before: {
      [review]:
        '---\ndescription: D\nallowed-tools: Bash(${CLAUDE_SKILL_DIR}/scripts/a.py *)\n---\n\n[a](scripts/a.py) [b](<./scripts/a.py>) `scripts/a.py` `python scripts/a.py x`, scripts/a.py and [z](scripts/b.py)\n\n[r]: scripts/a.py "A"\n',
      [`${skills}/review/docs/b.md`]: '[a](../scripts/a.py?x#l1) `scripts/a.py`\n',
      [`${skills}/review/scripts/a.py`]: '',
      [`${skills}/review/scripts/b.py`]: '',
      [`${skills}/ship/SKILL.md`]: '---\ndescription: D\n---\n`scripts/a.py` and [a](../review/scripts/a.py)\n',
    },
    at: `${skills}/review/scripts/a.py`,
    to: `${skills}/review/bin/run.py`,
    after: {
      [review]:
        '---\ndescription: D\nallowed-tools: Bash(${CLAUDE_SKILL_DIR}/bin/run.py *)\n---\n\n[a](bin/run.py) [b](<./bin/run.py>) `bin/run.py` `python bin/run.py x`, scripts/a.py and [z](scripts/b.py)\n\n[r]: bin/run.py "A"\n',
      [`${skills}/review/docs/b.md`]: '[a](../bin/run.py?x#l1) `bin/run.py`\n',
      [`${skills}/review/bin/run.py`]: '',
      [`${skills}/review/scripts/b.py`]: '',
      [`${skills}/ship/SKILL.md`]: '---\ndescription: D\n---\n`scripts/a.py` and [a](../review/bin/run.py)\n',
    },
  },
  {
    title: 'a file whose new name needs escapes, which only links can have',
    before: {
      [review]: '---\ndescription: D\n---\n[a](a.md) [b](<a.md>) `a.md` ${CLAUDE_SKILL_DIR}/a.md [c](%61.md)\n',
      [`${skills}/review/a.md`]: '',
    },
    at: `${skills}/review/a.md`,
    to: `${skills}/review/my (a).md`,
    after: {
      [review]:
        '---\ndescription: D\n---\n[a](my%20%28a%29.md) [b](<my (a).md>) `a.md` ${CLAUDE_SKILL_DIR}/a.md [c](my%20%28a%29.md)\n',
      [`${skills}/review/my (a).md`]: '',
    },
  },
  {
    title: 'a text of a skill, whose own links follow',
    before: {
      [review]: '---\ndescription: D\n---\n[r](reference.md#x)\n',
      [`${skills}/review/reference.md`]: '[a](SKILL.md) [b](scripts/b.py) [c](#x) [d](https://a.b/c)\n',
      [`${skills}/review/scripts/b.py`]: '',
    },
    at: `${skills}/review/reference.md`,
    to: `${skills}/review/references/all.md`,
    after: {
      [review]: '---\ndescription: D\n---\n[r](references/all.md#x)\n',
      [`${skills}/review/references/all.md`]: '[a](../SKILL.md) [b](../scripts/b.py) [c](#x) [d](https://a.b/c)\n',
      [`${skills}/review/scripts/b.py`]: '',
    },
  },
];

async function afterOf({ before, at, to, options }: Case): Promise<Texts | string> {
  if (typeof at === 'string') return movedTree(before, { [at]: to }, options);
  return renamedAt(before, at[0], at[1], to, options);
}

const withCarriageReturns = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, text.replaceAll('\n', '\r\n')]));

describe('renaming', () => {
  for (const it of cases) {
    test(it.title, async () => {
      expect(await afterOf(it)).toEqual(it.after);
      const windows = { ...it, before: withCarriageReturns(it.before) };
      expect(await afterOf(windows)).toEqual(withCarriageReturns(it.after));
    });
  }

  test('changes nothing outside a workspace that is not trusted', async () => {
    const pdf = `${home}/.claude/skills/pdf/SKILL.md`;
    const before = {
      ...project1,
      [pdf]: '---\ndescription: D\n---\n/review\n',
      [`${project}/.claude/commands/x.md`]: '/pdf\n',
    };
    const restricted = { isRestricted: true };
    const after = await renamedAt(before, review, 'name: rev|iew', 'check', restricted);
    const kept = Object.fromEntries(Object.entries(before).filter(([path]) => !path.startsWith(`${project}/`)));
    const { [`${home}/.claude/settings.json`]: _, ...changed } = project1After;
    expect(after).toEqual({ ...changed, ...kept, [`${project}/.claude/commands/x.md`]: '/pdf\n' });
    expect(await preparedAt(before, `${project}/.claude/commands/x.md`, '/p|df', restricted)).toContain('not trusted');
    const moved = await movedTree(before, { [`${home}/.claude/skills/pdf`]: `${home}/.claude/skills/doc` }, restricted);
    expect(moved[`${project}/.claude/commands/x.md`]).toBe('/pdf\n');
  });

  test('of a plugin is refused where the name is taken, or is none', async () => {
    const renamed = (to: string) => renamedAt(officePlugin, officeManifest, '"off|ice"', to);
    expect(await renamed('other')).toBe('There is already a plugin `other`');
    expect(await renamed('my office')).toContain('consists of letters, digits');
    const installed = { [`${office}/.claude-plugin/plugin.json`]: '{ "name": "office", "version": "1" }' };
    expect(await preparedAt(installed, `${office}/.claude-plugin/plugin.json`, '"version|"')).toContain(
      'Nothing to rename here',
    );
  });

  test('says why it cannot be', async () => {
    const content = {
      ...project1,
      [`${skills}/review-all/SKILL.md`]:
        '---\ndescription: D\narguments: a b\n---\nprose /gone $ARGUMENTS[0] $b [x](gone.md) Skill(rev *) $c Agent(nobody)\n\n# Title\n\n[t](#title)\n',
      '/etc/claude-code/.claude/skills/guard/SKILL.md': '---\ndescription: D\n---\n',
      [`${office}/.claude-plugin/plugin.json`]: '{ "name": "office" }',
      [`${office}/skills/pdf/SKILL.md`]: '---\ndescription: D\n---\n',
      [`${project}/.claude/commands/x.md`]: '/guard /office:pdf\n',
    };
    const all = `${skills}/review-all/SKILL.md`;
    const command = `${project}/.claude/commands/x.md`;
    const prepared = (path: string, at: string) => preparedAt(content, path, at, { pluginFolders: [office] });
    expect(await prepared(all, 'pro|se')).toContain('Nothing to rename here');
    expect(await prepared(all, '/go|ne')).toContain('There is no skill `gone`');
    expect(await prepared(all, '$ARG|UMENTS[0]')).toContain('`$a` means the same');
    expect(await prepared(all, '(gon|e.md)')).toBe('gone.md = gone.md');
    expect(await prepared(all, 'Skill(re|v')).toContain('not the name of a single skill');
    expect(await prepared(all, '$|c')).toContain('Nothing to rename here');
    expect(await prepared(all, 'Agent(|nobody)')).toContain('There is no agent file for `nobody`');
    expect(await prepared(all, '#ti|tle')).toContain('where it is written');
    expect(await prepared(command, '/gua|rd')).toContain('belongs to your organization');
    expect(await prepared(command, '/office:p|df')).toContain('belongs to an installed plugin');
    const renamed = (path: string, at: string, to: string) => renamedAt(content, path, at, to);
    expect(await renamed(all, '(gon|e.md)', 'there.md')).toContain('does not exist');
    expect(await renamed(all, '$|b', 'a')).toContain('already an argument');
    expect(await renamed(all, '$|b', '2')).toContain('letters, digits');
    expect(await renamed(all, '$|b', 'c')).toContain('would be replaced too');
    expect(await renamed(all, '# Ti|tle', ' ')).toContain('text on one line');
    expect(await renamed(review, 'name: rev|iew', 'ship')).toContain('already exists');
    expect(await renamed(review, 'name: rev|iew', 'a/b')).toContain('without slashes');
  });
});
