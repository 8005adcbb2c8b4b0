import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { listingEntry } from '../../server/src/catalog/listing/listing-entry.ts';
import { readFlag, readLooseText } from '../../server/src/dialect/coercion.ts';
import { capabilities } from '../../server/src/dialect/runtimes/capabilities.ts';
import { readDocument } from '../../server/src/document/read-document.ts';
import type { RuntimeId } from '../../server/src/document/runtime-id.ts';
import type { SkillDocument } from '../../server/src/document/skill-document.ts';
import { corpusFolder, type Recording, recordings, recordingsBeside, runtimes, textOf } from './recordings.ts';

const cap = 1536;
const skillPath = /^\.claude\/skills\/([^/]+)\/SKILL\.md$/;

/** Recordings that are not met, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'own-tag-set claude-code@2.1.7': 'a value tagged `!!set` is a map here, a JavaScript Set there',
  'own-tag-omap claude-code@2.1.7': 'a value tagged `!!omap` is a map here, a JavaScript Map there',
  'own-tag-binary-bad claude-code@2.1.7': 'a value tagged `!!binary` is text here, bytes there',
  'own-big-frontmatter claude-code@2.1.7': 'frontmatter is read up to 1 MiB',
};

/** Public skills recorded next to another one of the same `name`, which takes the alias; alone they show it. */
const recordedBesideNamesake = new Set([
  'anthropics+skills/skills/frontend-design/SKILL.md',
  'getsentry+skills/skills/brand-guidelines/SKILL.md',
  'getsentry+skills/skills/doc-coauthoring/SKILL.md',
]);

for (const runtime of runtimes) {
  describe(`frontmatter as ${runtime} reads it`, () => {
    const lone = recordings('frontmatter', runtime).filter(
      ({ id, input }) =>
        Object.keys(input.files).length === 1 &&
        skillPath.test(Object.keys(input.files)[0]!) &&
        !exceptions[`${id} ${runtime}`],
    );

    const compared = lone.map((it) => [it.id, comparisonsIn(it, runtime)] as const);
    const telling = compared.filter(([, comparisons]) => comparisons.length > 0);

    // The others depend on more than one file: texts and catalogs are compared with those.
    test('recordings are at hand', () =>
      expect(telling.length).toBeGreaterThan(runtime === 'claude-code@2.1.7' ? 550 : 750));

    test.for(telling)('%s', ([, comparisons]) => {
      for (const { ours, recorded } of comparisons) expect(ours).toEqual(recorded);
    });
  });
}

/** How Skillwright reads a recorded file, and how Claude Code read it. */
interface Comparison {
  readonly ours: unknown;
  readonly recorded: unknown;
}

/** Everything that a recording says of the frontmatter of its only file. */
function comparisonsIn({ input, observed }: Recording, runtime: RuntimeId): Comparison[] {
  const [path, content] = Object.entries(input.files)[0]!;
  const text = textOf(content);
  const folder = skillPath.exec(path)![1]!;
  const document = readDocument(text, runtime);
  const flag = (name: string) => readFlag(document.frontmatter.fields.get(name)?.value, runtime)?.value;
  const found: Comparison[] = [];
  // A prompt that is not even shaped like a command is sent without a listing.
  const hasListing = observed.listing !== undefined && !input.prompt.startsWith('/ ');
  if (hasListing && !isConditional(document.frontmatter.fields.has('paths'), runtime)) {
    const entry = listingEntry(document, folder, cap);
    // The recording splits the listing at line endings, which old releases leave in descriptions.
    const line = runtime === 'claude-code@2.1.7' ? entry?.line.replace(/\n+$/, '') : entry?.line;
    found.push({ ours: line ?? '', recorded: observed.listing!.join('\n') });
  }
  const runsOurSkill = observed.rendered?.startsWith('Base directory for this skill: ');
  if (runsOurSkill && document.body.placeholders.length + document.body.injections.length === 0) {
    const sent = `Base directory for this skill: \${PROJECT}/.claude/skills/${folder}\n\n${text.slice(document.body.range.start)}`;
    found.push({ ours: sent, recorded: observed.rendered });
  }
  const isRefused = observed.result?.startsWith('This skill can only be invoked by Claude') ?? false;
  if (isRefused || observed.rendered !== undefined)
    found.push({ ours: flag('user-invocable') === false, recorded: isRefused });
  return found;
}

describe('listing lines of many skills at once', () => {
  const skills = recordings('listing', 'claude-code').flatMap(({ id, input, observed }) =>
    Object.entries(input.files).map(([path, content]) => ({
      id: `${id} ${skillPath.exec(path)![1]}`,
      folder: skillPath.exec(path)![1]!,
      text: textOf(content),
      listing: observed.listing!,
    })),
  );

  test.for(skills.map((it) => [it.id, it] as const))('%s', ([, { folder, text, listing }]) => {
    const entry = listingEntry(readDocument(text, 'claude-code'), folder, cap);
    expect(listing.find((line) => new RegExp(`^- ${folder}( \\(.*?\\))?: `).test(line))).toBe(entry?.line);
  });
});

for (const runtime of runtimes) {
  describe(`several skills of one project as ${runtime} lists them`, () => {
    const projects = recordings('frontmatter', runtime).filter(({ input }) => {
      const paths = Object.keys(input.files);
      return paths.length > 1 && paths.every((path) => skillPath.test(path));
    });

    test('recordings are at hand', () => expect(projects.length).toBeGreaterThan(1));

    test.for(projects.map((it) => [it.id, it] as const))('%s', ([, { input, observed }]) => {
      const skills = Object.entries(input.files).map(([path, content]) => ({
        folder: skillPath.exec(path)![1]!,
        document: readDocument(textOf(content), runtime),
      }));
      expect(listFolder(skills, cap)).toEqual(observed.listing);
    });
  });
}

/** `paths` takes a skill out of the listing until a file matches; that is the catalog's business. */
function isConditional(hasPaths: boolean, runtime: RuntimeId): boolean {
  return hasPaths && runtime !== 'claude-code@2.1.7';
}

describe.skipIf(!corpusFolder)('public skills, each alone in a project', () => {
  const listed = recordingsBeside<{ file: string; listing: string | null }>('vectors/corpus-listing.jsonl');

  test.for(listed.map((it) => [it.file, it] as const))('%s', ([, { file, listing }]) => {
    const document = readDocument(readFileSync(`${corpusFolder}${file}`, 'utf8'), 'claude-code');
    const entry = listingEntry(document, '${DIR}', cap);
    const line = recordedBesideNamesake.has(file) ? entry && `- \${DIR}: ${entry.text}` : entry?.line;
    expect(line ?? null).toBe(listing);
  });
});

/** A skill in a folder of skills. */
interface ListedSkill {
  readonly folder: string;
  readonly document: SkillDocument;
}

/**
 * The lines of the skills of one folder, in Claude Code's order, before any budget: by name, in some releases by code
 * unit. The first skill with an alias keeps it, and a folder's name is never another skill's alias.
 */
function listFolder(skills: readonly ListedSkill[], cap: number): string[] {
  const [first] = skills;
  const sortsByLocale = first && capabilities(first.document.runtime).sortsByLocale;
  const byName = (a: ListedSkill, b: ListedSkill) =>
    sortsByLocale ? a.folder.localeCompare(b.folder) : a.folder < b.folder ? -1 : 1;
  const taken = new Set(skills.map(({ folder }) => folder));
  return [...skills].sort(byName).flatMap(({ folder, document }) => {
    const entry = listingEntry(document, folder, cap, taken);
    const alias = readLooseText(document.frontmatter.fields.get('name')?.value, document.runtime);
    if (alias !== undefined) taken.add(alias);
    return entry ? [entry.line] : [];
  });
}
