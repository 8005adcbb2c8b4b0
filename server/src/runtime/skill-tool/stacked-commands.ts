import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { STACKED_SKILLS_LIMIT } from '../../dialect/tools/skill-tool.ts';
import { findCalled } from './find-called.ts';

/** Several skills named in one prompt: `/first /second what to do`. */
interface StackedCommands {
  /** The skills after the first, in their order; empty if there is only one. */
  readonly further: readonly CatalogSkill[];
  readonly arguments: string;
}

/**
 * The reading of the text after `/first` in a release that stacks commands, if the user types it: it reads further names as
 * long as these skills can be typed and run in the conversation. `claude -p` and other releases treat all of it as
 * arguments.
 */
export function stackedCommands(first: CatalogSkill, argumentText: string, catalog: Catalog): StackedCommands {
  const further: CatalogSkill[] = [];
  let rest = argumentText;
  if (!capabilities(catalog.runtime).stacksCommands || first.facts.fork) return { further, arguments: rest };
  while (further.length < STACKED_SKILLS_LIMIT) {
    const command = /^\s*\/(\S+)\s*([\s\S]*)$/.exec(rest);
    const skill = command ? findCalled(command[1]!, catalog) : undefined;
    if (!skill?.userInvocable || skill.facts.fork) break;
    further.push(skill);
    rest = command![2]!;
  }
  return { further, arguments: rest };
}
