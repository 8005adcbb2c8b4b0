import { mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { CancellationTokenSource } from 'vscode-languageserver-protocol';
import type {
  LoadedTextsAnswer,
  PastSessionList,
  PastSessionsProgress,
  PastSessionsSummary,
  PastUse,
  SessionSteps,
  SkillSessions,
  TreeNode,
} from '../../server/src/protocol.ts';
import { oneIn } from '../every-test.ts';
import { scriptedNames, writeScriptedProject } from '../transcripts/scripted-project.ts';
import type { ExpectedSkill } from '../transcripts/scripted-sessions.ts';
import { Dice, ScriptedTranscript } from '../transcripts/scripted-transcript.ts';
import { stateOfFiles } from '../transcripts/state-of-files.ts';
import { bundleServerForTests, type EditorOptions } from './editor.ts';
import { startSession } from './start-session.ts';

bundleServerForTests();

const requests = ['readPastSessions', 'pastUse', 'pastSessions'] as const;

/** An editor whose user allows to read the transcripts of scripted sessions. Some of the skills are the user's. */
async function scripted(seed: number, options: EditorOptions = {}) {
  const settings: Record<string, unknown> = { pastSessions: { enabled: true } };
  const session = await startSession({}, { settings: () => settings, ...options });
  const ofUser = scriptedNames.slice(0, 3);
  const written = await writeScriptedProject(session.root, seed, ofUser);
  const progress: PastSessionsProgress[] = [];
  let changes = 0;
  session.editor.connection.onNotification('skillwright/pastSessionsProgress', (it) => void progress.push(it));
  session.editor.connection.onNotification('skillwright/pastUseChanged', () => void changes++);
  const nodes = async (parent?: string): Promise<TreeNode[]> => {
    const params = { grouping: 'tier', hideEmpty: true, ...(parent !== undefined && { parent }) };
    const found = await session.ask<TreeNode[]>('skillwright/tree', params);
    const groups = found.filter(({ contextValue }) => /\bgroup\b/.test(contextValue));
    return [...found, ...(await Promise.all(groups.map(({ id }) => nodes(id)))).flat()];
  };
  const row = async (name: string) => (await nodes()).find(({ label }) => label === name)!;
  const sessionsOf = async (name: string) =>
    session.ask<SkillSessions>('skillwright/skillSessions', { skill: (await row(name)).skill });
  return { ...session, ...written, ofUser, settings, progress, changes: () => changes, row, sessionsOf };
}

/** A page about a skill as a map. */
function factsOf({ groups }: SkillSessions): Record<string, string> {
  return Object.fromEntries(groups.flatMap(({ facts }) => facts.map(({ label, value }) => [label, value])));
}

const number = (value: number) => value.toLocaleString('en');
const counted = (value: number, noun: string) => `${number(value)} ${noun}${value === 1 ? '' : 's'}`;

/** What the page about a skill has to say, if all sessions count. */
function expectedFacts(skill: ExpectedSkill, sessionsWithListing: number): Record<string, string> {
  const { loaded, characters, tokens, usage, listedIn } = skill;
  const as = (state: string) => [...listedIn.values()].filter((it) => it === state).length;
  const failures = { Missing: skill.missing, Denied: skill.denied, Failed: skill.failed };
  return {
    'By the user': number(loaded.user),
    'By the model': number(loaded.model),
    ...(skill.inAgents > 0 && { 'Of these, in agents': number(skill.inAgents) }),
    ...(skill.forked > 0 && { 'Of these, as forks': number(skill.forked) }),
    'Sessions with it': number(skill.usedIn.size),
    'With its description': counted(as('described'), 'session'),
    'With a shortened description': counted(as('shortened'), 'session'),
    'By name only': counted(as('name-only'), 'session'),
    'Not listed': counted(sessionsWithListing - listedIn.size, 'session'),
    ...Object.fromEntries(
      Object.entries(failures).flatMap(([label, { user, model }]) => {
        const times = user + model === 1 ? 'once' : `${user + model} times`;
        if (user + model === 0) return [];
        if (user === 0 || model === 0) return [[label, `${times} by the ${user === 0 ? 'model' : 'user'}`]];
        return [[label, `${times}: ${user} by the user, ${model} by the model`]];
      }),
    ),
    'Entries in listings': counted(skill.listingCharacters, 'character'),
    'Loaded texts': counted(characters, 'character'),
    'Tokens of loaded texts': `≈ ${number(tokens)}`,
    'Answers that Claude Code attributes to it': number(skill.answers),
    'Input of these answers': counted(usage.input, 'token'),
    'Read from the cache': counted(usage.cacheRead, 'token'),
    'Written to the cache': counted(usage.cacheWrite, 'token'),
    'Output of these answers': counted(usage.output, 'token'),
  };
}

describe('past sessions in the editor', () => {
  test.each(oneIn(3, [1, 2, 3]))('every figure is that of the script (seed %i)', async (seed) => {
    const { ask, script, ofUser, project, sessionsOf } = await scripted(seed);
    const summary = await ask<PastSessionsSummary>('skillwright/readPastSessions');
    expect(summary).toEqual({ sessions: 50, text: 'Read 50 past sessions' });

    const uses = await ask<PastUse[]>('skillwright/pastUse');
    const own = new Set(
      [...script.sessions].filter(([, it]) => it.project === project.replace(/[^a-zA-Z0-9]/g, '-')).map(([id]) => id),
    );
    const listing = [...script.sessions].filter(([, it]) => it.listsSkills);
    for (const name of scriptedNames) {
      const skill = script.skills.get(name)!;
      const use = uses.find((it) => it.name === name)!;
      const page = await sessionsOf(name);
      if (ofUser.includes(name)) {
        // A skill of the user counts wherever it was used.
        const last = Math.max(...skill.times);
        const total = skill.loaded.user + skill.loaded.model;
        expect([name, use.times, use.label, use.last]).toEqual([name, total, number(total), last]);
        const { 'First and last': span, 'Last reason': reason, ...facts } = factsOf(page);
        expect(span).toContain(use.detail);
        expect({ name, ...facts }).toEqual({ name, ...expectedFacts(skill, listing.length) });
        expect(page.scope).toBe('50 sessions of all projects');
        const newest = skill.times.toSorted((one, other) => other - one).slice(0, 100);
        expect(page.uses.map(({ time }) => time)).toEqual(newest);
      } else {
        const facts = factsOf(page);
        expect(facts['Sessions with it']).toBe(number([...skill.usedIn].filter((id) => own.has(id)).length));
        const listed = [...skill.listedIn.keys()].filter((id) => own.has(id)).length;
        const withListing = listing.filter(([id]) => own.has(id)).length;
        expect([name, facts['Not listed']]).toEqual([name, counted(withListing - listed, 'session')]);
        expect(page.scope).toMatch(new RegExp(`^${own.size} sessions that started in .*app$`));
        expect(use.times).toBeLessThanOrEqual(skill.loaded.user + skill.loaded.model);
      }
    }
    const page = await sessionsOf('review');
    expect(page.remarks).toEqual([
      `${counted(script.brokenLines, 'line')} not counted: cut off, or not as Claude Code writes them`,
    ]);
  });

  test('lists the sessions, and tells each of them step by step', async () => {
    const { ask, script, root } = await scripted(4);
    const { sessions, more } = await ask<PastSessionList>('skillwright/pastSessions');
    expect([sessions.length, more]).toEqual([50, 0]);
    expect(sessions.map(({ started }) => started)).toEqual(
      sessions.map(({ started }) => started!).toSorted((one, other) => other - one),
    );
    for (const { id, isOwn, folder, skills, text } of sessions.slice(0, 12)) {
      const { project, steps } = script.sessions.get(id)!;
      expect([id, isOwn]).toEqual([id, project.endsWith('-app')]);
      expect(folder).toBe(path.join(root, project.slice(project.lastIndexOf('-') + 1)));
      const told = await ask<SessionSteps>('skillwright/pastSession', { id });
      expect(told.steps.map(({ kind }) => kind)).toEqual(steps.map((step) => step.split(' ')[0]));
      const loaded = steps.flatMap((step) => /^loaded (\S+)/.exec(step)?.[1] ?? []);
      expect(new Set(skills)).toEqual(new Set(loaded));
      expect(text).toContain(loaded.length === 0 ? 'no skill used' : counted(loaded.length, 'use'));
      for (const { kind, details } of told.steps) {
        if (kind === 'loaded' && isOwn) expect(details.at(-1)).toMatch(/^(The same|Cannot be compared with) today/i);
      }
    }
  });

  test('compares a text that was loaded with the one of today', async () => {
    const { ask, script, project } = await scripted(5);
    const slug = project.replace(/[^a-zA-Z0-9]/g, '-');
    const [id] = [...script.sessions].find(([, it]) => it.project === slug && it.steps.includes('loaded triage'))!;
    const file = path.join(project, '.claude/skills/triage/SKILL.md');
    await writeFile(file, (await readFile(file, 'utf8')).replace('Do the work', 'Do all of the work'));
    const { steps } = await ask<SessionSteps>('skillwright/pastSession', { id });
    const step = steps.find((it) => it.invocation?.startsWith('/triage') && it.line !== undefined)!;
    expect(step.details.at(-1)).toBe('Today 1 line more, 1 less');
    const texts = await ask<LoadedTextsAnswer>('skillwright/loadedTexts', { id, line: step.line });
    expect(texts.before.replace('Do the work', 'Do all of the work')).toBe(texts.today);
    expect(texts.invocation).toMatch(/^\/triage/);

    await rm(path.dirname(file), { recursive: true });
    expect(await ask('skillwright/loadedTexts', { id, line: 'none of them' })).toBeNull();
  });

  test('count lines of the first texts that have changed, and say of all others only that they have', async () => {
    const { ask, project, projects } = await scripted(5);
    const transcript = new ScriptedTranscript({ sessionId: 'long', folder: project, agent: undefined }, new Dice(1), 1);
    for (let use = 0; use < 205; use++) transcript.typed('triage', `use ${use}`, `Triage ${use}.\n`);
    const text = transcript.lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    await writeFile(path.join(projects, project.replace(/[^a-zA-Z0-9]/g, '-'), 'long.jsonl'), text);
    const { steps } = await ask<SessionSteps>('skillwright/pastSession', { id: 'long' });
    const today = steps.map(({ details }) => details.at(-1));
    expect(today[0]).toMatch(/^Today \d+ lines more, 1 less$/);
    expect(today.slice(-6)).toEqual([today[0], ...Array.from({ length: 5 }, () => 'Another text today')]);
    expect(steps.every(({ line }) => line !== undefined)).toBe(true);
  });

  test('mark what was never used in the tree, and say more in the tooltip', async () => {
    const { ask, row, script, write, editor, changes } = await scripted(6);
    expect((await row('review')).description).toBe('D');
    await ask('skillwright/readPastSessions');
    expect(changes()).toBe(1);
    const tooltip = async (name: string) => ask<string>('skillwright/tooltip', { node: (await row(name)).id });
    const times = script.skills.get('review')!.times.length;
    expect(await tooltip('review')).toContain(`Used ${times} times in past sessions, last on `);
    // It is in no listing: it may be newer than all sessions.
    expect((await row('idle')).description).toBe('D');
    expect(await tooltip('idle')).toMatch(/Never used or listed in \d+ past sessions/);

    const [name] = [...script.files].find(([it]) => it.includes('-app/') && !it.includes('subagents'))!;
    const listing = { type: 'skill_listing', content: '- idle: D', names: ['idle'], isInitial: true };
    await write(
      `home/.claude/projects/${name}`,
      `${script.files.get(name)}${JSON.stringify({ type: 'attachment', attachment: listing })}\n`,
    );
    await ask('skillwright/readPastSessions');
    expect(await row('idle')).toMatchObject({
      description: 'never used · D',
      accessibleName: 'idle, never used, skill, D',
    });
    expect(await tooltip('idle')).toMatch(/Never used in past sessions, although 1 of \d+ listed it/);
    expect((await row('review')).description).toBe('D');
    const uses = await ask<PastUse[]>('skillwright/pastUse');
    expect(uses.find((it) => it.name === 'idle')).toMatchObject({ times: 0, label: 'never' });

    // Once it is not allowed any more, nothing is known.
    editor.settings = () => ({});
    await editor.settingsChanged();
    await expect.poll(async () => (await row('idle')).description).toBe('D');
    expect(await ask('skillwright/pastUse')).toBeNull();
  });

  test('are shared by all who ask, change nothing, and stop when the last of them has cancelled', async () => {
    const { ask, editor, progress, projects, script } = await scripted(7);
    const before = await stateOfFiles(projects);
    // It takes no place on the disk, and minutes to read.
    const huge = path.join(projects, 'p/huge.jsonl');
    await mkdir(path.dirname(huge));
    await writeFile(huge, '');
    await truncate(huge, 200_000_000_000);
    const sources = [new CancellationTokenSource(), new CancellationTokenSource()];
    const asked = sources.map(({ token }) =>
      editor.connection.sendRequest('skillwright/readPastSessions', {}, token).catch(() => 'cancelled'),
    );
    await expect.poll(() => progress.length).toBeGreaterThan(0);
    sources[0]!.cancel();
    expect(await asked[0]).toBe('cancelled');
    const seen = progress.length;
    await expect.poll(() => progress.length).toBeGreaterThan(seen);
    expect(progress.at(-1)!.total).toBeGreaterThan(200_000_000_000);
    sources[1]!.cancel();
    expect(await asked[1]).toBe('cancelled');
    await rm(path.dirname(huge), { recursive: true });
    // This waits until the other reading has stopped.
    const read = await Promise.all([1, 2].map(() => ask<PastSessionsSummary>('skillwright/readPastSessions')));
    expect(read.map((it) => it.sessions)).toEqual([50, 50]);
    const [id] = [...script.sessions.keys()];
    await ask('skillwright/pastSession', { id });
    expect(await stateOfFiles(projects)).toEqual(before);
  });

  test('are not read until the user allows it, without trust, or from elsewhere', async () => {
    for (const options of [
      { settings: () => ({}) },
      { settings: () => ({ pastSessions: { enabled: 'yes' } }) },
      { initializationOptions: { workspaceTrusted: false } },
    ]) {
      const { ask, row, script } = await scripted(8, options);
      expect(await ask('skillwright/mayReadPastSessions')).toBe(false);
      for (const name of requests) expect(await ask(`skillwright/${name}`)).toBeNull();
      const [id] = [...script.sessions.keys()];
      expect(await ask('skillwright/pastSession', { id })).toBeNull();
      expect(await ask('skillwright/loadedTexts', { id, line: 'x' })).toBeNull();
      expect(await ask('skillwright/skillSessions', { skill: (await row('review')).skill })).toBeNull();
    }
    const { ask, write } = await scripted(8);
    expect(await ask('skillwright/mayReadPastSessions')).toBe(true);
    await write('home/secret.jsonl', '{}\n');
    for (const id of ['../../secret', '', 'none', '/etc/passwd']) {
      await expect(ask('skillwright/pastSession', { id })).rejects.toThrow('there is no transcript of this session');
      expect(await ask('skillwright/loadedTexts', { id, line: 'x' })).toBeNull();
    }
  });

  test('may be missing, empty or broken', async () => {
    const { ask, projects, sessionsOf, write } = await scripted(9);
    await rm(projects, { recursive: true });
    expect(await ask('skillwright/readPastSessions')).toEqual({ sessions: 0, text: 'Read 0 past sessions' });
    expect(await ask('skillwright/pastUse')).toBeNull();
    expect(await ask('skillwright/pastSessions')).toEqual({ sessions: [], more: 0 });
    expect((await sessionsOf('review')).summary).toBe('There are no past sessions');

    await write('home/.claude/projects/p/empty.jsonl', '');
    await write('home/.claude/projects/p/broken.jsonl', 'not JSON\n{"type":"user","skill\n{"skill":1}\n\u0000\n');
    await write('home/.claude/projects/p/folder.jsonl/file', '');
    await write('home/.claude/projects/file', '');
    const { sessions } = await ask<PastSessionList>('skillwright/pastSessions');
    expect(sessions.map(({ id, text }) => [id, text]).toSorted()).toEqual([
      ['broken', 'no skill used'],
      ['empty', 'no skill used'],
    ]);
    expect(await sessionsOf('review')).toMatchObject({
      summary: 'Never used or listed in 2 past sessions',
      remarks: ['3 lines not counted: cut off, or not as Claude Code writes them'],
      uses: [],
    });
    expect(await ask('skillwright/pastSession', { id: 'empty' })).toMatchObject({ steps: [], remarks: [], facts: [] });
  });
});
