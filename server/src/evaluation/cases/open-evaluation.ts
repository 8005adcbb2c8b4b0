import type { FileContext } from '../../catalog/file/file-context.ts';
import { isEvaluationKind } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { oncePer, oncePerKey } from '../../platform/once.ts';
import { type MergedCase, mergeCase } from './merged-case.ts';
import { type EvaluationFile, readEvaluation } from './read-evaluation.ts';

/** A file of an evaluation that is checked, and its case. */
export interface OpenEvaluation {
  readonly file: EvaluationFile;
  /** For files of a case. */
  readonly case: MergedCase | undefined;
}

/** Reads a file of an evaluation; undefined for other files, and for files of other tools in folders of that name. */
export function openEvaluation(document: SkillDocument, file: FileContext): OpenEvaluation | undefined {
  return oncePerKey(readings(document), file, () => read(document, file));
}

const readings = oncePer((_: SkillDocument) => new Map<FileContext, OpenEvaluation | undefined>());

function read({ text }: SkillDocument, { kind, fileName, evaluation }: FileContext): OpenEvaluation | undefined {
  if (!isEvaluationKind(kind) || !evaluation) return undefined;
  if (kind === 'eval-set' && !isSet(text)) return undefined;
  if (kind === 'trigger-set' && !/"(?:query|should_trigger)"\s*:/.test(text)) return undefined;
  const file = readEvaluation(text, kind);
  if (!evaluation.case) return { file, case: undefined };
  const merged = mergeCase(kind, file, evaluation.case, fileName);
  return merged.isMeant ? { file, case: merged } : undefined;
}

/** Whether a text has keys of a set, perhaps in the wrong quotes, or is a list of what a set has in it. */
function isSet(text: string): boolean {
  if (/(["'])(?:evals|skill_name)\1\s*:/.test(text)) return true;
  return (
    /^\uFEFF?\s*\[/.test(text) &&
    /"prompt"\s*:/.test(text) &&
    /"(?:expected_output|expectations|assertions)"\s*:/.test(text)
  );
}
