import type { Field, SkillDocument } from '../../../document/skill-document.ts';
import { readYaml } from '../../../document/yaml/yaml-reader.ts';

/**
 * Whether Claude Code's repair changes a value that YAML would read differently: it quotes to the end of the line,
 * including a comment. The fault of such a value is the broken line, which has a finding of its own.
 */
export function isChangedByRepair({ text, frontmatter, runtime }: SkillDocument, { value }: Field): boolean {
  const repair = frontmatter.repairs.find(
    ({ valueRange }) => valueRange.start <= value.range.start && value.range.end <= valueRange.end,
  );
  if (!repair) return false;
  const written = text.slice(repair.valueRange.start, repair.valueRange.end);
  const reading = readYaml(written, runtime, (offset) => offset);
  return reading.kind !== 'value' || reading.value?.kind !== 'scalar' || reading.value.value !== written;
}
