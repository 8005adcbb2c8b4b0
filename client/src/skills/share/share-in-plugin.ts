import { env, Uri, window, workspace } from 'vscode';
import type { SharePlaces, SharePlan, SharePlanParams, SkillInfo } from '../../../../server/src/protocol.ts';
import { messageText } from '../../text/displayed-text.ts';
import type { ReportDocuments } from '../../views/reports/report-documents.ts';
import { confirmOutside } from '../confirm-outside.ts';
import type { SkillActions } from '../skill-actions.ts';
import { applyPlan } from './apply-plan.ts';
import { type ChosenSkill, chooseMoved } from './choose-moved.ts';
import { chooseMarketplace, choosePlugin, newPlugin, toName } from './choose-plugin.ts';
import { repairProblem } from './repair-problem.ts';

/** Moves skills into a plugin, which a marketplace may offer. */
export async function shareInPlugin(
  actions: SkillActions,
  skill: SkillInfo,
  places: SharePlaces,
  documents: ReportDocuments,
  needsMarketplace: boolean,
): Promise<void> {
  const moved = await chooseMoved(actions, skill, places);
  if (!moved || !(await areSound(actions, moved))) return;
  const skills = moved.map(({ id }) => id);
  const plugin = await choosePlugin(places);
  if (!plugin) return;
  const chosen =
    plugin === 'new'
      ? await newPlugin(actions.server, places, `${toName(skill.baseName)}-tools`, needsMarketplace)
      : { plugin: { uri: plugin.uri } };
  if (!chosen) return;
  const wish: SharePlanParams = { skills, ...chosen };
  if (wish.marketplace || !needsMarketplace) return share(actions, wish, documents);
  const marketplace = await chooseMarketplace(actions.server, places, Uri.parse(chosen.plugin.uri));
  if (marketplace) await share(actions, { ...wish, marketplace }, documents);
}

/** Lets the user repair what would not work for others, one problem after the other; false if they cancel. */
async function areSound(actions: SkillActions, files: readonly Pick<ChosenSkill, 'name' | 'uri'>[]): Promise<boolean> {
  for (const { name, uri } of files) {
    for (;;) {
      const problems = await actions.server.request('skillwright/shareProblems', { uri });
      if (problems.length === 0) break;
      const title = `${name} has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}`;
      const answer = await repairProblem(actions, { title, uri, problems, goOn: 'Share It as It Is' });
      if (answer === undefined) return false;
      if (answer === 'go on') break;
    }
  }
  return true;
}

/** Lets a marketplace offer a plugin that exists. */
export async function shareInMarketplace(
  actions: SkillActions,
  plugin: string,
  places: SharePlaces,
  documents: ReportDocuments,
): Promise<void> {
  const marketplace = await chooseMarketplace(actions.server, places, Uri.parse(plugin));
  if (marketplace) await share(actions, { skills: [], plugin: { uri: plugin }, marketplace }, documents);
}

async function share(actions: SkillActions, wish: SharePlanParams, documents: ReportDocuments): Promise<void> {
  if (!(await areSound(actions, manifestsOf(wish)))) return;
  const plan = await actions.server.request('skillwright/sharePlan', wish);
  if (plan.created.length + plan.files.length + plan.moves.length === 0)
    throw new Error('the marketplace offers the plugin already');
  if (!(await confirmOutside(plan.outside))) return;
  const label = plan.moves.length > 0 ? `moving into ${plan.plugin}` : `offering ${plan.plugin}`;
  if (!(await applyPlan(plan, label, actions.history))) return;
  const [first] = plan.moves;
  await actions.view.reload(first && Uri.joinPath(Uri.parse(first.newUri), 'SKILL.md'));
  // Nobody waits for the answer.
  void tell(plan, wish, documents);
}

/** The manifests that exist already. */
function manifestsOf({ plugin, marketplace }: SharePlanParams): Pick<ChosenSkill, 'name' | 'uri'>[] {
  const places = [
    { place: plugin, name: 'plugin.json' },
    { place: marketplace, name: 'marketplace.json' },
  ];
  return places.flatMap(({ place, name }) =>
    place && place.newName === undefined
      ? [{ name, uri: Uri.joinPath(Uri.parse(place.uri), '.claude-plugin', name).toString() }]
      : [],
  );
}

async function tell(
  { plugin, marketplace: offeredBy, moves, left }: SharePlan,
  { marketplace }: SharePlanParams,
  documents: ReportDocuments,
): Promise<void> {
  const [show, copy] = ['Show What Stays', 'Copy Commands to Install'];
  const what = moves.length === 1 ? '1 skill is' : `${moves.length} skills are`;
  const done = moves.length === 0 ? `The marketplace offers ${plugin}` : `${what} in ${plugin}`;
  const rest =
    left.length === 0 ? '' : `. ${left.length === 1 ? '1 place needs' : `${left.length} places need`} your review`;
  // Names of a repository are not copied for a shell unless they are plain.
  const isPlain = /^[\w.-]+@[\w.-]+$/.test(`${plugin}@${offeredBy}`);
  const buttons = [...(left.length > 0 ? [show] : []), ...(marketplace && isPlain ? [copy] : [])];
  const answer = await window.showInformationMessage(messageText(`${done}${rest}`), ...buttons);
  if (answer === show) await documents.open('What stays as it is', leftDocument(left));
  if (answer === copy && marketplace) {
    const folder = Uri.parse(marketplace.uri).fsPath.replaceAll("'", "'\\''");
    const lines = [`claude plugin marketplace add '${folder}'`, `claude plugin install ${plugin}@${offeredBy}`];
    await env.clipboard.writeText(`${lines.join('\n')}\n`);
  }
}

function leftDocument(left: SharePlan['left']): string {
  const rows = left.map(({ uri, line, written, reason }) => {
    const place = `${workspace.asRelativePath(Uri.parse(uri))}:${line + 1}`;
    return `- ${code(place)}: ${code(written)}. ${reason}`;
  });
  return `# What stays as it is\n\nThese places may not hold any longer. Nothing here was changed.\n\n${rows.join('\n')}\n`;
}

/** A text from a file as code in Markdown. */
function code(text: string): string {
  const plain = text.replace(/[\p{Cc}`]/gu, ' ');
  return `\`${plain}\``;
}
