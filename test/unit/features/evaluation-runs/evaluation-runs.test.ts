import { describe, expect, test } from 'vitest';
import { lastRuns } from '../../../../server/src/jobs/evaluations/grading/last-runs.ts';
import { readPromptSet } from '../../../../server/src/jobs/evaluations/prompts/suite-prompts.ts';
import { gradedOutcome } from '../../../../server/src/jobs/evaluations/running/case-outcome.ts';
import { evalArguments } from '../../../../server/src/jobs/evaluations/running/eval-arguments.ts';
import { readEvalProgress } from '../../../../server/src/jobs/evaluations/running/eval-progress.ts';
import { editorChoice } from '../../../../server/src/jobs/evaluations/running/evaluation-choice.ts';
import {
  caseItem,
  listedSuites,
  promptItems,
} from '../../../../server/src/jobs/evaluations/running/evaluation-items.ts';
import { planEvaluations } from '../../../../server/src/jobs/evaluations/running/evaluation-plan.ts';
import type { EvaluationSettings } from '../../../../server/src/jobs/evaluations/running/evaluation-settings.ts';
import { readWork } from '../../../../server/src/jobs/evaluations/running/evaluation-work.ts';
import type { PlannedEvaluations } from '../../../../server/src/jobs/evaluations/running/planned-evaluations.ts';
import { runSuite } from '../../../../server/src/jobs/evaluations/running/run-suite.ts';
import { readCases } from '../../../../server/src/jobs/evaluations/running/suite-cases.ts';
import { suitesOf } from '../../../../server/src/jobs/evaluations/running/suites.ts';
import { atOnce } from '../../../../server/src/platform/work-turns.ts';
import type { EvaluationOutcome } from '../../../../server/src/protocol.ts';
import { notRefused } from '../../../not-refused.ts';
import { type MemoryFiles, memoryFileSystem } from '../../memory-file-system.ts';
import {
  evaluationFiles,
  GrowingFiles,
  type Played,
  playedClaudeCode,
  plugin,
  pluginFiles,
  recorded,
} from './plugin-files.ts';

const suite = `${plugin}/evals`;
const hello = `${suite}/hello`;
const bye = `${suite}/bye`;
const hobbled = 'Sessions of bye, hello may not read the files of skills, write files or run commands';
const everything = editorChoice(false, []);
const noSettings: EvaluationSettings = { extraArguments: [], maximumCost: undefined };
const plainSessions: PlannedEvaluations['claudeCode'] = {
  extraArguments: [],
  permissionMode: undefined,
  model: undefined,
};

async function listed(content: MemoryFiles, paths = Object.keys(content)) {
  const files = memoryFileSystem(content);
  const suites = await suitesOf(paths, files);
  const items = await Promise.all(
    suites.map(async (it) => {
      const set = await readPromptSet(it, files);
      return [...(await readCases(it, files)).map(caseItem), ...(set ? promptItems(set) : [])];
    }),
  );
  return { files, suites, items };
}

/** The plan, which must not be refused. */
const planned = async (...asked: Parameters<typeof planOrRefusal>) => notRefused(await planOrRefusal(...asked));

async function planOrRefusal(
  content: MemoryFiles,
  {
    once = false,
    settings = noSettings,
    items = undefined as string[] | undefined,
    claudeCode = plainSessions,
    allowedTools = [] as readonly string[],
  } = {},
) {
  const files = memoryFileSystem(content);
  const suites = await suitesOf(
    Object.keys(content).filter((path) => path.includes('/evals/')),
    files,
  );
  const chosen = suites.map(({ folder }) => ({ suite: folder, ...(items && { items }) }));
  const works = await readWork(chosen, suites, files);
  return planEvaluations({ works, choice: editorChoice(once, allowedTools), settings, claudeCode }, files);
}

interface RanOptions {
  readonly content?: MemoryFiles;
  readonly items?: readonly string[];
  readonly maximumCost?: number;
  readonly stopped?: boolean;
}

/** Runs items of the plugin with recorded runs in place of Claude Code. */
async function ran(plays: readonly Played[], { content = {}, items, maximumCost, stopped = false }: RanOptions = {}) {
  const growing = new GrowingFiles({ ...pluginFiles, ...content });
  const { claudeCode, starts } = playedClaudeCode(growing, plays);
  const { files } = growing;
  const suites = await suitesOf([...evaluationFiles, ...Object.keys(content)], files);
  const [work] = await readWork([{ suite, ...(items && { items }) }], suites, files);
  const events: string[] = [];
  const outcomes = new Map<string, EvaluationOutcome>();
  const ending = new AbortController();
  if (stopped) queueMicrotask(() => ending.abort());
  const program = { path: '/bin/claude', version: '9.9.9' };
  const started = {
    work: work!,
    choice: everything,
    settings: noSettings,
    maximumCost,
    signal: ending.signal,
    now: () => 0,
  };
  const end = await runSuite(
    program,
    started,
    { claudeCode, files },
    {
      line: (line) => events.push(line.trim()),
      started: (_, ids) => events.push(`started ${ids.join(' ').replaceAll(`${suite}/`, '')}`),
      ended: (outcome) => {
        events.push(`${outcome.state} ${outcome.item.replace(`${suite}/`, '')}`);
        outcomes.set(outcome.item, outcome);
      },
    },
  );
  return { end, starts, events, outcomes };
}

describe('listing', () => {
  test('a plugin has cases, and those have graders, each at its place', async () => {
    const { suites, items } = await listed(pluginFiles);
    expect(listedSuites(suites, (path) => path)).toEqual([
      { id: suite, label: 'demo (plugin)', uri: `file://${suite}` },
    ]);
    expect(items[0]!.map(({ label }) => label)).toEqual(['bye', 'hello']);
    expect(items[0]![1]!.graders).toEqual([
      {
        id: 'greets',
        label: 'greets (regex)',
        uri: `file://${hello}/graders/greets.md`,
        range: { start: { line: 1, character: 6 }, end: { line: 1, character: 11 } },
      },
      expect.objectContaining({ id: 'uses-skill', label: 'uses-skill (tool_used, not scored in comparisons)' }),
    ]);
  });

  test('graders of a definition are in it, and CRLF and wide characters do not move them', async () => {
    const yaml =
      'schema_version: "1.1"\r\nname: "über 👋"\r\nexecution: { prompt: hi }\r\ngraders:\r\n- { type: regex, name: "👋 a", pattern: x }\r\n';
    const { items } = await listed({ '/p/evals/c/case.yaml': yaml, '/p/SKILL.md': '' });
    expect(items[0]![0]).toMatchObject({ label: 'über 👋', kind: 'case', uri: 'file:///p/evals/c/case.yaml' });
    expect(items[0]![0]!.graders[0]!.range).toEqual({
      start: { line: 4, character: 23 },
      end: { line: 4, character: 29 },
    });
  });

  test('what the runner does not run says why, and folders without evaluations are no suites', async () => {
    const { suites, items } = await listed({
      '/p/evals/broken/prompt.md': '---\nruns: [\n---\nhi\n',
      '/p/evals/broken/graders/a.md': '---\ntype: regex\n---\nx\n',
      '/q/evals/results/x/case.yaml': 'name: x',
      '/r/evals/trigger-eval.json': '[]',
    });
    expect(suites.map(({ folder, kind }) => [folder, kind])).toEqual([['/p/evals', 'folder']]);
    expect(items[0]![0]!.problem).toMatch(/rejects its files/);
  });

  test('two suites of one name tell where they are', async () => {
    const one = '---\ntype: regex\n---\nx\n';
    const { suites } = await listed({
      '/w/a/x/evals/c/prompt.md': 'hi',
      '/w/a/x/evals/c/graders/g.md': one,
      '/w/b/x/evals/c/prompt.md': 'hi',
      '/w/b/x/evals/c/graders/g.md': one,
    });
    expect(listedSuites(suites, (path) => path.slice('/w/'.length)).map(({ label }) => label)).toEqual([
      'x (folder, a/x)',
      'x (folder, b/x)',
    ]);
  });

  test('a manifest may name another folder', async () => {
    const { suites, items } = await listed(
      {
        '/p/.claude-plugin/plugin.json': '{ "name": "demo", "experimental": { "evals": "checks/all" } }',
        '/p/checks/all/c/prompt.md': 'hi',
        '/p/checks/all/c/graders/g.md': '---\ntype: regex\n---\nx\n',
      },
      ['/p/checks/all/c/prompt.md', '/p/checks/all/c/graders/g.md'],
    );
    expect(suites).toMatchObject([{ folder: '/p/checks/all', owner: '/p', name: 'demo', kind: 'plugin' }]);
    expect(items[0]!.map(({ label }) => label)).toEqual(['c']);
  });

  test('prompts of a set have statements of both names; repeated ids are numbered', async () => {
    const set = {
      skill_name: 'pdf',
      evals: [
        { id: 1, prompt: 'Merge\nthese', expectations: ['One file'], assertions: [{ text: 'No page is lost' }] },
        { id: 1, prompt: 'Again' },
        { id: 2 },
      ],
    };
    const { items } = await listed({ '/s/evals/evals.json': JSON.stringify(set), '/s/SKILL.md': '' });
    expect(items[0]!.map(({ id, label, graders }) => [id, label, graders.map((it) => it.label)])).toEqual([
      ['/s/evals/evals.json#1', '1: Merge', ['One file', 'No page is lost']],
      ['/s/evals/evals.json##2', 'Again', []],
    ]);
    expect((await listed({ '/s/evals/evals.json': '{ "evals": [', '/s/SKILL.md': '' })).items).toEqual([[]]);
  });
});

describe('the plan of a run', () => {
  test('says what starts and how often, and that there is no estimate', async () => {
    expect(await planned(pluginFiles)).toEqual({
      sessions: 6,
      lines: ['2 cases of demo: 3 runs with the plugin and 3 without it', "Model: Claude Code's default"],
      notes: [],
      rights: [hobbled],
      paragraphs: expect.any(Array),
    });
    expect(await planned(pluginFiles, { once: true, items: [hello] })).toMatchObject({
      sessions: 1,
      lines: ['1 case of demo: 1 run', "Model: Claude Code's default"],
    });
  });

  test('estimates the cost by the last result, and says of how many cases', async () => {
    const results = `${suite}/results/2026-11-25T18-43-10-883Z/aggregate-result.json`;
    // 6 runs, 0.0001 each; with 0.1 each it is 0.60.
    const costly = recorded('complete.json').replaceAll('"costUsd": 0.0001', '"costUsd": 0.1');
    const plan = await planned({ ...pluginFiles, [results]: costly }, { settings: { ...noSettings, maximumCost: 2 } });
    expect(plan).toMatchObject({ maximumCost: 2, estimate: { text: '≈ $0.60' } });
    const one = await planned({
      ...pluginFiles,
      [results]: costly,
      [`${suite}/new/prompt.md`]: '---\nruns: 1\n---\nhi\n',
      [`${suite}/new/graders/says.md`]: '---\ntype: regex\n---\nhi\n',
    });
    expect(one.estimate).toMatchObject({
      text: '≈ $0.60',
      why: expect.stringContaining('of 2 of 3, the others have no result'),
    });
    // A run that died tells nothing about the next one.
    const died = JSON.parse(costly);
    const { arms } = died.cases.find(({ name }: { readonly name: string }) => name === 'hello');
    arms.with.push({ ...arms.with[0], costUsd: 0, error: 'exit 1: API Error: 529 Overloaded', graders: [] });
    expect((await planned({ ...pluginFiles, [results]: JSON.stringify(died) })).estimate?.text).toBe('≈ $0.60');
  });

  test('says what prompts do without, and which of them are cases, too', async () => {
    const evals = [
      { id: 1, prompt: 'Say hello ', files: ['data.csv'] },
      { id: 2, prompt: 'Say goodbye' },
    ];
    const content = {
      '/w/pdf/SKILL.md': 'x',
      '/w/pdf/evals/evals.json': JSON.stringify({ evals }),
      '/w/pdf/evals/pdf/eval-1/prompt.md': 'Say hello\n',
      '/w/pdf/evals/pdf/eval-1/graders/says.md': '---\ntype: regex\n---\nhi\n',
      '/w/pdf/evals/none/prompt.md': '---\nruns: 1\n---\nSay hello\n',
      '/w/pdf/evals/empty/prompt.md': '---\nruns: 1\n---\n',
      '/w/pdf/evals/empty/graders/says.md': '---\ntype: regex\n---\nhi\n',
    };
    expect((await planned(content)).notes).toEqual([
      'empty is left out. It has no prompt, so the runner rejects it: write one in its `prompt.md`',
      'none is left out. It has no graders, so the runner rejects it: add a Markdown file with `type:` in its frontmatter to its folder `graders`',
      '1: Say hello does not run. The input file data.csv does not exist, or is too large',
      '1 prompt of pdf is a case, too (eval-1), so both run. Choose the cases or `evals.json` to run only these',
    ]);
  });

  test('says what is left out, and what needs another argument', async () => {
    const yaml =
      'schema_version: "1.1"\nname: s\nexecution: { prompt: hi, allowed_tools: [Read, Write] }\ncontext: { scaffold_script: ./x.sh }\ngraders: [{ name: says, type: regex, pattern: hi }]\n';
    const content = {
      ...pluginFiles,
      [`${suite}/s/case.yaml`]: yaml,
      [`${suite}/t/prompt.md`]: '---\nruns: [\n---\nhi\n',
      [`${suite}/t/graders/g.md`]: '---\ntype: regex\n---\n',
    };
    const { notes, rights } = await planned(content);
    expect(notes).toEqual([
      expect.stringContaining('t is left out'),
      'The scaffold script of s does not run without `--scaffold`',
    ]);
    expect(rights).toEqual([
      hobbled,
      'Sessions of s may use `Read`, `Glob` and `Grep`, but not write files or run commands',
      'Sessions of s use `Write`, which the case asks for, only if you allow it for this run',
    ]);
    const granted = { ...noSettings, extraArguments: ['--scaffold', '--allow-tools', 'Write'] };
    const withArguments = await planned(content, { settings: granted });
    expect(withArguments.rights).toEqual([
      'Sessions of bye, hello may use `Write`, `Edit` and `NotebookEdit`, but not read the files of skills or run commands',
      'Sessions of s may use `Read`, `Glob`, `Grep`, `Write`, `Edit` and `NotebookEdit`, but not run commands',
    ]);
    expect(withArguments.notes).toEqual([
      expect.stringContaining('t is left out'),
      'Runs of cases have additional arguments of the settings: `--scaffold --allow-tools Write`',
      'The scaffold script of s runs with your permissions',
    ]);
    expect(await planOrRefusal(content, { items: [`${suite}/t`] })).toEqual({
      problem: expect.stringMatching(/^t cannot run/),
    });
  });
});

describe('what sessions may do', () => {
  const reference = { [`${plugin}/skills/greet/references/tone.md`]: 'Be warm.\n' };
  const script = { [`${plugin}/skills/greet/scripts/greet.sh`]: 'echo hello\n' };

  test('is said with what the skills need, which is offered', async () => {
    const plan = await planned({ ...pluginFiles, ...reference, ...script });
    expect(plan.rights).toEqual([
      hobbled,
      'Sessions of bye, hello may not use `Read` and `Bash`, which the skill `greet` needs: it names `references/tone.md`, it runs `scripts/greet.sh`',
    ]);
    expect(plan.allowable).toEqual(['Read', 'Bash']);
    const allowed = await planned({ ...pluginFiles, ...reference, ...script }, { allowedTools: plan.allowable! });
    expect(allowed).toMatchObject({
      rights: [
        'Sessions of bye, hello may use `Read`, `Glob`, `Grep` and `Bash`',
        'Claude Code refuses to run commands in them if this machine has no sandbox for it',
      ],
      allowedTools: ['Read', 'Bash'],
    });
    expect(allowed.allowable).toBeUndefined();
    expect(allowed.paragraphs.join('\n')).toContain('may use `Read`, `Glob`, `Grep` and `Bash`.\n');
  });

  test('is what settings allow, too', async () => {
    for (const extraArguments of [['--allow-tools', 'Read', 'Bash(sh *)', '--scaffold'], ['--allow-tools=Read,Bash']]) {
      const plan = await planned({ ...pluginFiles, ...reference }, { settings: { ...noSettings, extraArguments } });
      expect(plan.rights![0]).toMatch(/^Sessions of bye, hello may use `Read`, `Glob`, `Grep` and `Bash/);
      expect(plan.allowable).toBeUndefined();
    }
  });

  test('has what was denied last time, as long as it still would be', async () => {
    const trace = '/tmp/claude-eval-A1/out/trace.jsonl';
    const result = JSON.stringify({
      cases: [{ name: 'bye', dir: 'evals/bye', graders: [], arms: { with: [{ tracePath: trace, graders: [] }] } }],
    });
    const denied = (tool: string) =>
      JSON.stringify({ type: 'system', subtype: 'permission_denied', tool_name: tool, tool_use_id: tool });
    const content = {
      ...pluginFiles,
      [`${suite}/results/2026-11-25T18-43-10-883Z/aggregate-result.json`]: result,
      [trace]: ['Write', 'Read', 'Monitr'].map(denied).join('\n'),
    };
    const { rights, allowable } = await planned(content, { allowedTools: ['Read'] });
    expect(rights).toContain('The last runs of bye had 1 call denied: Write');
    expect(allowable).toEqual(['Write']);
  });

  test('can be asked for by the cases that lack it', async () => {
    const { caseEdits } = await planned({ ...pluginFiles, ...reference });
    expect(caseEdits?.tools).toEqual(['Read']);
    const [first] = caseEdits!.edits;
    expect(caseEdits!.edits.map(({ uri }) => uri)).toEqual([bye, hello].map((it) => `file://${it}/prompt.md`));
    expect(first!.edits).toMatchObject([{ newText: '\nallowed_tools: [Read]' }]);
    const asking = Object.fromEntries(
      [bye, hello].map((it) => [`${it}/prompt.md`, '---\nallowed_tools: [Read]\n---\nhi\n']),
    );
    expect((await planned({ ...pluginFiles, ...reference, ...asking })).caseEdits).toBeUndefined();
  });

  test('of prompts is what the settings of the user allow', async () => {
    const withScript = {
      '/w/pdf/SKILL.md': '---\ndescription: x\n---\nRun `scripts/merge.sh`.\n',
      '/w/pdf/scripts/merge.sh': 'true\n',
    };
    const set = { '/w/pdf/SKILL.md': 'x', '/w/pdf/evals/evals.json': '{"evals": [{"id": 1, "prompt": "hi"}]}' };
    const may =
      'Sessions of prompts may write files in a temporary project, which are kept, and do what your settings allow without asking';
    const { rights, allowable } = await planned(set);
    expect(rights).toEqual([`${may}. The rest is denied`]);
    expect(allowable).toBeUndefined();
    expect((await planned({ ...set, ...withScript })).allowable).toEqual(['Bash']);
    // The model may call such a skill only with permission, which nobody could give.
    const guarded = { '/w/pdf/SKILL.md': '---\ndescription: x\nallowed-tools: Read\n---\nRead it.\n' };
    expect((await planned({ ...set, ...guarded })).allowable).toEqual(['Skill']);
    expect((await planned(set, { allowedTools: ['Bash'] })).rights).toEqual([
      `${may}, and use \`Bash\`. The rest is denied`,
    ]);
  });
});

test('no setting replaces the maximum that the user has agreed to', () => {
  const extraArguments = ['--max-cost-usd', '1000', '--scaffold'];
  const asked = { folder: plugin, choice: everything, outputFolder: '/out', maximumCost: 2, extraArguments } as const;
  // Of an option that is repeated, the last one counts.
  expect(evalArguments(asked).slice(-5)).toEqual([...extraArguments, '--max-cost-usd', '2']);
});

test('prompts that cannot be read are not left out silently', async () => {
  const set = { '/w/pdf/SKILL.md': 'x', '/w/pdf/evals/evals.json': '{"evals": [{"id": 1 "prompt": "hi"}]}' };
  expect(await planOrRefusal(set)).toEqual({
    problem: 'The evals.json of pdf is not valid JSON, so none of its prompts runs',
  });
});

test('what settings add to sessions is said before they start', async () => {
  const set = { '/w/pdf/SKILL.md': 'x', '/w/pdf/evals/evals.json': '{"evals": [{"id": 1, "prompt": "hi"}]}' };
  const claudeCode = {
    extraArguments: ['--dangerously-skip-permissions'],
    permissionMode: 'acceptEdits',
    model: undefined,
  };
  expect((await planned(set, { claudeCode })).notes).toEqual([
    'Sessions of prompts have the permission mode `acceptEdits`',
    'Sessions of prompts have additional arguments of the settings: `--dangerously-skip-permissions`',
  ]);
  // They are not those of cases.
  expect((await planned(pluginFiles, { claudeCode })).notes).toEqual([]);
});

describe('running', () => {
  test('one process runs all cases; the outcome is what its result says, at the place of the grader', async () => {
    const { end, starts, events, outcomes } = await ran([
      { lines: recorded('complete.txt'), result: recorded('complete.json'), exitCode: 1 },
    ]);
    expect(end).toMatchObject({ cost: expect.closeTo(0.0006), problem: undefined });
    expect(starts).toEqual([
      evalArguments({
        folder: plugin,
        choice: everything,
        outputFolder: `${suite}/results/1970-01-01T00-00-00-000Z`,
        extraArguments: [],
      }),
    ]);
    // Each case has a state as soon as it has ended, and its reasons when there is a result.
    expect(events.filter((it) => /^(started|passed|failed) /.test(it))).toEqual([
      'started bye',
      'failed bye',
      'started hello',
      'passed hello',
      'failed bye',
      'passed hello',
    ]);
    expect(events.join('\n')).not.toContain('kept');
    expect(outcomes.get(bye)).toMatchObject({
      state: 'failed',
      graders: [
        {
          id: 'says',
          state: 'failed',
          messages: [{ text: 'pattern not found in last_message', uri: `file://${bye}/graders/says.md` }],
        },
      ],
      lines: ['bye: 0 of 1 runs passed with the plugin, 0 of 1 without'],
    });
    expect(outcomes.get(hello)).toMatchObject({
      state: 'passed',
      graders: [
        { id: 'greets', state: 'passed' },
        { id: 'uses-skill', state: 'skipped', messages: [{ text: expect.stringContaining('does not count') }] },
      ],
      lines: [
        'hello: 2 of 2 runs passed with the plugin, 2 of 2 without',
        'hello, greets: it passes without the plugin, too, so it measures nothing',
      ],
    });
  });

  /** A case that is left out. */
  const third = {
    [`${suite}/third/prompt.md`]: '---\nruns: 1\n---\nhi\n',
    [`${suite}/third/graders/says.md`]: '---\ntype: regex\n---\nhi\n',
  };

  test('some cases run one by one, each with what is left of the maximum', async () => {
    const costly = recorded('complete.json').replaceAll('"costUsd": 0.0001', '"costUsd": 0.1');
    const { starts, end, outcomes } = await ran([{ result: costly }, { result: costly }], {
      content: third,
      items: [bye, hello],
      maximumCost: 0.25,
    });
    const asked = starts.map((args) => ['--case', '--max-cost-usd'].map((name) => args[args.indexOf(name) + 1]));
    expect(asked).toEqual([
      ['bye', '0.25'],
      ['hello', '0.05'],
    ]);
    expect(end).toMatchObject({ cost: expect.closeTo(0.6), problem: undefined });
    const less = await ran([{ result: costly }], {
      items: [bye, hello],
      content: third,
      maximumCost: 0.2,
    });
    expect(less.starts).toHaveLength(1);
    expect(less.end.problem).toBe('Stopped at the maximum cost, so not everything ran');
    expect(outcomes.size).toBe(2);
  });

  test('a result that is partial counts as far as it goes', async () => {
    const { end, outcomes } = await ran([{ result: recorded('ceiling.json'), exitCode: 2 }]);
    expect(end.problem).toBe('Stopped at the maximum cost, so not everything ran');
    expect(outcomes.get(bye)!.state).toBe('failed');
    expect(outcomes.get(hello)).toMatchObject({
      state: 'skipped',
      messages: [{ text: 'Stopped at the maximum cost, so not everything ran' }],
    });
  });

  test('all runs of a case count, however many there are', async () => {
    const many = JSON.parse(recorded('complete.json'));
    const [bye] = many.cases;
    const [run] = bye.arms.with;
    const passed = { ...run, passed: true, graders: [{ ...run.graders[0], passed: true }] };
    bye.arms.with = [...Array(49).fill(passed), run];
    const { outcomes } = await ran([{ result: JSON.stringify(many) }]);
    expect(outcomes.get(`${suite}/bye`)).toMatchObject({
      state: 'failed',
      graders: [{ messages: [{ text: 'Failed in 1 of 50 runs: pattern not found in last_message' }] }],
    });
  });

  test('what was stopped is neither passed nor failed', async () => {
    const { end, outcomes } = await ran(
      [{ lines: recorded('interrupted.txt'), result: recorded('interrupted.json'), exitCode: 143 }],
      { stopped: true },
    );
    expect(end.problem).toBeUndefined();
    expect(outcomes.get(bye)!.state).toBe('failed');
    expect(outcomes.get(hello)).toMatchObject({
      state: 'skipped',
      graders: [{ state: 'skipped' }, { state: 'skipped' }],
    });
  });

  test('runs that died say why, and count as the runner counts them', async () => {
    const reason = 'the model\'s call violates expect: project = "prod" is not "demo"';
    const aborted = { error: null, aborted: { server: 'tracker', tool: 'list_issues', reason }, graders: [] };
    const rejected = { error: 'exit 1: API Error: Request rejected (429) · Too many', graders: [] };
    const cut = { skippedPaidGraders: true };
    const outcomeOf = async (...changes: readonly object[]) => {
      const result = JSON.parse(recorded('complete.json'));
      const { arms } = result.cases.find(({ name }: { readonly name: string }) => name === 'hello');
      const failed = { score: 0, passed: false };
      arms.with = changes.map((change) => ({
        ...arms.with[0],
        ...(Object.keys(change).length > 0 && failed),
        ...change,
      }));
      const { outcomes } = await ran([{ result: JSON.stringify(result), exitCode: 1 }]);
      const { state, messages } = outcomes.get(hello)!;
      return [state, ...messages.map(({ text }) => text)];
    };
    expect(await outcomeOf(aborted)).toEqual(['failed', `Aborted by the mock tracker/list_issues: ${reason}`]);
    expect(await outcomeOf(rejected)).toEqual([
      'errored',
      'Ended early, not graded: API Error: Request rejected (429) · Too many',
    ]);
    expect(await outcomeOf({}, rejected, rejected, aborted)).toEqual([
      'failed',
      '2 of 4 runs: ended early, not graded: API Error: Request rejected (429) · Too many',
      `1 of 4 runs: aborted by the mock tracker/list_issues: ${reason}`,
    ]);
    expect(await outcomeOf({}, cut)).toEqual([
      'skipped',
      '1 of 2 runs: stopped at the maximum cost, before a model judged it',
    ]);
    expect(await outcomeOf({}, {})).toEqual(['passed']);
  });

  test('a suite that could not authenticate has not reached its maximum cost', async () => {
    const result = JSON.parse(recorded('ceiling.json'));
    const { end, outcomes } = await ran([
      { result: JSON.stringify({ ...result, partialReason: 'auth_failed' }), exitCode: 2 },
    ]);
    const problem = 'Stopped because Claude Code could not authenticate, so not everything ran';
    expect(end.problem).toBe(problem);
    expect(outcomes.get(hello)).toMatchObject({ state: 'errored', messages: [{ text: problem }] });
  });

  test.each([
    ['Error: x is not a trusted plugin directory', /^Claude Code says: Error: x is not a trusted plugin directory$/],
    ["error: unknown command 'eval'", /cannot do that: update it/],
    ['', /^Claude Code ended with status 3, without a result$/],
  ])('without a result, the problem is what was said: %s', async (lines, problem) => {
    const { end, outcomes } = await ran([{ lines, exitCode: 3 }]);
    expect(end.problem).toMatch(problem);
    expect(outcomes.get(bye)).toMatchObject({ state: 'errored', messages: [{ text: expect.stringMatching(problem) }] });
  });

  test('a case that the runner rejects has its words', async () => {
    const lines = `✗ ${bye}: prompt.md: unknown frontmatter key "nmae"\n`;
    const { outcomes } = await ran([
      { lines, result: recorded('complete.json').replace('evals/bye', 'evals/other'), exitCode: 1 },
    ]);
    expect(outcomes.get(bye)).toMatchObject({
      state: 'errored',
      messages: [{ text: 'prompt.md: unknown frontmatter key "nmae"' }],
    });
  });
});

test('what the runner says is read, and nothing else', () => {
  const lines = recorded('interrupted.txt').split('\n');
  expect(lines.map(readEvalProgress).filter((it) => it !== undefined)).toEqual([
    { kind: 'run', name: 'bye', index: 1, of: 1, arm: 'with', error: undefined },
    { kind: 'run', name: 'bye', index: 1, of: 1, arm: 'without', error: undefined },
    { kind: 'case', name: 'bye', hasPassed: false },
    { kind: 'run', name: 'hello', index: 1, of: 2, arm: 'with', error: 'interrupted' },
    { kind: 'case', name: 'hello', hasPassed: false },
  ]);
  expect(readEvalProgress('⚠ cost ceiling $0.00015 hit; skipping remaining cases')).toEqual({ kind: 'ceiling' });
  const aborted = '  a run 1/1 [with]: score 0.00  $0.00  aborted by mock tracker/list_issues: it is not so';
  expect(readEvalProgress(aborted)).toMatchObject({ error: 'aborted by mock tracker/list_issues: it is not so' });
  expect(readEvalProgress(`  ${'a run 1/1 '.repeat(100_000)}`)).toBeUndefined();
});

test('the last runs are graded by the graders as they are now, and nothing starts', async () => {
  const results = `${suite}/results/2026-11-25T18-43-10-883Z/aggregate-result.json`;
  const content = { ...pluginFiles, [results]: recorded('complete.json') };
  const files = memoryFileSystem(content);
  const [found] = await suitesOf(evaluationFiles, files);
  const [one, two] = await readCases(found!, files);
  const graded = atOnce(gradedOutcome(one!, suite, await lastRuns(one!, files, { texts: new Set() })));
  expect(graded).toMatchObject({ state: 'failed', graders: [{ id: 'says', state: 'failed' }] });
  // Its graders are as they were, so the verdicts of the result count, although the traces are gone.
  expect(atOnce(gradedOutcome(two!, suite, await lastRuns(two!, files, { texts: new Set() })))).toMatchObject({
    state: 'passed',
    lines: ['hello, greets: it passes without the plugin, too, so it measures nothing'],
  });
  expect(atOnce(gradedOutcome(two!, suite, undefined))).toMatchObject({
    state: 'skipped',
    lines: ['hello: it has no result yet'],
  });
});

test('as long as no free grader says anything new, a case has the state that the results show', async () => {
  const results = `${suite}/results/2026-11-25T18-43-10-883Z/aggregate-result.json`;
  const result = JSON.parse(recorded('complete.json')) as {
    cases: { name: string; arms: Record<string, { passed: boolean; graders: object[] }[]> }[];
  };
  const stateWith = async (change: (run: { passed: boolean; graders: object[] }) => void) => {
    const changed = structuredClone(result);
    for (const run of changed.cases.find(({ name }) => name === 'hello')!.arms.with!) change(run);
    const files = memoryFileSystem({ ...pluginFiles, [results]: JSON.stringify(changed) });
    const [found] = await suitesOf(evaluationFiles, files);
    const cases = await readCases(found!, files);
    const two = cases.find(({ name }) => name === 'hello')!;
    const outcome = atOnce(gradedOutcome(two, suite, await lastRuns(two, files, { texts: new Set() })));
    return outcome.state;
  };
  expect(await stateWith(() => {})).toBe('passed');
  // A grader that costs something is not asked again; the runner counted it.
  const paid = { name: 'friendly', passed: false, weight: 1, explanation: 'It is rude', withOnly: false, scored: true };
  expect(
    await stateWith((run) => {
      run.passed = false;
      run.graders.push(paid);
    }),
  ).toBe('failed');
});

test('evaluations in the folder that a manifest names are those of the plugin', async () => {
  for (const folder of ['quality/checks', 'quality/evals']) {
    const content = {
      '/p/.claude-plugin/plugin.json': JSON.stringify({ name: 'office', experimental: { evals: `./${folder}` } }),
      [`/p/${folder}/greets/prompt.md`]: '---\nmax_turns: 3\n---\nSay hello.\n',
      [`/p/${folder}/greets/graders/ok.md`]: '---\ntype: regex\n---\nOK\n',
      '/p/docs/prompt.md': 'Say goodbye.\n',
    };
    const files = memoryFileSystem(content);
    const suites = await suitesOf(Object.keys(content), files);
    expect(suites).toMatchObject([{ folder: `/p/${folder}`, owner: '/p', kind: 'plugin', name: 'office' }]);
    expect(await readCases(suites[0]!, files)).toMatchObject([{ folder: `/p/${folder}/greets`, problem: undefined }]);
  }
});
