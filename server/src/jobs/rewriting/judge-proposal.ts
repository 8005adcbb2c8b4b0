import { findField } from '../../dialect/fields.ts';
import { mentionedFiles } from '../../document/markdown/file-mentions.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { counted } from '../../document/text/numbers.ts';
import { showText } from '../../rules/messages/show-value.ts';
import type { Finding } from '../../rules/rule.ts';

/** A text with its findings. */
export interface CheckedText {
  readonly document: SkillDocument;
  readonly findings: readonly Finding[];
}

/** The effect of a proposal on the findings of a file, and why it is rejected. */
interface Judgement {
  readonly resolved: number;
  readonly added: readonly Finding[];
  /** Sentences without a full stop; empty if it can be shown. */
  readonly reasons: readonly string[];
}

/** Fields by which a model chooses. */
const wordFields: ReadonlySet<string> = new Set(['description', 'when_to_use']);

/** Reasons that are told. */
const mostReasons = 20;

/**
 * Compares a file with what somebody who is not trusted proposes for it. That must fix something it was asked for, add no
 * finding, and change nothing that decides what may happen when the skill is used.
 *
 * @param asked the rules whose findings it should fix
 */
export function judgeProposal(before: CheckedText, after: CheckedText, asked: ReadonlySet<string>): Judgement {
  const resolved = missingIn(after.findings, before.findings, asked);
  const added = missingIn(before.findings, after.findings, asked);
  const left = after.findings.filter(({ rule }) => asked.has(rule));
  const fixesNothing = !resolved.some(({ rule }) => asked.has(rule));
  const reasons = [
    ...forbiddenChanges(before, after, asked),
    ...added.map((finding) => `It adds ${placed(finding, after)}`),
    ...left.filter(() => fixesNothing).map((it) => `It does not fix ${placed(it, after)}`),
    ...(fixesNothing && left.length === 0 ? ['It fixes nothing'] : []),
  ];
  const more = reasons.length - mostReasons;
  return {
    resolved: resolved.length,
    added,
    reasons: more > 0 ? [...reasons.slice(0, mostReasons), `${counted(more, 'reason')} more`] : reasons,
  };
}

/** "Resolves 3 findings, adds none". */
export function judgementInWords({ resolved, added }: Judgement): string {
  return `Resolves ${counted(resolved, 'finding')}, adds ${added.length === 0 ? 'none' : added.length}`;
}

/** The findings that others do not have, each as often as it is missing. */
function missingIn(
  others: readonly Finding[],
  findings: readonly Finding[],
  asked: ReadonlySet<string>,
): readonly Finding[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(keyOf(other, asked), (left.get(keyOf(other, asked)) ?? 0) + 1);
  return findings.filter((finding) => {
    const count = left.get(keyOf(finding, asked)) ?? 0;
    if (count > 0) left.set(keyOf(finding, asked), count - 1);
    return count === 0;
  });
}

/** One that should be fixed is still the same if it says something else; of others, only numbers may differ. */
function keyOf({ rule, message }: Finding, asked: ReadonlySet<string>): string {
  return asked.has(rule) ? rule : `${rule}\n${message.replaceAll(/\d[\d,.]*/g, '#')}`;
}

function placed({ rule, message, range }: Finding, { document }: CheckedText): string {
  return `\`${rule}\` in line ${document.lines.lineAt(range.start) + 1}: ${message}`;
}

function forbiddenChanges(before: CheckedText, after: CheckedText, asked: ReadonlySet<string>): readonly string[] {
  const [old, now] = [before.document, after.document];
  const about = before.findings.filter(({ rule }) => asked.has(rule));
  const isAllowed = (key: string) =>
    wordFields.has(key) ||
    (grantsNothing(key) &&
      old.frontmatter.entries.some(
        ({ key: other, range }) =>
          other === key && about.some((it) => range.start <= it.range.start && it.range.end <= range.end),
      ));
  const [oldFields, newFields] = [fieldsOf(old), fieldsOf(now)];
  const keys = new Set([...oldFields.keys(), ...newFields.keys()]);
  const changed = [...keys].filter((key) => oldFields.get(key) !== newFields.get(key) && !isAllowed(key));
  const commands = missingTexts(commandsOf(old), commandsOf(now));
  const mentions = missingTexts(mentionsOf(old), mentionsOf(now));
  const isEmptied = bodyOf(old) !== '' && bodyOf(now) === '';
  return [
    ...(isEmptied ? ['It removes the whole body'] : []),
    ...changed.map((key) => `It changes ${showText(key)}, which it was not asked to change`),
    ...commands.map((command) => `It adds a command that runs when the file is loaded: ${showText(command)}`),
    ...mentions.map((file) => `It adds a file that is read when the file is loaded: ${showText(`@${file}`)}`),
  ];
}

/** Whether a field is text for people or the model, or the author's own. */
function grantsNothing(key: string): boolean {
  const form = (findField(key, 'skill') ?? findField(key, 'agent'))?.form;
  return form === 'text' || form === 'map';
}

/** The fields of the frontmatter as they are written, also where it cannot be read. */
function fieldsOf({ text, frontmatter }: SkillDocument): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const { key, range } of frontmatter.entries)
    fields.set(key, `${fields.get(key) ?? ''}${text.slice(range.start, range.end)}\n`);
  return fields;
}

function commandsOf({ text, body }: SkillDocument): readonly string[] {
  return body.injections.map(({ commandRange: { start, end } }) => text.slice(start, end).trim());
}

function mentionsOf({ text, runtime, bodyStart }: SkillDocument): readonly string[] {
  return mentionedFiles(text.slice(bodyStart), runtime).map(({ path }) => path);
}

function bodyOf({ text, bodyStart }: SkillDocument): string {
  return text.slice(bodyStart).trim();
}

function missingTexts(before: readonly string[], after: readonly string[]): readonly string[] {
  const known = new Set(before);
  return [...new Set(after)].filter((it) => !known.has(it));
}
