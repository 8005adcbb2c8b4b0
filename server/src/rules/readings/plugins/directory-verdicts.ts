import { faultOfText } from '../../../catalog/directory/configuration-files.ts';
import type { DirectoryFiles } from '../../../catalog/directory/directory-files.ts';
import { isListedAddress, readListingText } from '../../../catalog/directory/listing-text.ts';
import { trimmed } from '../../../catalog/directory/readme-text.ts';
import type { FileContext } from '../../../catalog/file/file-context.ts';
import { PLUGIN_DIRECTORY, PRIVACY_KEYS } from '../../../dialect/plugin-directory.ts';
import { jsonValue } from '../../../document/json-document.ts';
import { type JsonMap, mapOf, textOf } from '../../../document/json-values.ts';
import type { SkillDocument } from '../../../document/skill-document.ts';
import { lastPart } from '../../../platform/paths.ts';
import { showText } from '../../messages/show-value.ts';
import { climbingPath, connectionVerdicts, isClimbing } from './directory-connections.ts';
import { type DirectoryCode, type DirectoryVerdict, severityOf } from './directory-verdict.ts';

/** A manifest as it is written now. */
interface ListedManifestText {
  readonly value: JsonMap;
  readonly text: string;
  readonly isUtf8: boolean;
}

const { limits } = PLUGIN_DIRECTORY;

/** The manifest in a document; undefined if it is not an object. */
export function writtenManifest(
  { json, text }: SkillDocument,
  { encoding }: Pick<FileContext, 'encoding'>,
): ListedManifestText | undefined {
  const value = json?.root && json.faults.length === 0 ? mapOf(jsonValue(json.root)) : undefined;
  return value && { value, text, isUtf8: encoding === 'utf-8' };
}

/**
 * The verdicts of `claude plugin validate --profile directory` on a plugin, most of them about its manifest.
 *
 * @param manifest undefined if the plugin has none
 */
export function directoryVerdicts(
  files: DirectoryFiles,
  manifest: ListedManifestText | undefined,
): readonly DirectoryVerdict[] {
  if (files.manifest === 'unread') return [ofUnreadManifest(files)];
  const value = manifest?.value ?? {};
  return [
    ...(manifest ? ofManifest(files, manifest) : ofDerivedName(files)),
    ...ofReadme(files),
    ...ofLicense(files, value),
    ...ofIcon(files, value),
    ...ofLinks(files, value),
    ...ofScreenshots(files, value),
    ...connectionVerdicts(files, value, privacyLink(files, value)),
    ...ofSystemFiles(files),
  ];
}

/** The path of a plugin's manifest. */
export function manifestPath({ root }: DirectoryFiles): string {
  return `${root}/.claude-plugin/plugin.json`;
}

function verdict(code: DirectoryCode, file: string | undefined, message: string, ...place: string[]): DirectoryVerdict {
  return { code, severity: severityOf(code), file, message, ...(place.length > 0 && { place }) };
}

function ofUnreadManifest(files: DirectoryFiles): DirectoryVerdict {
  const message =
    'The manifest is reached through a symbolic link or is larger than 1 MiB, so the plugin directory does not read it. Make it a regular file';
  return verdict('MANIFEST_UNREAD', manifestPath(files), message);
}

const faults = {
  mark: 'The manifest begins with a byte order mark, so the plugin directory rejects the plugin. Save it as UTF-8 without one',
  'not-utf-8': 'The manifest is not UTF-8, so the plugin directory rejects the plugin. Save it as UTF-8',
  'too-deep': `The manifest nests lists and objects more than ${limits.jsonNesting} levels deep, so the plugin directory rejects the plugin. Flatten it`,
} as const;

function* ofManifest(files: DirectoryFiles, { value, text, isUtf8 }: ListedManifestText): Generator<DirectoryVerdict> {
  const path = manifestPath(files);
  const fault = faultOfText(text, isUtf8);
  if (fault) yield verdict('MANIFEST_INVALID_JSON', path, faults[fault]);
  if (typeof value.name === 'string' && !isAscii(value.name)) {
    yield verdict('IDENTIFIER_NON_ASCII', path, nonAscii(value.name, 'Rename the plugin'), 'name');
  }
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7E]*$/.test(text);
}

function nonAscii(name: string, advice: string): string {
  return `The name ${showText(name)} has non-ASCII characters, so the plugin directory rejects the plugin. ${advice}`;
}

/** Without a manifest, the name of the folder counts if the plugin is below the root of its repository. */
function* ofDerivedName({ root, repository }: DirectoryFiles): Generator<DirectoryVerdict> {
  const name = lastPart(root);
  const isListedAs = repository.kind === 'parent';
  const listed = isListedAs ? ` and lists it as ${showText(name)}, the name of its folder` : '';
  yield verdict(
    'MANIFEST_NOT_FOUND',
    undefined,
    `The plugin has no \`.claude-plugin/plugin.json\`. The plugin directory accepts a folder of skills without one${listed}. Add one to choose name, description and version`,
  );
  if (!isListedAs) return;
  const advice = 'Add `.claude-plugin/plugin.json` with another name, or rename the folder';
  if (name.includes(' ')) {
    yield verdict(
      'MANIFEST_NAME_FORMAT',
      undefined,
      `The folder’s name ${showText(name)} is the plugin’s and must not contain spaces, so the plugin directory rejects the plugin. ${advice}`,
    );
  } else if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) {
    yield verdict(
      'MANIFEST_NAME_NOT_KEBAB',
      undefined,
      `The folder’s name ${showText(name)} is the plugin’s, and claude.ai takes only lowercase letters, digits and single hyphens. ${advice}`,
    );
  }
  if (!isAscii(name)) yield verdict('IDENTIFIER_NON_ASCII', undefined, nonAscii(name, advice));
}

function* ofReadme({ root, readme }: DirectoryFiles): Generator<DirectoryVerdict> {
  if (!readme) {
    yield verdict(
      'README_MISSING',
      `${root}/README.md`,
      `The plugin has no README.md, so the plugin directory rejects it. Describe in at least ${limits.readmeWords} words what it does, how to use it, and what it needs`,
    );
    return;
  }
  const { path, unread, words, notShown, isInRepositoryRoot } = readme;
  const name = isInRepositoryRoot
    ? `The ${lastPart(path)} of the repository, which counts for this plugin,`
    : lastPart(path);
  const refused = 'so the plugin directory rejects the plugin';
  if (unread === 'too-large') {
    yield verdict('README_TRIVIAL', path, `${name} is larger than 1 MiB, ${refused}. Move some of it to other files`);
  } else if (unread) {
    yield verdict('README_TRIVIAL', path, `${name} cannot be read, ${refused}. Make it a regular, readable file`);
  } else {
    if (words < limits.readmeWords) {
      yield verdict(
        'README_TRIVIAL',
        path,
        `${name} has ${words} ${words === 1 ? 'word' : 'words'}, not counting code and addresses, ${refused}. Write at least ${limits.readmeWords}: what the plugin does, how to use it, and what it needs`,
      );
    }
    if (notShown !== undefined) {
      yield verdict(
        'README_NOT_RENDERED',
        path,
        `The preview of the listing does not show ${lastPart(path)}, because it has ${notShown}. Simplify or shorten it`,
      );
    }
  }
}

function* ofLicense({ root, license }: DirectoryFiles, manifest: JsonMap): Generator<DirectoryVerdict> {
  if (license !== undefined || trimmed(textOf(manifest.license) ?? '') !== '') return;
  yield verdict(
    'LICENSE_MISSING',
    `${root}/LICENSE`,
    'The plugin has no license, so the plugin directory rejects it. Add a file LICENSE, or set `license` to an SPDX identifier such as `MIT`',
  );
}

const allowedIcons = 'a square PNG or JPEG of 512 to 2048 pixels on each side, under 2 MB';

function* ofIcon(files: DirectoryFiles, manifest: JsonMap): Generator<DirectoryVerdict> {
  const written = typeof manifest.icon === 'string' ? manifest.icon : '';
  const icon = readListingText(written);
  const path = manifestPath(files);
  const isAddress = icon.includes('://') || icon.startsWith('//') || /^[A-Za-z][A-Za-z0-9+.-]*:/.test(icon);
  if (icon !== '' && !isAddress) {
    if (isClimbing(icon)) yield climbingPath(files, icon, ['icon']);
    else if (/["'<>\\`&\u0000-\u0020\u007f]/.test(icon)) {
      yield verdict(
        'LISTING_URL_SCHEME',
        path,
        `The path ${showText(icon)} has spaces, quotes or other characters that the listing does not accept, so it has no icon. Rename the file`,
        'icon',
      );
    }
  } else if (isAddress && !isListedAddress(icon)) {
    yield verdict(
      'LISTING_URL_SCHEME',
      path,
      notListed(icon, '`https://`, or write the path of a file in the plugin'),
      'icon',
    );
  }
  const { icon: found, namedIcon } = files;
  if (!found && trimmed(written) === '') {
    yield verdict(
      'ICON_MISSING',
      path,
      `The plugin has no icon. Add \`.claude-plugin/icon.png\`, or set \`icon\` to the path of ${allowedIcons}`,
      'icon',
    );
    return;
  }
  if (found && !found.isUsable) yield unusable(files, found.path);
  // The icon that the manifest names now is only known once it is saved.
  if (icon === '' || isAddress || namedIcon?.written !== icon) return;
  if (!namedIcon.isFound) {
    yield verdict(
      'ICON_INVALID',
      path,
      `The plugin has no file ${showText(icon)}, so the listing has no icon. Write the path of ${allowedIcons}`,
      'icon',
    );
  } else if (!namedIcon.isUsable) yield unusable(files, namedIcon.path);
}

function unusable({ root }: DirectoryFiles, path: string): DirectoryVerdict {
  const message = `The listing cannot use the image ${showText(path)}. Replace it with ${allowedIcons}`;
  return verdict('ICON_INVALID', `${root}/${path}`, message);
}

function notListed(address: string, advice: string): string {
  return `The listing leaves out ${showText(address)}. Write an address that begins with ${advice}`;
}

/** A link of the listing as it is found: in the manifest under a key, or in the README. */
interface FoundLink {
  readonly keys: readonly string[];
  readonly address: string;
  /** Undefined if it is from the README. */
  readonly key: string | undefined;
  readonly isListed: boolean;
  readonly mayBeMail: boolean;
}

function linksOf({ readme }: DirectoryFiles, manifest: JsonMap): readonly FoundLink[] {
  return PLUGIN_DIRECTORY.links.flatMap(({ keys, mayBeMail = false }, index) => {
    const key = keys.find((name) => readListingText(textOf(manifest[name]) ?? '') !== '');
    const address = key === undefined ? (readme?.links[index] ?? '') : readListingText(manifest[key] as string);
    return address === '' ? [] : [{ keys, address, key, mayBeMail, isListed: isListedAddress(address, mayBeMail) }];
  });
}

function* ofLinks(files: DirectoryFiles, manifest: JsonMap): Generator<DirectoryVerdict> {
  for (const { address, key, isListed, mayBeMail, keys } of linksOf(files, manifest)) {
    if (isListed) continue;
    const advice = mayBeMail ? '`https://` or `mailto:`' : '`https://`';
    if (key !== undefined) yield verdict('LISTING_URL_SCHEME', manifestPath(files), notListed(address, advice), key);
    else
      yield verdict(
        'LISTING_URL_SCHEME',
        files.readme!.path,
        `${notListed(address, advice)}, or set \`${keys[0]}\` in plugin.json`,
      );
  }
}

/** The address of the privacy policy that the listing has; undefined if it has none. */
function privacyLink(files: DirectoryFiles, manifest: JsonMap): { address: string; isFromReadme: boolean } | undefined {
  const found = linksOf(files, manifest).find(({ keys, isListed }) => keys === PRIVACY_KEYS && isListed);
  return found && { address: found.address, isFromReadme: found.key === undefined };
}

function ofScreenshots(files: DirectoryFiles, { screenshots }: JsonMap): readonly DirectoryVerdict[] {
  if (!Array.isArray(screenshots)) return [];
  const addresses = screenshots.map((it) => (typeof it === 'string' ? readListingText(it) : ''));
  return addresses
    .flatMap((address, index) => (address === '' || isListedAddress(address) ? [] : [{ address, index }]))
    .slice(0, limits.listedFindings)
    .map(({ address, index }) =>
      verdict(
        'LISTING_URL_SCHEME',
        manifestPath(files),
        notListed(address, '`https://`'),
        'screenshots',
        String(index),
      ),
    );
}

function ofSystemFiles({ root, systemFiles }: DirectoryFiles): readonly DirectoryVerdict[] {
  return systemFiles
    .slice(0, limits.listedFindings)
    .map((path) =>
      verdict(
        'ARCHIVE_OS_METADATA_FILE',
        `${root}/${path}`,
        `${showText(path)} is a system file of macOS or Windows, and the plugin directory lists no plugin whose repository contains one. Delete it, and add its name to \`.gitignore\``,
      ),
    );
}
