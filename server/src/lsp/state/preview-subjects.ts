import type { FileContext } from '../../catalog/file/file-context.ts';
import { countingRules } from '../../catalog/settings/counting-rules.ts';
import { DEFAULT_EFFORT } from '../../dialect/models.ts';
import { readDocument } from '../../document/read-document.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { configuredSettings } from '../../features/check/configuration.ts';
import type { PreviewSubject } from '../../features/preview/preview-subject.ts';
import { decodeText } from '../../platform/decode-text.ts';
import type { Platform } from '../../platform/platform.ts';
import { commandPermissions } from '../../runtime/permissions/session-permissions.ts';
import { pluginAt } from '../../runtime/render/plugin-at.ts';
import { renderableOf } from '../../runtime/render/read-renderable.ts';
import { renderableAtPath } from '../../runtime/render/renderable-at-path.ts';
import type { PluginFolders, RenderSession } from '../../runtime/render/renderable-skill.ts';
import { isOnDisk, resourcePath } from '../resource-path.ts';
import type { Catalogs, ServedSession } from './catalogs.ts';
import type { OpenDocuments } from './open-documents.ts';
import type { ResourceSettings } from './settings.ts';

/** Finds what previews are of: the text of an open document, saved or not, else of a file, and the session around it. */
export class PreviewSubjects {
  readonly #documents: OpenDocuments;
  readonly #catalogs: Catalogs;
  readonly #settings: ResourceSettings;
  readonly #platform: Platform;
  /** The session that `${CLAUDE_SESSION_ID}` names: the same for as long as the server runs. */
  readonly #sessionId = globalThis.crypto.randomUUID();

  constructor(documents: OpenDocuments, catalogs: Catalogs, settings: ResourceSettings, platform: Platform) {
    this.#documents = documents;
    this.#catalogs = catalogs;
    this.#settings = settings;
    this.#platform = platform;
  }

  /** Undefined for a file that is not a skill or command, or does not exist. */
  async of(uri: string): Promise<PreviewSubject | undefined> {
    const read = (await this.#documents.read(uri)) ?? (await this.#readFile(uri));
    if (!read) return undefined;
    const { document, file, version } = read;
    const { path, kind } = file;
    if (kind !== 'skill' && kind !== 'command') return undefined;
    const served = await this.#sessionAround(uri);
    const found = isOnDisk(uri) ? served?.catalog.at(path) : undefined;
    const known = found?.path === path ? found : undefined;
    const skill =
      known && served
        ? renderableOf(known, document, served.session)
        : renderableAtPath(path, kind, document, await this.#pluginAround(file, document.runtime));
    const settings = served?.catalog.settings;
    const session: RenderSession = {
      folder: served?.catalog.folder ?? this.#platform.environment.home ?? '/',
      sessionId: this.#sessionId,
      effort: DEFAULT_EFFORT,
      shellDisabled: settings?.shellDisabled ?? false,
    };
    const rules = served ? await countingRules(served.session, served.catalog.settings) : [];
    const permissions = commandPermissions(skill, session, served?.session, settings, rules);
    return { uri, version, path, skill, known, session, permissions };
  }

  async #readFile(uri: string): Promise<ReadFile | undefined> {
    if (!isOnDisk(uri)) return undefined;
    const { surroundings } = this.#documents;
    const [bytes, around, settings] = await Promise.all([
      this.#platform.files.readFile(resourcePath(uri)),
      surroundings.of(uri),
      this.#settings.of(uri),
    ]);
    // Only what is open is kept.
    surroundings.forget(uri);
    if (!bytes || !around) return undefined;
    const { context: file, configuration } = around;
    const { runtime } = configuredSettings(settings, configuration, file.path);
    return { document: readDocument(decodeText(bytes), runtime, file.kind), file, version: undefined };
  }

  /** The session that a file belongs to, or else the first one. */
  async #sessionAround(uri: string): Promise<ServedSession | undefined> {
    const sessions = await this.#catalogs.sessions();
    return (isOnDisk(uri) ? this.#catalogs.around(resourcePath(uri)) : undefined) ?? sessions[0];
  }

  async #pluginAround({ pluginRoot }: FileContext, runtime: RuntimeId): Promise<PluginFolders | undefined> {
    const { files, environment } = this.#platform;
    return pluginRoot === undefined
      ? undefined
      : pluginAt(pluginRoot, { runtime, files, environment, folder: undefined });
  }
}

/** A text and what its path says. */
interface ReadFile {
  readonly document: SkillDocument;
  readonly file: FileContext;
  readonly version: number | undefined;
}
