import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { readFileContext } from '../../server/src/catalog/file/read-file-context.ts';
import { grantsOf } from '../../server/src/evaluation/cases/case-grants.ts';
import { deniedCalls } from '../../server/src/evaluation/grading/denied-calls.ts';
import { checkFile, defaultSettings } from '../../server/src/features/check/check-file.ts';
import { lastRuns } from '../../server/src/jobs/evaluations/grading/last-runs.ts';
import { evalArguments } from '../../server/src/jobs/evaluations/running/eval-arguments.ts';
import { readCases } from '../../server/src/jobs/evaluations/running/suite-cases.ts';
import { suitesOf } from '../../server/src/jobs/evaluations/running/suites.ts';
import { nodeFileSystem } from '../../server/src/platform/node/node-file-system.ts';
import { oneIn } from '../every-test.ts';
import { scratchSession } from './scratch-session.ts';
import { startScriptedModel } from './scripted-model.ts';
import { installedRelease } from './verified-release.ts';

/** What cases ask for, and the tools that the runner grants for it. */
const asked: Readonly<Record<string, { readonly fields: string; readonly grants: readonly string[] }>> = {
  nothing: { fields: '', grants: [] },
  empty: { fields: 'allowed_tools: []', grants: [] },
  read: { fields: 'allowed_tools: [Read]', grants: [] },
  write: { fields: 'allowed_tools: [Write]', grants: ['Write'] },
  edit: { fields: 'allowed_tools: [Edit]', grants: ['Edit'] },
  'no-write': { fields: 'disallowed_tools: [Write]', grants: [] },
  'write-no-write': { fields: 'allowed_tools: [Write]\ndisallowed_tools: [Write]', grants: ['Write'] },
  'write-no-edit': { fields: 'allowed_tools: [Write]\ndisallowed_tools: [Edit]', grants: ['Write'] },
  'no-read': { fields: 'disallowed_tools: [Read]', grants: [] },
};

const graders: Readonly<Record<string, string>> = {
  'uses-read': 'type: tool_used\ntool: Read',
  'uses-write': 'type: tool_used\ntool: Write',
  'uses-edit': 'type: tool_used\ntool: Edit',
  'uses-notebook': 'type: tool_used\ntool: NotebookEdit',
  'uses-bash': 'type: tool_used\ntool: Bash',
  'never-writes': 'type: tool_used\ntool: Write\nmin: 0\nmax: 0',
  'order-read-write': 'type: tool_order\nbefore: Read\nafter: Write',
  'file-there': 'type: file_exists\npath: out.md',
  'file-absent': 'type: file_exists\npath: out.md\nexists: false',
  'file-text': 'type: regex\ntarget: { source: file, path: out.md }\npattern: Fine',
};

test.each(oneIn(6, Object.entries(asked)).map(([name, it]) => ({ name, ...it })))(
  'graders that cannot pass if a case asks for tools: $name',
  async ({ fields, grants }) => {
    const scratch = scratchSession({
      '.claude-plugin/plugin.json': '{ "name": "demo", "version": "1.0.0", "description": "Tells stories" }',
      'skills/tell/SKILL.md': '---\ndescription: Tells stories. Use when asked for one\n---\nTell it.\n',
      'evals/tells/prompt.md': `---\n${fields}\nmax_turns: 2\n---\nTell a story.\n`,
      ...Object.fromEntries(
        Object.entries(graders).map(([name, text]) => [`evals/tells/graders/${name}.md`, `---\n${text}\n---\n`]),
      ),
    });
    const model = await startScriptedModel([]);
    const extraArguments = grants.length > 0 ? ['--allow-tools', grants.join(',')] : [];
    const args = evalArguments({
      folder: scratch.project,
      choice: { arms: 'with', allowedTools: [] },
      outputFolder: `${scratch.project}/evals/results/1`,
      extraArguments: ['--runs', '1', ...extraArguments],
    });
    const said = await new Promise<string>((resolve) => {
      execFile(
        installedRelease().program,
        args,
        { cwd: scratch.project, env: scratch.environment(model) },
        (_error, stdout, stderr) => resolve(`${stdout}\n${stderr}`),
      );
    });
    const notices = new Set(said.match(/grader "[^"]+" cannot pass(?: with the granted tools)?/g));
    const theirs = [...notices].map((notice) => /"([^"]+)" cannot pass( with)?/.exec(notice)!);
    const ours = await Promise.all(
      Object.entries(graders).map(async ([name, text]) => {
        const file = `${scratch.project}/evals/tells/graders/${name}.md`;
        const context = (await readFileContext(file, nodeFileSystem, scratch.home))!;
        const { findings } = checkFile(`---\n${text}\n---\n`, context, defaultSettings, (rule, error) => {
          throw new Error(`${rule.id} crashed`, { cause: error });
        });
        return findings.filter(({ rule }) => rule === 'evaluation-outcome').map(({ severity }) => [name, severity]);
      }),
    );
    expect(said).toContain('tells');
    const fileGrader = (name: string) => name.startsWith('file-');
    // Where nothing can write, an absent file always passes, which the runner does not say.
    const cannotPass = ours.flat().filter(([name]) => name !== 'file-absent');
    expect(cannotPass.sort()).toEqual(
      theirs
        // Tools other than the withheld one can create a file.
        .map(([, name, granted]) => [name!, granted || fileGrader(name!) ? 'warning' : 'error'])
        .sort(),
    );
  },
);

/** What cases ask for, and what is allowed for the run. */
const granted: readonly { readonly fields: string; readonly allowed: readonly string[] }[] = [
  { fields: '', allowed: [] },
  { fields: 'allowed_tools: [Read, Glob, Grep, Skill]', allowed: [] },
  { fields: 'allowed_tools: [Glob]', allowed: [] },
  { fields: 'allowed_tools: ["Skill(demo:tell)", "Read(/tmp/**)"]', allowed: [] },
  { fields: 'allowed_tools: ["Read(*)", "Read, Skill"]', allowed: [] },
  { fields: 'allowed_tools: [Read, Write]', allowed: [] },
  { fields: '', allowed: ['Write'] },
  { fields: '', allowed: ['Read', 'Skill', 'Edit'] },
  { fields: 'allowed_tools: [Skill]\ndisallowed_tools: [Write]', allowed: ['Write', 'Read'] },
];

test.each(oneIn(6, granted))(
  'the sessions of a case may do what is said before: $fields $allowed',
  async ({ fields, allowed }) => {
    const scratch = scratchSession({
      '.claude-plugin/plugin.json': '{ "name": "demo", "version": "1.0.0", "description": "Tells stories" }',
      'skills/tell/SKILL.md':
        '---\ndescription: Tells stories. Use when asked for one\nallowed-tools: Read, Write\n---\nSee references/a.md.\n',
      'skills/tell/references/a.md': 'Fine.\n',
      'evals/tells/prompt.md': `---\n${fields}\nmax_turns: 5\nruns: 1\n---\nTell a story.\n`,
      'evals/tells/graders/calls.md': '---\ntype: tool_used\ntool: Skill\n---\n',
    });
    const model = await startScriptedModel([
      { calls: [{ tool: 'Skill', input: { skill: 'demo:tell' } }] },
      { calls: [{ tool: 'Read', input: { file_path: `${scratch.project}/skills/tell/references/a.md` } }] },
      { calls: [{ tool: 'Write', input: { file_path: 'out.md', content: 'x' } }] },
    ]);
    const outputFolder = `${scratch.project}/evals/results/1`;
    const choice = { runs: 1, arms: 'with', allowedTools: allowed } as const;
    const args = evalArguments({ folder: scratch.project, choice, outputFolder, extraArguments: [] });
    const ran = { cwd: scratch.project, env: scratch.environment(model) };
    await new Promise<void>((resolve) => execFile(installedRelease().program, args, ran, () => resolve()));

    const [suite] = await suitesOf([`${scratch.project}/evals/tells/prompt.md`], nodeFileSystem);
    const [it] = await readCases(suite!, nodeFileSystem);
    const last = await lastRuns(it!, nodeFileSystem, { texts: new Set() });
    const denied = [...deniedCalls(last!.runs[0]!.recorded!.trace).keys()];
    const { mayRead, mayCallSkills, others } = grantsOf(it!.merged, allowed);
    const expected = { Skill: mayCallSkills, Read: mayRead, Write: others.includes('Write') };
    expect(denied.sort()).toEqual(
      Object.entries(expected)
        .flatMap(([tool, may]) => (may ? [] : [tool]))
        .sort(),
    );
    // A call that is denied counts for graders.
    expect(last!.result.runs[0]!.verdicts.get('calls')!.passed).toBe(true);
  },
);
