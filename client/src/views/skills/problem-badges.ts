import {
  type CancellationToken,
  Disposable,
  EventEmitter,
  type FileDecoration,
  type FileDecorationProvider,
  languages,
  ThemeColor,
  type Uri,
  window,
} from 'vscode';
import type { ServerStart } from '../../server-start.ts';

/** Not `file`, so that neither we decorate the Explorer nor others the tree. */
const scheme = 'skillwright-skill';

/** By what VS Code asks for the badge of a file in the tree of skills. */
export function badgeUri(file: Uri): Uri {
  return file.with({ scheme });
}

/** Says beside a skill how many problems its file has. Asked for what is on screen only. */
export class ProblemBadges implements FileDecorationProvider, Disposable {
  readonly #server: ServerStart;
  readonly #changed = new EventEmitter<Uri[] | undefined>();
  readonly #subscriptions: Disposable[];
  /** What has been asked for: VS Code would ask for every other name too. */
  readonly #asked = new Set<string>();

  constructor(server: ServerStart) {
    this.#server = server;
    this.#subscriptions = [
      window.registerFileDecorationProvider(this),
      languages.onDidChangeDiagnostics(({ uris }) => {
        const badges = uris.map(badgeUri).filter((uri) => this.#asked.has(uri.toString()));
        if (badges.length > 0) this.#changed.fire(badges);
      }),
    ];
  }

  readonly onDidChangeFileDecorations = this.#changed.event;

  /** Asks again for everything on screen. */
  refresh(): void {
    this.#changed.fire(undefined);
  }

  async provideFileDecoration(uri: Uri, token: CancellationToken): Promise<FileDecoration | undefined> {
    if (uri.scheme !== scheme || !uri.path.endsWith('.md')) return undefined;
    this.#asked.add(uri.toString());
    const file = uri.with({ scheme: 'file' }).toString();
    const found = await this.#server.request('skillwright/problems', { uri: file }, token).catch(() => null);
    if (!found || found.errors + found.warnings === 0) return undefined;
    const { errors, warnings } = found;
    const count = errors + warnings;
    return {
      badge: count > 99 ? '9+' : String(count),
      tooltip: [errorsInWords(errors), warningsInWords(warnings)].filter(Boolean).join(', '),
      color: new ThemeColor(errors > 0 ? 'list.errorForeground' : 'list.warningForeground'),
      propagate: true,
    };
  }

  dispose(): void {
    Disposable.from(...this.#subscriptions).dispose();
    this.#changed.dispose();
  }
}

function errorsInWords(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 error' : `${count} errors`;
}

function warningsInWords(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 warning' : `${count} warnings`;
}
