import { Disposable, type ExtensionContext } from 'vscode';
import { registerWhyOverused } from '../../commands/why-overused.ts';
import { registerWhyUnused } from '../../commands/why-unused.ts';
import type { SkillActions } from '../../skills/skill-actions.ts';
import { WhyPanel } from './why-panel.ts';

/** The questions "why isn't this skill used?" and "why is it used too often?", which one page answers. */
export function registerWhy(context: ExtensionContext, actions: SkillActions): Disposable {
  const panel = new WhyPanel(context.extensionUri, actions);
  return Disposable.from(panel, registerWhyUnused(actions, panel), registerWhyOverused(actions, panel));
}
