import { isEveryTest } from '../../every-test.ts';

/** The kinds of theme that our pages must support. */
export type Theme = 'light' | 'dark' | 'high-contrast' | 'high-contrast-light';

/**
 * The themes in which screenshots for review are taken: one, or all with `ALL_THEMES=1` and if everything is tested. The tests only ensure that each shows what its
 * name says, which no theme changes.
 */
export const reviewedThemes: readonly Theme[] =
  process.env.ALL_THEMES || isEveryTest ? ['light', 'dark', 'high-contrast', 'high-contrast-light'] : ['light'];

interface ThemeFacts {
  /** The value of `workbench.colorTheme`. */
  readonly id: string;
  /** Its name in the list of themes. */
  readonly label: string;
  /** The class of the workbench while a theme of this kind is active. */
  readonly workbenchClass: string;
}

/** VS Code's own theme of each kind. */
export const themes: Readonly<Record<Theme, ThemeFacts>> = {
  light: { id: 'Light 2026', label: 'Light 2026', workbenchClass: 'vs' },
  dark: { id: 'Dark 2026', label: 'Dark 2026', workbenchClass: 'vs-dark' },
  'high-contrast': { id: 'Default High Contrast', label: 'Dark High Contrast', workbenchClass: 'hc-black' },
  'high-contrast-light': {
    id: 'Default High Contrast Light',
    label: 'Light High Contrast',
    workbenchClass: 'hc-light',
  },
};
