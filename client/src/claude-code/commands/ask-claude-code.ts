import {
  CancellationTokenSource,
  commands,
  Disposable,
  type LogOutputChannel,
  type Memento,
  window,
  workspace,
} from 'vscode';
import type { AnswerSummary } from '../../../../server/src/protocol.ts';
import { commandId } from '../../contributions/command-id.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import { setContext } from '../../contributions/set-context.ts';
import { viewId } from '../../contributions/view-id.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import type { ReportDocuments } from '../../reports/report-documents.ts';
import type { SkillsView } from '../../skills/view/skills-view.ts';

/** Whether the user has agreed that Claude Code is started in this workspace. */
const consentKey = 'skillwright.claudeCode.mayBeAsked';

/** How often ages such as `20 s ago` are brought up to date while they are short, and later; in milliseconds. */
const youngDelay = 10_000;
const oldDelay = 60_000;

interface AskingParts {
  readonly server: LanguageServer;
  readonly view: SkillsView;
  readonly output: LogOutputChannel;
  readonly failures: FailureReporter;
  /** Shows what Claude Code sees. */
  readonly documents: ReportDocuments;
  readonly consents: Memento;
}

/** "Ask Claude Code", "Stop Asking Claude Code" and "Show What Claude Code Sees". */
export function registerAskClaudeCode(parts: AskingParts): Disposable {
  const { server, view, output, failures, documents, consents } = parts;
  let running: CancellationTokenSource | undefined;
  let timer: NodeJS.Timeout | undefined;
  const ageLater = (delay: number, times: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      view.refreshSoon();
      ageLater(times > 1 ? delay : oldDelay, times - 1);
    }, delay);
  };
  return Disposable.from(
    server.on('askedChanged', (asked) => {
      void setContext('asked', asked !== null);
      view.refreshSoon();
      clearTimeout(timer);
      if (asked?.state === 'confirmed' || asked?.state === 'different') ageLater(youngDelay, 6);
    }),
    // The answer is forgotten with the server.
    server.onDidChangeRunning(() => {
      clearTimeout(timer);
      void setContext('asked', false);
    }),
    registerCommand('askClaudeCode', async () => {
      if (running || !workspace.isTrusted || !(await hasConsent(consents))) return;
      const cancellation = new CancellationTokenSource();
      running = cancellation;
      void setContext('asking', true);
      try {
        await failures.guard('Could not ask Claude Code', () => ask(server, view, output, cancellation));
      } finally {
        running = undefined;
        cancellation.dispose();
        void setContext('asking', false);
      }
    }),
    registerCommand('stopAsking', () => running?.cancel()),
    registerCommand('showAskedDocument', () =>
      failures.guard('Could not show what Claude Code sees', async () => {
        const text = await server.request('skillwright/askedDocument', {});
        if (text === null) await commands.executeCommand(commandId('askClaudeCode'));
        else await documents.open('What Claude Code Sees', text);
      }),
    ),
    new Disposable(() => clearTimeout(timer)),
  );
}

async function ask(
  server: LanguageServer,
  view: SkillsView,
  output: LogOutputChannel,
  { token }: CancellationTokenSource,
): Promise<void> {
  // The result is shown there, and what stops the question.
  if (!view.visible) await commands.executeCommand(`${viewId('skills')}.focus`);
  const location = { viewId: viewId('skills') };
  const asked = await window.withProgress({ location }, () =>
    server.request('skillwright/ask', {}, token).catch((error: unknown): AnswerSummary | null => {
      if (token.isCancellationRequested) return null;
      throw error;
    }),
  );
  if (asked) output.info(asked.text);
}

/** Asks once per workspace: what is started depends on it. */
async function hasConsent(consents: Memento): Promise<boolean> {
  if (consents.get(consentKey) === true) return true;
  const start = 'Ask Claude Code';
  const chosen = await window.showInformationMessage(
    'Start the installed Claude Code to compare what it sees with the list of skills?',
    {
      modal: true,
      detail: [
        'It starts in the folders of this workspace, says which skills, rules and settings it reads, and ends after a few seconds.',
        'No model is asked, and nothing is sent over the network. No hook, MCP server or program for keys starts.',
        'As at every start, it may write its own files: in your home folder, ~/.config/git/ignore, and .claude/settings.local.json.',
      ].join('\n'),
    },
    start,
  );
  if (chosen !== start) return false;
  await consents.update(consentKey, true);
  return true;
}
