import type { Command } from 'commander';
import type { StartedProgram } from './check/check.ts';

/** Commands that are loaded together, and what adds them to the program. */
interface CommandGroup {
  readonly names: readonly string[];
  readonly load: () => Promise<(program: Command, started: StartedProgram) => void>;
}

/*
 * In the order of the help. A start loads the command that it names: loading all of them takes a fifth of the time of a
 * check of one file.
 */
const groups: readonly CommandGroup[] = [
  { names: ['check'], load: async () => (await import('./check/check.ts')).addCheckCommand },
  { names: ['list'], load: async () => (await import('./skills/list.ts')).addListCommand },
  { names: ['budget'], load: async () => (await import('./skills/budget.ts')).addBudgetCommand },
  { names: ['render'], load: async () => (await import('./preview/render.ts')).addRenderCommand },
  { names: ['invoke'], load: async () => (await import('./preview/invoke.ts')).addInvokeCommand },
  { names: ['prove'], load: async () => (await import('./preview/prove.ts')).addProveCommand },
  { names: ['diff'], load: async () => (await import('./review/diff.ts')).addDiffCommand },
  { names: ['new'], load: async () => (await import('./skills/new.ts')).addNewCommand },
  { names: ['new-eval'], load: async () => (await import('./evaluations/new-eval.ts')).addNewEvalCommand },
  {
    names: ['convert-evals'],
    load: async () => (await import('./evaluations/convert-evals.ts')).addConvertEvalsCommand,
  },
  { names: ['eval'], load: async () => (await import('./evaluations/eval.ts')).addEvalCommand },
  { names: ['triggers'], load: async () => (await import('./evaluations/triggers.ts')).addTriggersCommand },
  { names: ['pack'], load: async () => (await import('./publishing/pack.ts')).addPackCommand },
  {
    names: ['upload', 'uploads', 'download', 'delete-upload'],
    load: async () => (await import('./publishing/uploads.ts')).addUploadCommands,
  },
  { names: ['why'], load: async () => (await import('./skills/why.ts')).addWhyCommand },
  { names: ['fields'], load: async () => (await import('./skills/fields.ts')).addFieldsCommand },
  { names: ['trust'], load: async () => (await import('./review/trust.ts')).addTrustCommand },
  { names: ['origin'], load: async () => (await import('./review/origin.ts')).addOriginCommand },
  { names: ['sessions'], load: async () => (await import('./review/sessions.ts')).addSessionsCommand },
  { names: ['grade'], load: async () => (await import('./evaluations/grade.ts')).addGradeCommand },
  { names: ['results'], load: async () => (await import('./evaluations/results.ts')).addResultsCommand },
  { names: ['explain'], load: async () => (await import('./check/explain.ts')).addExplainCommand },
  { names: ['lsp'], load: async () => (await import('./lsp.ts')).addLspCommand },
  { names: ['mcp'], load: async () => (await import('./mcp.ts')).addMcpCommand },
  // It lists all of them, so it is not loaded alone.
  { names: [], load: async () => (await import('./completion.ts')).addCompletionCommand },
];

/** Adds the command that is named first, or all of them: for the help, for a shell, and to suggest one for a misspelt name. */
export async function addCommands(program: Command, named: string | undefined, started: StartedProgram): Promise<void> {
  const meant = groups.filter(({ names }) => named !== undefined && names.includes(named));
  for (const { load } of meant.length > 0 ? meant : groups) (await load())(program, started);
}
