import { type Connection, TextDocuments } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { skillTargets, type TargetId } from '../../dialect/targets.ts';
import { readDocument } from '../../document/read-document.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { checkInTurns } from '../../features/check/check-file.ts';
import type { CheckInputs, FileToCheck } from '../../features/check/check-inputs.ts';
import { toDiagnostics } from '../../features/check/diagnostics.ts';
import { fileSettings } from '../../features/check/file-settings.ts';
import type { CheckedOpenFile, OpenFile } from '../../features/check/open-file.ts';
import type { OpenText } from '../../features/edits/editable-text.ts';
import { oncePer } from '../../platform/once.ts';
import type { WorkTurns } from '../../platform/work-turns.ts';
import type { Rule } from '../../rules/rule.ts';
import type { RuleId } from '../../rules/rule-id.ts';
import { isOnDisk, resourcePath } from '../resource-path.ts';
import { logFailure } from '../safely.ts';
import { answerTurns } from '../short-turns.ts';
import type { ResourceSettings } from './settings.ts';
import { type StampedSurroundings, Surroundings, stampOf } from './surroundings.ts';
import type { WorkspaceFolders } from './workspace-folders.ts';

/** An open file, with a version for its diagnostics. */
interface ServedFile extends OpenFile {
  /** Changes with text, settings and surroundings. Never used twice, not even after a restart. */
  readonly resultId: string;
}

/** The same with its findings. */
export type CheckedServedFile = ServedFile & CheckedOpenFile;

/** The findings of a file as the editor shows them. The editor and the tree show the same ones. */
export const shownFindings = oncePer(({ findings, document, uri }: CheckedServedFile) =>
  toDiagnostics(findings, document, uri),
);

/** An open file, and what it was read from. */
interface Reading {
  /** A new object whenever the surroundings of the file have changed. */
  readonly around: StampedSurroundings;
  readonly stamp: string;
  readonly served: ServedFile;
  /** Checks it on the first request, once for all requests; undefined if there is a newer state. */
  check(): Promise<CheckedServedFile | undefined>;
  /** The turns in which it is read and checked. */
  readonly turns: WorkTurns;
  /** Cancels the check because there is a newer state. */
  readonly outdated: AbortController;
}

const startedAt = Date.now().toString(36);

/**
 * The documents that the editor has open. A change only stores text. Reading and checking wait for a request,
 * and are kept for as long as text, settings and surroundings stay the same.
 */
export class OpenDocuments {
  readonly texts = new TextDocuments(TextDocument);
  readonly surroundings: Surroundings;
  readonly #settings: ResourceSettings;
  readonly #folders: WorkspaceFolders;
  readonly #connection: Connection;
  readonly #readings = new Map<string, Reading>();
  readonly #reportedCrashes = new Set<string>();
  #count = 0;

  constructor(connection: Connection, checkInputs: CheckInputs, settings: ResourceSettings, folders: WorkspaceFolders) {
    this.#connection = connection;
    this.#settings = settings;
    this.#folders = folders;
    this.surroundings = new Surroundings(checkInputs, connection.console, (uri) => this.texts.get(uri)?.languageId);
    this.texts.onDidChangeContent(({ document }) => this.#readings.get(document.uri)?.outdated.abort());
    this.texts.onDidClose(({ document }) => this.#forget(document.uri));
    this.texts.listen(connection);
  }

  /** The newest state of an open file, of which only the frontmatter may have been read; undefined if it is not open, or not one of our files. */
  async readHead(uri: string): Promise<ServedFile | undefined> {
    return (await this.#reading(uri))?.served;
  }

  /** The same, completely read. */
  async read(uri: string): Promise<ServedFile | undefined> {
    const reading = await this.#reading(uri);
    if (!reading) return undefined;
    for (const _ of reading.served.document.readBody()) await reading.turns.pause();
    return reading.served;
  }

  /** The same with its findings. The check is done in short turns, and starts again when the text changes. */
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
    const { path } = around.context;
    const root = this.#folders.holding(path);
    const { settings, isExcluded } = fileSettings(path, around.configuration, { settings: own, root });
    const asTaken = await this.surroundings.asTaken(uri, around, settings);
    const stamp = stampOf([text.version, own, root, asTaken]);
    const known = this.#readings.get(uri);
    if (known?.around === around && known.stamp === stamp && !known.outdated.signal.aborted) return known;
    known?.outdated.abort();
    const file = { ...around.context, ...asTaken };
    const reading = { around, stamp, ...this.#serve(text, { file, settings }, around.configuration?.path, isExcluded) };
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
    { file, settings }: FileToCheck,
    configuration: string | undefined,
    isExcluded: boolean,
  ): Pick<Reading, 'served' | 'check' | 'turns' | 'outdated'> {
    const { uri, version, languageId } = text;
    const onCrash = (rule: Rule, error: unknown) => this.#reportCrash(rule, error, uri);
    const outdated = new AbortController();
    // Reading is part of the first turn.
    const turns = answerTurns(outdated.signal);
    const find = async (document: SkillDocument, only?: RuleId, targets: readonly TargetId[] = settings.targets) =>
      isExcluded ? [] : checkInTurns(document, file, { ...settings, targets }, onCrash, turns, only);
    const served: ServedFile = {
      uri,
      version,
      languageId,
      file,
      targets: skillTargets(settings.targets),
      configuration,
      document: readDocument(text.getText(), settings.runtime, file.kind),
      resultId: `${startedAt}-${++this.#count}`,
    };
    const check = async (): Promise<CheckedServedFile | undefined> => {
      const findings = await find(served.document);
      return (
        findings && {
          ...served,
          findings,
          check: async (content, only, targets) =>
            (await find(readDocument(content, settings.runtime, file.kind), only, targets)) ?? [],
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

  /** Once per rule: a crash on every keystroke would fill the log. */
  #reportCrash(rule: Rule, error: unknown, uri: string): void {
    if (this.#reportedCrashes.has(rule.id)) return;
    this.#reportedCrashes.add(rule.id);
    logFailure(`The rule ${rule.id} in ${uri}`, error, this.#connection.console);
  }
}
