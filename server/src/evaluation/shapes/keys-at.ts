import {
  CASE_KEYS,
  COMMON_GRADER_KEYS,
  CONTEXT_KEYS,
  type EvaluationKeys,
  EXECUTION_KEYS,
  GRADERS,
  isGraderType,
  MOCK_KEYS,
  PROMPT_KEYS,
  SET_ITEM_KEYS,
  SET_KEYS,
  TOOL_ITEM_KEYS,
  TOOLS_KEYS,
  TRIGGER_KEYS,
} from '../../dialect/evaluations.ts';
import type { EvaluationKind } from '../../document/runtime-id.ts';

const none: EvaluationKeys = {};

/**
 * The keys that a mapping in a file of an evaluation may have.
 *
 * @param path the keys above it, outermost first; `-` is an item of a list
 * @param type the kind of the grader, if the mapping is one
 */
export function keysAt(kind: EvaluationKind, path: readonly string[], type: string | undefined): EvaluationKeys {
  const place = path.join(' ');
  const grader = isGraderType(type) ? GRADERS[type].keys : COMMON_GRADER_KEYS;
  switch (kind) {
    case 'eval-prompt':
      return place === '' ? PROMPT_KEYS : none;
    case 'eval-grader':
      return place === '' ? grader : none;
    case 'eval-mock':
      return place === '' ? MOCK_KEYS : none;
    case 'eval-case': {
      const places: Readonly<Record<string, EvaluationKeys>> = {
        '': CASE_KEYS,
        execution: EXECUTION_KEYS,
        context: CONTEXT_KEYS,
        'graders -': grader,
      };
      return places[place] ?? none;
    }
    case 'eval-tools':
      return place === '' ? TOOLS_KEYS : place === 'tools -' ? TOOL_ITEM_KEYS : none;
    case 'eval-set':
      return place === '' ? SET_KEYS : place === 'evals -' ? SET_ITEM_KEYS : none;
    case 'trigger-set':
      return place === '-' ? TRIGGER_KEYS : none;
  }
}
