import { type Disposable, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import type { TrustParams } from '../../../../server/src/protocol.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import { editedSkill, isSkill, nodeOf, type SkillPick, skillPicks } from '../../skills/choose-skill.ts';
import { hasFlag } from '../../skills/node-flags.ts';
import { type SkillActions, withErrorMessage } from '../../skills/skill-actions.ts';
import { labelText } from '../../text/displayed-text.ts';
import type { ReportDocuments } from '../../views/reports/report-documents.ts';
import type { ReviewedTrust } from '../../views/reports/reviewed-trust.ts';

/** "Review Trust". */
export function registerReviewTrust(
  actions: SkillActions,
  documents: ReportDocuments,
  reviewed: ReviewedTrust,
): Disposable {
  return registerCommand('reviewTrust', (argument?: unknown) =>
    withErrorMessage(actions, 'Could not review the trust', async () => {
      const subject = await subjectOf(argument, actions);
      if (!subject) return;
      const review = await actions.server.request('skillwright/trust', subject);
      if (!review) throw new Error('it no longer exists');
      const before = reviewed.of(review.uri);
      reviewed.remember(review.uri, review.text);
      const title = `Trust of ${review.title}`;
      // What attached files cost is not part of the hash: it is no change of what was reviewed.
      if (before === undefined || before.includes(review.hash)) await documents.open(title, review.text);
      else await documents.compare(title, before, review.text);
    }),
  );
}

/** The node whose menu was opened; otherwise the skill of the active editor, another one, or everything in a folder. */
async function subjectOf(argument: unknown, actions: SkillActions): Promise<TrustParams | undefined> {
  const node = nodeOf(argument, actions);
  if (node && hasFlag(node, 'session')) return { ...(node.uri !== undefined && { session: node.uri }) };
  if (node) return isSkill(node) && node.skill !== undefined ? { skill: node.skill } : { node: node.id };
  const edited = await editedSkill(actions);
  const folders = await folderPicks(actions);
  const skills = await skillPicks(actions, () => true);
  const own = skills.filter(({ skill }) => skill !== undefined && skill === edited?.skill);
  const items: readonly SubjectPick[] = [...own, ...folders, ...skills.filter((it) => !own.includes(it))];
  const picked = await window.showQuickPick(items, { placeHolder: 'Select what to review', matchOnDescription: true });
  return picked?.folder ?? (picked?.skill === undefined ? undefined : { skill: picked.skill });
}

type SubjectPick = SkillPick & { readonly folder?: TrustParams };

async function folderPicks({ server }: SkillActions): Promise<SubjectPick[]> {
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
