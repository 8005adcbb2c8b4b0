import { UsageError } from '../exit-code.ts';
import { userAtTerminal } from '../terminal/terminal-user.ts';

/**
 * Asks whether something that costs money may start.
 *
 * @throws {UsageError} if the user does not agree, or cannot be asked
 */
export async function askToStart({ yes }: { readonly yes?: true }): Promise<void> {
  if (yes) return;
  const user = userAtTerminal();
  if (!user) throw new UsageError('Not started, because nobody can be asked here; --yes agrees in advance');
  const answer = await user.answers((ask) => ask('Start? [y/N] '));
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('Not started');
}
