import { describe, expect, test } from 'vitest';
import { readFileContext } from '../../server/src/catalog/file/read-file-context.ts';
import { discoverFiles } from '../../server/src/cli/files/discover-files.ts';
import { evaluationsFolderOf } from '../../server/src/evaluation/surroundings/evaluations-folder.ts';
import { checkFile, defaultSettings } from '../../server/src/features/check/check-file.ts';
import { memoryFileSystem } from '../unit/memory-file-system.ts';
import { type Recording, recordings, runtimes } from './recordings.ts';
import './require-assertions.ts';

/** A plugin with cases, and where `claude plugin eval` found them. */
interface RecordedFolder extends Pick<Recording, 'id'> {
  readonly input: { readonly files: Readonly<Record<string, string>> };
  readonly observed: {
    /** The names and the folders of the cases. */
    readonly cases: readonly (readonly [name: string, folder: string])[];
    /** The folder in which the results are; null without any. */
    readonly results: string | null;
    /** What was said before. */
    readonly warnings?: readonly string[];
  };
}

const all = recordings('evaluation-folder', runtimes[0]!) as unknown as RecordedFolder[];

const project = '/project';

describe('folders of evaluations as `claude plugin eval` finds them', () => {
  test('there are recordings', () => expect(all.length).toBeGreaterThan(30));

  test.each(all)('$id', async ({ input, observed }) => {
    const disk = Object.fromEntries(Object.entries(input.files).map(([name, text]) => [`${project}/${name}`, text]));
    const files = memoryFileSystem(disk);
    const { cases, results, warnings = [] } = observed;
    const evaluations = await evaluationsFolderOf(project, files);
    if (results !== null) expect(evaluations).toBe(`${project}/${results}`);

    // All cases that were run are checked, with their names.
    const found = await discoverFiles([project], files);
    const checked = found.files.map(({ path }) => path);
    expect(checked).toEqual(expect.arrayContaining(cases.map(([, folder]) => `${project}/${folder}/prompt.md`)));
    const twins = cases.filter(([name]) => cases.filter(([other]) => other === name).length > 1);
    const reported: string[] = [];
    for (const path of [
      `${project}/.claude-plugin/plugin.json`,
      ...cases.map(([, it]) => `${project}/${it}/prompt.md`),
    ]) {
      const context = (await readFileContext(path, files, '/home/me'))!;
      expect(context.evaluation !== undefined, path).toBe(path.endsWith('.md'));
      const { findings } = checkFile(disk[path]!, context, defaultSettings, (rule, error) => {
        throw new Error(`${rule.id} crashed`, { cause: error });
      });
      reported.push(...findings.map(({ rule }) => `${rule} ${path.slice(project.length + 1)}`));
    }
    // Two cases that are only named by folders of one name are told apart by those.
    const named = twins.filter(([, folder]) => disk[`${project}/${folder}/prompt.md`]!.includes('name:'));
    expect(reported.filter((it) => it.startsWith('evaluation-duplicate'))).toEqual(
      named.map(([, folder]) => `evaluation-duplicate ${folder}/prompt.md`),
    );
    const isIgnored = warnings.some((warning) => warning.startsWith('ignoring'));
    const isMissing = (await files.typeOf(evaluations)) !== 'folder';
    const isNamed = disk[`${project}/.claude-plugin/plugin.json`]?.includes('"evals"') === true;
    expect(reported.includes('evaluation-file .claude-plugin/plugin.json')).toBe(isIgnored || (isMissing && isNamed));
  });
});
