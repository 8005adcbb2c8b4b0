import { env, Uri, window } from 'vscode';
import type { SharePlaces, SharePlan, SharePlanParams, SkillInfo } from '../../../../server/src/protocol.ts';
import type { Answer } from '../../answers/answer-messages.ts';
import type { AnswerPanel } from '../../answers/answer-panel.ts';
import { confirmOutside } from '../../changes/confirm-outside.ts';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { counted } from '../../text/counted.ts';
import { messageText } from '../../text/displayed-text.ts';
import { placeOf } from '../../text/place-of.ts';
import { applyPlan } from './apply-plan.ts';
import { type ChosenSkill, chooseMoved } from './choose-moved.ts';
import { chooseMarketplace, choosePlugin, newPlugin, toName } from './choose-plugin.ts';
import { repairProblems } from './repair-problems.ts';

/** Moves skills into plugins, and lets marketplaces offer these. */
export class PluginSharing {
  readonly #server: LanguageServer;
  readonly #changes: SkillChanges;
  readonly #panel: AnswerPanel;

  constructor(server: LanguageServer, changes: SkillChanges, panel: AnswerPanel) {
    this.#server = server;
    this.#changes = changes;
    this.#panel = panel;
  }

  /** Moves a skill into a plugin, with others if the user likes, and lets a marketplace offer it if that is wanted. */
  async shareSkill(skill: SkillInfo, places: SharePlaces, needsMarketplace: boolean): Promise<void> {
    const moved = await chooseMoved(this.#server, skill, places);
    if (!moved || !(await this.#areSound(moved))) return;
    const skills = moved.map(({ id }) => id);
    const plugin = await choosePlugin(places);
    if (!plugin) return;
    const chosen =
      plugin === 'new'
        ? await newPlugin(this.#server, places, `${toName(skill.baseName)}-tools`, needsMarketplace)
        : { plugin: { uri: plugin.uri } };
    if (!chosen) return;
    const wish: SharePlanParams = { skills, ...chosen };
    if (wish.marketplace || !needsMarketplace) return this.#share(wish);
    const marketplace = await chooseMarketplace(this.#server, places, Uri.parse(chosen.plugin.uri));
    if (marketplace) await this.#share({ ...wish, marketplace });
  }

  /** Lets a marketplace offer a plugin that exists. */
  async sharePlugin(plugin: string, places: SharePlaces): Promise<void> {
    const marketplace = await chooseMarketplace(this.#server, places, Uri.parse(plugin));
    if (marketplace) await this.#share({ skills: [], plugin: { uri: plugin }, marketplace });
  }

  /** Lets the user repair what would not work for others; false if they cancel. */
  async #areSound(files: readonly Pick<ChosenSkill, 'name' | 'uri'>[]): Promise<boolean> {
    for (const { name, uri } of files) {
      const answer = await repairProblems(this.#changes, {
        title: ({ length }) => `${name} has ${length === 1 ? 'a problem' : `${length} problems`}`,
        uri,
        read: () => this.#server.request('skillwright/shareProblems', { uri }),
        goOn: 'Share It as It Is',
      });
      if (answer === undefined) return false;
    }
    return true;
  }

  async #share(wish: SharePlanParams): Promise<void> {
    if (!(await this.#areSound(manifestsOf(wish)))) return;
    const plan = await this.#server.request('skillwright/sharePlan', wish);
    if (plan.created.length + plan.files.length + plan.moves.length === 0)
      throw new Error('the marketplace offers the plugin already');
    if (!(await confirmOutside(plan.outside))) return;
    const label = plan.moves.length > 0 ? `moving into ${plan.plugin}` : `offering ${plan.plugin}`;
    if (!(await applyPlan(plan, label, this.#changes))) return;
    const [first] = plan.moves;
    await this.#changes.show(first && Uri.joinPath(Uri.parse(first.newUri), 'SKILL.md'));
    // Nobody waits for the answer.
    void tell(plan, wish, this.#panel);
  }
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
  panel: AnswerPanel,
): Promise<void> {
  const [show, copy] = ['Show Places', 'Copy Commands to Install'];
  const what = counted(moves.length, 'skill is', 'skills are');
  const done = moves.length === 0 ? `The marketplace offers ${plugin}` : `${what} in ${plugin}`;
  const rest =
    left.length === 0 ? '' : `. ${left.length === 1 ? '1 place needs' : `${left.length} places need`} your review`;
  // Names of a repository are not copied for a shell unless they are plain.
  const isPlain = /^[\w.-]+@[\w.-]+$/.test(`${plugin}@${offeredBy}`);
  const buttons = [...(left.length > 0 ? [show] : []), ...(marketplace && isPlain ? [copy] : [])];
  const answer = await window.showInformationMessage(messageText(`${done}${rest}`), ...buttons);
  if (answer === show) panel.show({ title: 'Places to Check', ask: async () => [placesToCheck(left)] });
  if (answer === copy && marketplace) {
    const folder = Uri.parse(marketplace.uri).fsPath.replaceAll("'", "'\\''");
    const lines = [`claude plugin marketplace add '${folder}'`, `claude plugin install ${plugin}@${offeredBy}`];
    await env.clipboard.writeText(`${lines.join('\n')}\n`);
  }
}

function placesToCheck(left: SharePlan['left']): Answer {
  return {
    title: 'Places to check',
    verdict: 'They may not hold any longer. Nothing in them was changed',
    heading: 'Places',
    steps: left.map(({ uri, line, written, reason }) => {
      const place = `${placeOf(Uri.parse(uri))}:${line + 1}`;
      return { state: 'warning', text: reason, locations: [{ label: written, place, uri, line }] };
    }),
  };
}
