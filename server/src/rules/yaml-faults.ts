import type { FileKind } from '../document/runtime-id.ts';
import { repairLines } from '../document/line-repair.ts';
import type { SkillDocument } from '../document/skill-document.ts';
import { readYaml } from '../document/yaml-reader.ts';
import { diagnoseEntry, type YamlCause } from './yaml-causes.ts';
import { isFieldName, isStray, joinEntries, splitEntries, type YamlEntry } from './yaml-entries.ts';
import { endOfQuoted } from './yaml-scan.ts';

/** One place because of which frontmatter is no YAML. */
export interface YamlFault extends YamlCause {
  readonly entry: YamlEntry;
  /** The client's repair makes the entry readable when it stands alone. */
  readonly repairable: boolean;
}

/** More entries than any real frontmatter has; what comes later is not looked at one by one. */
const mostEntries = 300;
/** More faults than anybody wants to read about at once. */
const mostFaults = 12;

/**
 * Why frontmatter is no YAML: one fault for every top-level entry that cannot be read even on its own, told in the
 * author's terms. Empty only where the frontmatter as a whole is plain YAML.
 */
export function findYamlFaults(document: SkillDocument, kind: FileKind): YamlFault[] {
  const { block, problems } = document.frontmatter;
  if (!block) return [];
  const content = document.text.slice(block.content.start, block.content.end);
  const reader = new EntryReader(content, document);
  const entries = splitEntries(content);
  const faults: YamlFault[] = [];
  for (let index = 0; index < Math.min(entries.length, mostEntries) && faults.length < mostFaults; ) {
    const count = reader.entriesOfFault(entries, index);
    if (count > 0) {
      const entry = joinEntries(entries.slice(index, index + count));
      faults.push(faultOf(entry));
    }
    index += Math.max(count, reader.skip);
  }
  return faults;
}
