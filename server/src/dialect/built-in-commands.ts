import facts from '../../../schemas/built-in-commands.json' with { type: 'json' };
import type { RuntimeId } from '../document/runtime-id.ts';

/** Names of commands and skills that the client brings along; a skill's alias cannot take one of them. */
export const builtInCommandNames: ReadonlySet<string> = new Set(facts.names);

/** Something that `/name` runs and that no file holds. */
export interface BuiltInCommand {
  readonly name: string;
  /**
   * `interface` and `command` are no skills. The Skill tool loads a `prompt`; only a person can load a `hidden-prompt`.
   */
  readonly kind: 'interface' | 'command' | 'prompt' | 'hidden-prompt';
  readonly aliases?: readonly string[];
}

/** What a release brings along, in the order in which it looks for a name. */
export function builtInCommands(runtime: RuntimeId): readonly BuiltInCommand[] {
  return facts.commands[runtime] as readonly BuiltInCommand[];
}

/** What a release brings along under a name or an alias. */
export function findBuiltInCommand(name: string, runtime: RuntimeId): BuiltInCommand | undefined {
  return builtInCommands(runtime).find((it) => it.name === name || it.aliases?.includes(name));
}
