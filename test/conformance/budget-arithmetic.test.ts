import { describe, expect, test } from 'vitest';
import {
  type FittedListing,
  fitListing as fitInSteps,
  type ListingCandidate,
} from '../../server/src/catalog/listing/fit-listing.ts';
import { listingBudget } from '../../server/src/catalog/listing/listing-budget.ts';
import { listingEntry } from '../../server/src/catalog/listing/listing-entry.ts';
import { usageScore } from '../../server/src/catalog/listing/usage-history.ts';
import { readFlag } from '../../server/src/dialect/booleans.ts';
import { bundledSkills, bundledTextColumns } from '../../server/src/dialect/names/bundled-skills.ts';
import { capabilities } from '../../server/src/dialect/runtimes/capabilities.ts';
import { readDocument } from '../../server/src/document/read-document.ts';
import { atOnce } from '../../server/src/platform/work-turns.ts';
import { type FileContent, type Recording, recordings, runtimeOf, runtimes, textOf } from './recordings.ts';

const fitListing = (...given: Parameters<typeof fitInSteps>): FittedListing => atOnce(fitInSteps(...given));

interface Settings {
  readonly skillOverrides?: Readonly<Record<string, string>>;
  readonly skillListingMaxDescChars?: unknown;
  readonly skillListingBudgetFraction?: unknown;
  readonly [key: string]: unknown;
}

interface BudgetRecording extends Recording {
  readonly input: Recording['input'] & {
    readonly settings?: { readonly user?: Settings; readonly project?: Settings };
    readonly env?: Readonly<Record<string, string>>;
    readonly args?: readonly string[];
  };
  readonly observed: Recording['observed'] & {
    /** Name and UTF-16 units of every line, including Claude Code's own skills. */
    readonly listingShape: readonly (readonly [string, number])[];
  };
}

/** The places that the recordings use, in the order in which their skills are listed. */
const places = [
  /^~\/\.claude\/skills\/(.+)\/SKILL\.md$/,
  /^\.claude\/skills\/(.+)\/SKILL\.md$/,
  /^\.claude\/commands\/(.+)\.md$/,
];

/** The whole file is lost with one wrong value. */
function validSettings(settings: Settings = {}): Settings {
  const { skillListingMaxDescChars: cap = 1, skillListingBudgetFraction: fraction = 1 } = settings;
  return Number.isInteger(cap) && Number(cap) > 0 && Number(fraction) > 0 && Number(fraction) <= 1 ? settings : {};
}

function settingsOf({ input }: BudgetRecording): Settings {
  return { ...validSettings(input.settings?.user), ...input.settings?.project };
}

function candidatesOf(recording: BudgetRecording): ListingCandidate[] {
  const { version, input } = recording;
  const runtime = runtimeOf(version);
  const now = Date.now();
  const settings = settingsOf(recording);
  const cap = Number(settings.skillListingMaxDescChars ?? capabilities(runtime).listingTextCap ?? Infinity);
  const overrides = runtime === 'claude-code' ? (settings.skillOverrides ?? {}) : {};
  const userState = JSON.parse(JSON.stringify(input.files['~/.claude.json'] ?? {}), (_, value) =>
    value?.$daysAgo === undefined ? value : now - value.$daysAgo * 86_400_000,
  );
  const common = (identifier: string) => ({
    identifier,
    nameOnly: overrides[identifier] === 'name-only',
    score: usageScore(userState, identifier, now),
  });
  const ours = places.flatMap((place) =>
    Object.entries(input.files)
      .flatMap(([path, content]): [string, FileContent][] => {
        const name = place.exec(path)?.[1];
        return name === undefined ? [] : [[name, content]];
      })
      .sort(([a], [b]) => (runtime === 'claude-code' ? a.localeCompare(b) : a < b ? -1 : 1))
      .flatMap(([name, content]): ListingCandidate[] => {
        const entry = listingEntry(readDocument(textOf(content), runtime), name, cap);
        return entry ? [{ ...common(name), label: entry.label, text: entry.text, isProtected: false }] : [];
      }),
  );
  const taken = new Set(ours.map(({ identifier }) => identifier));
  const bundled = bundledSkills(
    runtime,
    ({ setting, environment }) => settings[setting ?? ''] === true || readFlag(input.env?.[environment ?? ''], runtime),
  ).map((skill) => ({
    ...common(skill.name),
    label: skill.name,
    text: { columns: bundledTextColumns(skill, cap) },
    isProtected: skill.protected,
  }));
  return [...ours, ...bundled.filter(({ identifier }) => !taken.has(identifier))].filter(
    ({ identifier }) => !['off', 'user-invocable-only'].includes(overrides[identifier]!),
  );
}

describe.each(runtimes)('the budget of the listing in %s', (runtime) => {
  const all = recordings('budget', runtime) as BudgetRecording[];

  test('recordings are at hand', () => expect(all.length).toBeGreaterThan(60));

  test.each(all.map((it) => [it.id, it] as const))('%s', (_, recording) => {
    const { input, observed } = recording;
    const { budget } = listingBudget({
      runtime,
      environment: { variable: (name) => input.env?.[name] },
      fraction: settingsOf(recording).skillListingBudgetFraction as number | undefined,
      model: input.args?.[1],
    });
    const candidates = candidatesOf(recording);
    const { entries, note } = fitListing(candidates, budget, runtime);
    const ours = entries.filter((_, index) => typeof candidates[index]!.text === 'string');
    const lines = ours.flatMap(({ line }) => line ?? []);
    // The recording splits the listing at line starts that look like an entry's.
    expect([...lines, ...(note ? [note] : [])].join('\n')).toBe(observed.listing!.join('\n'));

    const names = new Set(ours.map(({ identifier }) => identifier));
    const theirs = observed.listingShape.filter(([name]) => !names.has(name));
    // The recording counts line endings, Claude Code does not; only one of its skills has any.
    const widths = entries.filter((it) => !ours.includes(it)).map(({ identifier, chars }) => [identifier, chars]);
    expect(widths).toEqual(
      theirs.map(([name, units]) => [name, name === 'claude-api' ? units - lineEndsIn(units) : units]),
    );
  });
});

/** Line endings within the first units of the one line that has some. */
function lineEndsIn(units: number): number {
  const { lineEnds } = bundledSkills('claude-code', () => false).find(({ name }) => name === 'claude-api')!;
  return lineEnds!.filter((offset) => `- claude-api: `.length + offset < units - 1).length;
}
