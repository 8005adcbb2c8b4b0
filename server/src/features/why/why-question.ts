import { URI } from 'vscode-uri';
import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { readFileContext } from '../../catalog/file/read-file-context.ts';
import { configFolder } from '../../catalog/session.ts';
import type { SimilarPair } from '../../catalog/similar/similar-descriptions.ts';
import type { WayApartId } from '../../catalog/similar/ways-apart.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { decodeText } from '../../platform/decode-text.ts';
import { lastPart } from '../../platform/last-part.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WhyMend, WhyReport, WhyStep } from '../../protocol.ts';
import type { Finding } from '../../rules/rule.ts';
import { checkFile, defaultSettings } from '../check/check-file.ts';

/** A question about one skill, with all that its answer looks at. */
export interface WhyQuestion {
  readonly catalog: Catalog;
  readonly skill: CatalogSkill;
  /** Undefined where the file cannot be read. */
  readonly document: SkillDocument | undefined;
  /** What every rule at its own level says of the file, whatever a person has silenced. */
  readonly findings: readonly Finding[];
}

/** Reads what a question about a skill looks at; undefined for a skill that is gone. */
export async function readQuestion(
  catalog: Catalog,
  id: string,
  { files, environment }: Pick<Platform, 'files' | 'environment'>,
): Promise<WhyQuestion | undefined> {
  const skill = catalog.get(id);
  if (!skill) return undefined;
  const bytes = await files.readFile(skill.path);
  if (!bytes) return { catalog, skill, document: undefined, findings: [] };
  const text = decodeText(bytes);
  const file = (await readFileContext(
    skill.path,
    files,
    environment.home,
    undefined,
    configFolder({ environment }),
  )) ?? {
    kind: skill.kind,
    path: skill.path,
    fileName: lastPart(skill.path),
    folderName: lastPart(skill.folder),
    place: 'unknown',
    insideSkill: false,
    pluginRoot: undefined,
    misplaced: undefined,
    encoding: 'utf-8',
    bytes: undefined,
    agentNames: undefined,
  };
  const settings = { ...defaultSettings, runtime: catalog.runtime };
  // A rule that throws is told of where the file is checked for its own sake.
  const { document, findings } = checkFile(text, file, settings, () => {});
  return { catalog, skill, document, findings };
}

/**
 * The steps as a report: the first one that is bad is the verdict.
 *
 * @param otherwise the verdict where none is
 */
export function whyReport(title: string, steps: readonly WhyStep[], otherwise: string): WhyReport {
  return { title, verdict: steps.find(({ state }) => state === 'bad')?.text ?? otherwise, steps };
}

export function good(text: string): WhyStep {
  return { state: 'good', text };
}

/** What some rules say of the file, as steps that open it at the place. */
export function stepsFromFindings(
  { skill, document, findings }: WhyQuestion,
  rules: ReadonlySet<string>,
  state: 'bad' | 'note' = 'bad',
): WhyStep[] {
  return findings
    .filter(({ rule }) => rules.has(rule))
    .map(({ message, range }) => ({
      state,
      text: message,
      mend: openMend('Open Location', skill.path, document?.lines.lineAt(range.start)),
    }));
}

/** A fix that opens the skill's file at a field, or at its beginning. */
export function openField({ skill, document }: WhyQuestion, key: string, title: string): WhyMend {
  const field = document?.frontmatter.fields.get(key);
  return openMend(title, skill.path, document && field && document.lines.lineAt(field.range.start));
}

/** @param line zero-based */
export function openMend(title: string, path: string, line?: number): WhyMend {
  return { kind: 'open', title, uri: URI.file(path).toString(), ...(line !== undefined && { line }) };
}

/** The other skill of a pair, as a place to look at; undefined where it is gone. */
export function otherOf({ catalog }: WhyQuestion, pair: SimilarPair): CatalogSkill | undefined {
  return catalog.get(pair.second);
}

export function placeOf(skill: CatalogSkill): { readonly label: string; readonly uri: string } {
  return { label: skill.name, uri: URI.file(skill.path).toString() };
}

/** `78%` */
export function inPercent(part: number): string {
  return `${Math.round(part * 100)}%`;
}

/** Words in back-ticks as a list for a sentence, at most `limit` of them. */
export function quoted(words: readonly string[], limit = words.length): string {
  const shown = words.slice(0, limit).map((word) => `\`${word}\``);
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

const advice: Readonly<Record<WayApartId, string>> = {
  verb: 'Start with a verb that the other one does not start with',
  object: 'Say early what only this one works on',
  occasion: 'Say when to use this one, in words that the other one does not use',
  'phase-tag': 'Start with a phase tag, such as `[P1·Design]`',
  'input-from': 'Say where its input comes from',
  exclusion: 'Say what it is not for',
};

/** The best way of telling a pair apart, as an imperative without full stop. */
export function howToTellApart({ waysApart: [way] }: SimilarPair): string {
  if (!way) return 'Say in each description what only that skill does';
  const words = { object: way.ofFirst, occasion: way.ofFirst, exclusion: way.ofSecond }[way.id as string] ?? [];
  return words.length > 0 ? `${advice[way.id]}, for example ${quoted(words, 3)}` : advice[way.id];
}
