import { Disposable, type ExtensionContext, type LogOutputChannel } from 'vscode';
import { registerAllowSkill } from '../../commands/allow-skill.ts';
import { registerClearFilter } from '../../commands/clear-filter.ts';
import { registerCopyInvocation } from '../../commands/copy-invocation.ts';
import { registerCopyPath } from '../../commands/copy-path.ts';
import { registerCopySkill } from '../../commands/copy-skill.ts';
import { registerDeleteSkill } from '../../commands/delete-skill.ts';
import { registerDisableSkill } from '../../commands/disable-skill.ts';
import { registerDuplicateSkill } from '../../commands/duplicate-skill.ts';
import { registerEnableSkill } from '../../commands/enable-skill.ts';
import { registerFilterSkills } from '../../commands/filter-skills.ts';
import { registerGroupSkills } from '../../commands/group-skills.ts';
import { registerHideEmptyGroups } from '../../commands/hide-empty-groups.ts';
import { registerImportSkill } from '../../commands/import-skill.ts';
import { registerMoveSkill } from '../../commands/move-skill.ts';
import { registerNewSkill } from '../../commands/new-skill.ts';
import { registerOpenSkill } from '../../commands/open-skill.ts';
import { registerOpenSkillToSide } from '../../commands/open-skill-to-side.ts';
import { registerRefreshSkills } from '../../commands/refresh-skills.ts';
import { registerRenameSkill } from '../../commands/rename-skill.ts';
import { registerRevealInExplorer } from '../../commands/reveal-in-explorer.ts';
import { registerRevealInOs } from '../../commands/reveal-in-os.ts';
import { registerShowEmptyGroups } from '../../commands/show-empty-groups.ts';
import { registerShowNameOnly } from '../../commands/show-name-only.ts';
import { registerUndo } from '../../commands/undo.ts';
import type { ServerStart } from '../../server-start.ts';
import { ChangeHistory } from '../../skills/change-history.ts';
import { KeptItems } from '../../skills/kept-items.ts';
import type { SkillActions } from '../../skills/skill-actions.ts';
import { registerPreview } from '../preview/register-preview.ts';
import { registerWhy } from '../why/register-why.ts';
import { SkillDragAndDrop } from './skill-drag-and-drop.ts';
import { SkillsView } from './skills-view.ts';

const registerCommands: readonly ((actions: SkillActions) => Disposable)[] = [
  registerOpenSkill,
  registerOpenSkillToSide,
  registerNewSkill,
  registerImportSkill,
  registerEnableSkill,
  registerShowNameOnly,
  registerAllowSkill,
  registerDisableSkill,
  registerRenameSkill,
  registerDuplicateSkill,
  registerMoveSkill,
  registerCopySkill,
  registerCopyInvocation,
  registerCopyPath,
  registerRevealInExplorer,
  registerRevealInOs,
  registerDeleteSkill,
  registerUndo,
  registerFilterSkills,
  registerClearFilter,
  registerGroupSkills,
  registerHideEmptyGroups,
  registerShowEmptyGroups,
  registerRefreshSkills,
];

/** The view "Skills" with its commands, and the pages that are opened from there. The server starts when the view is first seen or a command asks it. */
export function registerSkills(context: ExtensionContext, server: ServerStart, output: LogOutputChannel): Disposable {
  const dragAndDrop = new SkillDragAndDrop();
  const view = new SkillsView(server, context.workspaceState, output, dragAndDrop);
  const kept = new KeptItems(context.storageUri ?? context.globalStorageUri);
  const actions: SkillActions = { server, view, history: new ChangeHistory(), kept, output };
  dragAndDrop.actions = actions;
  return Disposable.from(
    view,
    ...registerCommands.map((register) => register(actions)),
    registerWhy(context, actions),
    registerPreview(context, actions),
  );
}
