/** A key for a command of VS Code. */
interface Shortcut {
  readonly key: string;
  readonly command: string;
}

/**
 * Keys for what tests do between what they test. The command palette, which filters more than a thousand titles while it
 * is drawn, takes a quarter of a second for each.
 */
const shortcuts = {
  'View: Close All Editors': { key: 'ctrl+alt+shift+f1', command: 'workbench.action.closeAllEditors' },
  'View: Focus First Editor Group': { key: 'ctrl+alt+shift+f2', command: 'workbench.action.focusFirstEditorGroup' },
  'View: Hide Panel': { key: 'ctrl+alt+shift+f3', command: 'workbench.action.closePanel' },
  'View: Show Explorer': { key: 'ctrl+alt+shift+f4', command: 'workbench.view.explorer' },
  'Notifications: Clear All Notifications': { key: 'ctrl+alt+shift+f5', command: 'notifications.clearAll' },
  'Show or Focus Hover': { key: 'ctrl+alt+shift+f11', command: 'editor.action.showHover' },
  'Skillwright: Preview Invocation with Arguments': {
    key: 'ctrl+alt+shift+f6',
    command: 'skillwright.previewInvocation',
  },
  'Skillwright: Open Budget and Costs': { key: 'ctrl+alt+shift+f7', command: 'skillwright.openBudget' },
  'Skillwright: Focus on Skills View': { key: 'ctrl+alt+shift+f8', command: 'skillwright.skills.focus' },
  'Skillwright: Focus on Listing Budget View': { key: 'ctrl+alt+shift+f9', command: 'skillwright.budget.focus' },
  'Skillwright: Focus on Runs View': { key: 'ctrl+alt+shift+f10', command: 'skillwright.runs.focus' },
} satisfies Record<string, Shortcut>;

export type CommandWithKey = keyof typeof shortcuts;

/** The content of the user's keybindings.json. */
export const keybindings: readonly Shortcut[] = Object.values(shortcuts);

/** The key of a command, as the browser names it. */
export function keyOf(title: CommandWithKey): string {
  const parts = shortcuts[title].key.split('+');
  return parts.map((part) => ({ ctrl: 'Control', alt: 'Alt', shift: 'Shift' })[part] ?? part.toUpperCase()).join('+');
}
