import { type CancellationToken, type Disposable, ProgressLocation, Uri, ViewColumn, window, workspace } from 'vscode';
import type { InvocationPreview, PreviewOutcome, ProofReport } from '../../../../server/src/protocol.ts';
import type { AnswerPanel } from '../../answers/answer-panel.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { chooseArguments } from '../../preview/arguments/choose-arguments.ts';
import type { Previews } from '../../preview/create-previews.ts';
import { askConsent } from '../../preview/injections/ask-consent.ts';
import { InjectionRuns } from '../../preview/injections/injection-runs.ts';
import type { SkillChoice } from '../../skills/skill-choice.ts';
import { messageText } from '../../text/displayed-text.ts';
import { shortText } from '../../text/short-text.ts';
import { outcomeOf, type ProofDocuments } from '../proof/proof-documents.ts';
import type { StartConsent } from '../proof/start-consent.ts';

/** A file and what is typed after the name of its skill. */
interface ProofTarget {
  readonly uri: Uri;
  readonly arguments: string;
}

interface ProofParts {
  readonly server: LanguageServer;
  readonly choice: SkillChoice;
  readonly failures: FailureReporter;
  readonly previews: Previews;
  /** Shows the proof. */
  readonly panel: AnswerPanel;
  readonly documents: ProofDocuments;
  readonly consent: StartConsent;
}

/** "Prove with Claude Code", for the active preview, a node of the tree, or a skill that is chosen. */
export function registerProveInvocation(parts: ProofParts): Disposable {
  const { server, choice, failures, previews, panel, documents, consent } = parts;
  return registerCommand('proveInvocation', (argument?: unknown) =>
    failures.guard('Could not compare the preview with Claude Code', async () => {
      if (!workspace.isTrusted) throw new Error('the workspace is not trusted');
      const target = await targetOf(argument, choice, previews);
      if (!target || !(await isSaved(target.uri)) || !(await consent.given())) return;
      const report = await prove(target, server, previews);
      if (!report) return;
      const title = `${outcomeOf(report)}: ${shortText(report.invocation)}`;
      const answer = documents.answer(report);
      panel.show({ title, ask: async () => [answer] });
    }),
  );
}

async function targetOf(
  argument: unknown,
  choice: SkillChoice,
  { panels, history }: Previews,
): Promise<ProofTarget | undefined> {
  const { current } = panels;
  if (!choice.node(argument) && current?.panel.active && current.target) {
    current.remember();
    return current.target;
  }
  const skill = await choice.skill(argument, 'Select a skill to compare with Claude Code');
  if (!skill) return undefined;
  const given = await chooseArguments(`Prove ${skill.invocation}: Arguments`, ['', ...history.of(skill.uri)]);
  return given === undefined ? undefined : { uri: Uri.parse(skill.uri), arguments: given };
}

/** Claude Code reads the saved file. */
async function isSaved(uri: Uri): Promise<boolean> {
  const document = workspace.textDocuments.find((it) => it.uri.toString() === uri.toString());
  if (!document?.isDirty) return true;
  const save = 'Save';
  const question = 'Claude Code reads the saved file. Save your changes first?';
  return (await window.showInformationMessage(question, { modal: true }, save)) === save && document.save();
}

async function prove(
  target: ProofTarget,
  server: LanguageServer,
  previews: Previews,
): Promise<ProofReport | undefined> {
  const params = { uri: target.uri.toString(), arguments: target.arguments };
  const preview = await server.request('skillwright/preview', params);
  if (!preview) throw new Error('the file is not a skill or command');
  const outcomes = await runCommands(target, preview, server, previews);
  const consented = outcomes && { outcomes, runsCommands: true };
  const title = messageText(`Comparing ${preview.invocation} with Claude Code`);
  const progress = { location: ProgressLocation.Notification, title, cancellable: true };
  return window.withProgress(progress, async (_, token: CancellationToken) => {
    try {
      return await server.request(
        'skillwright/prove',
        { ...params, workspaceTrusted: workspace.isTrusted, ...consented },
        token,
      );
    } catch (error) {
      if (token.isCancellationRequested) return undefined;
      throw error;
    }
  });
}

/** Runs the commands of the skill if the user agrees; undefined if none may run. */
async function runCommands(
  { uri, arguments: given }: ProofTarget,
  { injections, folder, invocation }: InvocationPreview,
  server: LanguageServer,
  { consented, documents }: Previews,
): Promise<Readonly<Record<string, PreviewOutcome>> | undefined> {
  const runnable = injections.filter(({ status, permission }) => status !== 'disabled' && permission !== 'refused');
  // A command that arguments introduced needs consent for each time, but Claude Code would run it again.
  if (runnable.length === 0 || runnable.some(({ origin }) => origin === 'argument')) return undefined;
  const distinct = [...new Map(runnable.map((injection) => [injection.hash, injection])).values()];
  const asked = distinct.filter(({ hash }) => !consented.has(hash));
  if (asked.length > 0) {
    const open = (text: string) => documents.openCommands(invocation, text, ViewColumn.Active);
    const answer = await askConsent({ injections: asked, folder, open });
    if (answer === 'no') return undefined;
    if (answer === 'always') consented.remember(asked.map(({ hash }) => hash));
  }
  const runs = new InjectionRuns(server);
  try {
    await Promise.all(distinct.map((injection) => runs.run(uri.toString(), given, injection)));
    return runs.outcomes;
  } finally {
    runs.dispose();
  }
}
