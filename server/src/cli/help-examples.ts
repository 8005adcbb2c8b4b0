import type { Command } from 'commander';

/** A command line that can be copied, and what it does. */
interface Example {
  readonly line: string;
  readonly does: string;
}

/** For each command, from the most common one. A test runs all of them. */
export const helpExamples: Readonly<Record<string, readonly Example[]>> = {
  check: [
    { line: 'skillwright check', does: 'check everything in the repository' },
    { line: 'skillwright check .claude/skills/review --fix', does: 'fix what is safe to fix in one skill' },
    { line: 'skillwright check --fail-on warning --target claude-api', does: 'be strict, also for uploads' },
    { line: 'skillwright check --format sarif > skillwright.sarif', does: 'write a report for code scanning' },
    { line: 'skillwright check --baseline known.json --write-baseline', does: 'accept what is reported today' },
  ],
  list: [
    { line: 'skillwright list', does: 'show all skills, and why some are hidden' },
    { line: 'skillwright list --filter model', does: 'show only those that the model can use' },
    {
      line: 'skillwright list --format json --touched src/main.ts',
      does: 'the same for a program, once a file was read',
    },
  ],
  budget: [
    { line: 'skillwright budget', does: 'show which descriptions the model sees in full' },
    { line: 'skillwright budget --target codex', does: 'add the list of another product with the same skills' },
    { line: 'skillwright budget --context-window 1000000 --max 80%', does: 'fail if more than that is used' },
  ],
  render: [
    { line: 'skillwright render review main..HEAD', does: 'print what /review main..HEAD sends' },
    { line: 'skillwright render review --args "--staged only" --format json', does: 'the same in parts' },
    { line: 'skillwright render .claude/skills/review --after-compaction', does: 'print what /compact leaves of it' },
  ],
  invoke: [
    { line: 'skillwright invoke review main..HEAD', does: 'show what the model gets from the Skill tool' },
    { line: 'skillwright invoke review --interactive', does: 'the same where a user can be asked' },
  ],
  prove: [{ line: 'skillwright prove review main..HEAD', does: 'compare the preview with the installed Claude Code' }],
  diff: [
    { line: 'skillwright diff main', does: 'compare the files on disk with a branch' },
    {
      line: 'skillwright diff main HEAD --format markdown --invoke "/review main..HEAD"',
      does: 'write a comment for a pull request',
    },
  ],
  new: [
    { line: 'skillwright new release', does: 'create .claude/skills/release' },
    { line: 'skillwright new release --stdout', does: 'only print its SKILL.md' },
    { line: 'skillwright new release --plugin team-tools --marketplace acme', does: 'in a plugin to share' },
  ],
  'new-eval': [
    {
      line: 'skillwright new-eval review --prompt "Review the last commit"',
      does: 'create a case that expects the call of the skill',
    },
    {
      line: 'skillwright new-eval review --from-run run.jsonl --dry-run',
      does: 'show a case for what happened in a run',
    },
  ],
  'convert-evals': [
    {
      line: 'skillwright convert-evals .claude/skills/review/evals/evals.json --dry-run',
      does: 'list what cases would not have',
    },
    { line: 'skillwright convert-evals evals --out evals.json', does: 'write all cases into one file' },
  ],
  pack: [
    { line: 'skillwright pack .claude/skills/review', does: 'write review.zip' },
    { line: 'skillwright pack .claude/skills/review --dry-run', does: 'only check whether it would be accepted' },
  ],
  upload: [
    { line: 'skillwright upload .claude/skills/review --new', does: 'upload a skill for the first time' },
    { line: 'skillwright upload .claude/skills/review', does: 'upload a new version of it' },
    { line: 'skillwright upload .claude/skills/review --dry-run', does: 'only check, and show what it would become' },
  ],
  uploads: [
    { line: 'skillwright uploads', does: 'list the uploaded skills' },
    { line: 'skillwright uploads skill_01 --format json', does: 'list the versions of one, for a program' },
  ],
  download: [{ line: 'skillwright download skill_01 --out review-as-uploaded', does: 'see what was uploaded' }],
  'delete-upload': [
    {
      line: 'skillwright delete-upload skill_01 --version-id skver_01 --yes',
      does: 'delete one version without being asked',
    },
  ],
  why: [
    { line: 'skillwright why review', does: 'say what keeps the model from using a skill' },
    { line: 'skillwright why review "look at my changes"', does: 'and whether it fits what was typed' },
  ],
  fields: [{ line: 'skillwright fields review', does: 'see which product reads which of its fields' }],
  trust: [
    { line: 'skillwright trust review', does: 'list what a skill is granted and could run' },
    { line: 'skillwright trust --format markdown', does: 'write a report about the whole session' },
  ],
  origin: [
    { line: 'skillwright origin', does: 'show where every skill comes from, and what has changed' },
    { line: 'skillwright origin --exit-code', does: 'fail if an installed skill was edited here' },
  ],
  sessions: [
    { line: 'skillwright sessions', does: 'show what past sessions used, and what was never used' },
    { line: 'skillwright sessions review --all-projects', does: 'show everything about one skill' },
    { line: 'skillwright sessions --format json', does: 'the same for a program' },
  ],
  grade: [
    { line: 'skillwright grade evals/greets', does: 'grade the last runs of a case by its graders as they are now' },
    { line: 'skillwright grade --format json', does: 'the same for all cases, for a program' },
  ],
  results: [
    { line: 'skillwright results', does: 'show the last results of all evaluations' },
    { line: 'skillwright results evals/greets', does: 'show what each grader said about one case' },
    {
      line: 'skillwright results --only-failed --fail-under 80',
      does: 'fail in CI if less than 80 % of the runs passed',
    },
    { line: 'skillwright results evals --format junit > results.xml', does: 'write a report for CI' },
  ],
  eval: [
    { line: 'skillwright eval evals --dry-run', does: 'say what would run, what it may do, and what it may cost' },
    { line: 'skillwright eval evals/greets --runs 1 --arm with', does: 'run one case once' },
    {
      line: 'skillwright eval evals --yes --max-budget-usd 2 --format junit > results.xml',
      does: 'run all cases in CI, for at most two dollars',
    },
  ],
  triggers: [
    {
      line: 'skillwright triggers .claude/skills/review --dry-run',
      does: 'say how often Claude Code would be started',
    },
    {
      line: 'skillwright triggers .claude/skills/review --runs 5 --max-budget-usd 2 --yes',
      does: 'measure which queries trigger the skill',
    },
    {
      line: 'skillwright triggers .claude/skills/review --improve --max-budget-usd 5',
      does: 'measure a better description, too',
    },
  ],
  explain: [
    { line: 'skillwright explain', does: 'list all rules' },
    { line: 'skillwright explain literal-dollar', does: 'print the page of a rule' },
  ],
  completion: [{ line: 'eval "$(skillwright completion bash)"', does: 'complete in this shell' }],
};

export function addHelpExamples(program: Command): void {
  for (const command of program.commands) {
    const examples = helpExamples[command.name()];
    if (examples) command.addHelpText('after', () => `\nExamples:\n${examples.map(exampleText).join('\n')}`);
  }
  program.addHelpText(
    'after',
    '\nStart with `skillwright check` in a repository, and `skillwright COMMAND --help` for its options and examples.',
  );
}

/** The explanation is in a line of its own, as the comment of a shell: command lines differ much in length. */
function exampleText({ line, does }: Example): string {
  return `  # ${does}\n  ${line}`;
}
