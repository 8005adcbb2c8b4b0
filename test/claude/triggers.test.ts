import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadCatalog } from '../../server/src/catalog/load-catalog.ts';
import { proposeDescription } from '../../server/src/jobs/evaluations/triggers/improvement/propose-description.ts';
import { measureTriggers, type TriggerPlan } from '../../server/src/jobs/evaluations/triggers/measure-triggers.ts';
import type { WrittenQuery } from '../../server/src/jobs/evaluations/triggers/split-queries.ts';
import type { TriggerReport } from '../../server/src/jobs/evaluations/triggers/trigger-report.ts';
import { findTriggerSubject } from '../../server/src/jobs/evaluations/triggers/trigger-subject.ts';
import type { ClaudeCode } from '../../server/src/platform/claude-code.ts';
import { nodeScratchFolders } from '../../server/src/platform/node/node-scratch-folders.ts';
import { verifiedRelease } from '../conformance/recording-files.ts';
import { isEveryTest } from '../every-test.ts';
import { isolated, permissive, sessionIn } from './isolated-session.ts';
import { type ScratchSession, scratchSession } from './scratch-session.ts';
import { type ScriptedTurn, startScriptedModel } from './scripted-model.ts';
import { installedRelease } from './verified-release.ts';

const skill = (name: string, more = '') => ({
  [`.claude/skills/${name}/SKILL.md`]: `---\ndescription: Does ${name}.\n${more}---\nDo $ARGUMENTS. Now !\`touch injected\`\n`,
});

const touch = (name: string) => ({ command: `touch ${name}`, description: 'x' });
const uses = (name: string) => ({ tool: 'Skill', input: { skill: name, args: 'x' } });

const program = { path: installedRelease().program, version: undefined };

/** Once, one after the other. */
const planned = ({ project }: ScratchSession) => ({
  folder: project,
  repeats: 1,
  turns: 2,
  dollars: undefined,
  concurrency: 1,
});

/** Measures the skill `greet` with a scripted model. */
async function measured(
  files: Readonly<Record<string, string>>,
  script: readonly ScriptedTurn[],
  { queries, ...plan }: Partial<Omit<TriggerPlan, 'queries'>> & { readonly queries: readonly WrittenQuery[] },
  watch: { readonly signal?: AbortSignal; readonly progress?: (report: TriggerReport) => void } = {},
) {
  const scratch = scratchSession({ ...skill('greet'), ...skill('wave'), ...files });
  // A turn that is interrupted may already have sent what the skill says.
  const model = await startScriptedModel(script.map((turn) => ({ unless: 'Launching skill', ...turn })));
  const starts: string[][] = [];
  const claudeCode = isolated(scratch, model, (args) => starts.push([...args]));
  const session = {
    ...sessionIn(scratch),
    pluginFolders: existsSync(path.join(scratch.project, 'office')) ? [path.join(scratch.project, 'office')] : [],
  };
  const report = await measureTriggers(
    {
      session,
      ...planned(scratch),
      isSkill: (name) => name === 'greet',
      ...plan,
      queries: queries.map((query) => ({ ...query, part: 'train' })),
    },
    { claudeCode, program, ...watch },
  );
  return { report, model, starts, left: readdirSync(scratch.project).sort(), home: scratch.home };
}

test('the counts are those of the script, and nothing that the model asks for is done', async () => {
  const hello = 'Say hello to Ada';
  const clean = 'Delete the temporary files';
  const { report, model, left } = await measured(
    permissive,
    [
      { when: hello, calls: [uses('greet')] },
      { when: clean, text: 'I look.', calls: [{ tool: 'Bash', input: touch('bashed') }] },
      { when: clean, calls: [uses('greet'), { tool: 'Bash', input: touch('later') }] },
      { when: hello, text: 'I wave.', calls: [uses('wave')] },
      { when: clean, text: 'Nothing to do.' },
      { when: hello, calls: [{ tool: 'Write', input: { file_path: 'written', content: 'x' } }] },
      { when: hello, text: 'I cannot.' },
      { when: clean, text: 'Nothing to do.' },
    ],
    {
      repeats: 3,
      queries: [
        { query: hello, shouldTrigger: true },
        { query: clean, shouldTrigger: false },
      ],
    },
  );
  expect(report).toMatchObject({
    queries: [
      {
        triggered: 1,
        runs: 3,
        denied: 0,
        failed: 0,
        errors: 0,
        neighbors: [{ name: 'wave', runs: 1 }],
        isAsExpected: false,
      },
      { triggered: 1, runs: 3, denied: 0, failed: 0, errors: 0, neighbors: [], isAsExpected: true },
    ],
    precision: 1 / 2,
    recall: 1 / 3,
    falseTriggers: 1,
    neighbors: [{ name: 'wave', runs: 1 }],
    done: 6,
    planned: 6,
    hasUnknownCost: false,
    stopped: undefined,
    claudeCodeVersion: verifiedRelease,
  });
  expect(report.cost).toBeGreaterThan(0);
  expect(left).toEqual(['.claude']);
  // The model sees the tools and the skills of any session.
  const [first] = model.requests;
  const tools = (JSON.parse(first!) as { tools: { name: string }[] }).tools.map(({ name }) => name);
  expect(tools).toEqual(expect.arrayContaining(['Agent', 'Bash', 'Edit', 'Read', 'Skill', 'Write']));
  expect(first).toContain('- greet: Does greet.');
});

test('a call that permissions deny is told apart from one that fails', async () => {
  const queries = [{ query: 'Say hello', shouldTrigger: true }];
  const denied = await measured(
    { '.claude/settings.json': JSON.stringify({ permissions: { deny: ['Skill(greet)'] } }) },
    [{ calls: [uses('greet')] }],
    { queries },
  );
  expect(denied.report.queries).toMatchObject([{ triggered: 1, runs: 1, denied: 1, failed: 0 }]);
  const failed = await measured(skill('greet', 'disable-model-invocation: true\n'), [{ calls: [uses('greet')] }], {
    queries,
  });
  expect(failed.report.queries).toMatchObject([{ triggered: 1, runs: 1, denied: 0, failed: 1 }]);
});

test.runIf(isEveryTest)(
  'a skill that runs in an agent is counted as it starts, and the agent does nothing',
  async () => {
    const { report, left } = await measured(
      { ...permissive, ...skill('greet', 'context: fork\nallowed-tools: Bash\n') },
      [{ calls: [uses('greet')] }, { calls: [{ tool: 'Bash', input: touch('forked') }] }],
      { queries: [{ query: 'Say hello', shouldTrigger: true }] },
    );
    expect(report.queries).toMatchObject([{ triggered: 1, runs: 1, denied: 0, failed: 0 }]);
    // How far the agent comes before it is interrupted is a matter of time.
    expect(left).toEqual(['.claude']);
  },
);

test('a plugin that is loaded for it starts neither its hooks nor its servers', async () => {
  const hook = { hooks: [{ type: 'command', command: 'touch "$CLAUDE_PROJECT_DIR/hooked"' }] };
  const { report, left } = await measured(
    {
      'office/.claude-plugin/plugin.json': JSON.stringify({
        name: 'office',
        version: '1.0.0',
        description: 'For offices',
      }),
      'office/skills/file/SKILL.md': '---\ndescription: Files papers.\n---\nFile it.\n',
      'office/hooks/hooks.json': JSON.stringify({ hooks: { SessionStart: [hook], PreToolUse: [hook] } }),
      'office/.mcp.json': JSON.stringify({ mcpServers: { tracker: { command: 'touch', args: ['served'] } } }),
    },
    [{ calls: [uses('office:file')] }],
    { isSkill: (name) => name === 'office:file', queries: [{ query: 'File it', shouldTrigger: true }] },
  );
  expect(report.queries).toMatchObject([{ triggered: 1, runs: 1, denied: 0, failed: 0 }]);
  expect(left).toEqual(['.claude', 'office']);
});

test.runIf(isEveryTest)('a run ends after the turns that it may have, and after the call of a skill', async () => {
  const reads = { calls: [{ tool: 'Read', input: { file_path: 'a.txt' } }] };
  const { report, model, home } = await measured({}, [reads, reads, reads, { calls: [uses('greet')] }], {
    turns: 2,
    queries: [{ query: 'Say hello', shouldTrigger: true }],
  });
  expect(report.queries).toMatchObject([{ triggered: 0, runs: 1, errors: 0 }]);
  expect(model.requests).toHaveLength(2);
  // Nothing is left of the session.
  const kept = readdirSync(path.join(home, '.claude'), { recursive: true, encoding: 'utf8' });
  expect(kept.filter((name) => name.endsWith('.jsonl'))).toEqual([]);
});

test.runIf(isEveryTest)('what has no answer does not count, and three in a row end the measurement', async () => {
  const credit = { status: 400, error: 'invalid_request_error', message: 'Your credit balance is too low' };
  const { report, starts } = await measured({}, [credit, credit, credit, credit], {
    repeats: 5,
    queries: [{ query: 'Say hello', shouldTrigger: true }],
  });
  expect(report.queries).toMatchObject([{ triggered: 0, runs: 0, errors: 3, isAsExpected: undefined }]);
  expect(report.queries[0]!.problem).toMatch(/credit balance is too low/i);
  expect(report.stopped).toMatch(/^3 runs in a row had no answer: /);
  expect(report.recall).toBeUndefined();
  expect(starts).toHaveLength(3);
});

test.runIf(isEveryTest)('it stops at the maximum for the cost, and keeps what was measured', async () => {
  const expensive = { calls: [uses('greet')], usage: { input_tokens: 100_000, output_tokens: 5_000 } };
  const { report, starts } = await measured({}, [expensive, expensive, expensive], {
    repeats: 3,
    dollars: 0.02,
    queries: [{ query: 'Say hello', shouldTrigger: true }],
  });
  expect(report).toMatchObject({ done: 1, planned: 3, stopped: 'The maximum of $0.02 is reached' });
  expect(report.queries).toMatchObject([{ triggered: 1, runs: 1 }]);
  expect(starts).toHaveLength(1);
  expect(starts[0]!.join(' ')).toContain('--max-budget-usd 0.02');
});

test.runIf(isEveryTest)('canceling keeps what was measured', async () => {
  const controller = new AbortController();
  const { report } = await measured(
    {},
    [{ calls: [uses('greet')] }, { text: 'One two three four five six', pause: 2_000 }],
    { repeats: 4, queries: [{ query: 'Say hello', shouldTrigger: true }] },
    { signal: controller.signal, progress: () => controller.abort() },
  );
  expect(report).toMatchObject({ done: 1, planned: 4, stopped: 'It was canceled' });
  expect(report.queries).toMatchObject([{ triggered: 1, runs: 1 }]);
});

test.runIf(isEveryTest)(
  'a skill that the session does not load is linked into a folder that is added, and has its own name',
  async () => {
    const scratch = scratchSession({
      'skills/polish/SKILL.md': '---\ndescription: Does polish.\n---\nPolish it.\n',
      'skills/polish/evals/triggers.json': '[{ "prompt": "Polish this", "should_trigger": true }]',
    });
    const model = await startScriptedModel([{ when: 'Polish this', unless: 'Launching', calls: [uses('polish')] }]);
    const session = sessionIn(scratch);
    const { catalog } = await loadCatalog(session);
    const around = { session, catalog, offered: async () => ({ named: () => [] }) };
    const found = await findTriggerSubject(
      path.join(scratch.project, 'skills/polish'),
      undefined,
      around,
      nodeScratchFolders,
    );
    if ('problem' in found) throw new Error(found.problem);
    const { queries, isSkill } = found.subject;
    const plan = { session: found.session, queries, isSkill, ...planned(scratch) };
    const report = await measureTriggers(plan, { claudeCode: isolated(scratch, model), program });
    await found.release();
    expect(report.queries).toMatchObject([{ triggered: 1, runs: 1, denied: 0, failed: 0 }]);
    expect(model.requests[0]).toContain('- polish: Does polish.');
  },
);

test('a description is proposed without tools, hooks and files of the project', async () => {
  const scratch = scratchSession({ ...permissive, 'CLAUDE.md': 'Words of the project', ...skill('greet') });
  const answer = '<new_description>Greets people.</new_description>';
  const model = await startScriptedModel([{ when: 'new_description', text: answer }]);
  const requests: string[] = [];
  const session = sessionIn(scratch);
  const facts = { name: 'greet', description: 'Does greet.', skill: 'Do it.', queries: [] };
  const claudeCode: ClaudeCode = {
    ...isolated(scratch, model),
    start(given, start) {
      requests.push(start.folder);
      return isolated(scratch, model).start(given, start);
    },
  };
  const machine = { claudeCode, program, scratchFolders: nodeScratchFolders };
  const proposal = await proposeDescription(facts, session, 1, machine);
  expect(proposal).toEqual({ description: 'Greets people.', cost: expect.any(Number) });
  expect(proposal.cost).toBeGreaterThan(0);
  // Requests of the agent's loop are those that offer tools.
  expect(model.requests).toEqual([]);
  expect(existsSync(requests[0]!)).toBe(false);
  expect(readdirSync(scratch.project).sort()).toEqual(['.claude', 'CLAUDE.md']);
});
