import * as vscode from 'vscode';

/** Files in memory, whose disk can be made to fail. */
export class FaultyFiles implements vscode.FileSystemProvider {
  readonly #files = new Map<string, Uint8Array>();
  readonly #folders = new Set(['/']);
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  #time = 1;
  /** Called before anything is written, renamed or deleted; what it throws or waits for is what the disk does. */
  fault: (operation: 'write' | 'rename' | 'delete' | 'create', path: string) => void | Promise<void> = () => undefined;

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  stat({ path }: vscode.Uri): vscode.FileStat {
    const bytes = this.#files.get(path);
    if (!bytes && !this.#folders.has(path)) throw vscode.FileSystemError.FileNotFound(path);
    const type = bytes ? vscode.FileType.File : vscode.FileType.Directory;
    return { type, ctime: 0, mtime: this.#time, size: bytes?.length ?? 0 };
  }

  readDirectory({ path }: vscode.Uri): [string, vscode.FileType][] {
    const within = (paths: Iterable<string>) =>
      [...paths].filter((it) => it !== path && it.replace(/\/[^/]*$/, '') === path.replace(/\/$/, ''));
    const named = (paths: string[], type: vscode.FileType) =>
      paths.map((it): [string, vscode.FileType] => [it.split('/').at(-1)!, type]);
    return [
      ...named(within(this.#files.keys()), vscode.FileType.File),
      ...named(within(this.#folders), vscode.FileType.Directory),
    ];
  }

  readFile({ path }: vscode.Uri): Uint8Array {
    const bytes = this.#files.get(path);
    if (!bytes) throw vscode.FileSystemError.FileNotFound(path);
    return bytes;
  }

  async createDirectory({ path }: vscode.Uri): Promise<void> {
    await this.fault('create', path);
    this.#folders.add(path);
  }

  async writeFile({ path }: vscode.Uri, bytes: Uint8Array): Promise<void> {
    await this.fault('write', path);
    this.#files.set(path, bytes);
    this.#time++;
  }

  async delete({ path }: vscode.Uri): Promise<void> {
    await this.fault('delete', path);
    for (const known of [this.#files, this.#folders])
      for (const it of known.keys()) if (it === path || it.startsWith(`${path}/`)) known.delete(it);
  }

  async rename({ path: from }: vscode.Uri, { path: to }: vscode.Uri): Promise<void> {
    await this.fault('rename', from);
    const moved = (it: string) => (it === from || it.startsWith(`${from}/`) ? to + it.slice(from.length) : undefined);
    for (const [it, bytes] of [...this.#files]) {
      const now = moved(it);
      if (now === undefined) continue;
      this.#files.delete(it);
      this.#files.set(now, bytes);
    }
    for (const it of [...this.#folders]) {
      const now = moved(it);
      if (now === undefined) continue;
      this.#folders.delete(it);
      this.#folders.add(now);
    }
  }

  /** The texts on the disk, by path. */
  texts(): Record<string, string> {
    const texts = [...this.#files].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)] as const);
    return Object.fromEntries(texts.sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
