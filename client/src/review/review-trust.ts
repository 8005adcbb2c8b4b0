import { type Disposable, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import type { TrustDocument, TrustParams } from '../../../server/src/protocol.ts';
import type { Answer, AnswerStep } from '../answers/answer-messages.ts';
import type { AnswerPanel } from '../answers/answer-panel.ts';
import { registerCommand } from '../contributions/register-command.ts';
import type { FailureReporter } from '../failure-reporter.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import type { ReportDocuments } from '../reports/report-documents.ts';
import { hasFlag } from '../skills/node-flags.ts';
import type { SkillChoice } from '../skills/skill-choice.ts';
import { isSkill, type SkillPick, skillPicks } from '../skills/skill-picks.ts';
import { labelText } from '../text/displayed-text.ts';
import { startInWords } from '../text/times-and-costs.ts';
import type { Reviewed, ReviewedTrust } from './reviewed-trust.ts';

interface TrustReviewParts {
  readonly server: LanguageServer;
  readonly choice: SkillChoice;
  readonly failures: FailureReporter;
  /** Shows what was found. */
  readonly panel: AnswerPanel;
  /** Shows what has changed since the last review. */
  readonly documents: ReportDocuments;
  readonly reviewed: ReviewedTrust;
}

/** "Review Trust". */
export function registerReviewTrust(parts: TrustReviewParts): Disposable {
  const { server, choice, failures, panel, documents, reviewed } = parts;
  return registerCommand('reviewTrust', (argument?: unknown) =>
    failures.guard('Could not review the trust', async () => {
      const subject = await subjectOf(argument, server, choice);
      if (!subject) return;
      let shown = await server.request('skillwright/trust', subject);
      if (!shown) throw new Error('it no longer exists');
      const title = `Trust: ${shown.title}`;
      let isFirst = true;
      panel.show({
        title,
        async ask() {
          if (!isFirst) shown = await server.request('skillwright/trust', subject);
          isFirst = false;
          return shown && [answerOf(shown, reviewed.of(shown.uri), title, documents)];
        },
        markReviewed: () => shown && reviewed.remember(shown.uri, shown),
      });
    }),
  );
}

/** The permissions that a skill grants, and whether they have changed since the user marked them as reviewed. */
function answerOf(
  { answer, text, hash }: TrustDocument,
  last: Reviewed | undefined,
  title: string,
  documents: ReportDocuments,
): Answer {
  const mark = { kind: 'reviewed', title: 'Mark as Reviewed' } as const;
  const shown = { ...answer, heading: 'What was found', readFirst: true };
  if (!last) return { ...shown, next: mark };
  const when = startInWords(last.time, Date.now());
  if (last.hash === hash)
    return { ...shown, verdict: `Nothing has changed since your review of ${when}. ${answer.verdict}` };
  const changed = `It has changed since your review of ${when}`;
  const step: AnswerStep = {
    state: 'bad',
    text: changed,
    ...(last.text !== undefined && { fix: compareWith(last.text) }),
  };
  return { ...shown, verdict: `${changed}. ${answer.verdict}`, steps: [step, ...answer.steps], next: mark };

  function compareWith(before: string) {
    const [left, right] = [before, text].map((it) => documents.uriOf(title, it).toString());
    return {
      kind: 'compare',
      title: 'Show What Changed',
      left: left!,
      right: right!,
      tab: `${title}: last review ↔ now`,
    } as const;
  }
}

/** The node whose menu was opened or the skill of the active editor; without either, the user chooses a folder or skill. */
async function subjectOf(
  argument: unknown,
  server: LanguageServer,
  choice: SkillChoice,
): Promise<TrustParams | undefined> {
  const node = choice.node(argument);
  if (node && hasFlag(node, 'session')) return { ...(node.uri !== undefined && { session: node.uri }) };
  if (node) return isSkill(node) && node.skill !== undefined ? { skill: node.skill } : { node: node.id };
  const edited = await choice.edited();
  if (edited?.skill !== undefined) return { skill: edited.skill };
  const items: readonly SubjectPick[] = [...(await folderPicks(server)), ...(await skillPicks(server, () => true))];
  const picked = await window.showQuickPick(items, { placeHolder: 'Select what to review', matchOnDescription: true });
  return picked?.folder ?? (picked?.skill === undefined ? undefined : { skill: picked.skill });
}

type SubjectPick = SkillPick & { readonly folder?: TrustParams };

async function folderPicks(server: LanguageServer): Promise<SubjectPick[]> {
  const sessions = await server.request('skillwright/sessions', {});
  return [
    { label: 'Everything in a folder', kind: QuickPickItemKind.Separator },
    ...sessions.map(({ name, uri }) => ({
      label: labelText(name),
      iconPath: new ThemeIcon('folder'),
      description: 'settings, hooks, servers, and all skills and plugins in it',
      folder: { session: uri },
    })),
  ];
}
