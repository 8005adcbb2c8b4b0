import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  CancellationTokenSource,
  CodeActionRequest,
  CompletionRequest,
  ConfigurationRequest,
  DiagnosticRefreshRequest,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentDiagnosticRequest,
  DocumentHighlightRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  InlayHintRequest,
  type Position,
  type ProtocolConnection,
  RegistrationRequest,
  SelectionRangeRequest,
  SemanticTokensRequest,
  UnregistrationRequest,
} from 'vscode-languageserver/node';
import { makeMarkdown } from '../fuzz/inputs/markdown-grammar.ts';
import type { Random } from '../mutation/random.ts';
import { generateSkill } from './generated-skills.ts';
import { editorCapabilities } from './server-process.ts';

/** How many files are open at a time. */
const mostOpen = 12;
/** UTF-16 units that an edited text keeps below. */
const longestText = 30_000;

/** A file in the editor. */
interface OpenText {
  readonly uri: string;
  readonly file: string;
  version: number;
  text: string;
}

const pieces = [
  'a',
  'x',
  '\n',
  ' ',
  '$1',
  '$ARGUMENTS',
  '`',
  '!`ls`',
  '---\n',
  'name: b\n',
  '# T\n',
  '- ',
  '"',
  ': ',
  '😀',
  '[a](b.md)',
  '/skill-3 ',
];

/** Edits at random, as several people in a hurry would, and asks what editors ask. */
export class SoakingEditor {
  edits = 0;
  requests = 0;
  readonly #connection: ProtocolConnection;
  readonly #root: string;
  readonly #skills: number;
  readonly #random: Random;
  readonly #open: OpenText[] = [];
  readonly #pending = new Set<Promise<unknown>>();

  private constructor(connection: ProtocolConnection, root: string, skills: number, random: Random) {
    this.#connection = connection;
    this.#root = root;
    this.#skills = skills;
    this.#random = random;
  }

  /** Writes a project and opens it. */
  static async open(
    connection: ProtocolConnection,
    root: string,
    skills: number,
    random: Random,
  ): Promise<SoakingEditor> {
    const editor = new SoakingEditor(connection, root, skills, random);
    for (let skill = 0; skill < skills; skill++) await editor.#write(skill, generateSkill(skill, { bytes: 4_000 }));
    await mkdir(path.join(root, 'app/.git'), { recursive: true });
    connection.onRequest(ConfigurationRequest.type, ({ items }) => items.map(() => null));
    for (const type of [RegistrationRequest.type, UnregistrationRequest.type, DiagnosticRefreshRequest.type])
      connection.onRequest(type.method, () => null);
    connection.listen();
    await connection.sendRequest(InitializeRequest.type, {
      processId: process.pid,
      rootUri: null,
      capabilities: editorCapabilities,
      initializationOptions: { workspaceTrusted: true },
      workspaceFolders: [{ uri: pathToFileURL(path.join(root, 'app')).href, name: 'app' }],
    });
    await connection.sendNotification(InitializedNotification.type, {});
    await editor.#ask('skillwright/tree', { grouping: 'tier', hideEmpty: false });
    await editor.settle();
    return editor;
  }

  get counts(): { readonly edits: number; readonly requests: number } {
    return { edits: this.edits, requests: this.requests };
  }

  /** Waits for every answer. */
  async settle(): Promise<void> {
    await Promise.all(this.#pending);
  }

  /** One thing that somebody does. */
  async step(): Promise<void> {
    const what = this.#random.below(100);
    if (this.#open.length === 0 || what < 3) await this.#openOne();
    else if (what < 5) await this.#closeOne();
    else if (what < 8) await this.#changeDisk();
    else if (what < 60) await this.#type(this.#random.one(this.#open));
    else this.#askSomething(this.#random.one(this.#open));
    // Nobody waits for more answers than this.
    if (this.#pending.size > 30) await this.settle();
  }

  async #openOne(): Promise<void> {
    if (this.#open.length >= mostOpen) await this.#closeOne();
    const skill = this.#random.below(this.#skills);
    const file = this.#fileOf(skill);
    if (this.#open.some((it) => it.file === file)) return;
    const text =
      this.#random.below(2) === 0 ? generateSkill(skill, { bytes: 4_000 }) : makeMarkdown(this.#random, 'skill');
    const uri = pathToFileURL(file).href;
    this.#open.push({ uri, file, version: 1, text });
    await this.#connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId: 'skill', version: 1, text },
    });
  }

  async #closeOne(): Promise<void> {
    const [closed] = this.#open.splice(this.#random.below(this.#open.length), 1);
    if (!closed) return;
    const { uri } = closed;
    await this.#connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
  }

  /** Saves, removes or writes a skill, as a branch that is switched does. */
  async #changeDisk(): Promise<void> {
    const skill = this.#random.below(this.#skills);
    const file = this.#fileOf(skill);
    const isGone = this.#random.below(5) === 0;
    if (isGone) await rm(path.dirname(file), { recursive: true, force: true });
    else
      await this.#write(
        skill,
        this.#open.find((it) => it.file === file)?.text ?? generateSkill(skill, { bytes: 4_000 }),
      );
    await this.#connection.sendNotification(DidChangeWatchedFilesNotification.type, {
      changes: [{ uri: pathToFileURL(file).href, type: isGone ? 3 : 2 }],
    });
  }

  async #type(open: OpenText): Promise<void> {
    const start = this.#random.below(open.text.length + 1);
    const end = Math.min(open.text.length, start + (this.#random.below(3) === 0 ? this.#random.below(40) : 0));
    const written = open.text.length > longestText ? undefined : this.#random.one(pieces);
    const text =
      written === undefined
        ? generateSkill(1, { bytes: 4_000 })
        : open.text.slice(0, start) + written + open.text.slice(end);
    const change =
      written === undefined
        ? { text }
        : { range: { start: positionOf(open.text, start), end: positionOf(open.text, end) }, text: written };
    open.text = text;
    open.version++;
    this.edits++;
    await this.#connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri: open.uri, version: open.version },
      contentChanges: [change],
    });
    if (this.#random.below(2) === 0) this.#later(DocumentDiagnosticRequest.method, { textDocument: { uri: open.uri } });
  }

  #askSomething({ uri, text }: OpenText): void {
    const textDocument = { uri };
    const position = positionOf(text, this.#random.below(text.length + 1));
    const range = { start: position, end: position };
    const [method, params] = this.#random.one<readonly [string, object]>([
      [HoverRequest.method, { textDocument, position }],
      [CompletionRequest.method, { textDocument, position }],
      [CodeActionRequest.method, { textDocument, range, context: { diagnostics: [] } }],
      [DocumentSymbolRequest.method, { textDocument }],
      [DocumentHighlightRequest.method, { textDocument, position }],
      [FoldingRangeRequest.method, { textDocument }],
      [SelectionRangeRequest.method, { textDocument, positions: [position] }],
      [SemanticTokensRequest.method, { textDocument }],
      [InlayHintRequest.method, { textDocument, range: { start: { line: 0, character: 0 }, end: position } }],
      ['textDocument/references', { textDocument, position, context: { includeDeclaration: true } }],
      ['textDocument/codeLens', { textDocument }],
      ['workspace/symbol', { query: 'step' }],
      ['skillwright/tree', { grouping: 'tier', hideEmpty: true }],
      ['skillwright/budget', {}],
      ['skillwright/preview', { uri, arguments: 'a "b c"', outcomes: {} }],
    ]);
    this.#later(method, params);
  }

  /** Asks without waiting; one in eight questions is taken back. */
  #later(method: string, params: object): void {
    const asked = this.#ask(method, params);
    this.#pending.add(asked);
    void asked.finally(() => this.#pending.delete(asked));
  }

  async #ask(method: string, params: object): Promise<void> {
    this.requests++;
    const cancellation = new CancellationTokenSource();
    const answer = this.#connection.sendRequest(method, params, cancellation.token);
    if (this.#random.below(8) === 0) cancellation.cancel();
    try {
      await answer;
    } catch (error) {
      // Taken back, or about a text that has changed since.
      const { code, message } = error as { code?: number; message: string };
      if (code !== -32800 && code !== -32801 && code !== -32802) throw new Error(`${method}: ${code} ${message}`);
    } finally {
      cancellation.dispose();
    }
  }

  #fileOf(skill: number): string {
    return path.join(this.#root, 'app/.claude/skills', `skill-${skill}`, 'SKILL.md');
  }

  async #write(skill: number, text: string): Promise<void> {
    const file = this.#fileOf(skill);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

/** The position of an offset, with the line endings of the protocol. */
function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: before.length - 1, character: before.at(-1)!.length };
}
