import type { FileContext } from '../catalog/file-context.ts';
import type { Severity } from './rule.ts';

/** A SKILL.md inside another skill's folder is a template or an example: what is wrong in it is worth a hint at most. */
export function atMostHint(file: FileContext): Severity | undefined {
  return file.insideSkill ? 'hint' : undefined;
}
