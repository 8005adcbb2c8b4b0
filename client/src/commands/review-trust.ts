import { commands, type Disposable, window } from 'vscode';
import type { TrustParams } from '../../../server/src/protocol.ts';
import { chooseSkill, isSkill, nodeOf } from '../skills/choose-skill.ts';
import { hasFlag } from '../skills/node-flags.ts';
import { type SkillActions, withErrorMessage } from '../skills/skill-actions.ts';
import { labelText } from '../text/displayed-text.ts';
import type { ReportDocuments } from '../views/reports/report-documents.ts';
import type { ReviewedTrust } from '../views/reports/reviewed-trust.ts';

/** "Review Trust". */
export function registerReviewTrust(
  actions: SkillActions,
  documents: ReportDocuments,
  reviewed: ReviewedTrust,
): Disposable {
  return commands.registerCommand('skillwright.reviewTrust', (argument?: unknown) =>
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

/** The node whose menu was opened; otherwise the user chooses a folder or a skill. */
async function subjectOf(argument: unknown, actions: SkillActions): Promise<TrustParams | undefined> {
  const node = nodeOf(argument, actions);
  if (node && hasFlag(node, 'session')) return { ...(node.uri !== undefined && { session: node.uri }) };
  if (node && !isSkill(node)) return { node: node.id };
  if (!node) {
    const scope = await chooseScope(actions);
    if (scope !== 'skill') return scope;
  }
  const skill = await chooseSkill(argument, actions, 'Select the skill whose trust to review');
  return skill && { skill: skill.id };
}

/** Everything in a folder, or a skill that is still to be chosen; undefined for none. */
async function chooseScope({ server }: SkillActions): Promise<TrustParams | 'skill' | undefined> {
  const sessions = await server.request('skillwright/sessions', {});
  const items: { label: string; description: string; scope: TrustParams | 'skill' }[] = [
    { label: '$(symbol-misc) A skill or command…', description: '', scope: 'skill' },
    ...sessions.map(({ name, uri }) => ({
      label: `$(folder) ${labelText(name)}`,
      description: 'settings, hooks, servers, and all skills and plugins in it',
      scope: { session: uri },
    })),
  ];
  return (await window.showQuickPick(items, { placeHolder: 'Select what to review' }))?.scope;
}
