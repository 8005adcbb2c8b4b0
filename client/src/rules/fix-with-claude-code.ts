import {
  commands,
  Disposable,
  ProgressLocation,
  TabInputTextDiff,
  type TextDocument,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import type { FileEdit, PlannedRewrite, ProposedRewrite, RewriteParams } from '../../../server/src/protocol.ts';
import { addFileEdit } from '../changes/file-edits.ts';
import { registerCommand } from '../contributions/register-command.ts';
import { rulePageUri } from '../contributions/rule-page-uri.ts';
import { usualMaximum } from '../evaluations/usual-maximum.ts';
import type { FailureReporter } from '../failure-reporter.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import { dialogText, labelText, messageText } from '../text/displayed-text.ts';
import { placeOf } from '../text/place-of.ts';
import { costInWords } from '../text/times-and-costs.ts';
import { KeptTexts } from '../views/kept-texts.ts';
import { VirtualDocuments } from '../views/virtual-documents.ts';
import type { RulePages } from './rule-pages.ts';

const scheme = 'skillwright-proposal';

/** The findings that a model should fix. */
interface RewrittenFile {
  /** The URI of the file. */
  readonly file: string;
  readonly rules: RewriteParams['rules'];
}

/** Shows a file next to what is proposed for it, and returns what closes that again. */
type ShowDiff = (document: TextDocument, proposed: string, title: string) => Promise<() => Promise<void>>;

/**
 * "Fix with Claude Code…": a model proposes other words for findings that no program can fix. The server judges them before
 * they are shown as a diff, and they get into the file only if the user applies them.
 */
export function registerFixWithClaudeCode(
  server: LanguageServer,
  failures: FailureReporter,
  pages: RulePages,
): Disposable {
  const texts = new KeptTexts();
  const proposals = new VirtualDocuments(
    scheme,
    async ({ query }) => texts.get(query) ?? 'This proposal is no longer available.',
  );
  const showDiff: ShowDiff = async (document, proposed, title) => {
    const name = document.uri.path.slice(document.uri.path.lastIndexOf('/'));
    const right = Uri.from({ scheme, path: name, query: texts.keyOf(proposed) });
    await commands.executeCommand('vscode.diff', document.uri, right, labelText(title));
    return () => closeDiff(right);
  };
  const command = registerCommand('fixWithClaudeCode', (argument: unknown) =>
    failures.guard('Could not fix the findings', async () => {
      if (isRewrittenFile(argument)) await rewrite(argument, server, pages, showDiff);
    }),
  );
  return Disposable.from(proposals, command);
}

function isRewrittenFile(value: unknown): value is RewrittenFile {
  const { file, rules } = (value ?? {}) as Partial<RewrittenFile>;
  return typeof file === 'string' && Array.isArray(rules) && rules.every((it) => typeof it === 'string');
}

async function rewrite(
  { file, rules }: RewrittenFile,
  server: LanguageServer,
  pages: RulePages,
  showDiff: ShowDiff,
): Promise<void> {
  if (!workspace.isTrusted) throw new Error('the workspace is not trusted');
  // The server only knows the texts that are open.
  const document = await workspace.openTextDocument(Uri.parse(file));
  const params = { uri: file, rules, pages: await textsOf(rules, pages) };
  const plan = await server.request('skillwright/rewritePlan', params);
  if ('problem' in plan) throw new Error(plan.problem);
  const maximumCost = plan.isCharged ? usualMaximum(document.uri) : undefined;
  if (!(await agrees(plan, document, maximumCost))) return;
  const proposed = await propose(params, plan, maximumCost, { server }.server);
  if (!proposed) return;
  const close = await (proposed.edit ? showProposal : showRejected)(document, plan, proposed, showDiff);
  if (!proposed.edit || !close) return;
  await apply(document, proposed.edit);
  await close();
  await window.showTextDocument(document);
}

async function textsOf(rules: RewriteParams['rules'], pages: RulePages): Promise<RewriteParams['pages']> {
  const texts = rules.map(async (rule) => [rule, new TextDecoder().decode(await pages.readFile(rulePageUri(rule)))]);
  return Object.fromEntries(await Promise.all(texts));
}

async function agrees(
  { writer, findings, lines }: PlannedRewrite,
  { uri }: TextDocument,
  maximumCost: number | undefined,
): Promise<boolean> {
  const most = maximumCost === undefined ? [] : [`Your account is charged for it, until the cost is $${maximumCost}.`];
  const detail = dialogText([...lines, ...most].join('\n\n'));
  const what = findings === 1 ? 'a finding' : `${findings} findings`;
  const question = messageText(`Ask ${writer} to fix ${what} in ${placeOf(uri)}?`);
  const start = 'Ask';
  return (await window.showInformationMessage(question, { modal: true, detail }, start)) === start;
}

async function propose(
  params: RewriteParams,
  { writer }: PlannedRewrite,
  maximumCost: number | undefined,
  server: LanguageServer,
): Promise<ProposedRewrite | undefined> {
  const asked = { ...params, ...(maximumCost !== undefined && { maximumCost }) };
  const title = messageText(`Waiting for a proposal of ${writer}`);
  const progress = { location: ProgressLocation.Notification, title, cancellable: true };
  const proposed = await window.withProgress(progress, (_, token) =>
    server.request('skillwright/proposeRewrite', asked, token).catch((error: unknown) => {
      if (token.isCancellationRequested) return undefined;
      throw error;
    }),
  );
  if (proposed && 'problem' in proposed) throw new Error(`${proposed.problem}${paid(proposed.cost)}`);
  return proposed;
}

function paid(cost: number | undefined): string {
  return cost === undefined ? '' : ` (${costInWords(cost)})`;
}

/** Not modal, so that the diff can be read. Resolves to what closes it if the user applies the proposal. */
async function showProposal(
  document: TextDocument,
  { writer }: PlannedRewrite,
  { text, verdict, cost }: ProposedRewrite,
  showDiff: ShowDiff,
): Promise<(() => Promise<void>) | undefined> {
  const close = await showDiff(document, text, `${titleOf(document)}: proposal of ${writer}`);
  const said = messageText(`${verdict}${paid(cost)}. Apply the proposal of ${writer}?`);
  const apply = 'Apply';
  const chosen = await window.showInformationMessage(said, apply, 'Discard');
  if (chosen === apply) return close;
  if (chosen !== undefined) await close();
  return undefined;
}

/** Why a proposal is rejected, and the proposal, of which nothing can be applied. */
async function showRejected(
  document: TextDocument,
  { writer }: PlannedRewrite,
  { text, verdict, reasons, cost }: ProposedRewrite,
  showDiff: ShowDiff,
): Promise<undefined> {
  const show = 'Show Proposal';
  const detail = dialogText([`${verdict}${paid(cost)}.`, ...reasons.map((it) => `• ${it}`)].join('\n'));
  const said = messageText(`The proposal of ${writer} is rejected. Nothing was changed.`);
  const chosen = await window.showWarningMessage(said, { modal: true, detail }, show);
  if (chosen === show) await showDiff(document, text, `${titleOf(document)}: rejected proposal`);
}

/** The name of the skill's folder, or of the file. */
function titleOf({ uri }: TextDocument): string {
  const [file = '', folder = file] = uri.path.split('/').reverse();
  return /^skill\.md$/i.test(file) ? folder : file;
}

/** As an edit in the editor, which undo takes back at once, and which is saved when the user saves. */
async function apply(document: TextDocument, made: FileEdit): Promise<void> {
  if (document.isClosed || document.version !== made.version)
    throw new Error(`${placeOf(document.uri)} has changed since it was sent, so nothing was written`);
  const edit = new WorkspaceEdit();
  await addFileEdit(edit, made, 'also-unsaved');
  if (!(await workspace.applyEdit(edit))) throw new Error('VS Code did not apply the change');
}

async function closeDiff(right: Uri): Promise<void> {
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  const isIt = (input: unknown) => input instanceof TabInputTextDiff && input.modified.toString() === right.toString();
  await window.tabGroups.close(tabs.filter(({ input }) => isIt(input)));
}
