import {
  asItems,
  type ConfigurationFile,
  defaultFiles,
  hasHttpHook,
  namedFiles,
  serversOf,
} from '../../../catalog/directory/configuration-files.ts';
import type { DirectoryFiles } from '../../../catalog/directory/directory-files.ts';
import { PLUGIN_DIRECTORY } from '../../../dialect/plugin-directory.ts';
import { isMap, type JsonMap } from '../../../document/json-values.ts';
import { showText } from '../../messages/show-value.ts';
import { type DirectoryCode, type DirectoryVerdict, severityOf } from './directory-verdict.ts';

const refused = 'so the plugin directory rejects the plugin';

/** The plugin directory's verdicts on servers and hooks, and on privacy, which is asked for where they send something. */
export function connectionVerdicts(
  files: DirectoryFiles,
  manifest: JsonMap,
  privacy: { readonly address: string; readonly isFromReadme: boolean } | undefined,
): readonly DirectoryVerdict[] {
  const servers = ofServers(files, manifest);
  const hooks = ofHooks(files, manifest);
  const verdicts = [...servers.verdicts, ...hooks.verdicts];
  if (!servers.areRemote && !hooks.sendRequests) return verdicts;
  const path = `${files.root}/.claude-plugin/plugin.json`;
  const place = ['privacyPolicyUrl'];
  if (!privacy) {
    const message =
      'The plugin connects to a server, or a hook sends requests, but the listing has no privacy policy. Set `privacyPolicyUrl` to its address';
    return [...verdicts, { code: 'PRIVACY_URL_MISSING', severity: 'warning', file: path, place, message }];
  }
  if (!privacy.isFromReadme) return verdicts;
  const message = `The listing takes the address of the privacy policy, ${showText(privacy.address)}, from the README. Set \`privacyPolicyUrl\` to make sure`;
  return [...verdicts, { code: 'PRIVACY_URL_MISSING', severity: 'information', file: path, place, message }];
}

function ofServers(files: DirectoryFiles, manifest: JsonMap) {
  const verdicts: DirectoryVerdict[] = [];
  const servers = new Map<string, boolean>();
  const add = (found: ReadonlyMap<string, boolean> | undefined) => {
    for (const [name, isRemote] of found ?? []) servers.set(name, isRemote);
  };
  const read = (path: string) => {
    const found = files.configurations.get(path);
    if (!found) return;
    verdicts.push(...ofServersFile(files, path, found));
    add(found.asServers?.servers);
  };
  read(defaultFiles.mcp);
  const items = asItems(manifest.mcpServers);
  const climbing = items.flatMap((item, index) =>
    typeof item === 'string' && isClimbing(item) ? [{ item, index }] : [],
  );
  for (const { item, index } of climbing.slice(0, PLUGIN_DIRECTORY.limits.listedFindings)) {
    const place = ['mcpServers', ...(Array.isArray(manifest.mcpServers) ? [String(index)] : [])];
    verdicts.push(climbingPath(files, item, place));
  }
  const { read: named, leftOut } = namedFiles(manifest, 'mcp');
  const paths = items.map((item) => namedFiles({ mcpServers: item }, 'mcp').read[0]);
  // Of two servers with one name, the later one counts.
  items.forEach((item, index) => {
    const path = paths[index];
    if (isMap(item)) add(serversOf(item));
    else if (path !== undefined && named.includes(path) && paths.lastIndexOf(path) === index) read(path);
  });
  if (leftOut.length > 0) verdicts.push(tooMany(files, 'MCP_FILE_UNREAD', 'mcpServers'));
  return { verdicts, areRemote: [...servers.values()].includes(true) };
}

function ofServersFile({ root }: DirectoryFiles, path: string, { unread, fault, asServers }: ConfigurationFile) {
  const say = (code: DirectoryCode, words: string): DirectoryVerdict => ({
    code,
    severity: severityOf(code),
    file: `${root}/${path}`,
    message: words,
  });
  const shown = showText(path);
  if (unread) {
    const why = unread.isTooLarge
      ? 'is larger than 1 MiB'
      : 'is not a regular file, or is reached through a symbolic link';
    return [
      say(
        'MCP_FILE_UNREAD',
        `${shown} ${why}, ${refused}. ${unread.isTooLarge ? 'Shorten it' : 'Add it as a regular file'}`,
      ),
    ];
  }
  if (fault) return [say('MCPJSON_UNPARSEABLE', `${shown} ${faultsOfText[fault]}, ${refused}`)];
  if (!asServers?.fault) return [];
  const what = asServers.fault === 'root' ? shown : `\`mcpServers\` in ${shown}`;
  return [say('MCPJSON_UNPARSEABLE', `${what} is not an object, ${refused}. Write \`{ "mcpServers": … }\``)];
}

const faultsOfText = {
  mark: 'begins with a byte order mark',
  'not-utf-8': 'is not UTF-8',
  'too-deep': 'nests too many lists and objects',
  syntax: 'is not valid JSON',
} as const;

function ofHooks(files: DirectoryFiles, manifest: JsonMap) {
  const verdicts: DirectoryVerdict[] = [];
  let sendRequests = false;
  const read = (path: string) => {
    const found = files.configurations.get(path);
    if (!found) return;
    verdicts.push(...ofHooksFile(files, path, found));
    sendRequests ||= found.asHooks?.sendsRequests === true;
  };
  read(defaultFiles.hooks);
  const items = asItems(manifest.hooks);
  const climbing = items.flatMap((item, index) =>
    typeof item === 'string' && item.includes('..') ? [{ item, index }] : [],
  );
  for (const { item, index } of climbing.slice(0, PLUGIN_DIRECTORY.limits.listedFindings)) {
    verdicts.push(climbingPath(files, item, ['hooks', ...(Array.isArray(manifest.hooks) ? [String(index)] : [])]));
  }
  const { read: named, leftOut } = namedFiles(manifest, 'hooks');
  for (const path of named) read(path);
  for (const item of items) if (isMap(item)) sendRequests ||= hasHttpHook(item);
  if (leftOut.length > 0) verdicts.push(tooMany(files, 'HOOKS_FILE_UNREAD', 'hooks'));
  return { verdicts, sendRequests };
}

function ofHooksFile({ root }: DirectoryFiles, path: string, { unread, fault, asHooks }: ConfigurationFile) {
  const say = (code: DirectoryCode, words: string): DirectoryVerdict => ({
    code,
    severity: severityOf(code),
    file: `${root}/${path}`,
    message: `${showText(path)} ${words}, ${refused}`,
  });
  if (unread) {
    // A file in place of the folder holds no hooks.
    if (path === defaultFiles.hooks && unread.part === 0 && unread.isLink !== true) return [];
    return [
      say(
        'HOOKS_FILE_UNREAD',
        unread.isTooLarge ? 'is larger than 1 MiB' : 'is not a regular file, or is reached through a symbolic link',
      ),
    ];
  }
  if (fault) return [say('HOOKS_JSON_INVALID', faultsOfText[fault])];
  return asHooks?.fault ? [say(asHooks.fault.code, asHooks.fault.words)] : [];
}

/** Whether a path contains `..`, also percent-encoded. */
export function isClimbing(path: string): boolean {
  let decoded = path;
  for (let times = 0; ; times++) {
    if (decoded.replaceAll('\\', '/').includes('..') || /%2e/i.test(decoded)) return true;
    const next = decoded.replace(/%([0-9a-fA-F]{2})/g, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
    if (times === 3 || next === decoded) return false;
    decoded = next;
  }
}

/** A path of the manifest that contains `..`. */
export function climbingPath({ root }: DirectoryFiles, path: unknown, place: readonly string[]): DirectoryVerdict {
  return {
    code: 'PATH_TRAVERSAL',
    severity: 'error',
    file: `${root}/.claude-plugin/plugin.json`,
    place,
    message: `The path ${showText(String(path))} contains \`..\`, ${refused}. Write the path from the plugin’s folder`,
  };
}

function tooMany({ root }: DirectoryFiles, code: DirectoryCode, key: string): DirectoryVerdict {
  return {
    code,
    severity: 'error',
    file: `${root}/.claude-plugin/plugin.json`,
    place: [key],
    message: `\`${key}\` names more than ${PLUGIN_DIRECTORY.limits.filesOfOneKind} files, ${refused}. Put the rest into fewer files`,
  };
}
