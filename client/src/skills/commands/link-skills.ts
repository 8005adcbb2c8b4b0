import { type Disposable, FileType, Uri, workspace } from 'vscode';
import { linkFolder, removeLink } from '#host/link-folder.ts';
import type { Change } from '../../changes/change-history.ts';
import { baseName, parentOf } from '../../changes/file-uris.ts';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { chooseGroup } from '../choose-group.ts';
import type { SkillChoice } from '../skill-choice.ts';

/** "Link Skills to Claude Code": the skills in a folder of other products, such as `.agents/skills`. */
export function registerLinkSkills(
  server: LanguageServer,
  choice: SkillChoice,
  changes: SkillChanges,
  failures: FailureReporter,
): Disposable {
  return registerCommand('linkSkills', (argument?: unknown) =>
    failures.guard('Could not link the skills', async () => {
      const question = 'Select the skills to make available to Claude Code';
      const node = choice.node(argument) ?? (await chooseGroup(server, 'linkable', question));
      if (node === 'none') throw new Error('there is none');
      if (!node?.uri) return;
      const folder = Uri.parse(node.uri);
      const done = `Linked the skills of ${baseName(parentOf(folder))}/${baseName(folder)} to .claude/skills`;
      await changes.make(() => linkSkills(folder), done);
      await changes.show();
    }),
  );
}

/** The link or copy made for one skill. */
interface Linked {
  readonly at: Uri;
  readonly isCopy: boolean;
}

async function linkSkills(folder: Uri): Promise<Change> {
  const own = Uri.joinPath(parentOf(parentOf(folder)), '.claude', 'skills');
  await workspace.fs.createDirectory(own);
  const made: Linked[] = [];
  const taken: string[] = [];
  for (const name of await skillsIn(folder)) {
    const [source, at] = [Uri.joinPath(folder, name), Uri.joinPath(own, name)];
    if (await exists(at)) taken.push(name);
    else if (await linkFolder(source, at)) made.push({ at, isCopy: false });
    else {
      await workspace.fs.copy(source, at, { overwrite: false });
      made.push({ at, isCopy: true });
    }
  }
  if (made.length === 0) throw new Error(`.claude/skills already has ${taken.join(', ')}`);
  const copied = made.filter(({ isCopy }) => isCopy).map(({ at }) => baseName(at));
  const remarks = [
    ...(taken.length > 0 ? [`.claude/skills already has ${taken.join(', ')}`] : []),
    ...(copied.length > 0 ? [`links are not allowed here, so these are copies: ${copied.join(', ')}`] : []),
  ];
  return {
    label: 'linking skills',
    undo: async () => {
      for (const it of made) await remove(it);
      return true;
    },
    ...(remarks.length > 0 && { incomplete: remarks.join('; ') }),
  };
}

async function remove({ at, isCopy }: Linked): Promise<void> {
  if (isCopy) await workspace.fs.delete(at, { recursive: true, useTrash: true });
  else await removeLink(at);
}

async function skillsIn(folder: Uri): Promise<string[]> {
  const entries = await workspace.fs.readDirectory(folder);
  const folders = entries.filter(([, type]) => (type & FileType.Directory) !== 0).map(([name]) => name);
  const found = await Promise.all(folders.map((name) => exists(Uri.joinPath(folder, name, 'SKILL.md'))));
  return folders.filter((_, index) => found[index]).sort();
}

async function exists(uri: Uri): Promise<boolean> {
  return workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}
