import { URI } from 'vscode-uri';
import type { Catalog } from '../../../catalog/catalog.ts';
import type { CatalogSkill } from '../../../catalog/catalog-skill.ts';
import { catalogLocation } from '../../../catalog/file/catalog-location.ts';
import type { SimilarPair } from '../../../catalog/similar/similar-descriptions.ts';
import type { WayApartId } from '../../../catalog/similar/ways-apart.ts';
import type { SkillDocument } from '../../../document/skill-document.ts';
import { checkFile, defaultSettings } from '../../../features/check/check-file.ts';
import { CheckInputs } from '../../../features/check/check-inputs.ts';
import { decodeText } from '../../../platform/decode-text.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { WhyFix, WhyReport, WhyStep } from '../../../protocol.ts';
import { inWords } from '../../../rules/messages/in-words.ts';
import type { Finding } from '../../../rules/rule.ts';
import type { RuleId } from '../../../rules/rule-id.ts';

/** A question about one skill, with everything that its answer is based on. */
export interface WhyQuestion {
  readonly catalog: Catalog;
  readonly skill: CatalogSkill;
  /** Undefined if the file cannot be read. */
  readonly document: SkillDocument | undefined;
  /** The findings of every rule at its default severity, including disabled ones. */
  readonly findings: readonly Finding[];
}

/** Reads everything for a question about a skill; undefined if the skill no longer exists. */
export async function readQuestion(
  catalog: Catalog,
  id: string,
  { files, environment }: Pick<Platform, 'files' | 'environment'>,
): Promise<WhyQuestion | undefined> {
  const skill = catalog.get(id);
  if (!skill) return undefined;
  const checkInputs = new CheckInputs({
    files,
    environment,
    folder: catalog.folder,
    placeInCatalog: (path) => catalogLocation(catalog, path),
  });
  const settings = { ...defaultSettings, runtime: catalog.runtime };
  const [bytes, found] = await Promise.all([
    files.readFile(skill.path),
    checkInputs.fileToCheck(skill.path, { settings }, { kind: skill.kind }),
  ]);
  if (!bytes || typeof found === 'string') return { catalog, skill, document: undefined, findings: [] };
  // A rule that throws is reported when the file itself is checked.
  const { document, findings } = checkFile(decodeText(bytes), found.file, found.settings, () => {});
  return { catalog, skill, document, findings };
}

/**
 * The steps as a report: the first one that is bad is the verdict.
 *
 * @param otherwise the verdict if there is none
 */
export function whyReport(title: string, steps: readonly WhyStep[], otherwise: string): WhyReport {
  return { title, verdict: steps.find(({ state }) => state === 'bad')?.text ?? otherwise, steps };
}

export function good(text: string): WhyStep {
  return { state: 'good', text };
}

/** The findings of some rules, as steps that open the file at their location. */
export function stepsFromFindings(
  { skill, document, findings }: WhyQuestion,
  rules: ReadonlySet<RuleId>,
  state: 'bad' | 'note' = 'bad',
): WhyStep[] {
  return findings
    .filter(({ rule }) => rules.has(rule))
    .map(({ message, range }) => ({
      state,
      text: message,
      fix: openFix('Open Location', skill.path, document?.lines.lineAt(range.start)),
    }));
}

/** A fix that opens the skill's file at a field, or at its beginning. */
export function openField({ skill, document }: WhyQuestion, key: string, title: string): WhyFix {
  const field = document?.frontmatter.fields.get(key);
  return openFix(title, skill.path, document && field && document.lines.lineAt(field.range.start));
}

/** @param line zero-based */
export function openFix(title: string, path: string, line?: number): WhyFix {
  return { kind: 'open', title, uri: URI.file(path).toString(), ...(line !== undefined && { line }) };
}

/** The location of the other skill of a pair; undefined if it no longer exists. */
export function otherOf({ catalog }: WhyQuestion, pair: SimilarPair): CatalogSkill | undefined {
  return catalog.get(pair.second);
}

export function locationOf(skill: CatalogSkill): { readonly label: string; readonly uri: string } {
  return { label: skill.name, uri: URI.file(skill.path).toString() };
}

/** Words in backticks as a list for a sentence, at most `limit` of them. */
export function quoted(words: readonly string[], limit = words.length): string {
  const shown = words.slice(0, limit).map((word) => `\`${word}\``);
  return inWords(shown);
}

const advice: Readonly<Record<WayApartId, string>> = {
  verb: 'Start with a verb that the other one does not start with',
  object: 'Say early what only this one works on',
  occasion: 'Say when to use this one, in words that the other one does not use',
  'phase-tag': 'Start with a phase tag, such as `[P1·Design]`',
  'input-from': 'Say where its input comes from',
  exclusion: 'Say what it is not for',
};

/** The best way to distinguish a pair, as an imperative without full stop. */
export function howToDistinguish({ waysApart: [way] }: SimilarPair): string {
  if (!way) return 'Say in each description what only that skill does';
  const words = { object: way.ofFirst, occasion: way.ofFirst, exclusion: way.ofSecond }[way.id as string] ?? [];
  return words.length > 0 ? `${advice[way.id]}, for example ${quoted(words, 3)}` : advice[way.id];
}
