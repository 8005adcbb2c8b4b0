import type { Catalog } from '../../catalog/catalog.ts';
import type { Session } from '../../catalog/session.ts';
import { countingRules } from '../../catalog/settings/counting-rules.ts';
import { RUNTIMES } from '../../dialect/targets.ts';
import type { ClaudeCode } from '../../platform/claude-code.ts';
import { type AskOptions, askClaudeCode } from './ask-claude-code.ts';
import { type Comparison, compareAnswers } from './compare-answers.ts';

/** What Claude Code said about a session. */
export interface Asked extends Comparison {
  /** Digits and dots; undefined if it did not say. */
  readonly version: string | undefined;
  /** The path of the program. */
  readonly program: string;
  /** How long it took, in milliseconds. */
  readonly ms: number;
}

/** Why Claude Code could not be asked, in words. */
export interface NotAsked {
  readonly problem: string;
}

/**
 * Finds the installed Claude Code, asks it about a session and compares the answers with its catalog.
 *
 * @param named the path of the program that a user names; undefined for the installed one
 */
export async function askAboutSession(
  claudeCode: ClaudeCode,
  named: string | undefined,
  { session, catalog }: { readonly session: Session; readonly catalog: Catalog },
  options?: AskOptions,
): Promise<Asked | NotAsked> {
  const program = await claudeCode.find(named);
  if ('problem' in program) return program;
  const started = performance.now();
  const result = await askClaudeCode(claudeCode, program, session, options);
  if ('problem' in result) return result;
  const { answers } = result;
  const comparison = compareAnswers(catalog, await countingRules(session, catalog.settings), answers);
  const version = answers.version ?? program.version;
  const { verified } = RUNTIMES.find(({ id }) => id === catalog.runtime)!;
  const isOther = version !== undefined && version !== verified;
  const other = `Skillwright is verified with Claude Code ${verified}, so ${version} may do something differently`;
  return {
    ...comparison,
    notes: [...comparison.notes, ...(isOther ? [other] : [])],
    version,
    program: program.path,
    ms: Math.round(performance.now() - started),
  };
}

/** Whether Claude Code sees everything that it was compared with as Skillwright does. */
export function isConfirmed({ differences, isCompared }: Pick<Asked, 'differences' | 'isCompared'>): boolean {
  return differences.length === 0 && isCompared;
}
