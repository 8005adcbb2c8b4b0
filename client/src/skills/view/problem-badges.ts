import {
  Disposable,
  EventEmitter,
  type FileDecoration,
  type FileDecorationProvider,
  ThemeColor,
  Uri,
  window,
} from 'vscode';
import type { ProblemCount } from '../../../../server/src/protocol.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { counted } from '../../text/counted.ts';

/** Not `file`: our badges must not appear in the Explorer, nor those of others in the tree. */
const scheme = 'skillwright-skill';

/** The URI under which VS Code requests the badge of a file in the tree of skills. */
export function badgeUri(file: Uri): Uri {
  // The scheme of a virtual workspace must not be lost.
  return file.scheme === 'file'
    ? file.with({ scheme })
    : file.with({ scheme, authority: `${file.scheme}~${file.authority}` });
}

function fileOf(badge: Uri): Uri {
  const [, virtual, authority] = /^([^~]+)~(.*)$/.exec(badge.authority) ?? [];
  return badge.with({ scheme: virtual ?? 'file', ...(authority !== undefined && { authority }) });
}

/**
 * Shows the problems of a skill's file next to it: their number, and a letter for the most severe kind. A group has those
 * of the skills in it, and of its plugin. Only rows on screen are asked about. What is known of a file remains until the server says that it
 * has changed: an event for a badge that stays the same would make it blink.
 */
export class ProblemBadges implements FileDecorationProvider, Disposable {
  readonly #server: LanguageServer;
  readonly #changed = new EventEmitter<Uri[]>();
  readonly #subscriptions: Disposable;
  /** By the URI of the badge. */
  readonly #known = new Map<string, ProblemCount>();
  /** The texts of the badges of groups, by their URI. VS Code itself would show only a dot, in the color of some skill. */
  readonly #groups = new Map<string, string>();
  /** Groups whose files are known, until there may be others. */
  readonly #learned = new Set<string>();

  constructor(server: LanguageServer) {
    this.#server = server;
    this.#subscriptions = Disposable.from(
      window.registerFileDecorationProvider(this),
      server.on('problemsChanged', ({ uri, ...count }) => this.#update(badgeUri(Uri.parse(uri)), count)),
      server.on('catalogChanged', () => {
        this.#learned.clear();
        this.#changed.fire([...this.#groups.keys()].map((group) => Uri.parse(group)));
      }),
      server.onDidChangeRunning((isRunning) => {
        if (isRunning) this.#askAgain();
      }),
    );
  }

  readonly onDidChangeFileDecorations = this.#changed.event;

  /** The problems of a file in words; empty if it has none, or they are not known yet. */
  inWords(badge: Uri): string {
    const count = this.#known.get(badge.toString());
    return count ? problemsInWords(count) : '';
  }

  async provideFileDecoration(badge: Uri): Promise<FileDecoration | undefined> {
    if (badge.scheme !== scheme) return undefined;
    const key = badge.toString();
    if (!/\.(?:md|json)$/.test(badge.path)) {
      if (!this.#learned.has(key)) await this.#learn(badge);
      return this.#groupDecoration(key);
    }
    await this.#count(badge);
    const known = this.#known.get(key);
    return known && decorationOf(known);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }

  async #count(badge: Uri): Promise<void> {
    const key = badge.toString();
    if (this.#known.has(key)) return;
    const count = await this.#ask(badge);
    if (!count || this.#known.has(key)) return;
    this.#know(key, count);
  }

  /** Learns the problems of the files in a group, whose rows may never have been on screen. */
  async #learn(group: Uri): Promise<void> {
    this.#learned.add(group.toString());
    const uri = fileOf(group).toString();
    const files = await this.#server.request('skillwright/problemsInFolder', { uri }).catch(() => []);
    for (const { uri: file, ...count } of files) {
      const key = badgeUri(Uri.parse(file)).toString();
      if (!this.#known.has(key)) this.#know(key, count);
    }
  }

  /** Remembers what is known of a file, and updates the groups that contain it. */
  #know(key: string, count: ProblemCount): void {
    this.#known.set(key, count);
    const changed = [...this.#groups].filter(
      ([group, shown]) => key.startsWith(`${group}/`) && problemsInWords(this.#countIn(group)) !== shown,
    );
    if (changed.length > 0) this.#changed.fire(changed.map(([group]) => Uri.parse(group)));
  }

  #groupDecoration(group: string): FileDecoration | undefined {
    const count = this.#countIn(group);
    this.#groups.set(group, problemsInWords(count));
    return decorationOf(count);
  }

  /** The problems of the files in a group, as far as they are known. */
  #countIn(group: string): ProblemCount {
    const sum = { errors: 0, warnings: 0, information: 0 };
    for (const [key, { errors, warnings, information }] of this.#known) {
      if (!key.startsWith(`${group}/`)) continue;
      sum.errors += errors;
      sum.warnings += warnings;
      sum.information += information;
    }
    return sum;
  }

  async #ask(badge: Uri): Promise<ProblemCount | undefined> {
    const uri = fileOf(badge).toString();
    // Without an answer the badge stays as it is.
    return (await this.#server.request('skillwright/problems', { uri }).catch(() => null)) ?? undefined;
  }

  #update(badge: Uri, count: ProblemCount): void {
    const key = badge.toString();
    const before = this.#known.get(key);
    // The manifest and the hooks of a plugin have no row of their own, but count in that of the plugin.
    const known = before ?? (key.endsWith('.json') ? noProblems : undefined);
    if (!known || problemsInWords(known) === problemsInWords(count)) return;
    this.#know(key, count);
    this.#changed.fire([badge]);
  }

  /** A server that was restarted reports changes only of what it was asked about. */
  #askAgain(): void {
    for (const key of this.#known.keys()) {
      const badge = Uri.parse(key);
      void this.#ask(badge).then((count) => count && this.#update(badge, count));
    }
  }
}

const noProblems: ProblemCount = { errors: 0, warnings: 0, information: 0 };

/** Information is no problem: it has no badge, as in the Explorer. */
function hasProblems({ errors, warnings }: ProblemCount): boolean {
  return errors + warnings > 0;
}

/** At most two characters: VS Code shows no more. */
function decorationOf(count: ProblemCount): FileDecoration | undefined {
  if (!hasProblems(count)) return undefined;
  const { errors, warnings } = count;
  const [letter, shown] = errors > 0 ? ['E', errors] : ['W', warnings];
  return {
    badge: `${letter}${shown > 9 ? '+' : shown}`,
    tooltip: problemsInWords(count),
    color: new ThemeColor(errors > 0 ? 'list.errorForeground' : 'list.warningForeground'),
  };
}

/** `1 error, 2 warnings`; empty without any. */
export function problemsInWords({ errors, warnings, information }: ProblemCount): string {
  return [inWords(errors, 'error'), inWords(warnings, 'warning'), inWords(information, 'info')]
    .filter(Boolean)
    .join(', ');
}

function inWords(count: number, what: string): string {
  return count === 0 ? '' : counted(count, what);
}
