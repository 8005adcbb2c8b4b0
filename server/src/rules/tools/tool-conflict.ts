import { findRenamedTool, findTool } from '../../dialect/tools/tools.ts';
import { inWords } from '../messages/in-words.ts';
import { showText } from '../messages/show-value.ts';
import { readOnlyClaim } from '../readings/tools/read-only-claim.ts';
import { soundToolRules } from '../readings/tools/tool-rule-faults.ts';
import { offerToolRemoval } from '../readings/tools/tool-rule-removal.ts';
import { type ToolList, toolLists, type WrittenToolRule } from '../readings/tools/written-tool-rules.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';

export const toolConflict: Rule = {
  id: 'tool-conflict',
  level: 'warning',
  kinds: ['skill', 'command', 'agent'],
  needs: ['tools-field'],
  summary: 'A tool that one field allows, and that another one takes away or the text never uses',
  source: 'test/conformance: own-tool-rules',
  *check(context, report) {
    if (context.file.place === 'other-product') return;
    const lists = toolLists(context);
    const given = lists.find(({ purpose }) => purpose === 'grant' || purpose === 'offer');
    if (!given) return;
    const against = toolsAgainstText(context, given);
    if (against) report(against);
    yield;
    const taken = lists.find(({ purpose }) => purpose === 'deny' || purpose === 'withhold');
    if (!taken) return;
    const takes = new Taken({ ...taken, rules: soundToolRules(taken) });
    for (const rule of soundToolRules(given)) {
      yield;
      const taker = takes.whole(rule) ?? takes.part(rule);
      if (!taker) continue;
      const [allowing, denying] = [given.field.key, taken.field.key];
      const outcome = given.purpose === 'offer' ? 'the agent does not have it' : 'this grants nothing';
      report({
        range: rule.range,
        message: `\`${denying}\` contains ${showText(taker.text)} and takes precedence, so ${outcome}. Remove one of them`,
        related: [{ range: taker.range, message: `Taken away by \`${denying}\`` }],
        fixes: [
          ...offerToolRemoval(context.document, given, rule, ` from \`${allowing}\``),
          ...offerToolRemoval(context.document, taken, taker, ` from \`${denying}\``),
        ],
      });
    }
  },
};

/** The tools that change files of a skill that says it never does. */
function toolsAgainstText({ document }: RuleContext, given: ToolList): Report | undefined {
  const changing = soundToolRules(given).filter(({ name, specifier }) => changesFiles.test(name) && !specifier);
  const [first] = changing;
  const claim = first && readOnlyClaim(document);
  if (!claim) return undefined;
  const tools = inWords([...new Set(changing.map(({ name }) => `\`${name}\``))]);
  const [verb, it] = changing.length === 1 ? ['runs', 'it'] : ['run', 'them'];
  const outcome = given.purpose === 'offer' ? `the agent has ${tools}` : `${tools} ${verb} without asking`;
  return {
    range: first.range,
    message: `The text says that no file is changed, but ${outcome}. Remove ${it} from \`${given.field.key}\`, or change the text`,
    related: [{ range: claim, message: 'The text says so here' }],
    fixes: changing.flatMap((rule) => offerToolRemoval(document, given, rule)),
  };
}

const changesFiles = /^(?:Write|Edit|MultiEdit|NotebookEdit)$/;

/** The tools and calls that a field takes away, to be looked up for many rules. */
class Taken {
  /** Whole tools, by their present names. */
  readonly #tools = new Map<string, WrittenToolRule>();
  /** Parts of tools: rules by their text, commands also by the words before a final wildcard. */
  readonly #parts = new Map<string, WrittenToolRule>();

  constructor({ purpose, rules }: ToolList) {
    for (const rule of rules) {
      const name = presentName(rule.name);
      if (purpose === 'withhold' || isForWholeTool(rule)) this.#tools.set(name, rule);
      else for (const key of [rule.text, beginningOf(rule)]) if (key !== undefined) this.#parts.set(key, rule);
    }
  }

  whole({ name }: WrittenToolRule): WrittenToolRule | undefined {
    return this.#tools.get(presentName(name)) ?? this.#tools.get('*');
  }

  /** The rule that takes away everything that another one allows: `Bash(git:*)` for `Bash(git push *)`. */
  part(rule: WrittenToolRule): WrittenToolRule | undefined {
    const equal = this.#parts.get(rule.text);
    if (equal || findTool(rule.name)?.specifier !== 'command' || !rule.specifier) return equal;
    const words = rule.text
      .slice(rule.name.length + 1, -1)
      .replace(finalWildcard, '')
      .split(' ', maxWords);
    for (let count = words.length; count > 0; count--) {
      const beginning = words.slice(0, count).join(' ');
      const found = beginning.includes('*') ? undefined : this.#parts.get(keyOf(rule.name, beginning));
      if (found) return found;
    }
    return undefined;
  }
}

/** Rules for commands rarely have more than three words. */
const maxWords = 12;

const finalWildcard = /(?::| )\*$/;

function isForWholeTool({ specifier, text, name }: WrittenToolRule): boolean {
  return specifier === undefined || /^\(\**\)$/.test(text.slice(name.length));
}

function beginningOf({ text, name }: WrittenToolRule): string | undefined {
  const content = text.slice(name.length + 1, -1);
  const beginning = content.replace(finalWildcard, '');
  return beginning === content || beginning.includes('*') ? undefined : keyOf(name, beginning);
}

function keyOf(name: string, beginning: string): string {
  return `${name} ${beginning}`;
}

function presentName(name: string): string {
  const renamed = findRenamedTool(name);
  return renamed?.stillAccepted ? renamed.now : name;
}
