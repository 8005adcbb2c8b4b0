import { type ParseError, parseTree } from 'jsonc-parser';
import { unloadableGuards } from '../../dialect/hooks.ts';
import { capabilities, DEFAULT_RUNTIME } from '../../dialect/runtimes/capabilities.ts';
import type { JsonValue } from '../../dialect/text/to-json.ts';
import { checkHooks, checkSettings } from '../../dialect/validate.ts';
import { isMap, parseJson } from '../../document/json-values.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { SourceError } from '../catalog-skill.ts';
import { configFolder, foldersFrom, repositoryRoot, type Session, type SettingScope } from '../session.ts';
import { type AdditionalFolder, findAdditionalFolders } from './additional-folders.ts';
import { managedPermissions } from './managed-permissions.ts';
import { readOrReport } from './unreadable-files.ts';

/** The values of `skillOverrides` for a skill. */
export type SkillOverride = 'on' | 'name-only' | 'user-invocable-only' | 'off';

const overrideValues: ReadonlySet<unknown> = new Set<SkillOverride>(['on', 'name-only', 'user-invocable-only', 'off']);

export interface SettingsFile {
  readonly scope: SettingScope | 'managed';
  readonly path: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A permission rule and the file that has it. */
export interface PermissionRule {
  readonly rule: string;
  readonly behavior: 'allow' | 'deny' | 'ask';
  readonly path: string;
}

/** The settings of a session, of every scope, as far as skills depend on them. */
export interface SessionSettings {
  /** The files that count, in ascending precedence. */
  readonly files: readonly SettingsFile[];
  /** `skillOverrides`, by a skill's folder name, merged. */
  readonly overrides: ReadonlyMap<string, { readonly value: SkillOverride; readonly path: string }>;
  /** `skillListingMaxDescChars`, UTF-16 units; undefined if no file sets it. */
  readonly textCap: number | undefined;
  /** `skillListingBudgetFraction`, and the file that sets it. */
  readonly fraction: { readonly value: number; readonly path: string } | undefined;
  readonly permissions: readonly PermissionRule[];
  /** `permissions.additionalDirectories` that exist. */
  readonly additionalFolders: readonly AdditionalFolder[];
  /** `enabledPlugins`, merged, in the order in which the keys first appear. */
  readonly enabledPlugins: ReadonlyMap<string, unknown>;
  /** `disableSkillShellExecution` */
  readonly shellDisabled: boolean;
  /** `availableModels`: a managed list alone, or else all lists together; undefined if no file has one. */
  readonly availableModels: readonly string[] | undefined;
  readonly errors: readonly SourceError[];
}

/** A file that may contain settings. */
export type SettingsPath = Pick<SettingsFile, 'scope' | 'path'>;

/**
 * Where the settings of a session may be, in ascending precedence. For local settings, the session's own folder and
 * that of its repository count; only the disk shows which of the folders above is the repository's.
 */
export function settingsPaths(session: Session): SettingsPath[] {
  const { folder, runtime, environment, settingSources } = session;
  const user = configFolder(session);
  const paths: SettingsPath[] = [];
  if (user && settingSources.includes('user')) paths.push({ scope: 'user', path: `${user}/settings.json` });
  if (folder !== undefined) {
    if (settingSources.includes('project')) paths.push({ scope: 'project', path: `${folder}/.claude/settings.json` });
    const owners = capabilities(runtime).readsLocalSettingsOfRepository ? foldersFrom(folder) : [folder];
    if (settingSources.includes('local')) paths.push(...owners.map(localSettings));
  }
  if (environment.managed) paths.push({ scope: 'managed', path: `${environment.managed}/managed-settings.json` });
  return paths;
}

/** Reads and merges the settings of a session. What Claude Code would discard is left out and reported. */
export async function readSettings(session: Session): Promise<SessionSettings> {
  const errors: SourceError[] = [];
  const paths = await existingPaths(session);
  const found = await Promise.all(
    paths.map(async ({ scope, path }): Promise<SettingsFile | undefined> => {
      const bytes = await readOrReport(path, 'settings', session.files, errors);
      if (!bytes) return undefined;
      const read = parseSettings(new TextDecoder().decode(bytes));
      if (typeof read === 'string') {
        const message = scope === 'managed' ? 'This is not a valid JSON object, so Claude Code does not start' : read;
        errors.push({ source: 'settings', path, message });
        return undefined;
      }
      const discarded = discardedKeys(read, session.runtime);
      if (scope === 'managed') {
        const { values, lost } = keepUnderstood(read, discarded, session.runtime);
        for (const key of lost) {
          errors.push({ source: 'settings', path, message: `\`${key}\` is not valid, so Claude Code ignores it` });
        }
        return { scope, path, values };
      }
      if (discarded.length === 0) return { scope, path, values: read };
      errors.push({ source: 'settings', path, message: discardingMessage(discarded[0]!) });
      return undefined;
    }),
  );
  const counting = found.filter((file) => file !== undefined);
  return { ...mergeSettings(counting), additionalFolders: await findAdditionalFolders(session, counting), errors };
}

/** From managed settings, Claude Code keeps everything that it understands. */
function keepUnderstood(
  values: Readonly<Record<string, unknown>>,
  discarded: readonly string[],
  runtime: RuntimeId,
): Pick<SettingsFile, 'values'> & { readonly lost: readonly string[] } {
  const { permissions } = values;
  const parts = capabilities(runtime).skipsInvalidPermissionRules && isMap(permissions) ? permissions : undefined;
  const lost = discarded.filter((key) => key !== 'permissions' || parts === undefined);
  const kept = Object.fromEntries(Object.entries(values).filter(([key]) => !lost.includes(key)));
  if (parts === undefined) return { values: kept, lost };
  const faulty = checkSettings({ permissions: parts } as JsonValue).map(({ path }) => path[1]);
  return { values: { ...kept, permissions: managedPermissions(parts, (key) => !faulty.includes(key)) }, lost };
}

/** The values of a settings file, or why the default release discards the whole file. */
export function readSettingsText(text: string): Readonly<Record<string, unknown>> | string {
  const values = parseSettings(text);
  if (typeof values === 'string') return values;
  const [key] = discardedKeys(values, DEFAULT_RUNTIME);
  return key === undefined ? values : discardingMessage(key);
}

/** The paths that count, of {@link settingsPaths}, and the other files of an organization. */
async function existingPaths(session: Session): Promise<readonly SettingsPath[]> {
  const { folder, runtime, environment, files } = session;
  const root = folder === undefined ? undefined : await repositoryRoot(folder, files);
  // A home folder that is a repository is not a project.
  const owners = [folder, root === environment.home ? undefined : root].filter((owner) => owner !== undefined);
  const localPaths = new Set(owners.map((owner) => localSettings(owner).path));
  const paths = settingsPaths(session).filter(({ scope, path }) => scope !== 'local' || localPaths.has(path));
  if (!capabilities(runtime).readsManagedSettingsFolder || environment.managed === undefined) return paths;
  const further = `${environment.managed}/managed-settings.d`;
  const names = ((await files.readFolder(further)) ?? []).map(({ name }) => name).filter((it) => it.endsWith('.json'));
  return [...paths, ...names.sort().map((name): SettingsPath => ({ scope: 'managed', path: `${further}/${name}` }))];
}

function localSettings(owner: string): SettingsPath {
  return { scope: 'local', path: `${owner}/.claude/settings.local.json` };
}

function parseSettings(text: string): Readonly<Record<string, unknown>> | string {
  if (text.trim() === '') return {};
  const problems: ParseError[] = [];
  parseTree(text, problems, { disallowComments: true, allowTrailingComma: false });
  // The library would read the value of `__proto__` as what every other key is looked up in.
  const values = problems.length > 0 ? undefined : parseJson(text.replace(/^\uFEFF/, ''));
  if (values === undefined) return 'This is not valid JSON, so Claude Code ignores the whole file';
  return isMap(values) ? values : 'This is not a JSON object, so Claude Code ignores the whole file';
}

/** The top-level keys with a value for which Claude Code silently discards the whole file. */
function discardedKeys(values: Readonly<Record<string, unknown>>, runtime: RuntimeId): readonly string[] {
  const keys = new Set(checkSettings(values as JsonValue).map(({ path }) => path[0]!));
  const hooks = (values.hooks ?? null) as JsonValue;
  const faults = capabilities(runtime).refusesBrokenGuards
    ? unloadableGuards(hooks)
    : isMap(hooks)
      ? checkHooks(hooks)
      : [];
  if (faults.length > 0) keys.add('hooks');
  for (const key of capabilities(runtime).uncheckedSettings) keys.delete(key);
  return [...keys];
}

function discardingMessage(key: string): string {
  return `\`${key}\` has a value that is not valid, so Claude Code ignores the whole file`;
}

function mergeSettings(files: readonly SettingsFile[]): Omit<SessionSettings, 'additionalFolders' | 'errors'> {
  const overrides = new Map<string, { value: SkillOverride; path: string }>();
  const enabledPlugins = new Map<string, unknown>();
  const permissions: PermissionRule[] = [];
  let textCap: number | undefined;
  let fraction: SessionSettings['fraction'];
  let shellDisabled = false;
  let availableModels: readonly string[] | undefined;
  for (const { scope, path, values } of files) {
    for (const [name, value] of entriesOf(values.skillOverrides)) {
      if (overrideValues.has(value)) overrides.set(name, { value: value as SkillOverride, path });
    }
    for (const [name, value] of entriesOf(values.enabledPlugins)) enabledPlugins.set(name, value);
    for (const rule of permissionRules(values.permissions, path)) permissions.push(rule);
    if (typeof values.skillListingMaxDescChars === 'number') textCap = values.skillListingMaxDescChars;
    if (typeof values.skillListingBudgetFraction === 'number') {
      fraction = { value: values.skillListingBudgetFraction, path };
    }
    if (typeof values.disableSkillShellExecution === 'boolean') shellDisabled = values.disableSkillShellExecution;
    if (Array.isArray(values.availableModels)) {
      const models = values.availableModels.filter((model) => typeof model === 'string');
      availableModels = scope === 'managed' ? models : [...(availableModels ?? []), ...models];
    }
  }
  return { files, overrides, textCap, fraction, permissions, enabledPlugins, shellDisabled, availableModels };
}

function permissionRules(value: unknown, path: string): PermissionRule[] {
  if (!isMap(value)) return [];
  return (['allow', 'deny', 'ask'] as const).flatMap((behavior) => {
    const rules = value[behavior];
    if (!Array.isArray(rules)) return [];
    return rules.filter((rule) => typeof rule === 'string').map((rule: string) => ({ rule, behavior, path }));
  });
}

function entriesOf(value: unknown): [string, unknown][] {
  return isMap(value) ? Object.entries(value) : [];
}

/** `permissions.defaultMode` of the highest-precedence file that has it. */
export function permissionMode(settings: SessionSettings | undefined): string | undefined {
  const modes = (settings?.files ?? []).map(({ values }) =>
    isMap(values.permissions) ? values.permissions.defaultMode : undefined,
  );
  return modes.findLast((mode): mode is string => typeof mode === 'string');
}
