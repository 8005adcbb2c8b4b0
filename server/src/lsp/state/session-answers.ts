import type { Catalog } from '../../catalog/catalog.ts';
import type { InstalledFacts } from '../../dialect/installed-facts.ts';
import type { ShownSession } from '../../features/shown-skills/shown-session.ts';
import { askAboutSession, type SessionAnswer } from '../../jobs/claude-code/ask/asked-session.ts';
import { type AnswerState, catalogKey } from '../../jobs/claude-code/ask/asked-state.ts';
import type { ClaudeCode } from '../../platform/claude-code.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { Catalogs } from './catalogs.ts';

/** Answers that are kept, of all sessions together. */
const maxAnswers = 20;

/** An answer, and for which program and catalog it holds. */
interface Kept {
  readonly asked: SessionAnswer;
  readonly at: number;
}

/**
 * The answers of the installed Claude Code about the sessions. An answer holds for a release and for what the catalog was
 * when it was asked: if a change is undone, it holds again.
 */
export class SessionAnswers {
  readonly #claudeCode: ClaudeCode;
  readonly #catalogs: Catalogs;
  readonly #catalogsOutdated: () => void;
  /** By release, session and catalog; the latest last. */
  readonly #answers = new Map<string, Kept>();
  /** The state of the last question about each session, by its URI. */
  readonly #last = new Map<string, AnswerState>();

  /** @param catalogsOutdated called when what Claude Code said makes the catalogs other ones */
  constructor(claudeCode: ClaudeCode, catalogs: Catalogs, catalogsOutdated: () => void) {
    this.#claudeCode = claudeCode;
    this.#catalogs = catalogs;
    this.#catalogsOutdated = catalogsOutdated;
  }

  /** Whether Claude Code was asked about any session. */
  get isAsked(): boolean {
    return this.#last.size > 0;
  }

  /** The answer about a session as it is now; undefined if Claude Code was never asked about it. */
  of({ info, catalog }: ShownSession): AnswerState | undefined {
    const last = this.#last.get(info.uri);
    if (last?.kind !== 'answered') return last;
    const kept = this.#answers.get(keyOf(last.asked, info.uri, catalogKey(catalog)));
    return kept ? { kind: 'answered', ...kept } : { ...last, kind: 'outdated' };
  }

  /**
   * Asks Claude Code about a session.
   *
   * @param named the path of the program; undefined for the installed one
   */
  async ask(served: ShownSession, named: string | undefined, signal: AbortSignal): Promise<void> {
    const { uri } = served.info;
    const before = this.#last.get(uri);
    if (before?.kind === 'asking') return;
    this.#last.set(uri, { kind: 'asking' });
    let key = catalogKey(served.catalog);
    const result = await this.#resultOf(served, named, signal, async (installed) => {
      const before = await this.#catalogs.session(uri);
      if (this.#catalogs.setInstalled(uri, installed)) this.#catalogsOutdated();
      const now = await this.#catalogs.session(uri);
      // A change while Claude Code read the files makes the answer one about the catalog before it.
      if (!before || !now || catalogKey(before.catalog) !== key) return served.catalog;
      key = catalogKey(now.catalog);
      return now.catalog;
    });
    const at = Date.now();
    if (signal.aborted) {
      if (before) this.#last.set(uri, before);
      else this.#last.delete(uri);
    } else if ('problem' in result) {
      this.#last.set(uri, { kind: 'failed', problem: result.problem, at });
    } else {
      this.#last.set(uri, { kind: 'answered', asked: result, at });
      this.#keep(keyOf(result, uri, key), { asked: result, at });
    }
  }

  async #resultOf(
    served: ShownSession,
    named: string | undefined,
    signal: AbortSignal,
    withInstalled: (installed: InstalledFacts | undefined) => Promise<Catalog>,
  ): Promise<SessionAnswer | Refusal> {
    try {
      return await askAboutSession(this.#claudeCode, named, served, { signal, withInstalled });
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  }

  #keep(key: string, kept: Kept): void {
    this.#answers.delete(key);
    this.#answers.set(key, kept);
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= maxAnswers) break;
      this.#answers.delete(oldest);
    }
  }
}

function keyOf({ program, version }: SessionAnswer, session: string, catalog: string): string {
  return [program, version, session, catalog].join('\n');
}
