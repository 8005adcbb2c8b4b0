import facts from '../../../../schemas/built-in-commands.json' with { type: 'json' };
import bundled from '../../../../schemas/bundled-skills.json' with { type: 'json' };
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { InstalledFacts } from '../installed-facts.ts';

const names: ReadonlySet<string> = new Set(facts.names);

/** Whether Claude Code provides a command or skill of this name; a skill's alias cannot take it. */
export function isBuiltInName(name: string, installed?: InstalledFacts): boolean {
  return names.has(name) || installed?.commandNames.includes(name) === true;
}

/** Something that `/name` runs and that is not in a file. */
export interface BuiltInCommand {
  readonly name: string;
  /**
   * `interface` and `command` are not skills. The Skill tool loads a `prompt`; only users can load a `hidden-prompt`. A
   * `conditional` one can only be typed, and depends on the account, the platform or the settings.
   */
  readonly kind: 'interface' | 'command' | 'prompt' | 'hidden-prompt' | 'conditional';
  readonly aliases?: readonly string[];
  /** A prompt that is not a bundled skill. */
  readonly isCommand?: boolean;
  /** A bundled skill that stays when all of them are switched off. */
  readonly keptWhenAllAreOff?: boolean;
}

/** The commands of a release, in the order in which it resolves a name. */
export function builtInCommands(runtime: RuntimeId): readonly BuiltInCommand[] {
  return facts.commands[runtime] as readonly BuiltInCommand[];
}

/** Whether a built-in name is free once all bundled skills are switched off. Recorded as `own-without-bundled-*`. */
export function isFreeWithoutBundledSkills(name: string, runtime: RuntimeId): boolean {
  const command = builtInCommands(runtime).find((it) => it.name === name);
  if (!command?.kind.endsWith('prompt') || command.isCommand || command.keptWhenAllAreOff) return false;
  return !bundled.skills.some((it) => it.name === name && it.keptWhenAllAreOff);
}

/** The command of a release under a name or an alias. */
export function findBuiltInCommand(
  name: string,
  runtime: RuntimeId,
  installed?: InstalledFacts,
): BuiltInCommand | undefined {
  const known = builtInCommands(runtime).find((it) => it.name === name || it.aliases?.includes(name));
  return known ?? (installed?.listedSkills?.some((it) => it.name === name) ? { name, kind: 'prompt' } : undefined);
}

function findConditionalCommand(name: string, runtime: RuntimeId): BuiltInCommand | undefined {
  const conditional: readonly string[] = facts.conditional[runtime];
  return conditional.includes(name) ? { name, kind: 'conditional' } : undefined;
}

/** The command of a release for someone who types a name after `/`. */
export function findTypedCommand(
  name: string,
  runtime: RuntimeId,
  installed?: InstalledFacts,
): BuiltInCommand | undefined {
  const known = findBuiltInCommand(name, runtime, installed) ?? findConditionalCommand(name, runtime);
  return known ?? (installed?.commandNames.includes(name) ? { name, kind: 'conditional' } : undefined);
}

/** Whether a name is that of a command of the release, whatever it runs: neither an alias nor a bundled skill. */
export function isCommandName(name: string, runtime: RuntimeId): boolean {
  const conditional: readonly string[] = facts.conditional[runtime];
  if (conditional.includes(name)) return true;
  const found = builtInCommands(runtime).find((it) => it.name === name);
  return found !== undefined && (found.isCommand === true || !found.kind.endsWith('prompt'));
}
