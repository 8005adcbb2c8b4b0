import { type Theme, themes } from './theme.ts';

/** Settings of VS Code, as in settings.json. */
export type Settings = Readonly<Record<string, unknown>>;

/** No welcome pages, downloads or animations, so that a test sees only what it requested. */
const quietSettings: Settings = {
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': 'off',
  'extensions.ignoreRecommendations': true,
  'workbench.enableExperiments': false,
  'workbench.settings.enableNaturalLanguageSearch': false,
  'npm.fetchOnlinePackageInfo': false,
  'remote.autoForwardPorts': false,

  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.agentsControl.enabled': 'hidden',
  'chat.titleBar.signIn.enabled': false,
  'git.openRepositoryInParentFolders': 'never',

  // Settings would otherwise open above the window rather than as a tab of it.
  'workbench.editor.useModal': 'off',
  'workbench.reduceMotion': 'on',
  // A page that loads late takes the focus; a question would then be gone.
  'workbench.quickOpen.closeOnFocusLost': false,
  // Drawn again at each key.
  'editor.minimap.enabled': false,
  'editor.cursorBlinking': 'solid',
  'editor.fontFamily': "'DejaVu Sans Mono', monospace",
  // Screen reader mode changes what the editor shows, and VS Code may enable it for this browser.
  'editor.accessibilitySupport': 'off',
  // The workbench in a browser saves automatically by default; the desktop does not.
  'files.autoSave': 'off',
  'window.confirmBeforeClose': 'never',
};

/** The settings.json of a test: quiet, with the given theme, then the test's own settings. */
export function userSettings(theme: Theme, additional: Settings): Settings {
  return { ...quietSettings, 'workbench.colorTheme': themes[theme].id, ...additional };
}
