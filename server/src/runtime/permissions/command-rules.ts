import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { SAFE_VARIABLES } from '../../dialect/shell/shell-commands.ts';
import { splitToolRules } from '../../dialect/tools/tool-rules.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import { matchesPieces } from '../../patterns/wildcard-text.ts';
import { oncePer } from '../../platform/once.ts';
import type { CommandPart } from '../../shell/read-command.ts';
import { startingWords } from './starters.ts';

/** A permission rule about Bash. */
export type BashRule =
  /** Every command: `Bash`. */
  | { readonly kind: 'all' }
  /** Exactly this command: `Bash(npm test)`. */
  | { readonly kind: 'exact'; readonly text: string }
  /** This command with anything after it: `Bash(npm test:*)`. */
  | { readonly kind: 'prefix'; readonly text: string }
  /** `*` matches any text: `Bash(npm * --watch)`. */
  | { readonly kind: 'wildcard'; readonly text: string };

/** Reads a permission rule; undefined for a rule about another tool, and for one that matches nothing. */
function readBashRule(rule: string, runtime: RuntimeId): BashRule | undefined {
  if (rule === 'Bash') return { kind: 'all' };
  if (!rule.startsWith('Bash(') || !rule.endsWith(')')) return undefined;
  const text = rule.slice('Bash('.length, -1);
  if (text.endsWith(':*')) return text === ':*' ? undefined : { kind: 'prefix', text: text.slice(0, -2) };
  if (text === '') return { kind: 'all' };
  if (!capabilities(runtime).readsWildcardCommandRules) return { kind: 'exact', text };
  if (text === '*') return { kind: 'all' };
  // `\*` is the character itself.
  return /(?:^|[^\\])\*/.test(text) ? { kind: 'wildcard', text } : { kind: 'exact', text };
}

/** The Bash rules among those of settings, each of which is an entry of its own. */
export function readBashRules(rules: readonly string[], runtime: RuntimeId): readonly BashRule[] {
  return rules.map((rule) => readBashRule(rule, runtime)).filter((rule) => rule !== undefined);
}

/** The Bash rules in a list such as `allowed-tools`, whose entries may hold several. */
export function readGrantedRules(entries: readonly string[], runtime: RuntimeId): readonly BashRule[] {
  return readBashRules(entries.flatMap(splitToolRules), runtime);
}

/** The texts of a part that `allow` rules are compared with. */
interface RunningTexts {
  /** Without a prefix that only starts the command; undefined if it sets variables that matter. */
  readonly runs: string | undefined;
  readonly spaced: string;
  /** The text after `xargs`, to which further arguments are added. */
  readonly behindXargs: string | undefined;
}

/** Many rules are compared with one part. */
const textsOfRunning = oncePer((part: CommandPart): RunningTexts => {
  const runs = whatRuns(part);
  const spaced = (runs ?? '').replace(/[ \t]+/g, ' ');
  return { runs, spaced, behindXargs: /^xargs (?!-)(.+)$/.exec(spaced)?.[1] };
});

/** Whether an `allow` rule applies to a part of a command. */
export function allows(rule: BashRule, part: CommandPart): boolean {
  const { runs, spaced, behindXargs } = textsOfRunning(part);
  if (matchesText(rule, part.text)) return true;
  if (runs === undefined) return false;
  if (rule.kind !== 'exact' && behindXargs !== undefined && matchesText(rule, behindXargs)) return true;
  if (rule.kind !== 'exact' && matchesText(rule, spaced)) return true;
  return matchesText(rule, runs);
}

/** Whether a `deny` or `ask` rule applies to a part of a command, whatever prefixes it has. */
export function catches(rule: BashRule, part: CommandPart): boolean {
  return caughtTexts(part).some((text) => matchesText(rule, text));
}

/** The texts of a part that `deny` and `ask` rules are compared with. Many rules are compared with one part. */
const caughtTexts = oncePer((part: CommandPart): readonly string[] => {
  const bare = part.words.join(' ');
  const undressed = undress(part.words).join(' ');
  const withoutVariables = part.words.filter((word) => !word.startsWith('$')).join(' ');
  const texts = [part.text, bare, undressed, withoutVariables];
  return [...new Set(part.withInput === undefined ? texts : [...texts, part.withInput])];
});

/** Whether a `deny` or `ask` rule applies to a test such as `[[ -f a.txt ]]`, of which it does not see the last bracket. */
export function catchesTest(rule: BashRule, { words }: CommandPart): boolean {
  const isTest = /^\[\[?$/.test(words[0] ?? '') && /^\]\]?$/.test(words.at(-1) ?? '');
  return isTest && matchesText(rule, words.slice(0, -1).join(' '));
}

export function matchesText(rule: BashRule, text: string): boolean {
  switch (rule.kind) {
    case 'all':
      return true;
    case 'exact':
      return text === rule.text;
    case 'prefix':
      return text === rule.text || text.startsWith(`${rule.text} `);
    case 'wildcard':
      return matchesWildcard(rule.text, text);
  }
}

/** A space before a final `*` ends a word; then nothing has to follow. */
function matchesWildcard(pattern: string, text: string): boolean {
  const pieces = piecesOf(pattern);
  const [first = ''] = pieces;
  if (pieces.length === 2 && pieces[1] === '' && first.endsWith(' ') && text === first.slice(0, -1)) return true;
  return matchesPieces(text.replace(inDoubleQuotes, asCompared), pieces);
}

/** Up to the end of the text if they are not closed, so that each character is read once. */
const inDoubleQuotes = /"(?:[^"\\]|\\.?)*"?/gs;

/** Claude Code compares no pattern with double quotes around an escaped `$` or backslash as they are written. */
function asCompared(written: string): string {
  const isClosed = /^"(?:[^"\\]|\\.)*"$/s.test(written);
  return isClosed && /^(?:[^\\]|\\[^$\\])*\\[$\\]/.test(written) ? unmatched : written;
}

const unmatched = '\uFFFF';

/** The texts between the `*` of a pattern: `\*` and `\\` are the characters themselves. */
function piecesOf(pattern: string): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const [part] of pattern.matchAll(/\\[*\\]|\*|[^*\\]+|\\/g)) {
    if (part !== '*') piece += /^\\./.test(part) ? part.slice(1) : part;
    else {
      pieces.push(piece);
      piece = '';
    }
  }
  pieces.push(piece);
  return pieces;
}

/**
 * The text that rules are compared with: without harmless variables and prefixes; undefined if other variables are set.
 */
function whatRuns(part: CommandPart): string | undefined {
  if (!part.assignments.every((it) => SAFE_VARIABLES.has(it.slice(0, it.search(/\+?=/))))) return undefined;
  const { words, written } = part;
  let begin = 0;
  for (let starter = startingWords(words, 0); starter > 0; starter = startingWords(words, begin)) begin += starter;
  let { text } = part;
  for (const word of [...part.assignments, ...written.slice(0, begin)]) {
    text = text.slice(text.indexOf(word) + word.length).trimStart();
  }
  const command = words[begin];
  if (command === undefined) return text;
  // The command itself is compared without quotes, its arguments as written.
  return text.startsWith(written[begin]!) ? command + text.slice(written[begin]!.length) : text;
}

function undress(words: readonly string[]): readonly string[] {
  let begin = 0;
  for (;;) {
    const skipped = /^(sudo|env|doas|nice|xargs)$/.test(words[begin] ?? '') ? 1 : startingWords(words, begin);
    const variables = /^[A-Za-z_]\w*=/.test(words[begin + skipped] ?? '') && skipped > 0 ? 1 : 0;
    if (skipped + variables === 0) return words.slice(begin);
    begin += skipped + variables;
  }
}

/** The words of a part without a prefix that needs no rule of its own. */
export function runWords({ words }: CommandPart): readonly string[] {
  let begin = 0;
  for (;;) {
    const isFree = /^(command|builtin)$/.test(words[begin] ?? '') || isPlainTimeout(words, begin);
    const skipped = isFree ? startingWords(words, begin) : 0;
    if (skipped === 0) return begin === 0 ? words : words.slice(begin);
    begin += skipped;
  }
}

/** `timeout` without options. */
function isPlainTimeout(words: readonly string[], at: number): boolean {
  return words[at] === 'timeout' && !words[at + 1]?.startsWith('-');
}

/** A rule for the command of a part, with what looks like its subcommand: `Bash(git diff:*)`. */
export function suggestRule(part: CommandPart): string {
  const [command = '', subcommand = ''] = runWords(part);
  if (/[^\w./+-]/.test(command) || command === '') return 'Bash';
  const two = /^[a-z][a-z\d:-]*$/.test(subcommand) && withSubcommands.test(command);
  return `Bash(${two ? `${command} ${subcommand}` : command}:*)`;
}

const withSubcommands =
  /^(git|gh|npm|pnpm|yarn|bun|npx|cargo|go|docker|kubectl|make|just|uv|pip|pip3|poetry|dotnet|mvn|gradle|terraform|helm|brew|apt|systemctl|aws|gcloud|az|deno|composer|bundle|rails|rake|mix|swift|flutter|dart)$/;
