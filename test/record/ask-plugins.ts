import { readFileSync, writeFileSync } from 'node:fs';
import { mapConcurrently } from '../../server/src/platform/map-concurrently.ts';
import type { DirectoryRecording } from '../conformance/recorded-directory.ts';
import type { PluginRecording } from '../conformance/recorded-plugin.ts';
import { askAboutDirectory, askAboutPlugin } from './observe-plugin.ts';
import { defaultCache, obtainRelease } from './release.ts';

/*
 * Asks a release about the plugins and marketplaces of a file of recordings, and writes the answers into it. A line
 * may have no answer yet. Lines of the kind `plugin-directory` are asked what the plugin directory
 * would say.
 *
 *   node test/run-typescript.mjs test/record/ask-plugins.ts VERSION test/conformance/own-plugins.VERSION.jsonl
 */

async function main([version, file]: readonly string[]): Promise<void> {
  if (!version || !file) throw new Error('Usage: ask-plugins.ts VERSION FILE');
  const { command } = obtainRelease(version, defaultCache(), console.error);
  const recordings = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as PluginRecording | DirectoryRecording);
  const asked = await mapConcurrently(
    recordings,
    2,
    async (recording): Promise<PluginRecording | DirectoryRecording> => {
      const { id, kind, input } = recording;
      if (kind === 'plugin') return { id, kind, version, input, observed: await askAboutPlugin(command, input) };
      return { id, kind, version, input, observed: await askAboutDirectory(command, input) };
    },
  );
  writeFileSync(file, asked.map((recording) => `${JSON.stringify(recording)}\n`).join(''));
}

await main(process.argv.slice(2));
