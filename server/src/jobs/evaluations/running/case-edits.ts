import { allowedToolsEdit } from '../../../evaluation/cases/allowed-tools-edit.ts';
import { readEvaluation } from '../../../evaluation/cases/read-evaluation.ts';
import { type OpenTexts, readEditableText, toFileEdit } from '../../../features/edits/editable-text.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import type { EvaluationPlan } from '../../../protocol.ts';
import type { SuiteCase } from './suite-cases.ts';

/** Tools that sessions of a case lack, and that it does not ask for. */
export interface UnaskedTools {
  readonly it: SuiteCase;
  readonly tools: readonly string[];
}

/** Edits that let cases ask for what their sessions lack; undefined if there is nothing that can be edited. */
export async function caseEdits(
  unasked: readonly UnaskedTools[],
  files: FileSystem,
  open: OpenTexts,
): Promise<EvaluationPlan['caseEdits']> {
  const edits = [];
  const tools = new Set<string>();
  for (const { it, tools: own } of unasked) {
    const [name, kind] = it.merged.prompt
      ? (['prompt.md', 'eval-prompt'] as const)
      : (['case.yaml', 'eval-case'] as const);
    const text = await readEditableText(`${it.folder}/${name}`, files, open);
    const edit = typeof text === 'string' ? undefined : allowedToolsEdit(readEvaluation(text.text, kind), own);
    if (typeof text === 'string' || !edit) continue;
    edits.push(await toFileEdit(text, [edit]));
    for (const tool of own) tools.add(tool);
  }
  return edits.length === 0 ? undefined : { tools: [...tools], edits };
}
