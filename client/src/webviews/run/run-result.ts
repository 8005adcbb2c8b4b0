import type { RunSummary } from '../../../../server/src/protocol.ts';
import type { RunPageCommand } from '../../claude-code/runs/page/run-messages.ts';
import { isActive, runDuration } from '../../claude-code/runs/run-words.ts';
import { costInWords } from '../../text/times-and-costs.ts';
import { html, linkButton } from '../elements.ts';
import { count } from '../format-numbers.ts';

/** The time and cost of a run, below its last step. */
export class RunResult {
  readonly element = html('section', { class: 'result', 'aria-label': 'Result', hidden: '' });
  readonly #command: (command: RunPageCommand) => void;
  #shown = '';

  constructor(command: (command: RunPageCommand) => void) {
    this.#command = command;
  }

  show(summary: RunSummary): void {
    const shown = JSON.stringify(summary);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.element.hidden = isActive(summary);
    if (this.element.hidden) return;
    const facts = factsOf(summary).map(([name, value]) => [html('dt', {}, name), html('dd', {}, value)]);
    const links = html('p', { class: 'links' });
    if (summary.transcript !== undefined) {
      links.append(linkButton('Show Session', () => this.#command('session')));
    }
    if (summary.sessionId !== undefined) {
      links.append(linkButton('Copy Session ID', () => this.#command('copySessionId')));
    }
    this.element.replaceChildren(html('dl', {}, ...facts.flat()), links);
  }
}

function factsOf(run: RunSummary): [string, string][] {
  const { cost, turns, tokens, sessionId, claudeCodeVersion } = run;
  const facts: [string, string | undefined][] = [
    ['Duration', runDuration(run, 0)],
    ['Cost', cost === undefined ? undefined : costInWords(cost)],
    ['Turns', turns === undefined ? undefined : count(turns)],
    ['Tokens', tokens && tokensInWords(tokens)],
    ['Claude Code', claudeCodeVersion],
    ['Session', sessionId],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined);
}

function tokensInWords({ input, output, cacheRead, cacheWrite }: NonNullable<RunSummary['tokens']>): string {
  const cache = [
    ...(cacheRead > 0 ? [`${count(cacheRead)} from the cache`] : []),
    ...(cacheWrite > 0 ? [`${count(cacheWrite)} into the cache`] : []),
  ];
  return [`${count(input)} in`, ...cache, `${count(output)} out`].join(', ');
}
