import { readTiming } from '../../../evaluation/results/read-run-files.ts';
import { MAX_FILE_BYTES } from '../../../platform/bounds.ts';
import { decodeText } from '../../../platform/decode-text.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import type { Suite } from '../running/suites.ts';
import { promptFolder, runFolder } from './prompt-result.ts';
import type { SetPrompt } from './suite-prompts.ts';

/** Results that are searched for the last session of a prompt. */
const maxResults = 20;

/** US dollars that the last session of a prompt cost; undefined if no result says that. */
export async function lastCostOf(
  suite: Suite,
  prompt: SetPrompt,
  isWithSkill: boolean,
  files: FileSystem,
): Promise<number | undefined> {
  const results = `${suite.folder}/results`;
  const names = ((await files.readFolder(results)) ?? []).flatMap(({ name, type }) => (type === 'folder' ? name : []));
  // The names are times.
  for (const name of names.sort().reverse().slice(0, maxResults)) {
    const timing = `${results}/${name}/${promptFolder(prompt)}/${runFolder(isWithSkill)}/timing.json`;
    const bytes = await files.readFile(timing, MAX_FILE_BYTES);
    const cost = bytes && readTiming(decodeText(bytes)).what?.costUsd;
    if (cost !== undefined) return cost;
  }
  return undefined;
}
