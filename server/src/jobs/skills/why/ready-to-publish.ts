import { URI } from 'vscode-uri';
import { type DirectoryFiles, readDirectoryFiles } from '../../../catalog/directory/directory-files.ts';
import { findPluginRoot } from '../../../catalog/discover/plugin-root.ts';
import { NamesInScope } from '../../../catalog/file/names-in-scope.ts';
import { readFileContext } from '../../../catalog/file/read-file-context.ts';
import { jsonText } from '../../../document/json-values.ts';
import { readDocument } from '../../../document/read-document.ts';
import type { SkillDocument } from '../../../document/skill-document.ts';
import { counted } from '../../../document/text/numbers.ts';
import { checkFile, defaultSettings } from '../../../features/check/check-file.ts';
import { decodeText } from '../../../platform/decode-text.ts';
import { memoisingFileSystem } from '../../../platform/file-systems/memoising-file-system.ts';
import { foldersAbove, isInside, lastPart, relativeTo } from '../../../platform/paths.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { WhyFix, WhyReport, WhyStep } from '../../../protocol.ts';
import { lookUpJson } from '../../../rules/edits/json-lookup.ts';
import { showText } from '../../../rules/messages/show-value.ts';
import { fixesOfVerdict } from '../../../rules/readings/plugins/directory-fixes.ts';
import type { DirectoryCode, DirectoryVerdict } from '../../../rules/readings/plugins/directory-verdict.ts';
import {
  directoryVerdicts,
  manifestPath,
  writtenManifest,
} from '../../../rules/readings/plugins/directory-verdicts.ts';
import { good, openFix } from './why-question.ts';

/** A plugin as it is saved, for all checks. */
interface CheckedPlugin {
  readonly files: DirectoryFiles;
  /** Undefined without a manifest. */
  readonly document: SkillDocument | undefined;
  readonly verdicts: readonly DirectoryVerdict[];
}

/** One item of the list: the checks of the plugin directory that are about the same thing. */
interface ChecklistItem {
  readonly codes: readonly DirectoryCode[];
  /** The text if none of them finds anything. */
  readonly whenGood: (plugin: CheckedPlugin) => string;
}

/**
 * Whether the plugin directory would take a plugin: each of its checks, with what to do. Undefined if there is no plugin
 * in the folder or above the file.
 *
 * @param path of a plugin's folder, or of something in it
 */
export async function readyToPublish(
  path: string,
  { files: disk, environment }: Pick<Platform, 'files' | 'environment'>,
): Promise<WhyReport | undefined> {
  const files = memoisingFileSystem(disk);
  const root = await rootOf(path, files);
  if (root === undefined) return undefined;
  const found = await readDirectoryFiles(root, files);
  const manifest = await readManifest(root, files, environment.home);
  if (!found) return undefined;
  const title = `Is ${showText(nameOf(root, manifest?.written?.value))} ready to publish?`;
  const errors = manifest ? errorsOf(manifest, found) : [];
  if (manifest && !manifest.written && found.manifest !== 'unread') {
    const verdict = 'Not yet: nothing else can be checked before the manifest can be read';
    return { title, verdict, steps: errors };
  }
  const verdicts = directoryVerdicts(found, manifest?.written);
  const plugin = { files: found, document: manifest?.document, verdicts };
  const steps = [...errors, ...checklist.flatMap((item) => stepsOf(item, plugin))];
  return { title, verdict: verdictOn(steps), steps: [...steps, note] };
}

/** The folder itself, or the plugin that holds a file; undefined if nothing is there. */
async function rootOf(path: string, files: Platform['files']): Promise<string | undefined> {
  const type = await files.typeOf(path);
  if (type !== 'file') return type && path;
  return findPluginRoot(foldersAbove(path), files, new NamesInScope(files).plugins);
}

async function readManifest(root: string, files: Platform['files'], home: string | undefined) {
  const path = `${root}/.claude-plugin/plugin.json`;
  const [bytes, context] = await Promise.all([files.readFile(path), readFileContext(path, files, home)]);
  if (!bytes || !context) return undefined;
  const document = readDocument(decodeText(bytes), defaultSettings.runtime, context.kind);
  return { document, context, written: writtenManifest(document, context) };
}

function nameOf(root: string, manifest: Readonly<Record<string, unknown>> | undefined): string {
  const name = manifest?.name;
  return typeof name === 'string' && name !== '' ? name : lastPart(root);
}

/** The errors in the manifest besides those that the directory reports. */
function errorsOf(
  { document, context }: NonNullable<Awaited<ReturnType<typeof readManifest>>>,
  files: DirectoryFiles,
): readonly WhyStep[] {
  // A rule that throws is reported when the file itself is checked.
  const { findings } = checkFile(document.text, context, defaultSettings, () => {});
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ message, range }) => ({
      state: 'bad',
      text: message,
      fix: openFix('Open `.claude-plugin/plugin.json`', manifestPath(files), document.lines.lineAt(range.start)),
    }));
}

const checklist: readonly ChecklistItem[] = [
  {
    codes: ['MANIFEST_NOT_FOUND', 'MANIFEST_UNREAD', 'MANIFEST_INVALID_JSON'],
    whenGood: () => 'The manifest can be read',
  },
  {
    codes: ['MANIFEST_NAME_FORMAT', 'MANIFEST_NAME_NOT_KEBAB', 'IDENTIFIER_NON_ASCII'],
    whenGood: () => 'The name can be listed',
  },
  {
    codes: ['README_MISSING', 'README_TRIVIAL', 'README_NOT_RENDERED'],
    whenGood: ({ files }) =>
      `${showText(placeIn(files, files.readme!.path))} has ${files.readme!.words} words, of 40 that are required, and the listing shows it`,
  },
  {
    codes: ['LICENSE_MISSING'],
    whenGood: ({ files }) =>
      files.license === undefined
        ? 'The manifest names a license'
        : `${showText(placeIn(files, files.license))} is the license`,
  },
  {
    codes: ['ICON_MISSING', 'ICON_INVALID'],
    whenGood: () =>
      'The plugin has an icon. Whether it is square and has 512 to 2048 pixels on each side is not checked',
  },
  { codes: ['LISTING_URL_SCHEME'], whenGood: () => 'The listing accepts all addresses' },
  {
    codes: ['PRIVACY_URL_MISSING'],
    whenGood: () => 'A privacy policy is there, or not needed',
  },
  { codes: ['PATH_TRAVERSAL'], whenGood: () => 'No path points outside the plugin' },
  { codes: ['MCP_FILE_UNREAD', 'MCPJSON_UNPARSEABLE'], whenGood: () => 'All files of MCP servers can be read' },
  {
    codes: ['HOOKS_FILE_UNREAD', 'HOOKS_JSON_INVALID', 'HOOKS_MISSING_WRAPPER', 'HOOKS_SCHEMA_INVALID'],
    whenGood: () => 'All files of hooks can be read',
  },
  { codes: ['ARCHIVE_OS_METADATA_FILE'], whenGood: () => 'No system files of macOS or Windows' },
];

const note: WhyStep = {
  state: 'note',
  text: 'These are the checks of `claude plugin validate --profile directory`. The directory also scans and reviews each submission. With `plugin-directory` in `skillwright.targets`, the editor and the command line report them, too',
};

const states = { error: 'bad', warning: 'warning', information: 'note' } as const;

function stepsOf({ codes, whenGood }: ChecklistItem, plugin: CheckedPlugin): readonly WhyStep[] {
  const found = plugin.verdicts.filter(({ code }) => codes.includes(code));
  if (found.length === 0) return [good(whenGood(plugin))];
  return found.map((verdict) => {
    const fix = fixOf(verdict, plugin);
    return { state: states[verdict.severity], text: verdict.message, ...(fix && { fix }) };
  });
}

/** Creates the file that is missing, or opens the place. */
function fixOf(verdict: DirectoryVerdict, { files, document }: CheckedPlugin): WhyFix | undefined {
  const { code, file, place } = verdict;
  const created = fixesOfVerdict(verdict, document).find(({ creates }) => creates !== undefined);
  if (created) {
    const { path, text } = created.creates!;
    return { kind: 'create', title: created.title, uri: URI.file(path).toString(), text };
  }
  // Files that an operating system left are not for reading.
  if (code === 'ARCHIVE_OS_METADATA_FILE') return undefined;
  const isMissing = code === 'LICENSE_MISSING';
  const opened = file === undefined || isMissing ? manifestPath(files) : file;
  if (files.manifest === 'skills-only' && opened === manifestPath(files)) {
    const text = jsonText({ name: lastPart(files.root) });
    return { kind: 'create', title: 'Create `plugin.json`', uri: URI.file(opened).toString(), text };
  }
  const line = opened === manifestPath(files) ? lineOf(place, document) : undefined;
  return openFix(`Open ${showText(placeIn(files, opened))}`, opened, line);
}

function lineOf(place: readonly string[] | undefined, document: SkillDocument | undefined): number | undefined {
  const node = place && lookUpJson(document?.json?.root, place);
  return node && document!.lines.lineAt(node.offset);
}

function placeIn({ root }: DirectoryFiles, path: string): string {
  return isInside(path, root) ? relativeTo(path, root) : lastPart(path);
}

function verdictOn(steps: readonly WhyStep[]): string {
  const count = (state: WhyStep['state'], one: string) => {
    const { length } = steps.filter((step) => step.state === state);
    return length === 0 ? undefined : counted(length, one);
  };
  const refused = count('bad', 'problem');
  const warned = count('warning', 'warning');
  if (refused)
    return `Not yet: the plugin directory rejects this plugin because of ${refused}${warned ? `. It also has ${warned}` : ''}`;
  return warned ? `Yes, but the plugin directory has ${warned}` : 'Yes: these checks find nothing';
}
