import facts from '../../../schemas/built-in-commands.json' with { type: 'json' };

/** Names of commands and skills that the client brings along; a skill's alias cannot take one of them. */
export const builtInCommandNames: ReadonlySet<string> = new Set(facts.names);
