import { textRange } from '../../document/text/text-range.ts';
import { runningCommands } from '../commands/running-commands.ts';
import type { Rule } from '../rule.ts';

export const injectionUnfilled: Rule = {
  id: 'injection-unfilled',
  level: 'warning',
  kinds: ['skill', 'command'],
  needs: ['injection'],
  summary: 'A word to fill in, in a command that runs as it is when the skill loads',
  source: 'https://code.claude.com/docs/en/skills#inject-dynamic-context',
  *check(context, report) {
    for (const { text, range, isShown } of runningCommands(context)) {
      yield;
      if (isShown) continue;
      const found = blank.exec(text);
      if (!found) continue;
      const start = range.start + found.index;
      report({
        range: textRange(start, start + found[0].length),
        message: `The command runs before anyone can fill in \`${found[0]}\`. Write the real value, or let Claude run the command, in a sentence that says what belongs there`,
      });
    }
  },
};

/*
 * `[relevant-folders]`, `<branch>`, `{file_name}` as a whole word. Several words or one of these nouns: brackets are also a set of
 * characters for a shell, braces a program of awk, and `<in >out` redirects.
 */
const noun =
  'args?|arguments?|branch|command|commit|date|dir|directory|file|filename|folder|issue|keyword|message|module|name|number|package|path|pattern|placeholder|project|query|repo|repository|search|service|tag|target|term|title|topic|url|username|value|version';
const words = `(?:[A-Za-z]{2,30}(?:[-_][A-Za-z]{2,30}){1,5}|(?:${noun})s?)`;
const blank = new RegExp(`(?<!\\S)(?:\\[${words}\\]|<${words}>|\\{${words}\\})(?=$|[\\s;&|])`, 'i');
