import { editDistance } from '../../../dialect/text/edit-distance.ts';
import type { CodeRange, SkillDocument } from '../../../document/skill-document.ts';
import { LookupInOrder } from '../../../document/text/lookup-in-order.ts';
import { type TextRange, textRange } from '../../../document/text/text-range.ts';
import { oncePer } from '../../../platform/once.ts';
import type { RuleContext } from '../../rule.ts';
import { announcedArguments } from './announced-arguments.ts';
import { assigns } from './variables-of-commands.ts';

/** A spelling of `$ARGUMENTS` that Claude Code leaves as text. */
interface ArgumentSpelling {
  readonly written: string;
  readonly range: TextRange;
}

/** A dollar sign and capitals, `$@`, what other products replace: `{{args}}`, `{arguments}`, and `<args>`. */
const spellings =
  /(?<![\w$\\])(?:(<(?:args?|arguments)>)|\$(?:(A[A-Z]{2,12})(?![\w[(])|\{(A[A-Z]{2,12})\}|(@)(?![\w@/-]))|(?<![{$])(\{\{ *(?:args?|arguments?) *\}\}|\{(?:args|arguments)\})(?!\}))/gi;

/** A text without a match has none of them: fast to search for. */
const mayBeSpelled = /\$(?:\{?A|@)|[{<] *arg/i;

/** Texts about templates and other products have such placeholders of their own. */
const aboutTemplates = /\b(?:gemini|toml|jinja\d?|handlebars|mustache|liquid|helm|templates?|templating|f-strings?)\b/i;

const textFences = /^(?:markdown|md|text|txt|plaintext)?$/i;

/** The places where a body means `$ARGUMENTS`, but writes something that no release replaces. */
export const argumentSpellings = oncePer((context: RuleContext): readonly ArgumentSpelling[] => {
  const { document } = context;
  const { text, body } = document;
  const found: ArgumentSpelling[] = [];
  if (!mayBeSpelled.test(text)) return found;
  const code = new LookupInOrder(body.code);
  const injections = new LookupInOrder(body.injections);
  const comments = new LookupInOrder(body.comments.map((range) => ({ range })));
  const evidence = new Evidence(context);
  const names = new Set(document.argumentNames.map(({ name }) => name));
  for (const match of text.slice(body.range.start, body.range.end).matchAll(spellings)) {
    const [written, angled, bare, braced, at, template] = match;
    const range = textRange(body.range.start + match.index, body.range.start + match.index + written.length);
    const name = bare ?? braced;
    if (name !== undefined && (name !== name.toUpperCase() || names.has(name))) continue;
    const where = placeOf(code.at(range.start), injections.at(range.start) !== undefined);
    if (comments.at(range.start)) continue;
    if (name !== undefined && !isSlip(name)) {
      if (!/^ARGS?$/.test(name) || !evidence.allowsVariable(name, where)) continue;
    } else if (name !== undefined) {
      if (name === 'ARGUMENTS' || assigns(document, name)) continue;
    } else if (angled !== undefined) {
      if (where !== 'prose' || !evidence.allowsAngled(range.start)) continue;
    } else if (at !== undefined) {
      if (!evidence.allowsVariable('@', where)) continue;
    } else if (!evidence.allowsTemplate(template!, where, range.start)) {
      continue;
    }
    found.push({ written, range });
  }
  return found;
});

/** `$ARGUMENT`, `$ARGUEMENTS`, `$AGRUMENTS`. */
function isSlip(name: string): boolean {
  return name.length > 5 && editDistance(name, 'ARGUMENTS', 2) <= 2;
}

type Where = 'prose' | 'span' | 'text' | 'command' | 'program';

function placeOf(code: CodeRange | undefined, isRun: boolean): Where {
  if (isRun) return 'command';
  if (!code) return 'prose';
  if (code.kind === 'span') return 'span';
  if (code.kind === 'fence' && textFences.test(code.info)) return 'text';
  return 'program';
}

/** Other hints in the file about its arguments. */
class Evidence {
  readonly #document: SkillDocument;
  /** Whether it is meant to take any. */
  readonly #isAsked: boolean;
  /** Whether a placeholder takes them already. */
  readonly #isTaken: boolean;
  #isAboutTemplates: boolean | undefined;
  #lastLine = { number: -1, saysHow: false };

  constructor({ document, file }: RuleContext) {
    this.#document = document;
    this.#isAsked = file.kind === 'command' || announcedArguments(document) !== undefined;
    this.#isTaken = document.body.placeholders.some(({ kind, escaped }) => !escaped && kind !== 'variable');
  }

  /** A shell variable: in prose alone, it is not one; elsewhere, nothing else may take the arguments. */
  allowsVariable(name: string, where: Where): boolean {
    if (where === 'program') return false;
    // A text about a shell may well mention `$@`.
    if (!this.#isAsked && (name === '@' || where !== 'prose')) return false;
    return (where === 'prose' || !this.#isTaken) && (name === '@' || !assigns(this.#document, name));
  }

  allowsTemplate(written: string, where: Where, offset: number): boolean {
    if (where === 'program' || where === 'command') return false;
    if (!this.#isAsked && !this.#isTaken && where !== 'prose') return false;
    if (where !== 'prose' && this.#isTaken) return false;
    if (this.#saysHowToFill(offset)) return false;
    if (written === written.toUpperCase()) return true;
    this.#isAboutTemplates ??= aboutTemplates.test(
      this.#document.text.slice(this.#document.body.range.start, this.#document.body.range.end),
    );
    return !this.#isAboutTemplates;
  }

  /** In angle brackets it may be a tag, or what a user types after a command; in prose that asks for nothing else, it is not. */
  allowsAngled(offset: number): boolean {
    if (!this.#isAsked || this.#isTaken || this.#saysHowToFill(offset)) return false;
    const { text, lines } = this.#document;
    const line = lines.textOf(lines.lineAt(offset));
    return line.length < 1_000 && !/\/\w|\busage\b|--\w/i.test(line) && !/<\/arg/i.test(text);
  }

  /** Whether the model is told to replace it. Each line is read once. */
  #saysHowToFill(offset: number): boolean {
    const { lines } = this.#document;
    const line = lines.lineAt(offset);
    if (line !== this.#lastLine.number) {
      const saysHow = /\b(?:replac|substitut|fill)/i.test(lines.textOf(line));
      this.#lastLine = { number: line, saysHow };
    }
    return this.#lastLine.saysHow;
  }
}
