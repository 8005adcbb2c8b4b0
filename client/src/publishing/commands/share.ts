import { commands, Disposable, type QuickPickItem, Uri, window, workspace } from 'vscode';
import { isInBrowser } from '#host/this-host.ts';
import type { SharePlace, SharePlaces, SkillInfo } from '../../../../server/src/protocol.ts';
import type { AnswerPanel } from '../../answers/answer-panel.ts';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import { commandId } from '../../contributions/command-id.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { hasFlag } from '../../skills/node-flags.ts';
import type { SkillChoice } from '../../skills/skill-choice.ts';
import { labelText } from '../../text/displayed-text.ts';
import { raiseVersion } from '../share/raise-version.ts';
import { saveAsZip } from '../share/save-as-zip.ts';
import { PluginSharing } from '../share/share-in-plugin.ts';

type Way = QuickPickItem & { readonly run: () => Promise<unknown> };

/** "Share or Package…", which asks how a skill or plugin is shared and begins with that, and "Export Skill as ZIP File…". */
export function registerShare(
  server: LanguageServer,
  choice: SkillChoice,
  changes: SkillChanges,
  failures: FailureReporter,
  panel: AnswerPanel,
): Disposable {
  const sharing = new PluginSharing(server, changes, panel);
  const run = (argument?: unknown) =>
    failures.guard('Could not share it', async () => {
      if (!workspace.isTrusted) throw new Error('the workspace is not trusted');
      const node = choice.node(argument);
      const isPlugin = node && hasFlag(node, 'plugin') && hasFlag(node, 'group');
      const places = await server.request('skillwright/sharePlaces', {});
      const plugin = isPlugin ? places.plugins.find(({ uri }) => uri === node.uri) : undefined;
      if (isPlugin && !plugin) throw new Error('the plugin has no valid manifest, or belongs to somebody else');
      if (plugin) return choose(`Share ${plugin.name}`, waysOfPlugin(plugin, places));
      const file = argument instanceof Uri ? { file: argument.toString() } : argument;
      const skill = await choice.skill(file, 'Select a skill to share');
      if (skill) await choose(`Share ${skill.baseName}`, waysOfSkill(skill, places));
    });
  return Disposable.from(
    registerCommand('share', run),
    registerCommand('exportSkill', (argument?: unknown) =>
      failures.guard('Could not export the skill', async () => {
        const skill = await choice.skill(argument, 'Select a skill to export', (node) => hasFlag(node, 'skill'));
        if (skill) await saveAsZip(server, changes, skill, panel);
      }),
    ),
  );

  async function choose(title: string, ways: readonly Way[]): Promise<void> {
    const options = { title: labelText(title), placeHolder: 'How do you want to share it?', matchOnDetail: true };
    await (await window.showQuickPick(ways, options))?.run();
  }

  function waysOfPlugin({ name, uri }: SharePlace, places: SharePlaces): Way[] {
    return [
      {
        label: '$(organization) In a Marketplace…',
        detail: labelText(`Everyone who adds the marketplace can install ${name}`),
        run: () => sharing.sharePlugin(uri, places),
      },
      {
        label: '$(versions) As a New Version…',
        detail: labelText(`Everyone who has installed ${name} gets it with the next update`),
        run: () => raiseVersion(server, changes, uri),
      },
    ];
  }

  function waysOfSkill(skill: SkillInfo, places: SharePlaces): Way[] {
    const plugin = places.plugins.find(({ uri }) => skill.uri.startsWith(`${uri}/`));
    const isSkill = skill.kind === 'skill' && /\/SKILL\.md$/.test(skill.uri);
    const zip: Way = {
      label: '$(file-zip) As a ZIP File…',
      detail: 'Those who get the file can upload it to claude.ai, or import it',
      run: () => saveAsZip(server, changes, skill, panel),
    };
    const copy: Way = {
      label: '$(copy) As a Copy Elsewhere…',
      detail: 'In another project, plugin or folder of skills: everyone who works there has it',
      run: async () => commands.executeCommand(commandId('copySkill'), { skill: skill.id }),
    };
    const inPlugin: Way = {
      label: '$(extensions) In a Plugin…',
      detail: 'Moves it, with others if you like: everyone who installs the plugin has it in every project',
      run: () => sharing.shareSkill(skill, places, false),
    };
    const inMarketplace: Way = {
      label: '$(organization) In a Marketplace…',
      detail: 'Moves it into a plugin that everyone who adds the marketplace can install',
      run: () => sharing.shareSkill(skill, places, true),
    };
    const upload: Way = {
      label: '$(cloud-upload) Upload to the Claude API…',
      detail: 'Everyone in the workspace of the API key can use it',
      run: async () => commands.executeCommand(commandId('uploadSkill'), { skill: skill.id }),
    };
    return [
      ...(isSkill ? [zip] : []),
      copy,
      ...(plugin ? waysOfPlugin(plugin, places) : skill.editable ? [inPlugin, inMarketplace] : []),
      ...(isSkill && !isInBrowser ? [upload] : []),
    ];
  }
}
