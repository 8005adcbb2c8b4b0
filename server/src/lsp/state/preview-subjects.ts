import type { FileContext } from '../../catalog/file/file-context.ts';
import { readText } from '../../dialect/coercion.ts';
import { readDocument } from '../../document/read-document.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import type { CheckInputs } from '../../features/check/check-inputs.ts';
import { fileSettings } from '../../features/check/file-settings.ts';
import type { ShownSession } from '../../features/shown-skills/shown-session.ts';
import type { PreviewSubject } from '../../jobs/preview/preview-subject.ts';
import { decodeText } from '../../platform/decode-text.ts';
import type { Platform } from '../../platform/platform.ts';
import { readTurn, skillPermissions } from '../../runtime/invocation/invocation-turn.ts';
import { prepareInvocation } from '../../runtime/invocation/prepare-invocation.ts';
import { renderableInFile } from '../../runtime/render/renderable-in-file.ts';
import { isOnDisk, isUntitled, resourcePath } from '../resource-path.ts';
import type { Catalogs } from './catalogs.ts';
import type { OpenDocuments } from './open-documents.ts';
import type { ResourceSettings } from './settings.ts';

/** Finds what previews are of: the text of an open document or else of a file, and the session around it. */
export class PreviewSubjects {
  readonly #documents: OpenDocuments;
  readonly #catalogs: Catalogs;
  readonly #settings: ResourceSettings;
  readonly #platform: Platform;
  readonly #checkInputs: CheckInputs;
  /** The session that `${CLAUDE_SESSION_ID}` names: the same for as long as the server runs. */
  readonly #sessionId = globalThis.crypto.randomUUID();

  constructor(
    documents: OpenDocuments,
    catalogs: Catalogs,
    settings: ResourceSettings,
    platform: Platform,
    checkInputs: CheckInputs,
  ) {
    this.#documents = documents;
    this.#catalogs = catalogs;
    this.#settings = settings;
    this.#platform = platform;
    this.#checkInputs = checkInputs;
  }

  /** Undefined for a file that is not a skill or command, or does not exist. */
  async of(uri: string): Promise<PreviewSubject | undefined> {
    const read = (await this.#documents.read(uri)) ?? (await this.#readFile(uri));
    if (!read) return undefined;
    const { document, file, version } = read;
    const { kind, pluginRoot } = file;
    if (kind !== 'skill' && kind !== 'command') return undefined;
    const served = await this.#sessionAround(uri);
    const folder = served?.catalog.folder ?? this.#platform.environment.home ?? '/';
    const isDraft = isUntitled(uri);
    const path = isDraft ? draftPath(folder, document) : file.path;
    const found = isOnDisk(uri) ? served?.catalog.at(path) : undefined;
    const known = found?.path === path ? found : undefined;
    const { files, environment } = this.#platform;
    const skill = await renderableInFile(
      { path, kind, pluginRoot, document },
      known && served && { skill: known, session: served.session },
      { files, environment, folder: undefined },
    );
    const turn = await readTurn({
      within: served && { session: served.session, settings: served.catalog.settings },
      folder,
      sessionId: this.#sessionId,
    });
    const skillTool = served && {
      session: served.session,
      permissions: skillPermissions(turn, served.session, served.catalog.settings),
    };
    const instead = known?.insteadId === undefined ? undefined : served?.catalog.get(known.insteadId);
    return {
      uri,
      version,
      path,
      file,
      isUntitled: isDraft,
      known,
      instead,
      skillTool,
      catalog: served?.catalog,
      ...prepareInvocation(skill, turn),
    };
  }

  async #readFile(uri: string): Promise<ReadFile | undefined> {
    if (!isOnDisk(uri)) return undefined;
    const path = resourcePath(uri);
    const [bytes, around, preferred] = await Promise.all([
      this.#platform.files.readFile(path),
      this.#checkInputs.surroundingsOf(path),
      this.#settings.of(uri),
    ]);
    if (!bytes || !around) return undefined;
    const { context: file, configuration } = around;
    const { settings } = fileSettings(path, configuration, { settings: preferred });
    return { document: readDocument(decodeText(bytes), settings.runtime, file.kind), file, version: undefined };
  }

  /** The session that a file belongs to, once it is installed if it is only offered; or else the first one. */
  async #sessionAround(uri: string): Promise<ShownSession | undefined> {
    const sessions = await this.#catalogs.sessions();
    return (isOnDisk(uri) ? this.#catalogs.aroundOffered(resourcePath(uri)) : undefined) ?? sessions[0];
  }
}

/** Where a skill that was never saved would be, by the name that it gives itself. */
function draftPath(folder: string, { frontmatter, runtime }: SkillDocument): string {
  const name = readText(frontmatter.fields.get('name')?.value, runtime) ?? '';
  return `${folder === '/' ? '' : folder}/.claude/skills/${/^[\w-]{1,64}$/.test(name) ? name : 'my-skill'}/SKILL.md`;
}

/** A text and what its path says. */
interface ReadFile {
  readonly document: SkillDocument;
  readonly file: FileContext;
  readonly version: number | undefined;
}
