import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { answersToName, isSwitchedOff } from '../../catalog/resolve/skill-status.ts';
import { type BuiltInCommand, findBuiltInCommand } from '../../dialect/built-in-commands.ts';
import { readText } from '../../dialect/coercion.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { RenderableSkill } from '../render/renderable-skill.ts';
import { findCalled } from './find-called.ts';

/** What a person typed after `/`. */
export interface SlashCommand {
  readonly name: string;
  /** As the client hands them to the skill. */
  readonly arguments: string;
}

/** What the client does with a prompt. */
export type SlashOutcome =
  /** The prompt goes to the model as it is. */
  | { readonly kind: 'plain-text' }
  | { readonly kind: 'skill'; readonly skill: CatalogSkill; readonly arguments: string }
  /** Nothing is sent. */
  | { readonly kind: 'refused'; readonly skill: CatalogSkill | undefined; readonly message: string }
  /** One of the client's own. */
  | { readonly kind: 'built-in'; readonly command: BuiltInCommand };

/**
 * Takes a prompt apart: where any white space ends the name, both ends of the arguments are trimmed; where only a space
 * ends it, what stands before the arguments stays. Undefined for what does not begin
 * like a command.
 */
export function readSlashCommand(prompt: string, runtime: RuntimeId): SlashCommand | undefined {
  const { command, server } = forms[capabilities(runtime).commandNameEnds];
  const match = command.exec(prompt.trimEnd());
  if (!match) return undefined;
  const { name, rest = '' } = match.groups as { readonly name: string; readonly rest?: string };
  // What is called `name (MCP)` comes from a server.
  const ofServer = server.exec(rest);
  return ofServer ? { name: `${name} (MCP)`, arguments: ofServer.groups!.rest ?? '' } : { name, arguments: rest };
}

const forms = {
  whitespace: { command: /^\/(?<name>\S+)(?:\s+(?<rest>[\s\S]*))?$/, server: /^\(MCP\)(?:\s+(?<rest>[\s\S]*))?$/ },
  space: { command: /^\/(?<name>[^ ]+)(?: (?<rest>[\s\S]*))?$/, server: /^\(MCP\)(?: (?<rest>[\s\S]*))?$/ },
} as const;

/** The arguments as they reach a skill when this was typed after its name. */
export function typedArguments(text: string, runtime: RuntimeId): string {
  return capabilities(runtime).trimsArguments ? text.trim() : text.trimEnd();
}

/** What a prompt does in a session. */
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
  const builtIn = findBuiltInCommand(command.name, runtime);
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

/** An identifier goes before everything, another name in some releases only before what `claude -p` does not have. */
function beats({ name }: CatalogSkill, typed: string, { kind }: BuiltInCommand, runtime: RuntimeId): boolean {
  return name === typed || capabilities(runtime).aliasesReplaceBuiltInCommands || kind === 'interface';
}

/** Of namesakes the one counts that is for people; the model may know another one. */
function calledByPerson(name: string, catalog: Catalog): CatalogSkill | undefined {
  const named = catalog.named(name).filter((skill) => answersToName(skill) && skill.name === name);
  const { separatesNamesForModelAndUsers } = capabilities(catalog.runtime);
  const forPeople = separatesNamesForModelAndUsers ? named.find((skill) => skill.userInvocable) : undefined;
  return forPeople ?? findCalled(name, catalog) ?? disabledOne(name, catalog);
}

/** One that the settings switch off still goes by the name it gives itself. */
function disabledOne(name: string, catalog: Catalog): CatalogSkill | undefined {
  return catalog.skills().find((skill) => isSwitchedOff(skill) && skill.kind === 'skill' && skill.facts.name === name);
}

function run(skill: CatalogSkill, command: SlashCommand, runtime: RuntimeId): SlashOutcome {
  const message = slashRefusal(skill, command.name, runtime);
  if (message !== undefined) return { kind: 'refused', skill, message };
  return { kind: 'skill', skill, arguments: command.arguments };
}

/**
 * What the client says instead of running a skill for a person.
 *
 * @param typed the name that was typed
 */
export function slashRefusal(skill: CatalogSkill, typed: string, runtime: RuntimeId): string | undefined {
  const { reportsDisabledSkills, readsInvocationFieldsInPlugins } = capabilities(runtime);
  if (isSwitchedOff(skill) && reportsDisabledSkills) {
    return `Skill "${skill.name}" is disabled via skillOverrides. Remove the override from your settings to run it.`;
  }
  // A preview brings the flag as the text has it, so this is looked at here too.
  const asksField = readsInvocationFieldsInPlugins || skill.source.plugin === undefined;
  if (!skill.facts.hiddenFromUser || !asksField) return undefined;
  return `This skill can only be invoked by Claude, not directly by users. Ask Claude to use the "${typed}" skill for you.`;
}

/**
 * What the client sends of a text, one entry a message. A fork without any text is told so. Where blank text is dropped,
 * white space alone comes to an empty message in the conversation, and to none for a fork.
 */
export function sentTexts(text: string, runtime: RuntimeId, isFork: boolean): readonly string[] {
  if (isFork && text === '') return [EMPTY_PROMPT];
  if (!capabilities(runtime).dropsBlankText || text.trim() !== '') return [text];
  return isFork ? [] : [''];
}

/** What a fork reads where there is nothing to read. */
const EMPTY_PROMPT = '(no content)';

/** What the client puts before the text of a skill that a person runs. */
export function commandMetadata(skill: RenderableSkill, given: string): string {
  const { runtime } = skill.document;
  const name = shownName(skill);
  const lines = [`<command-message>${name}</command-message>`, `<command-name>/${name}</command-name>`];
  if (given !== '') lines.push(`<command-args>${given}</command-args>`);
  return lines.join('\n') + (capabilities(runtime).endsCommandMetadataWithLineBreak ? '\n' : '');
}

/** What a skill that a person runs is called: its identifier, or the name that it gives itself. */
function shownName({ name, kind, plugin, document }: RenderableSkill): string {
  const { showsNameFieldOfSkill } = capabilities(document.runtime);
  if (!showsNameFieldOfSkill || (kind === 'command' && plugin === undefined)) return name;
  return readText(document.frontmatter.fields.get('name')?.value, document.runtime) ?? name;
}
