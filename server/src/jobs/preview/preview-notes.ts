import { isVariable, type VariableContext } from '../../dialect/names/variables.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { Placeholder } from '../../document/skill-document.ts';
import { counted, inThousands } from '../../document/text/numbers.ts';
import { isVirtualPath } from '../../platform/virtual-path.ts';
import type { PendingOutput, PreviewInjection } from '../../protocol.ts';
import type { Rendering } from '../../runtime/render/rendering.ts';
import { unavailableModelNote } from '../../runtime/render/unavailable-model.ts';
import { stackedCommands } from '../../runtime/skill-tool/stacked-commands.ts';
import { nestedNote } from './nested-note.ts';
import type { PreviewSubject } from './preview-subject.ts';

/** Maximum number of names listed in a note. */
const maxNames = 3;

/** The text of an invocation. */
interface ShownText {
  readonly text: string;
  readonly bodyStart: number;
  /** Commands that have not run. */
  readonly pending: readonly PendingOutput[];
  /** The text that Claude Code sends of it. */
  readonly sent: string;
}

/** Facts about an invocation that its text does not show, one sentence each. */
export function previewNotes(
  subject: PreviewSubject,
  rendering: Rendering,
  injections: readonly PreviewInjection[],
  shown: ShownText,
): string[] {
  return [
    aboutEmpty(subject, shown),
    unavailableModelNote(subject.skill, subject.session.availableModels),
    aboutAppended(rendering),
    aboutStacked(subject, rendering),
    noteOnWords(subject, rendering),
    aboutMissing(subject, rendering),
    aboutUnknown(subject),
    aboutGuard(subject, rendering),
    aboutIntroduced(injections),
    nestedNote(rendering.injections),
    aboutSession(subject),
    aboutPlace(subject),
  ].filter((note) => note !== undefined);
}

/** The text without instructions, which is easily taken for an error of the preview. */
function aboutEmpty({ skill }: PreviewSubject, { text, bodyStart, pending, sent }: ShownText): string | undefined {
  const { document } = skill;
  if (document.text.slice(document.bodyStart).trim() === '')
    return 'The skill has no instructions: nothing follows its frontmatter';
  if (pending.length > 0 || text.slice(bodyStart).trim() !== '') return undefined;
  if (sent === text) return 'Nothing is left of the instructions: what they consist of was replaced by blank text';
  return sent === ''
    ? 'The text is blank, so Claude Code sends an empty message'
    : `The text is blank, so Claude Code sends \`${sent}\``;
}

/** Skills that are named at the beginning of the arguments: a session loads them too, which `claude -p` does not. */
function aboutStacked({ known, catalog }: PreviewSubject, { argumentText }: Rendering): string | undefined {
  if (!known || !catalog) return undefined;
  const { further, arguments: rest } = stackedCommands(known, argumentText, catalog);
  if (further.length === 0) return undefined;
  const names = further.map(({ name }) => `\`/${name}\``).join(' and ');
  const given = rest.trim() === '' ? 'no arguments' : `the arguments “${rest.trim()}”`;
  return `Typed in a session, this also loads ${names}, and each skill gets ${given}. The preview shows what \`claude -p\` sends`;
}

function aboutAppended({ spans }: Rendering): string | undefined {
  return spans.some(({ kind }) => kind === 'appended')
    ? 'No placeholder uses the arguments, so Claude Code appends them'
    : undefined;
}

/** Arguments are split like in a shell, which is only surprising if spaces were meant to count. */
function noteOnWords(subject: PreviewSubject, { words, argumentText }: Rendering): string | undefined {
  if (argumentText === '' || !takesWords(subject) || isExpected(words, argumentText)) return undefined;
  const shown = words.slice(0, maxNames).map((word) => `\`${word}\``);
  const more = words.length > maxNames ? ' …' : '';
  return `Claude Code splits the arguments like a shell, into ${counted(words.length, 'word')}: ${shown.join(', ')}${more}`;
}

/** Whether nothing is lost, and no apostrophe was treated as a quotation mark. */
function isExpected(words: readonly string[], argumentText: string): boolean {
  const isWhole = bareLetters(words.join('')) === bareLetters(argumentText);
  const hasApostrophe = /\p{L}'\p{L}/u.test(argumentText);
  return isWhole && !(hasApostrophe && words.length !== argumentText.trim().split(/\s+/).length);
}

/** Placeholders that stay as they are because there are too few arguments. */
function aboutMissing({ skill }: PreviewSubject, { words, text }: Rendering): string | undefined {
  if (capabilities(skill.document.runtime).argumentSubstitution !== 'words') return undefined;
  const missing = skill.document.body.placeholders.filter(
    ({ kind, index, escaped }) => !escaped && kind !== 'named' && index !== undefined && words[index] === undefined,
  );
  const names = namesOf(missing, skill.document.text).filter((name) => text.includes(name.slice(1, -1)));
  if (names.length === 0) return undefined;
  const given =
    words.length === 0
      ? 'there are no arguments'
      : `there ${isOrAre(words.length)} ${counted(words.length, 'argument')}, counted from 0`;
  return `${listed(names)} ${names.length === 1 ? 'stays' : 'stay'} as text: ${given}`;
}

function aboutUnknown({ skill }: PreviewSubject): string | undefined {
  const { document, kind, plugin } = skill;
  const place: VariableContext = plugin === undefined ? kind : `plugin-${kind}`;
  const unknown = document.body.placeholders.filter(
    (it) => it.kind === 'variable' && !isVariable(it.name, place, document.runtime),
  );
  const names = namesOf(unknown, document.text);
  if (names.length === 0) return undefined;
  return `${listed(names)} ${names.length === 1 ? 'stays' : 'stay'} as text: Claude Code does not replace ${names.length === 1 ? 'it' : 'them'} here`;
}

/** Releases that read single words of arguments keep them from becoming commands. */
function aboutGuard({ skill }: PreviewSubject, { argumentText, spans }: Rendering): string | undefined {
  const { argumentSubstitution } = capabilities(skill.document.runtime);
  if (argumentSubstitution !== 'words' || !/(^|\s)!|!`/.test(argumentText)) return undefined;
  return spans.some(({ fromArguments }) => fromArguments)
    ? 'Claude Code changes `!` in arguments so that they do not become commands'
    : undefined;
}

function aboutIntroduced(injections: readonly PreviewInjection[]): string | undefined {
  const { length } = injections.filter(({ origin }) => origin === 'argument');
  if (length === 0) return undefined;
  return `The arguments add ${counted(length, 'command')} that the file does not contain, and Claude Code would run ${length === 1 ? 'it' : 'them'}`;
}

/** In a virtual workspace. */
function aboutPlace({ session }: PreviewSubject): string | undefined {
  if (!isVirtualPath(session.folder)) return undefined;
  return 'Folders are named as in this workspace. Claude Code needs them on a machine, and names them as they are there';
}

/** The session here is not the one of a real invocation. */
function aboutSession({ skill, session }: PreviewSubject): string | undefined {
  const { document, kind } = skill;
  const has = (name: string) =>
    isVariable(name, kind, document.runtime) &&
    document.body.placeholders.some((it) => it.kind === 'variable' && it.name === name);
  const hasId = has('CLAUDE_SESSION_ID');
  const hasEffort = has('CLAUDE_EFFORT') && !document.frontmatter.fields.has('effort');
  const id = hasId ? 'Each session has its own id; this one is an example' : undefined;
  const effort = hasEffort ? `The effort level comes from the session; here it is \`${session.effort}\`` : undefined;
  return id && effort ? `${id}. ${effort}` : (id ?? effort);
}

/** Whether the text has a placeholder for a single argument. */
function takesWords({ skill }: PreviewSubject): boolean {
  const { runtime, argumentNames, body } = skill.document;
  if (capabilities(runtime).argumentSubstitution !== 'words') return false;
  return argumentNames.length > 0 || body.placeholders.some(({ index, escaped }) => index !== undefined && !escaped);
}

/** The characters that a shell must not lose: all except whitespace, quotes and backslashes. */
function bareLetters(text: string): string {
  return text.replace(/[\s'"\\]/g, '');
}

/** The placeholders as they are written, each once. */
function namesOf(placeholders: readonly Placeholder[], text: string): string[] {
  return [...new Set(placeholders.map(({ range }) => `\`${text.slice(range.start, range.end)}\``))];
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).join(', ');
  return names.length > maxNames ? `${shown} and ${inThousands(names.length - maxNames)} more` : shown;
}

function isOrAre(count: number): string {
  return count === 1 ? 'is' : 'are';
}
