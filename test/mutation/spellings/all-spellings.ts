import { spellingsOfArguments } from './of-arguments.ts';
import { spellingsOfCommands } from './of-commands.ts';
import { spellingsOfDescriptions } from './of-descriptions.ts';
import { spellingsOfFields } from './of-fields.ts';
import { spellingsOfJson } from './of-json.ts';
import { mistakesOf } from './spellings.ts';

/** Mistakes that are found at exactly the text that is wrong, and texts that are similar and right. */
export const allSpellings = [
  ...spellingsOfArguments,
  ...spellingsOfCommands,
  ...spellingsOfDescriptions,
  ...spellingsOfFields,
  ...spellingsOfJson,
].flatMap(mistakesOf);
