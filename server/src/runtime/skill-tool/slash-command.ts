import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { answersToName, isSwitchedOff } from '../../catalog/resolve/skill-status.ts';
import { readText } from '../../dialect/coercion.ts';
import { type BuiltInCommand, findTypedCommand } from '../../dialect/names/built-in-commands.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { RenderableSkill } from '../render/renderable-skill.ts';
import { findCalled } from './find-called.ts';

/** The text that the user typed after `/`. */
interface SlashCommand {
  readonly name: string;
  /** As Claude Code passes them to the skill. */
  readonly arguments: string;
}

/** The outcome of a prompt in Claude Code. */
export type SlashOutcome =
  /** The prompt goes to the model unchanged. */
  | { readonly kind: 'plain-text' }
  | { readonly kind: 'skill'; readonly skill: CatalogSkill; readonly arguments: string }
  /** Nothing is sent. */
  | { readonly kind: 'refused'; readonly skill: CatalogSkill | undefined; readonly message: string }
  /** A command that is built into Claude Code. */
  | { readonly kind: 'built-in'; readonly command: BuiltInCommand };

/**
 * Splits a prompt. If any whitespace ends the name, the arguments are trimmed on both sides; if only a space ends it,
 * whitespace before the arguments stays. Undefined if the text does not begin like a command.
 */
export function readSlashCommand(prompt: string, runtime: RuntimeId): SlashCommand | undefined {
  const { command, server } = forms[capabilities(runtime).commandNameEnds];
  const match = command.exec(prompt.trimEnd());
  if (!match) return undefined;
  const { name, rest = '' } = match.groups as { readonly name: string; readonly rest?: string };
  // `name (MCP)` comes from a server.
  const ofServer = server.exec(rest);
  return ofServer ? { name: `${name} (MCP)`, arguments: ofServer.groups!.rest ?? '' } : { name, arguments: rest };
}

const forms = {
  whitespace: { command: /^\/(?<name>\S+)(?:\s+(?<rest>[\s\S]*))?$/, server: /^\(MCP\)(?:\s+(?<rest>[\s\S]*))?$/ },
  space: { command: /^\/(?<name>[^ ]+)(?: (?<rest>[\s\S]*))?$/, server: /^\(MCP\)(?: (?<rest>[\s\S]*))?$/ },
} as const;

/** The arguments as they reach a skill if the user typed this after its name. */
export function typedArguments(text: string, runtime: RuntimeId): string {
  return capabilities(runtime).trimsArguments ? text.trim() : text.trimEnd();
}

/** The outcome of a prompt in a session. */
export function resolveSlashCommand(prompt: string, catalog: Catalog): SlashOutcome {
  const { runtime } = catalog;
  const { reportsUnknownCommands, readsPluginAndSkillApart } = capabilities(runtime);
  const command = readSlashCommand(prompt, runtime);
  if (!command) {
    return prompt.startsWith('/') && reportsUnknownCommands
      ? { kind: 'refused', skill: undefined, message: 'Commands are in the form `/command [args]`' }
      : { kind: 'plain-text' };
  }
  const skill = calledByPerson(command.name, catalog);
  const builtIn = findTypedCommand(command.name, runtime, catalog.session.installed);
  if (skill && (!builtIn || beats(skill, command.name, builtIn, runtime))) return run(skill, command, runtime);
  if (builtIn) return { kind: 'built-in', command: builtIn };
  const ofPlugin = readsPluginAndSkillApart ? skillOfPlugin(command, catalog) : undefined;
  if (ofPlugin) return ofPlugin;
  return reportsUnknownCommands && /^[a-zA-Z0-9:\-_]+$/.test(command.name)
    ? { kind: 'refused', skill: undefined, message: `Unknown skill: ${command.name}` }
    : { kind: 'plain-text' };
}

/** `/plugin skill …` is another way to write `/plugin:skill …`. */
function skillOfPlugin({ name, arguments: given }: SlashCommand, catalog: Catalog): SlashOutcome | undefined {
  const match = /^(\S+)(?:\s([\s\S]*))?$/.exec(given);
  const skill = match && calledByPerson(`${name}:${match[1]}`, catalog);
  return skill
    ? run(skill, { name: `${name}:${match[1]}`, arguments: (match[2] ?? '').trimStart() }, catalog.runtime)
    : undefined;
}

/**
 * An identifier takes precedence over everything; another name, in some releases, only over what `claude -p` does not
 * have.
 */
function beats({ name }: CatalogSkill, typed: string, { kind }: BuiltInCommand, runtime: RuntimeId): boolean {
  const isInTerminalOnly = kind === 'interface' || kind === 'conditional';
  return name === typed || capabilities(runtime).aliasesReplaceBuiltInCommands || isInTerminalOnly;
}

/** Of skills with the same name, the one for users counts; the model may use another one. */
function calledByPerson(name: string, catalog: Catalog): CatalogSkill | undefined {
  const named = catalog.named(name).filter((skill) => answersToName(skill) && skill.name === name);
  const { separatesNamesForModelAndUsers } = capabilities(catalog.runtime);
  const forPeople = separatesNamesForModelAndUsers ? named.find((skill) => skill.userInvocable) : undefined;
  return forPeople ?? findCalled(name, catalog) ?? disabledOne(name, catalog);
}

/** A skill that the settings turn off keeps the name in its `name` field. */
function disabledOne(name: string, catalog: Catalog): CatalogSkill | undefined {
  return catalog.skills().find((skill) => isSwitchedOff(skill) && skill.kind === 'skill' && skill.facts.name === name);
}

function run(skill: CatalogSkill, command: SlashCommand, runtime: RuntimeId): SlashOutcome {
  const message = slashRefusal(skill, command.name, runtime);
  if (message !== undefined) return { kind: 'refused', skill, message };
  return { kind: 'skill', skill, arguments: command.arguments };
}

/**
 * Claude Code's message instead of running a skill for the user.
 *
 * @param typed the name that was typed
 */
export function slashRefusal(skill: CatalogSkill, typed: string, runtime: RuntimeId): string | undefined {
  const { reportsDisabledSkills, readsInvocationFieldsInPlugins } = capabilities(runtime);
  if (isSwitchedOff(skill) && reportsDisabledSkills) {
    return `Skill "${skill.name}" is disabled via skillOverrides. Remove the override from your settings to run it. If your organization set it, only an admin can remove it.`;
  }
  // The flag of an unsaved text in the preview may differ, so it is checked here too.
  const asksField = readsInvocationFieldsInPlugins || skill.source.plugin === undefined;
  if (!skill.facts.hiddenFromUser || !asksField) return undefined;
  return `This skill can only be invoked by Claude, not directly by users. Ask Claude to use the "${typed}" skill for you.`;
}

/**
 * The messages that Claude Code makes of a text. A fork without any text is told so. If blank text is
 * dropped, whitespace alone becomes an empty message in the conversation, and no message in a fork.
 */
export function sentTexts(text: string, runtime: RuntimeId, isFork: boolean): readonly string[] {
  if (isFork && text === '') return [EMPTY_PROMPT];
  if (!capabilities(runtime).dropsBlankText || text.trim() !== '') return [text];
  return isFork ? [] : [''];
}

/** The text for a fork if the text is empty. */
const EMPTY_PROMPT = '(no content)';

/** The text that Claude Code puts before that of a skill that the user runs. */
export function commandMetadata(skill: RenderableSkill, given: string): string {
  const { runtime } = skill.document;
  const name = shownName(skill);
  const lines = [`<command-message>${name}</command-message>`, `<command-name>/${name}</command-name>`];
  if (given !== '') lines.push(`<command-args>${given}</command-args>`);
  return lines.join('\n') + (capabilities(runtime).endsCommandMetadataWithLineBreak ? '\n' : '');
}

/** The displayed name of a skill that the user runs: its identifier, or its `name`. */
function shownName({ name, kind, plugin, document }: RenderableSkill): string {
  const { showsNameFieldOfSkill } = capabilities(document.runtime);
  if (!showsNameFieldOfSkill || (kind === 'command' && plugin === undefined)) return name;
  return readText(document.frontmatter.fields.get('name')?.value, document.runtime) ?? name;
}
