import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { scriptedForks, scriptedNames, writeScriptedProject } from '../transcripts/scripted-project.ts';
import type { ExpectedSkill, Script } from '../transcripts/scripted-sessions.ts';
import { stateOfFiles } from '../transcripts/state-of-files.ts';
import { bundleCliForTests, runCli, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

/** A project with skills, and transcripts of sessions in it and in two others. */
async function scripted(seed: number) {
  const root = await temporaryFolder({ 'app/.git/HEAD': '', 'lib/.keep': '', 'web/.keep': '', 'managed/.keep': '' });
  const { project, projects, script } = await writeScriptedProject(root, seed);
  const options = ['--cwd', project, '--home', `${root}/home`, '--managed', `${root}/managed`];
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCli(['sessions', '--format', 'json', ...options, ...args]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  };
  return { root, project, projects, script, options, json };
}

/** The figures of a skill in these sessions, as the report has them. */
function figures(name: string, skill: ExpectedSkill, script: Script, project: string) {
  const counts = { described: 0, shortened: 0, 'name-only': 0 };
  const known = new Set(skill.usedIn.size + skill.listedIn.size > 0 ? [...skill.usedIn, ...skill.listedIn.keys()] : []);
  const projects = new Set([...known].map((id) => script.sessions.get(id)!.project));
  if ([...scriptedNames, ...scriptedForks].includes(name)) projects.add(project);
  for (const as of skill.listedIn.values()) counts[as]++;
  const nameOnlyIn = [...skill.listedIn].filter(([, as]) => as === 'name-only').map(([id]) => id);
  const notListedIn = [...script.sessions]
    .filter(([id, { listsSkills, project: of }]) => listsSkills && projects.has(of) && !skill.listedIn.has(id))
    .map(([id]) => id);
  const { user, model } = skill.loaded;
  const times = skill.times.toSorted((one, other) => one - other).map((time) => new Date(time).toISOString());
  return {
    used: {
      total: user + model,
      byUser: user,
      byModel: model,
      inAgents: skill.inAgents,
      forked: skill.forked,
      first: times[0] ?? null,
      last: times.at(-1) ?? null,
    },
    latest: times.toReversed().slice(0, 100),
    missing: { byUser: skill.missing.user, byModel: skill.missing.model },
    denied: { byUser: skill.denied.user, byModel: skill.denied.model },
    failed: { byUser: skill.failed.user, byModel: skill.failed.model },
    sessions: {
      used: skill.usedIn.size,
      described: counts.described,
      shortened: counts.shortened,
      nameOnly: counts['name-only'],
      notListed: notListedIn.length,
      nameOnlyIn: nameOnlyIn.toSorted(),
      notListedIn: notListedIn.toSorted(),
    },
    cost: {
      loadedCharacters: skill.characters,
      loadedTokensEstimate: skill.tokens,
      listingCharacters: skill.listingCharacters,
      attributedAnswers: skill.answers,
      attributedTokens: skill.usage,
    },
  };
}

interface ReportedSkill extends Record<string, unknown> {
  readonly name: string;
  readonly latest: readonly { readonly time: string }[];
  readonly sessions: { readonly nameOnlyIn: readonly string[]; readonly notListedIn: readonly string[] };
}

/** A reported skill without what is not a figure, in a fixed order. */
function comparable({ name: _, isLoaded, reason, ...skill }: ReportedSkill) {
  const { nameOnlyIn, notListedIn, ...rest } = skill.sessions;
  return {
    ...skill,
    latest: skill.latest.map(({ time }) => time),
    sessions: { ...rest, nameOnlyIn: nameOnlyIn.toSorted(), notListedIn: notListedIn.toSorted() },
  };
}

describe('50 scripted sessions', () => {
  test.each([1, 2, 3])('every figure is that of the script (seed %i)', async (seed) => {
    const { script, project, json } = await scripted(seed);
    const report = await json('--all-projects');
    expect(report.sessions).toHaveLength(50);
    expect(report.unread).toEqual({ brokenLines: script.brokenLines, longLines: 0, files: [], names: 0 });
    const slug = project.replace(/[^a-zA-Z0-9]/g, '-');
    const expected = Object.fromEntries(
      [...script.skills].map(([name, skill]) => [name, figures(name, skill, script, slug)]),
    );
    const skills = report.skills as readonly ReportedSkill[];
    const reported = Object.fromEntries(skills.map((skill) => [skill.name, comparable(skill)]));
    const { idle, ...others } = reported;
    expect(others).toEqual(expected);
    expect(idle).toMatchObject({ used: { total: 0 }, sessions: { used: 0 } });
    // Enough happened that the comparison means something.
    const total = [...script.skills.values()];
    expect(total.reduce((sum, { times }) => sum + times.length, 0)).toBeGreaterThan(150);
    for (const kind of ['missing', 'denied', 'failed'] as const) {
      expect(total.some((skill) => skill[kind].user > 0) && total.some((skill) => skill[kind].model > 0)).toBe(true);
    }
  });

  test('a project has its own sessions only', async () => {
    const { script, project, json } = await scripted(4);
    const slug = project.replace(/[^a-zA-Z0-9]/g, '-');
    const own = [...script.sessions].filter(([, session]) => session.project === slug).map(([id]) => id);
    const report = await json();
    expect(report.sessions.map(({ id }: { id: string }) => id)).toEqual(own.toSorted());
    expect(own.length).toBeLessThan(50);
    for (const { name, sessions } of report.skills) {
      const used = [...(script.skills.get(name)?.usedIn ?? [])].filter((id) => own.includes(id));
      expect([name, sessions.used]).toEqual([name, used.length]);
    }
  });

  test('each session is told step by step, and compared with today', async () => {
    const { script, project, json } = await scripted(5);
    const slug = project.replace(/[^a-zA-Z0-9]/g, '-');
    let compared = 0;
    for (const [id, { project: of, steps }] of [...script.sessions].slice(0, 8)) {
      const timeline = await json('--session', id);
      const told = timeline.steps.map((step: Record<string, unknown> & { skills: { name: string }[] }) => {
        const what =
          step.kind === 'kept' ? step.skills.map(({ name }) => name).join(' ') : ((step.name as string) ?? '');
        const isOfAgent = step.agent !== undefined || (step.fork !== undefined && step.by === 'user');
        return `${step.kind} ${what}`.trim() + (isOfAgent ? ' in agent' : '');
      });
      expect([id, told]).toEqual([id, steps]);
      for (const step of timeline.steps) {
        if (step.kind !== 'loaded' || of !== slug) continue;
        compared++;
        const known = step.fork === undefined || (step.by === 'model' && step.characters > 0);
        expect([step.name, step.today.state]).toEqual([step.name, known ? 'same' : 'unknown']);
      }
    }
    expect(compared).toBeGreaterThan(10);
  });
});

describe('sessions', () => {
  test('shows a person what was used, never used, missing and denied, and changes nothing', async () => {
    const { root, options } = await scripted(6);
    const before = await stateOfFiles(root);
    const all = await runCli(['sessions', ...options]);
    expect([all.code, all.stderr]).toEqual([0, '']);
    for (const text of [
      /^\d+ sessions of .*app, 2026-10-01 to 202\d-\d\d-\d\d$/m,
      /^ +used +by user +by model +last used/m,
      /^review +\d+ +\d+ +\d+ /m,
      /^Never used: idle$/m,
      /^Asked for, but missing: .*nope \(\d+\)/m,
      /^Denied: /m,
      /^Failed: /m,
      /^\d+ lines not counted: cut off, or not as Claude Code writes them$/m,
    ])
      expect(all.stdout).toMatch(text);
    const one = await runCli(['sessions', '/review', '--all-projects', ...options]);
    for (const text of [
      /^review was used \d+ times: \d+ by the user, \d+ by the model/,
      /^Listed with its description in \d+ sessions?, shortened in \d+, by name only in \d+, not listed in \d+$/m,
      /^Loaded texts: [\d,]+ characters, ≈ [\d,]+ tokens$/m,
      /^Answers that Claude Code attributes to it: \d+, with [\d,]+ tokens of input/m,
      /^ {2}20\d\d-\d\d-\d\d \d\d:\d\d {2}by the (user|model)/m,
    ])
      expect(one.stdout).toMatch(text);
    const idle = await runCli(['sessions', 'idle', ...options]);
    expect(idle.stdout).toMatch(/^idle was never used in \d+ sessions\n/);
    expect(await stateOfFiles(root)).toEqual(before);
  });

  test('shows what has changed in a text since it was loaded', async () => {
    const { script, project, options } = await scripted(7);
    const slug = project.replace(/[^a-zA-Z0-9]/g, '-');
    const [id] = [...script.sessions].find(
      ([, session]) => session.project === slug && session.steps.includes('loaded review'),
    )!;
    const file = path.join(project, '.claude/skills/review/SKILL.md');
    await writeFile(file, (await readFile(file, 'utf8')).replace('Do the work', 'Do all of the work'));
    const { code, stdout } = await runCli(['sessions', '--session', id.slice(0, 8), ...options]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/loaded by the (user|model)(, again)? {2}review/);
    expect(stdout).toContain('today 1 line more, 1 less');
    expect(stdout).toMatch(/^ +-Do the work of review with /m);
    expect(stdout).toMatch(/^ +\+Do all of the work of review with /m);
  });

  test('says what is wrong', async () => {
    const { options, script, projects } = await scripted(8);
    const run = async (...args: string[]) => {
      const { code, stderr, stdout } = await runCli(['sessions', ...args, ...options]);
      return { code, stdout, stderr };
    };
    const wrong = { code: 2, stdout: '' };
    expect(await run('nothing')).toEqual({ ...wrong, stderr: expect.stringContaining('nothing') });
    expect(await run('review', '--session', 'abcd')).toEqual({
      ...wrong,
      stderr: 'skillwright: Specify a skill or --session\n',
    });
    expect(await run('--session', 'zzzz')).toEqual({ ...wrong, stderr: expect.stringContaining('No session zzzz') });
    expect(await run('--session', '../x')).toEqual({ ...wrong, stderr: expect.stringContaining('--session') });
    const [name] = [...script.files.keys()];
    const other = path.join(projects, path.dirname(name!), `${path.basename(name!).slice(0, 8)}-other.jsonl`);
    await appendFile(other, '{}\n');
    expect((await run('--session', path.basename(name!).slice(0, 8))).stderr).toContain('2 sessions begin with');
  });

  test('names what was listed for nothing, the largest first', async () => {
    const { options, projects, project } = await scripted(9);
    const slug = project.replace(/[^a-zA-Z0-9]/g, '-');
    await rm(projects, { recursive: true });
    const listing = {
      type: 'skill_listing',
      content: '- idle: Does many things.\n- notes: Keeps notes.',
      names: ['idle', 'notes'],
    };
    await mkdir(path.join(projects, slug), { recursive: true });
    await writeFile(
      path.join(projects, slug, 's1.jsonl'),
      `${JSON.stringify({ type: 'attachment', attachment: listing })}\n`,
    );
    const { stdout } = await runCli(['sessions', ...options]);
    expect(stdout).toContain('No skill was used\n');
    expect(stdout).toMatch(
      /^Never used: idle \(listed with 26 characters\), notes \(listed with 21 characters\), audit, changelog, /m,
    );
  });

  test('finds nothing where nobody worked', async () => {
    const skill = '---\ndescription: Reviews a diff.\n---\n';
    const files = { 'app/.git/HEAD': '', 'app/.claude/skills/review/SKILL.md': skill, 'home/.keep': '' };
    const root = await temporaryFolder(files);
    for (const names of [[], ['review']]) {
      const { code, stdout } = await runCli(['sessions', ...names, '--cwd', `${root}/app`, '--home', `${root}/home`]);
      expect([code, stdout]).toEqual([0, `No past sessions of ${root}/app\n`]);
    }
  });
});
