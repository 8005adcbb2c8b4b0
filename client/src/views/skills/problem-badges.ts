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
import type { LanguageServer } from '../../language-server/language-server.ts';

/** Not `file`: our badges must not appear in the Explorer, nor those of others in the tree. */
const scheme = 'skillwright-skill';

/** The URI under which VS Code requests the badge of a file in the tree of skills. */
export function badgeUri(file: Uri): Uri {
  return file.with({ scheme });
}

/** Shows the number of problems of a skill's file next to it. Computed only for what is on screen. */
export class ProblemBadges implements FileDecorationProvider, Disposable {
  readonly #server: LanguageServer;
  readonly #changed = new EventEmitter<Uri[] | undefined>();
  readonly #subscriptions: Disposable[];
  /** The URIs requested so far: firing an event for others would make VS Code request those, too. */
  readonly #asked = new Set<string>();

  constructor(server: LanguageServer) {
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

  /** Recomputes the badges of everything on screen. */
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
      tooltip: [countErrors(errors), countWarnings(warnings)].filter(Boolean).join(', '),
      color: new ThemeColor(errors > 0 ? 'list.errorForeground' : 'list.warningForeground'),
      propagate: true,
    };
  }

  dispose(): void {
    Disposable.from(...this.#subscriptions).dispose();
    this.#changed.dispose();
  }
}

function countErrors(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 error' : `${count} errors`;
}

function countWarnings(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 warning' : `${count} warnings`;
}
