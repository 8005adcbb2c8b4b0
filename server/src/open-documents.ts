import { type Connection, TextDocuments } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { FileContext } from './catalog/file-context.ts';
import { checkFile } from './features/check-file.ts';
import { isExcluded } from './features/exclude-globs.ts';
import type { OpenFile } from './features/open-file.ts';
import { repeatsVscode } from './features/vscode-findings.ts';
import { contextStamp, FileContexts } from './file-contexts.ts';
import type { Platform } from './platform/platform.ts';
import type { Rule } from './rules/rule.ts';
import { logFailure } from './safely.ts';
import type { ResourceSettings, ServerSettings } from './settings.ts';
import type { WorkspaceFolders } from './workspace-folders.ts';

/** An open file with what diagnostics need to be told apart. */
export interface ServedFile extends OpenFile {
  /** Another one whenever text, settings or surroundings have changed; never used twice, not even after a restart. */
  readonly resultId: string;
}

/** A served file and what it was made of. */
interface Reading {
  readonly stamp: string;
  readonly served: ServedFile;
}

const startedAt = Date.now().toString(36);

/**
 * The documents that the editor has open. A change only stores text; reading and checking wait until somebody asks,
 * and are kept for as long as text, settings and surroundings stay the same.
 */
export class OpenDocuments {
  readonly texts = new TextDocuments(TextDocument);
  readonly contexts: FileContexts;
  readonly #settings: ResourceSettings;
  readonly #folders: WorkspaceFolders;
  readonly #connection: Connection;
  readonly #readings = new Map<string, Reading>();
  readonly #crashesTold = new Set<string>();
  #count = 0;

  constructor(connection: Connection, platform: Platform, settings: ResourceSettings, folders: WorkspaceFolders) {
    this.#connection = connection;
    this.#settings = settings;
    this.#folders = folders;
    this.contexts = new FileContexts(platform);
    this.texts.onDidClose(({ document: { uri } }) => {
      this.contexts.forget(uri);
      this.#settings.forget(uri);
      this.#readings.delete(uri);
    });
    this.texts.listen(connection);
  }

  /** The newest state of an open file; undefined when it is not open, or none of a skill, command or agent. */
  async read(uri: string): Promise<ServedFile | undefined> {
    const file = await this.contexts.of(uri);
    if (!file) return undefined;
    const settings = await this.#settings.of(uri);
    // Only now: the text may have changed, or the document closed, while we waited.
    const text = this.texts.get(uri);
    if (!text) {
      this.contexts.forget(uri);
      this.#settings.forget(uri);
      return undefined;
    }
    const root = this.#folders.holding(file.path);
    const stamp = JSON.stringify([text.version, settings, root, contextStamp(file)]);
    const known = this.#readings.get(uri);
    if (known?.stamp === stamp) return known.served;
    const served = this.#serve(text, file, settings, isExcluded(file.path, root, settings.exclude));
    this.#readings.set(uri, { stamp, served });
    return served;
  }

  #serve(text: TextDocument, file: FileContext, settings: ServerSettings, excluded: boolean): ServedFile {
    const { uri, version, languageId } = text;
    const onCrash = (rule: Rule, error: unknown) => this.#tellCrash(rule, error, uri);
    const hidden = settings.vscodeFindings === 'hide-repeated' && languageId === 'skill';
    const checkText = (content: string) => {
      const checked = checkFile(content, file, settings, onCrash);
      return {
        document: checked.document,
        get findings() {
          if (excluded) return [];
          return hidden ? checked.findings.filter((finding) => !repeatsVscode(finding)) : checked.findings;
        },
      };
    };
    const checked = checkText(text.getText());
    return {
      uri,
      version,
      file,
      document: checked.document,
      get findings() {
        return checked.findings;
      },
      check: (content) => checkText(content).findings,
      resultId: `${startedAt}-${++this.#count}`,
    };
  }

  /** Once a rule: a crash that comes with every key stroke would fill the log. */
  #tellCrash(rule: Rule, error: unknown, uri: string): void {
    if (this.#crashesTold.has(rule.id)) return;
    this.#crashesTold.add(rule.id);
    logFailure(`The rule ${rule.id} in ${uri}`, error, this.#connection.console);
  }
}
