import { type DataTransfer, DataTransferItem, type TreeDragAndDropController, Uri, window, workspace } from 'vscode';
import type { TreeNode } from '../../../../server/src/protocol.ts';
import { baseName } from '../../changes/file-uris.ts';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import { viewId } from '../../contributions/view-id.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { chooseDestination } from '../choose-destination.ts';
import { type FoundSkills, findSkills, skillsInArchive } from '../import/find-skills.ts';
import { importSkills } from '../import/import-skills.ts';
import { isElsewhere, moveSkills, type PlannedMove, plannedMove } from '../move-or-copy-skill.ts';
import { isSkill } from '../skill-picks.ts';

/** The MIME type that VS Code gives to nodes dragged from this view. */
const ownKind = `application/vnd.code.tree.${viewId('skills')}`;
const uriList = 'text/uri-list';
/** The MIME type of files dropped from a browser or the desktop that have no path on this machine. */
const droppedFiles = 'files';

/**
 * Skills can be dragged to another group, which moves them. Folders and zips can be dropped onto a group, which
 * copies them. VS Code does not report modifier keys, so copying within the tree is a separate command.
 */
export class SkillDragAndDrop implements TreeDragAndDropController<TreeNode> {
  readonly dragMimeTypes = [uriList];
  readonly dropMimeTypes = [ownKind, uriList, droppedFiles];
  readonly #server: LanguageServer;
  readonly #changes: SkillChanges;
  readonly #failures: FailureReporter;

  constructor(server: LanguageServer, changes: SkillChanges, failures: FailureReporter) {
    this.#server = server;
    this.#changes = changes;
    this.#failures = failures;
  }

  handleDrag(nodes: readonly TreeNode[], data: DataTransfer): void {
    const skills = nodes.filter(isSkill);
    if (skills.length > 0) data.set(ownKind, new DataTransferItem(JSON.stringify(skills)));
    // For dropping into an editor.
    const uris = nodes.map(({ uri }) => uri).filter((uri) => uri !== undefined);
    data.set(uriList, new DataTransferItem(uris.join('\r\n')));
  }

  async handleDrop(target: TreeNode | undefined, data: DataTransfer): Promise<void> {
    if (!workspace.isTrusted) return;
    const own = data.get(ownKind);
    if (!own) return this.#import(data, target);
    const nodes: unknown = JSON.parse(await own.asString());
    if (Array.isArray(nodes)) await this.#move(nodes as TreeNode[], target);
    // VS Code's own value remains if it did not ask what is dragged, because it was just asking for the nodes again.
    else window.setStatusBarMessage('The Skills view was being updated. Drag the skill again', 5_000);
  }

  async #move(nodes: readonly TreeNode[], target: TreeNode | undefined): Promise<void> {
    if (!target) return;
    await this.#failures.guard('Could not move the skill', async () => {
      const moves: PlannedMove[] = [];
      for (const { skill: id } of nodes) {
        if (id === undefined || id === target.skill) continue;
        const skill = await this.#server.request('skillwright/skill', { skill: id });
        const elsewhere = isElsewhere(skill);
        const params = { skill: id, node: target.id };
        const destinations = await this.#server.request('skillwright/destinations', params);
        // Dropped on the group that it is already in.
        if (destinations.length > 0 && !destinations.some(elsewhere)) continue;
        if (!skill.editable) throw new Error(`${skill.name} is read-only. Copy it instead`);
        const destination = await chooseDestination(this.#server, params, 'Move to', elsewhere);
        if (!destination) return;
        // Two of them may have the same name.
        const names = moves
          .filter((it) => it.destination.uri === destination.uri)
          .map(({ to }) => baseName(to).replace(/\.md$/i, ''));
        const taken = [...destination.taken, ...names];
        const move = await plannedMove(this.#server, skill, { ...destination, taken });
        if (!move) return;
        moves.push(move);
      }
      await moveSkills(this.#server, this.#changes, moves);
    });
  }

  async #import(data: DataTransfer, target: TreeNode | undefined): Promise<void> {
    await this.#failures.guard('Could not import the skill', async () => {
      const found = await foundIn(data);
      if (found.skills.length > 0) await importSkills(this.#server, this.#changes, found, target?.id);
    });
  }
}

async function foundIn(data: DataTransfer): Promise<FoundSkills> {
  const list = (await data.get(uriList)?.asString()) ?? '';
  const uris = list.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  if (uris.length > 0) return together(await Promise.all(uris.map((uri) => findSkills(Uri.parse(uri)))));
  const files = [...data].map(([, item]) => item.asFile()).filter((file) => file !== undefined);
  return together(await Promise.all(files.map(async (file) => skillsInArchive(await file.data(), file.name))));
}

function together(found: readonly FoundSkills[]): FoundSkills {
  return { skills: found.flatMap(({ skills }) => skills), leftOut: found.flatMap(({ leftOut }) => leftOut) };
}
