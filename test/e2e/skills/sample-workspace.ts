import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Problem, readProblems } from '../host/problems.ts';
import { repositoryRoot } from '../host/repository.ts';
import type { OpenVsCode, VsCodeOptions } from '../host/vscode.ts';
import type { Workbench } from '../host/workbench.ts';

/** The packed extension, as users install it, and a copy of the sample workspace. */
export const packedInSample: VsCodeOptions = {
  workspace: path.join(repositoryRoot, 'test/fixtures/sample-workspace'),
  extension: { vsix: path.join(repositoryRoot, 'dist/skillwright.vsix') },
};

/** The file of a skill in the sample workspace. */
export function skillFile(name: string): string {
  return `.claude/skills/${name}/SKILL.md`;
}

/** Writes a file into the workspace without VS Code. */
export async function writeToWorkspace({ workspace }: OpenVsCode, file: string, text: string): Promise<void> {
  const absolute = path.join(workspace, file);
  await mkdir(path.dirname(absolute), { recursive: true });
  await writeFile(absolute, text);
}

/** Identifies a row of the Problems panel: our rules by their id, VS Code's own validator by its message. */
export type ProblemSummary = readonly [ruleOrMessage: string, line: number, column: number];

/** The rows of the Problems panel for one file, by position. */
export async function problemsIn({ page, workspace }: Workbench, file: string): Promise<ProblemSummary[]> {
  const problems = await readProblems(page);
  return problems
    .filter((problem) => path.relative(workspace, problem.file) === path.normalize(file))
    .sort((a, b) => a.start.line - b.start.line || a.start.column - b.start.column)
    .map((problem) => [ruleOrMessage(problem), problem.start.line, problem.start.column]);
}

function ruleOrMessage({ source, code, message }: Problem): string {
  return source === 'skillwright' ? String(code) : message;
}
