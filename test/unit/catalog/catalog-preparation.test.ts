import { describe, expect, test } from 'vitest';
import { crowdedListing } from '../../../server/src/catalog/file/crowded-listing.ts';
import { loadCatalog } from '../../../server/src/catalog/load-catalog.ts';
import type { Session } from '../../../server/src/catalog/session.ts';
import type { SessionCatalog } from '../../../server/src/catalog/session-catalog.ts';
import { updateCatalog } from '../../../server/src/catalog/update-catalog.ts';
import type { FileSystem } from '../../../server/src/platform/file-system.ts';
import { inTurns } from '../../../server/src/platform/work-turns.ts';
import { project, sessionOf } from '../features/session-of.ts';
import { memoryFileSystem } from '../memory-file-system.ts';

const pathOf = (name: string): string => `${project}/.claude/skills/${name}/SKILL.md`;

const similarText = 'Extracts tables from PDF invoices into spreadsheets for accounting';

function skillText(description: string): string {
  return `---\ndescription: ${description}\n---\nBody\n`;
}

/** A session whose skills, by name, may change. */
function changingSession(skills: Record<string, string>): Session {
  const files = new Proxy({} as FileSystem, {
    get: (_, question: keyof FileSystem) => {
      const content = Object.entries(skills).map(([name, text]) => [pathOf(name), skillText(text)]);
      return memoryFileSystem({ [`${project}/.git/HEAD`]: '', ...Object.fromEntries(content) })[question];
    },
  });
  return { ...sessionOf({}), files };
}

function answersOf(catalog: SessionCatalog) {
  const { text, used } = catalog.listing();
  const skills = catalog.skills().map(({ id }) => [id, catalog.similarTo(id), crowdedListing(catalog, id)]);
  return { text, used, skills };
}

describe('a catalog that is prepared in pieces', () => {
  test('is made, resolved, listed and compared with no piece for more than a few skills', async () => {
    const count = 600;
    const many = Array.from({ length: count }, (_, index) => [pathOf(`skill-${index}`), skillText(`Does ${index}`)]);
    const session = { ...sessionOf({}), files: memoryFileSystem(Object.fromEntries(many)) };
    let pieces = 0;
    const countPiece = () => {
      pieces++;
      return undefined;
    };
    const { catalog } = await loadCatalog(session, { pause: countPiece });
    expect(pieces).toBeGreaterThanOrEqual(count);
    pieces = 0;
    await inTurns(catalog.listingPreparation(), { pause: countPiece });
    // To resolve, to measure and to list each of them.
    expect(pieces).toBeGreaterThanOrEqual(3 * count);
    pieces = 0;
    await inTurns(catalog.preparation(), { pause: countPiece });
    expect(pieces).toBeGreaterThanOrEqual(count);
  });

  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const texts = () => Object.fromEntries(names.map((name) => [name, similarText]));

  test('has a piece for each skill and each description', async () => {
    const { catalog } = await loadCatalog(changingSession(texts()));
    const pieces = [...catalog.preparation()].length;
    expect(pieces).toBeGreaterThanOrEqual(2 * names.length);
    expect(pieces).toBeLessThan(total);
    expect([...catalog.preparation()].length).toBeLessThan(2 * names.length);
  });

  // More than there are pieces.
  const total = 100;
  test.each(Array.from({ length: total }, (_, steps) => steps))(
    'answers the same after %i pieces and a change',
    async (steps) => {
      const skills: Record<string, string> = texts();
      const session = changingSession(skills);
      const loaded = await loadCatalog(session);
      const preparation = loaded.catalog.preparation();
      for (let step = 0; step < steps; step++) preparation.next();
      delete skills.b;
      skills.c = 'Draws maps of rivers';
      skills.g = similarText;
      await updateCatalog(loaded, ['b', 'c', 'g'].map(pathOf), session);
      // A question in between does the rest at once.
      if (steps % 3 === 0) loaded.catalog.similarTo(loaded.catalog.skills()[0]!.id);
      if (steps % 3 === 1) loaded.catalog.listing();
      for (const _ of preparation);
      const anew = await loadCatalog(session);
      expect(answersOf(loaded.catalog)).toEqual(answersOf(anew.catalog));
      expect(anew.catalog.skills().some(({ id }) => anew.catalog.similarTo(id).length > 0)).toBe(true);
    },
  );
});
