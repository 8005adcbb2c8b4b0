import type { Catalog } from '../../../catalog/catalog.ts';
import { listingTextCap } from '../../../catalog/listing/written-length.ts';
import { type LoadedSession, loadCatalog } from '../../../catalog/load-catalog.ts';
import { countingRules } from '../../../catalog/settings/counting-rules.ts';
import type { InstalledFacts } from '../../../dialect/installed-facts.ts';
import { DEFAULT_RUNTIME } from '../../../dialect/runtimes/capabilities.ts';
import { RUNTIMES } from '../../../dialect/targets.ts';
import type { ClaudeCode } from '../../../platform/claude-code.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import { type AskOptions, askClaudeCode } from './ask-claude-code.ts';
import { type Comparison, compareAnswers, ownSkillNotes } from './compare-answers.ts';
import { installedFacts } from './installed-facts.ts';

/** The answer of Claude Code about a session, compared with its catalog. */
export interface SessionAnswer extends Comparison {
  /** Digits and dots; undefined if it did not say. */
  readonly version: string | undefined;
  /** The path of the program. */
  readonly program: string;
  /** How long it took, in milliseconds. */
  readonly ms: number;
}

/** How to ask about a session. */
interface SessionAskOptions extends AskOptions {
  /** The catalog of the session with what Claude Code has said about itself; read again if this is not given. */
  readonly withInstalled?: (installed: InstalledFacts | undefined) => Promise<Catalog>;
}

/**
 * Finds the installed Claude Code, asks it about a session and compares the answers with its catalog. What it provides
 * itself, such as the skills that share the budget, counts as it says.
 *
 * @param named the path of the program that a user names; undefined for the installed one
 */
export async function askAboutSession(
  claudeCode: ClaudeCode,
  named: string | undefined,
  { session, catalog }: LoadedSession,
  { withInstalled, ...options }: SessionAskOptions = {},
): Promise<SessionAnswer | Refusal> {
  const program = await claudeCode.find(named);
  if ('problem' in program) return program;
  const started = performance.now();
  const result = await askClaudeCode(claudeCode, program, session, options);
  if ('problem' in result) return result;
  const { answers } = result;
  const { budget, entries } = catalog.listing();
  const isCurrent = catalog.runtime === DEFAULT_RUNTIME;
  const measure = {
    charactersPerToken: budget.context?.charactersPerToken,
    textCap: listingTextCap(catalog.runtime, catalog.settings) ?? Number.POSITIVE_INFINITY,
    isCrowded: entries.some(({ missing }) => missing !== undefined),
  };
  const installed = isCurrent ? installedFacts(answers, measure) : undefined;
  const known = withInstalled ? await withInstalled(installed) : (await loadCatalog({ ...session, installed })).catalog;
  const comparison = compareAnswers(known, await countingRules(session, known.settings), answers);
  const version = answers.version ?? program.version;
  const { verified } = RUNTIMES.find(({ id }) => id === catalog.runtime)!;
  const isOther = version !== undefined && version !== verified;
  const other = `Skillwright is verified with Claude Code ${verified}, so ${version} may do something differently`;
  return {
    ...comparison,
    notes: [
      ...comparison.notes,
      ...(answers.skills ? ownSkillNotes(catalog, answers.skills) : []),
      ...(isOther ? [other] : []),
    ],
    version,
    program: program.path,
    ms: Math.round(performance.now() - started),
  };
}

/** Whether Claude Code sees everything that it was compared with as Skillwright does. */
export function isConfirmed({ differences, isCompared }: Pick<SessionAnswer, 'differences' | 'isCompared'>): boolean {
  return differences.length === 0 && isCompared;
}
