import { describe, expect, test } from 'vitest';
import type { CallHierarchyItem, Location } from 'vscode-languageserver-types';
import { nothingOpen } from '../../../server/src/features/edits/editable-text.ts';
import { incomingCalls, outgoingCalls, skillItemOf } from '../../../server/src/features/navigation/call-hierarchy.ts';
import { definitions } from '../../../server/src/features/navigation/definitions.ts';
import { documentLinks } from '../../../server/src/features/navigation/document-links.ts';
import { findReferences } from '../../../server/src/features/navigation/find-references.ts';
import { openIn, type Texts } from './renamed-tree.ts';
import { home, project, treeOf } from './tree-of.ts';

const skills = `${project}/.claude/skills`;
const review = `${skills}/review/SKILL.md`;
const ship = `${skills}/ship/SKILL.md`;
const tester = `${project}/.claude/agents/tester.md`;
const settings = `${project}/.claude/settings.json`;
const command = `${project}/.claude/commands/all.md`;

const content: Texts = {
  [review]:
    '---\nname: review\ndescription: D\narguments: issue\nagent: tester\ncontext: fork\n---\n\n# How to\n\nUse $issue, [this](docs/a.md#two), [that](#how-to), `docs/a.md`, `docs/none.md`, ${CLAUDE_SKILL_DIR}/docs/b.sh and $0.\n',
  [`${skills}/review/docs/a.md`]: '# One\n\n## Two\n\nSee [the skill](../SKILL.md#how-to) and [b](b.sh). Run /ship.\n',
  [`${skills}/review/docs/b.sh`]: 'exit\n',
  [ship]:
    '---\ndescription: D\n---\nFirst /review, then ask @agent-tester. A review is prose, and docs/review a path.\n',
  [command]: 'Run /review and /review again, then /ship.\n',
  [tester]: '---\nname: tester\ndescription: D\nskills:\n  - review\n  - ship\n---\n',
  [settings]:
    '{ "permissions": { "allow": ["Skill(review)", "Skill(re *)", "Agent(tester)"] }, "skillOverrides": { "ship": "off" } }\n',
  [`${home}/.claude/skills/mine/SKILL.md`]: '---\ndescription: D\n---\n/review\n',
};

async function look(path: string, at: string) {
  const tree = await treeOf(content);
  const { open, subject } = await openIn(tree, content, path, at);
  return {
    open,
    subject,
    sessions: tree.sessions,
    texts: { files: tree.files, open: nothingOpen, runtime: open.document.runtime },
  };
}

/** `file:line text` of each place, relative to the project. */
function shown(locations: readonly Location[]): string[] {
  return locations.map(({ uri, range: { start, end } }) => {
    const path = uri.replace('file://', '');
    const line = content[path]!.split('\n')[start.line]!;
    return `${path.replace(`${project}/.claude/`, '')}:${start.line} ${line.slice(start.character, end.line > start.line ? undefined : end.character)}`;
  });
}

async function definitionsAt(path: string, at: string): Promise<string[]> {
  const { open, subject, texts } = await look(path, at);
  return subject ? shown(await definitions(subject, open, texts)) : ['nothing'];
}

async function referencesAt(path: string, at: string, withDefinition = false): Promise<string[]> {
  const { open, subject, sessions, texts } = await look(path, at);
  return subject ? shown(await findReferences(subject, open, sessions, texts, withDefinition)) : ['nothing'];
}

describe('a definition', () => {
  test('of a skill is its name', async () => {
    const name = ['skills/review/SKILL.md:1 review'];
    expect(await definitionsAt(ship, '/rev|iew')).toEqual(name);
    expect(await definitionsAt(tester, '- rev|iew')).toEqual(name);
    expect(await definitionsAt(settings, 'Skill(rev|iew')).toEqual(name);
    expect(await definitionsAt(settings, 'Skill(r|e *')).toEqual(name);
    // Without the field, the file itself.
    expect(await definitionsAt(settings, '"sh|ip"')).toEqual(['skills/ship/SKILL.md:0 ']);
  });

  test('of an agent, an argument, a file and a heading', async () => {
    expect(await definitionsAt(review, 'agent: te|ster')).toEqual(['agents/tester.md:1 tester']);
    expect(await definitionsAt(ship, '@agent-tes|ter')).toEqual(['agents/tester.md:1 tester']);
    expect(await definitionsAt(settings, 'Agent(tes|ter')).toEqual(['agents/tester.md:1 tester']);
    for (const at of ['$is|sue', '$|0'])
      expect(await definitionsAt(review, at)).toEqual(['skills/review/SKILL.md:3 issue']);
    expect(await definitionsAt(review, 'docs|/a.md#two')).toEqual(['skills/review/docs/a.md:2 ## Two']);
    expect(await definitionsAt(review, '`docs|/a.md`')).toEqual(['skills/review/docs/a.md:0 ']);
    expect(await definitionsAt(review, 'DIR}/do|cs/b.sh')).toEqual(['skills/review/docs/b.sh:0 ']);
    expect(await definitionsAt(review, '(#how|-to')).toEqual(['skills/review/SKILL.md:8 # How to']);
    expect(await definitionsAt(review, 'docs/no|ne.md')).toEqual([]);
  });

  test('is not looked for in prose and paths', async () => {
    expect(await definitionsAt(ship, 'A rev|iew')).toEqual(['nothing']);
    expect(await definitionsAt(ship, 'docs/rev|iew')).toEqual(['nothing']);
  });
});

describe('references', () => {
  test('of a skill are in agents, skills, commands, settings and the texts of skills', async () => {
    const all = [
      'skills/ship/SKILL.md:3 review',
      'commands/all.md:0 review',
      'commands/all.md:0 review',
      'agents/tester.md:4 review',
      'settings.json:0 review',
      'settings.json:0 re',
      `${home}/.claude/skills/mine/SKILL.md:3 review`,
    ];
    expect((await referencesAt(review, 'name: rev|iew')).toSorted()).toEqual(all.toSorted());
    expect((await referencesAt(command, '/rev|iew and', true)).toSorted()).toEqual(
      ['skills/review/SKILL.md:1 review', ...all].toSorted(),
    );
    expect(await referencesAt(command, '/sh|ip')).toContain('skills/review/docs/a.md:4 ship');
  });

  test('of an agent, an argument, a file and a heading', async () => {
    expect((await referencesAt(tester, 'name: tes|ter')).toSorted()).toEqual(
      ['settings.json:0 tester', 'skills/review/SKILL.md:4 tester', 'skills/ship/SKILL.md:3 tester'].toSorted(),
    );
    expect(await referencesAt(review, 'arguments: is|sue', true)).toEqual([
      'skills/review/SKILL.md:3 issue',
      'skills/review/SKILL.md:10 $issue',
      'skills/review/SKILL.md:10 $0',
    ]);
    expect(await referencesAt(review, 'DIR}/do|cs/b.sh')).toEqual([
      'skills/review/SKILL.md:10 ${CLAUDE_SKILL_DIR}/docs/b.sh',
      'skills/review/docs/a.md:4 b.sh',
    ]);
    expect(await referencesAt(review, '# How |to')).toEqual([
      'skills/review/SKILL.md:10 #how-to',
      'skills/review/docs/a.md:4 ../SKILL.md#how-to',
    ]);
  });
});

describe('links', () => {
  test('lead to files that exist, and leave to the editor what it follows itself', async () => {
    const { open, texts } = await look(review, 'Use');
    const linked = async (knows: boolean) =>
      shown((await documentLinks(open, texts.files, knows)).map(({ range }) => ({ uri: open.uri, range }))).map((it) =>
        it.replace(/^\S+ /, ''),
      );
    expect(await linked(true)).toEqual(['docs/a.md', '${CLAUDE_SKILL_DIR}/docs/b.sh']);
    expect(await linked(false)).toEqual(['docs/a.md#two', '#how-to', 'docs/a.md', '${CLAUDE_SKILL_DIR}/docs/b.sh']);
  });
});

describe('who loads a skill', () => {
  const names = (items: readonly CallHierarchyItem[]) => items.map(({ name }) => name).toSorted();

  test('is answered by what names it, and what it names', async () => {
    const { sessions, texts } = await look(review, 'Use');
    const skill = sessions[0]!.catalog.named('review')[0]!;
    const [item] = await skillItemOf(skill, sessions[0]!, texts);
    expect(item).toMatchObject({ name: '/review', detail: '.claude/skills/review/SKILL.md' });
    const incoming = await incomingCalls(item!, sessions, texts);
    expect(names(incoming.map(({ from }) => from))).toEqual(['/all', '/mine', '/ship', 'settings.json', 'tester']);
    expect(incoming.find(({ from }) => from.name === '/all')!.fromRanges).toHaveLength(2);
    const outgoing = await outgoingCalls(item!, sessions, texts);
    expect(names(outgoing.map(({ to }) => to))).toEqual(['tester']);
    const agent = outgoing[0]!.to;
    expect(names((await outgoingCalls(agent, sessions, texts)).map(({ to }) => to))).toEqual(['/review', '/ship']);
    expect(names((await incomingCalls(agent, sessions, texts)).map(({ from }) => from))).toEqual([
      '/review',
      '/ship',
      'settings.json',
    ]);
  });
});
