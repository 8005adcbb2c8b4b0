import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readDirectoryFiles } from '../../server/src/catalog/directory/directory-files.ts';
import { readFileContext } from '../../server/src/catalog/file/read-file-context.ts';
import { checkBytesOf, defaultSettings } from '../../server/src/features/check/check-file.ts';
import { CheckInputs } from '../../server/src/features/check/check-inputs.ts';
import { pluginDirectory } from '../../server/src/rules/plugins/plugin-directory.ts';
import { directoryVerdicts } from '../../server/src/rules/readings/plugins/directory-verdicts.ts';
import { linkTo, memoryFileSystem } from '../unit/memory-file-system.ts';
import type { DirectoryInput, DirectoryObservation, DirectoryRecording } from './recorded-directory.ts';
import { bytesOf, recordings, runtimes } from './recordings.ts';
import './require-assertions.ts';

const all = recordings('plugin-directory', runtimes[0]!) as unknown as readonly DirectoryRecording[];
const repository = '/work/repository';

function onDisk({ files, links = {} }: DirectoryInput) {
  const at = (name: string) => path.posix.join(repository, name);
  return memoryFileSystem({
    ...Object.fromEntries(Object.entries(files).map(([name, content]) => [at(name), new Uint8Array(bytesOf(content))])),
    ...Object.fromEntries(
      Object.entries(links).map(([name, to]) => [at(name), linkTo(path.posix.join(path.posix.dirname(at(name)), to))]),
    ),
  });
}

/** What the directory's checks say, and what makes them fail because a file cannot be read. */
function saidOf({ findings, undecided }: DirectoryObservation): readonly string[] {
  const isTooMuch = undecided.includes('MCP_FILE_UNREAD');
  // What more cannot be known follows from these.
  const causes = undecided.filter(
    (code) => code !== 'PRIVACY_URL_MISSING' && !(isTooMuch && code === 'MCPJSON_UNPARSEABLE'),
  );
  return [...findings.map(({ code, severity }) => `${severity} ${code}`), ...causes.map((code) => `error ${code}`)];
}

const severities = { error: 'error', warning: 'warning', information: 'info' } as const;

describe('what `claude plugin validate --profile directory` says', () => {
  test.for(all.map((recording) => [recording.id, recording] as const))('%s', async ([, { input, observed }]) => {
    const disk = onDisk(input);
    const root = path.posix.join(repository, input.plugin);
    const manifest = `${root}/.claude-plugin/plugin.json`;
    const expected = [...new Set(saidOf(observed))].sort();

    const context = await readFileContext(manifest, disk, '/home');
    const bytes = await disk.readFile(manifest);
    if (!bytes || !context) {
      const files = await readDirectoryFiles(root, disk);
      const verdicts = files ? directoryVerdicts(files, undefined) : [];
      expect([...new Set(verdicts.map(({ severity, code }) => `${severities[severity]} ${code}`))].sort()).toEqual(
        expected,
      );
      return;
    }
    const checkInputs = new CheckInputs({
      files: disk,
      environment: { home: '/home' } as never,
      placeInCatalog: () => undefined,
    });
    const settings = { ...defaultSettings, targets: ['plugin-directory'] as const };
    const { findings } = checkBytesOf(
      bytes,
      { ...context, ...(await checkInputs.asTaken(context)) },
      settings,
      (rule, error) => {
        throw new Error(`${rule.id} crashed`, { cause: error });
      },
    );
    const ours = findings.filter(({ rule, subject }) => rule === pluginDirectory.id && subject !== 'MANIFEST_UNREAD');
    const said = ours.map(({ severity, subject }) => `${severities[severity as 'error']} ${subject}`);
    expect([...new Set(said)].sort()).toEqual(expected);
    const fails = findings.some(
      ({ rule, severity }) => (rule === pluginDirectory.id && severity !== 'information') || severity === 'error',
    );
    // A manifest that is too large is not checked at all.
    if (findings.some(({ rule }) => rule === 'file-too-large')) return;
    if (observed.fails || said.length > 0) expect(fails).toBe(observed.fails);
  });

  test.for(all.map((recording) => [recording.id, recording] as const))(
    '%s in the same files',
    async ([, { input, observed }]) => {
      const root = path.posix.join(repository, input.plugin);
      const files = await readDirectoryFiles(root, onDisk(input));
      const text = new TextDecoder().decode(
        bytesOf(input.files[path.posix.join(input.plugin, '.claude-plugin/plugin.json')] ?? ''),
      );
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {}
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      const written = isObject ? { value: value as Record<string, unknown>, text, isUtf8: true } : undefined;
      const verdicts = files && (files.manifest === 'skills-only' || written) ? directoryVerdicts(files, written) : [];
      const inFiles = verdicts.map(({ code, file = '' }) => {
        const relative = path.posix.relative(root, file);
        return `${code} ${file === '' ? '' : relative.startsWith('..') ? path.posix.relative(repository, file) : relative}`;
      });
      const undecided = new Set(observed.undecided);
      const decided = inFiles.filter((it) => !undecided.has(it.split(' ')[0]!) && !it.startsWith('MANIFEST_'));
      const expected = observed.findings
        .filter(
          ({ code, file }) => !code.startsWith('MANIFEST_') && !(code === 'ARCHIVE_OS_METADATA_FILE' && file === ''),
        )
        .map(({ code, file }) => `${code} ${file}`);
      expect(decided.sort()).toEqual(expected.sort());
    },
  );
});
