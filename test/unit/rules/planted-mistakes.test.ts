import { describe, expect, test } from 'vitest';
import { check, expectFindings } from './expect-findings.ts';
import { type CleanFile, cleanFiles, type Plant, plants } from './planted-mistakes.ts';

/*
 * Mistakes planted into files without any: each is found by the rule that explains it, at exactly the planted text.
 * Variations of the same text that are not mistakes are reported by no rule.
 */

describe('files without mistakes', () => {
  test.for(cleanFiles)('nothing is reported in $path', ({ path, text }) => {
    expect(check(text, { path }).findings).toEqual([]);
  });
});

describe.for(plants)('$kind', (plant) => {
  const cases = <T>(of: readonly T[]) =>
    filesFor(plant).flatMap((file) => of.map((it) => [file.path, it, file] as const));

  test.for(cases(plant.mistakes))('in %s: %s', ([path, mistake, file]) => {
    expectFindings(plant.rule, plant.into(file.text, mistake), { path });
  });

  test.for(cases(plant.valid))('nothing in %s: %s', ([path, valid, file]) => {
    const text = plant.into(file.text, valid);
    const findings = check(text, { path }).findings;
    expect(findings.map(({ rule, range }) => `${rule}: ${text.slice(range.start, range.end)}`)).toEqual([]);
  });
});

function filesFor({ files }: Plant): readonly CleanFile[] {
  return cleanFiles.filter(({ kind, takes }) => files.some((it) => it === kind || it === takes));
}

describe('skills where Claude Code does not look', () => {
  const skills = cleanFiles.filter(({ kind }) => kind === 'skill');
  const moved = ({ path }: CleanFile, to: (folder: string) => string) =>
    path.replace(/[^/]+\/[^/]+\/SKILL\.md$/, to(path.split('/').at(-2)!));

  test.for(skills)('$path in a README.md or in `skill`', (file) => {
    const marked = file.text.replace('---', '«---»');
    expectFindings('skill-misplaced', marked, { path: moved(file, (folder) => `skills/${folder}/README.md`) });
    expectFindings('skill-misplaced', marked, { path: moved(file, (folder) => `skill/${folder}/SKILL.md`) });
  });

  test.for(skills)('a README.md without description next to $path is a note', (file) => {
    const path = moved(file, (folder) => `skills/${folder}/README.md`);
    expect(check('# Notes\n', { path }).findings).toEqual([]);
    expect(check('---\ntitle: Notes\n---\n', { path }).findings).toEqual([]);
  });
});
