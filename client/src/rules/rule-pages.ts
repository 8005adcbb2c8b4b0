import {
  Disposable,
  type Event,
  EventEmitter,
  type FileChangeEvent,
  type FileStat,
  FileSystemError,
  type FileSystemProvider,
  FileType,
  Uri,
  workspace,
} from 'vscode';
import { inflate } from '#archive-host/inflate.ts';
import { rulePageScheme, rulePageUri } from '../contributions/rule-page-uri.ts';

/** Room for all pages, in bytes: ten times as much as they take. */
const maxBytes = 4 * 1024 * 1024;

/** In the index, the title of a group, or what it says of a rule. */
const headingOrRow = /^(?:## (.+)|\| \[`([^`]+)`\]\([^)]*\) \| ([^|]*?) \| (.*) \|)$/gm;

interface ListedRule {
  readonly id: string;
  /** The title of its group. */
  readonly group: string;
  /** Without any target or setting. */
  readonly level: string;
  readonly summary: string;
}

/**
 * The pages of `docs/rules`, which the extension has in one compressed file. They are a read-only file system, so that
 * VS Code's markdown preview shows them and follows the links between them, without a network.
 */
export class RulePages implements FileSystemProvider, Disposable {
  readonly #file: Uri;
  readonly #changed = new EventEmitter<FileChangeEvent[]>();
  readonly #registration: Disposable;
  #pages: Promise<ReadonlyMap<string, Uint8Array>> | undefined;

  constructor(extension: Uri) {
    this.#file = Uri.joinPath(extension, 'dist', 'rule-pages.deflate');
    const options = { isCaseSensitive: true, isReadonly: true };
    this.#registration = Disposable.from(
      this.#changed,
      workspace.registerFileSystemProvider(rulePageScheme, this, options),
    );
  }

  /** Never happens: the pages change only with the extension. */
  readonly onDidChangeFile: Event<FileChangeEvent[]> = this.#changed.event;

  /** Every rule, in the order of the index. */
  async rules(): Promise<ListedRule[]> {
    const index = new TextDecoder().decode(await this.readFile(rulePageUri('README')));
    let group = '';
    return [...index.matchAll(headingOrRow)].flatMap(([, heading, id, level, summary]) => {
      if (heading !== undefined) group = heading;
      return id === undefined ? [] : [{ id, group, level: level!, summary: summary!.replace(/\\(?=\|)|`/g, '') }];
    });
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    this.#pages ??= readPages(this.#file);
    const page = (await this.#pages).get(uri.path.slice(1));
    if (!page) throw FileSystemError.FileNotFound(uri);
    return page;
  }

  async stat(uri: Uri): Promise<FileStat> {
    if (uri.path === '/') return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    return { type: FileType.File, ctime: 0, mtime: 0, size: (await this.readFile(uri)).length };
  }

  async readDirectory(): Promise<[string, FileType][]> {
    this.#pages ??= readPages(this.#file);
    return [...(await this.#pages).keys()].map((name) => [name, FileType.File]);
  }

  watch(): Disposable {
    return new Disposable(() => {});
  }

  createDirectory(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  delete(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  rename(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

async function readPages(file: Uri): Promise<ReadonlyMap<string, Uint8Array>> {
  const bytes = await inflate(await workspace.fs.readFile(file), maxBytes);
  const pages: Record<string, string> = JSON.parse(new TextDecoder().decode(bytes));
  const encoder = new TextEncoder();
  return new Map(Object.entries(pages).map(([name, text]) => [name, encoder.encode(text)]));
}
