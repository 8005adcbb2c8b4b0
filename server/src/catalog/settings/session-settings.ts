import { type ParseError, parse } from 'jsonc-parser';
import type { JsonValue } from '../../dialect/to-json.ts';
import { checkSettings } from '../../dialect/validate.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { SourceError } from '../catalog-skill.ts';
import { configFolder, foldersFrom, repositoryRoot, type Session, type SettingScope } from '../session.ts';
import { readOrReport } from './cannot-be-read.ts';
import { isMap } from './json-map.ts';

/** What `skillOverrides` can say of a skill. */
export type SkillOverride = 'on' | 'name-only' | 'user-invocable-only' | 'off';

const overrideValues: ReadonlySet<unknown> = new Set<SkillOverride>(['on', 'name-only', 'user-invocable-only', 'off']);

/** One file of settings. */
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
  /** The files that count, the strongest last. */
  readonly files: readonly SettingsFile[];
  /** `skillOverrides`, by a skill's folder name, merged. */
  readonly overrides: ReadonlyMap<string, { readonly value: SkillOverride; readonly path: string }>;
  /** `skillListingMaxDescChars`, UTF-16 units; undefined where no file says so. */
  readonly textCap: number | undefined;
  /** `skillListingBudgetFraction`, and the file that says so. */
  readonly fraction: { readonly value: number; readonly path: string } | undefined;
  readonly permissions: readonly PermissionRule[];
  /** `enabledPlugins`, merged, in the order in which the keys first appear. */
  readonly enabledPlugins: ReadonlyMap<string, unknown>;
  /** `disableSkillShellExecution` */
  readonly shellDisabled: boolean;
  readonly errors: readonly SourceError[];
}

/** A file in which settings may be. */
export type SettingsPath = Pick<SettingsFile, 'scope' | 'path'>;

/**
 * Where the settings of a session may be, the strongest last. Besides the session's own folder that of its repository
 * counts for local settings; which of the folders above that is, is only known from the disk.
 */
export function settingsPaths(session: Session): SettingsPath[] {
  const { folder, runtime, environment, settingSources } = session;
  const user = configFolder(session);
  const paths: SettingsPath[] = [];
  if (user && settingSources.includes('user')) paths.push({ scope: 'user', path: `${user}/settings.json` });
  if (folder !== undefined) {
    if (settingSources.includes('project')) paths.push({ scope: 'project', path: `${folder}/.claude/settings.json` });
    const owners = runtime === 'claude-code' ? foldersFrom(folder) : [folder];
    if (settingSources.includes('local')) paths.push(...owners.map(localSettings));
  }
  if (environment.managed) paths.push({ scope: 'managed', path: `${environment.managed}/managed-settings.json` });
  return paths;
}

/** Reads and merges the settings of a session. What the client would discard is left out and reported. */
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
      if (discarded.length === 0) return { scope, path, values: read };
      if (scope !== 'managed') {
        errors.push({ source: 'settings', path, message: discardingMessage(discarded[0]!) });
        return undefined;
      }
      // Of what an organisation prescribes, the client keeps all that it understands.
      const kept = Object.entries(read).filter(([key]) => !discarded.includes(key));
      for (const key of discarded) {
        errors.push({ source: 'settings', path, message: `\`${key}\` is not valid, so Claude Code ignores it` });
      }
      return { scope, path, values: Object.fromEntries(kept) };
    }),
  );
  return { ...mergeSettings(found.filter((file) => file !== undefined)), errors };
}

/** The values of a settings file, or why the latest client discards the whole of it. */
export function readSettingsText(text: string): Readonly<Record<string, unknown>> | string {
  const values = parseSettings(text);
  if (typeof values === 'string') return values;
  const [key] = discardedKeys(values, 'claude-code');
  return key === undefined ? values : discardingMessage(key);
}

/** The paths that count, of {@link settingsPaths}, and the further files of an organisation. */
async function existingPaths(session: Session): Promise<readonly SettingsPath[]> {
  const { folder, runtime, environment, files } = session;
  const root = folder === undefined ? undefined : await repositoryRoot(folder, files);
  // A home that is a repository is no project.
  const owners = [folder, root === environment.home ? undefined : root].filter((owner) => owner !== undefined);
  const localPaths = new Set(owners.map((owner) => localSettings(owner).path));
  const paths = settingsPaths(session).filter(({ scope, path }) => scope !== 'local' || localPaths.has(path));
  if (runtime !== 'claude-code' || environment.managed === undefined) return paths;
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
  const values: unknown = parse(text, problems, { disallowComments: true, allowTrailingComma: false });
  if (problems.length > 0) return 'This is not valid JSON, so Claude Code ignores the whole file';
  return isMap(values) ? values : 'This is not a JSON object, so Claude Code ignores the whole file';
}

/** The keys at the top with a value for which the client discards the whole file without a word. */
function discardedKeys(values: Readonly<Record<string, unknown>>, runtime: RuntimeId): readonly string[] {
  const keys = new Set(checkSettings(values as JsonValue).map(({ path }) => path[0]!));
  // 2.1.7 takes whatever it does not know.
  if (runtime !== 'claude-code') for (const key of laterKeys) keys.delete(key);
  return [...keys];
}

const laterKeys = [
  'skillOverrides',
  'skillListingMaxDescChars',
  'skillListingBudgetFraction',
  'disableSkillShellExecution',
];

function discardingMessage(key: string): string {
  return `\`${key}\` has a value that is not valid, so Claude Code ignores the whole file`;
}

function mergeSettings(files: readonly SettingsFile[]): Omit<SessionSettings, 'errors'> {
  const overrides = new Map<string, { value: SkillOverride; path: string }>();
  const enabledPlugins = new Map<string, unknown>();
  const permissions: PermissionRule[] = [];
  let textCap: number | undefined;
  let fraction: SessionSettings['fraction'];
  let shellDisabled = false;
  for (const { path, values } of files) {
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
  }
  return { files, overrides, textCap, fraction, permissions, enabledPlugins, shellDisabled };
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
