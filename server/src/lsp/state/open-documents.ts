import { type Connection, TextDocuments } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { readDocument } from '../../document/read-document.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { type CheckSettings, checkInTurns } from '../../features/check/check-file.ts';
import { configuredSettings } from '../../features/check/configuration.ts';
import { isExcluded } from '../../features/check/exclude-globs.ts';
import type { CheckedOpenFile, OpenFile } from '../../features/check/open-file.ts';
import type { OpenText } from '../../features/edits/editable-text.ts';
import type { Platform } from '../../platform/platform.ts';
import type { CheckTurns } from '../../rules/check-document.ts';
import type { Rule } from '../../rules/rule.ts';
import { isOnDisk, resourcePath } from '../resource-path.ts';
import { logFailure } from '../safely.ts';
import { shortTurns } from '../short-turns.ts';
import type { Catalogs } from './catalogs.ts';
import type { ResourceSettings } from './settings.ts';
import { type FileSurroundings, Surroundings } from './surroundings.ts';
import type { WorkspaceFolders } from './workspace-folders.ts';

/** An open file with what diagnostics need to be told apart. */
export interface ServedFile extends OpenFile {
  /** Another one whenever text, settings or surroundings have changed; never used twice, not even after a restart. */
  readonly resultId: string;
}

/** The same with what is found in it. */
export type CheckedServedFile = ServedFile & CheckedOpenFile;

/** A served file and what it was made of. */
interface Reading {
  /** Another object whenever something around the file has changed. */
  readonly around: FileSurroundings;
  readonly stamp: string;
  readonly served: ServedFile;
  /** Checks it when first asked to, once for all who ask; undefined where a newer state has come meanwhile. */
  check(): Promise<CheckedServedFile | undefined>;
  /** The turns in which it is read and checked. */
  readonly turns: CheckTurns;
  /** Gives the check up: there is a newer state. */
  readonly outdated: AbortController;
}

const startedAt = Date.now().toString(36);

/**
 * The documents that the editor has open. A change only stores text; reading and checking wait until somebody asks,
 * and are kept for as long as text, settings and surroundings stay the same.
 */
export class OpenDocuments {
  readonly texts = new TextDocuments(TextDocument);
  readonly surroundings: Surroundings;
  readonly #settings: ResourceSettings;
  readonly #folders: WorkspaceFolders;
  readonly #connection: Connection;
  readonly #readings = new Map<string, Reading>();
  readonly #crashesTold = new Set<string>();
  #count = 0;

  constructor(
    connection: Connection,
    platform: Platform,
    settings: ResourceSettings,
    folders: WorkspaceFolders,
    catalogs: Catalogs,
  ) {
    this.#connection = connection;
    this.#settings = settings;
    this.#folders = folders;
    this.surroundings = new Surroundings(platform, catalogs, connection.console);
    this.texts.onDidChangeContent(({ document }) => this.#readings.get(document.uri)?.outdated.abort());
    this.texts.onDidClose(({ document }) => this.#forget(document.uri));
    this.texts.listen(connection);
  }

  /** The newest state of an open file, read to its end; undefined when it is not open, or no file of ours. */
  async read(uri: string): Promise<ServedFile | undefined> {
    const reading = await this.#reading(uri);
    if (!reading) return undefined;
    for (const _ of reading.served.document.readBody()) await reading.turns.pause();
    return reading.served;
  }

  /** The same with what is found in it. The check is done in short turns, and starts again when the text changes. */
  async check(uri: string): Promise<CheckedServedFile | undefined> {
    for (;;) {
      const reading = await this.#reading(uri);
      const checked = await reading?.check();
      if (checked || !reading) return checked;
    }
  }

  async #reading(uri: string): Promise<Reading | undefined> {
    const around = await this.surroundings.of(uri);
    if (!around) return undefined;
    const own = await this.#settings.of(uri);
    // Only now: the text may have changed, or the document closed, while we waited.
    const text = this.texts.get(uri);
    if (!text) {
      this.#forget(uri);
      return undefined;
    }
    const { path, kind } = around.context;
    const root = this.#folders.holding(path);
    // What a project says is more exact than what a person prefers everywhere.
    const settings = configuredSettings(own, around.configuration, path);
    const isUploaded = kind === 'skill' && settings.targets.includes('claude-api');
    const skillPackage = isUploaded ? await this.surroundings.packageOf(uri) : undefined;
    const stamp = JSON.stringify([text.version, own, root, skillPackage]);
    const known = this.#readings.get(uri);
    if (known?.around === around && known.stamp === stamp && !known.outdated.signal.aborted) return known;
    known?.outdated.abort();
    const file = { ...around.context, package: skillPackage };
    const isExcludedHere = isExcluded(path, root, own.exclude);
    const reading = { around, stamp, ...this.#serve(text, { ...around, context: file }, settings, isExcludedHere) };
    this.#readings.set(uri, reading);
    return reading;
  }

  /** The text that the editor has open for a file of this machine. */
  textAt(path: string): OpenText | undefined {
    const open = this.texts.all().find(({ uri }) => isOnDisk(uri) && resourcePath(uri) === path);
    return open && { uri: open.uri, version: open.version, text: open.getText() };
  }

  #serve(
    text: TextDocument,
    around: FileSurroundings,
    settings: CheckSettings,
    excludedHere: boolean,
  ): Pick<Reading, 'served' | 'check' | 'turns' | 'outdated'> {
    const { uri, version, languageId } = text;
    const { context: file, configuration } = around;
    const excluded =
      excludedHere || (configuration && isExcluded(file.path, configuration.folder, configuration.exclude));
    const onCrash = (rule: Rule, error: unknown) => this.#tellCrash(rule, error, uri);
    const outdated = new AbortController();
    // Reading is part of the first turn.
    const turns = shortTurns(outdated.signal);
    const find = async (document: SkillDocument, only?: string) =>
      excluded ? [] : checkInTurns(document, file, settings, onCrash, turns, only);
    const served: ServedFile = {
      uri,
      version,
      languageId,
      file,
      targets: settings.targets,
      document: readDocument(text.getText(), settings.runtime, file.kind),
      resultId: `${startedAt}-${++this.#count}`,
    };
    const check = async (): Promise<CheckedServedFile | undefined> => {
      const findings = await find(served.document);
      return (
        findings && {
          ...served,
          findings,
          check: async (content, only) => (await find(readDocument(content, settings.runtime, file.kind), only)) ?? [],
        }
      );
    };
    let checked: ReturnType<typeof check> | undefined;
    return {
      served,
      turns,
      outdated,
      check: () => {
        checked ??= check();
        return checked;
      },
    };
  }

  #forget(uri: string): void {
    this.surroundings.forget(uri);
    this.#settings.forget(uri);
    this.#readings.get(uri)?.outdated.abort();
    this.#readings.delete(uri);
  }

  /** Once a rule: a crash that comes with every key stroke would fill the log. */
  #tellCrash(rule: Rule, error: unknown, uri: string): void {
    if (this.#crashesTold.has(rule.id)) return;
    this.#crashesTold.add(rule.id);
    logFailure(`The rule ${rule.id} in ${uri}`, error, this.#connection.console);
  }
}
