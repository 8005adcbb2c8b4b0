import type { Page } from 'playwright-core';
import { copySelection } from './clipboard.ts';
import type { Position } from './editor.ts';
import { pressUntil } from './press-until.ts';

/** One row of the Problems panel, with all of VS Code's data. */
export interface Problem {
  /** The path of the file that has the problem. */
  readonly file: string;
  readonly severity: 'error' | 'warning' | 'information';
  readonly message: string;
  readonly source: string | undefined;
  readonly code: string | undefined;
  /** The collection of diagnostics that it belongs to, which distinguishes two providers without a source. */
  readonly owner: string;
  readonly start: Position;
  readonly end: Position;
}

/** What VS Code copies to the clipboard for each problem. */
interface CopiedProblem {
  readonly resource: string;
  readonly owner: string;
  readonly code?: string | { readonly value: string };
  readonly severity: number;
  readonly message: string;
  readonly source?: string;
  readonly startLineNumber: number;
  readonly startColumn: number;
  readonly endLineNumber: number;
  readonly endColumn: number;
}

const severities: Readonly<Record<number, Problem['severity']>> = { 8: 'error', 4: 'warning', 2: 'information' };

/**
 * Reads the Problems panel, by copying all its rows. VS Code does not list hints there: see
 * `Editor.underlines`, or ask `languages.getDiagnostics` inside the extension host.
 */
export async function readProblems(page: Page): Promise<Problem[]> {
  const panel = page.locator('.markers-panel');
  if (!(await panel.isVisible()))
    await pressUntil(page, 'ControlOrMeta+Shift+M', panel, 'visible', { patience: 5_000 });
  if ((await panel.locator('.monaco-list-row').count()) === 0) {
    return [];
  }
  await panel.locator('.monaco-list').first().focus();
  await page.keyboard.press('ControlOrMeta+A');
  const copied = await copySelection(page);
  return copied === '' ? [] : (JSON.parse(copied) as CopiedProblem[]).map(toProblem);
}

function toProblem(copied: CopiedProblem): Problem {
  return {
    file: copied.resource,
    severity: severities[copied.severity] ?? 'information',
    message: copied.message,
    source: copied.source,
    code: typeof copied.code === 'object' ? copied.code.value : copied.code,
    owner: copied.owner,
    start: { line: copied.startLineNumber, column: copied.startColumn },
    end: { line: copied.endLineNumber, column: copied.endColumn },
  };
}
