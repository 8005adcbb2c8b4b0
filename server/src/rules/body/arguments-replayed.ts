import { readText } from '../../dialect/coercion.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { HARMLESS_OPTION, OUTWARD_COMMAND } from '../../dialect/shell/shell-risks.ts';
import type { CodeRange, Placeholder, SkillDocument } from '../../document/skill-document.ts';
import { LookupInOrder } from '../../document/text/lookup-in-order.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { readInvocation } from '../readings/fields/invocation-flags.ts';
import { ownFields } from '../readings/fields/own-fields.ts';
import type { Rule, RuleContext } from '../rule.ts';

export const argumentsReplayed: Rule = {
  id: 'arguments-replayed',
  level: 'hint',
  kinds: ['skill', 'command'],
  needs: ['placeholder'],
  summary:
    'A command with arguments and effects on others, which Claude may repeat after a long conversation is compacted',
  source: 'https://code.claude.com/docs/en/skills',
  *check(context, report) {
    const { document } = context;
    const placeholders = document.body.placeholders.filter(insertsArgument);
    if (placeholders.length === 0 || !capabilities(document.runtime).keepsSkillsAtCompaction) return;
    if (isFork(context) || isGuarded(document)) return;
    // Only users invoke it, with arguments: every effect that it has on others is that of one invocation.
    const isUserOnly = !readInvocation(context).byModel;
    const injections = new LookupInOrder(document.body.injections);
    let next = 0;
    for (const code of document.body.code) {
      yield;
      // A command that ran while the skill was loaded does not run again; its output is in the text.
      if (injections.at(code.range.start)) continue;
      for (const command of commandsIn(document, code)) {
        while (next < placeholders.length && placeholders[next]!.range.start < command.start) next++;
        const takesArgument = next < placeholders.length && placeholders[next]!.range.end <= command.end;
        if ((takesArgument || isUserOnly) && isOutward(document, command)) report({ range: command, message });
      }
    }
  },
};

const message =
  'When a long conversation is compacted, Claude reads this command again with the arguments of the last call, and may run it once more. Tell Claude to run it once and to ask first, or set `context: fork`';

function insertsArgument({ kind, escaped }: Placeholder): boolean {
  return !escaped && kind !== 'variable';
}

/** The text of a fork is not in the conversation that is compacted. */
function isFork(context: RuleContext): boolean {
  return readText(ownFields(context)?.get('context')?.value, context.document.runtime) === 'fork';
}

const guard =
  /\b(?:compact(?:ed|ion|ing)?|confirm(?:s|ed|ation|ing)?|approv(?:e|es|ed|al)|only once|exactly once|ask (?:the user|me|first|before)|dry[- ]run|(?:already|not yet) (?:been )?(?:pushed|deployed|published|released|merged|created|uploaded|run|done))\b/i;

/** Whether the author thought of a second time: a text that asks first, or looks first, is not repeated silently. */
function isGuarded({ text, body }: SkillDocument): boolean {
  return guard.test(text.slice(body.range.start, body.range.end));
}

/** Languages of code blocks whose lines are commands. */
const shellLanguages = /^(?:bash|sh|shell|zsh|console|terminal|shell-session|powershell|pwsh|cmd|bat)?(?:\s|$)/i;

/** The commands in code, each without a prompt and those that are joined with it; none if it is in another language. */
function* commandsIn({ text }: SkillDocument, { content, info, kind }: CodeRange): Generator<TextRange> {
  if (kind === 'fence' && !shellLanguages.test(info)) return;
  let at = content.start;
  for (const written of text.slice(content.start, content.end).split(/((?<!\\)\r?\n|&&|\|\|?|;)/)) {
    const start = at + /^\s*(?:\$\s+)?/.exec(written)![0].length;
    const end = at + written.trimEnd().length;
    at += written.length;
    if (start < end) yield textRange(start, end);
  }
}

function isOutward({ text }: SkillDocument, { start, end }: TextRange): boolean {
  const command = text.slice(start, end);
  return OUTWARD_COMMAND.test(command) && !HARMLESS_OPTION.test(command);
}
