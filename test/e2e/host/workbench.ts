import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { Editor } from './editor.ts';
import { pressUntil } from './press-until.ts';
import { type Problem, readProblems } from './problems.ts';
import { testOutput } from './repository.ts';
import type { Settings } from './settings.ts';
import { type CommandWithKey, keyOf } from './shortcuts.ts';
import { type Theme, themes } from './theme.ts';
import { type AwaitedMessage, watchFor } from './watch-for.ts';

/** What a {@link Workbench} works on. */
export interface WorkbenchParts {
  readonly page: Page;
  /** The folder that is open. */
  readonly workspace: string;
  readonly theme: Theme;
  readonly settingsFile: string;
}

/** A webview in the side bar: VS Code draws all webviews in one layer, so only the position tells them apart. */
const inView = ':left-of(.part.editor)';

/** A row of a tree view. */
export interface TreeRow {
  /** What a screen reader reads. */
  readonly label: string;
  /** Its depth, from 1. */
  readonly level: number;
  readonly expanded: boolean | undefined;
}

/** A VS Code window, used as a user does. Methods wait for their effects. */
export class Workbench {
  /** For actions that have no method here. */
  readonly page: Page;
  readonly workspace: string;
  readonly editor: Editor;
  readonly #settingsFile: string;
  #theme: Theme;

  constructor({ page, workspace, theme, settingsFile }: WorkbenchParts) {
    this.page = page;
    this.workspace = workspace;
    this.editor = new Editor(page);
    this.#theme = theme;
    this.#settingsFile = settingsFile;
  }

  /** Waits until the window is usable and its theme is applied. */
  async ready(): Promise<void> {
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 60_000 });
    // An extension brings the theme. On a busy machine that takes long, but opening another window takes longer.
    await this.page.locator(`.monaco-workbench.${themes[this.#theme].workbenchClass}`).waitFor({ timeout: 60_000 });
  }

  /** Opens a file, given by its path inside the workspace or by an absolute one. */
  async openFile(file: string): Promise<void> {
    const absolute = path.resolve(this.workspace, file);
    const row = this.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: path.basename(absolute) });
    // Every skill has a file of the same name, and recently opened ones may still be listed: ask for the folder too.
    const folder = path.relative(this.workspace, path.dirname(absolute));
    const exactFolder = this.page.locator('.label-description').getByText(folder, { exact: true });
    // A file in the workspace's own folder is shown without it.
    const isOutside = folder.startsWith('..');
    const isIn = isOutside ? { hasText: path.basename(path.dirname(absolute)) } : { has: exactFolder };
    for (let attempt = 1; ; attempt++) {
      await this.#chooseIn('ControlOrMeta+P', absolute, folder === '' ? row : row.filter(isIn));
      try {
        return await this.editor.waitFor(absolute, attempt * 10_000);
      } catch (error) {
        // While the list grows, another row may come below the pointer.
        if (attempt === 3) throw error;
      }
    }
  }

  /** Runs a command by its title in the command palette, with its category: `Skillwright: Preview`. */
  async runCommand(title: string): Promise<void> {
    const name = this.page.locator('.label-name').getByText(title, { exact: true });
    await this.#chooseIn(
      'F1',
      `>${title}`,
      this.page.locator('.quick-input-list .monaco-list-row').filter({ has: name }),
    );
  }

  /** Answers the last quick input of a command, or accepts what it suggests. */
  async answerQuickInput(answer?: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input:visible').first();
    await input.waitFor();
    if (answer !== undefined) await input.fill(answer);
    // A list that is still loading ignores the key, as does an answer that is still checked.
    await pressUntil(this.page, 'Enter', this.page.locator('.quick-input-widget'), 'hidden', { focused: input });
  }

  /** Cancels whatever waits for an answer: a quick input, a menu, a dialog. */
  async cancelQuestions(): Promise<void> {
    const questions = this.page.locator('.quick-input-widget:visible, .monaco-menu:visible, .monaco-dialog-box');
    const input = this.page.locator('.quick-input-widget input:visible').first();
    const options = (await input.isVisible()) ? { focused: input } : {};
    await pressUntil(this.page, 'Escape', questions.first(), 'hidden', options);
  }

  /** Shows a view of the extension by its name, gives it the focus, and waits for it. */
  async openView(name: 'Skills' | 'Listing Budget' | 'Runs'): Promise<void> {
    const expanded = this.page.locator(`.pane-header.expanded[aria-label^="${name}"]`);
    await this.runByKey(`Skillwright: Focus on ${name} View`, expanded, 'visible');
  }

  /** The rows that a tree view shows now. */
  async treeRows(view: string): Promise<TreeRow[]> {
    // All at once: the tree may be rendered again while single rows are read.
    const read = (rows: unknown[]) =>
      (rows as { getAttribute(name: string): string | null }[]).map((row) =>
        ['aria-label', 'aria-level', 'aria-expanded'].map((name) => row.getAttribute(name)),
      );
    const rows = await this.#view(view).locator('.monaco-list-row').evaluateAll(read);
    return rows.map(([label, level, expanded]) => ({
      label: label ?? '',
      level: Number(level),
      expanded: expanded === null ? undefined : expanded === 'true',
    }));
  }

  /** The document inside the webview that is visible as an editor. */
  webview(): FrameLocator {
    return this.page.frameLocator(`iframe.webview.ready:not(${inView})`).frameLocator('#active-frame');
  }

  /** The document inside the webview that is visible in the side bar. */
  viewPage(): FrameLocator {
    return this.page.frameLocator(`iframe.webview.ready${inView}`).frameLocator('#active-frame');
  }

  /** All rows of the Problems panel, which this opens. */
  async problems(): Promise<Problem[]> {
    return readProblems(this.page);
  }

  /** Waits until the status bar has an item with this text and returns it. */
  async statusItem(text: string | RegExp): Promise<Locator> {
    const item = this.page.locator('.statusbar-item', { hasText: text }).first();
    await item.waitFor();
    return item;
  }

  /** The entries of the language status (`{}`), as a screen reader reads them; empty without any. */
  async languageStatus(): Promise<string> {
    const read = (items: unknown[]) =>
      (items as { getAttribute(name: string): string | null }[]).map((item) => item.getAttribute('aria-label') ?? '');
    return (await this.page.locator('[id="status.languageStatus"]').evaluateAll(read)).join('');
  }

  /** Does something that the status bar confirms, and waits for that message, for however short a time it is shown. */
  async withStatusMessage(text: string, act: () => Promise<void>): Promise<void> {
    const statusBar = this.page.locator('.part.statusbar').first();
    const [except] = await statusBar.locator('.statusbar-item', { hasText: text }).elementHandles();
    const shown = await statusBar.evaluateHandle(watchFor, { text, except } as AwaitedMessage);
    await act();
    await shown.evaluate(({ appeared }) => appeared);
  }

  /** The messages of the notifications on screen, without what VS Code says of a save that takes long. */
  async notifications(): Promise<string[]> {
    const messages = await this.page.locator('.notification-toast .notification-list-item-message').allInnerTexts();
    return messages.filter((message) => !message.startsWith('Saving'));
  }

  async clearNotifications(): Promise<void> {
    const first = this.page.locator('.notification-toast').first();
    await this.runByKey('Notifications: Clear All Notifications', first, 'hidden');
  }

  /** Changes the user's settings in their editor, where VS Code notices it at once, and closes it again. */
  async changeSettings(changes: Settings): Promise<void> {
    const settings = { ...JSON.parse(await readFile(this.#settingsFile, 'utf8')), ...changes };
    await this.runCommand('Preferences: Open User Settings (JSON)');
    await this.#activeTab('settings.json').waitFor();
    await this.editor.waitFor('/User/settings.json');
    await this.editor.replaceAll(JSON.stringify(settings));
    await this.editor.save();
    await this.runCommand('View: Close Editor');
    await this.#activeTab('settings.json').waitFor({ state: 'detached' });
  }

  /** Closes every editor, without saving. */
  async closeEditors(): Promise<void> {
    const question = this.page.locator('.monaco-dialog-box');
    if (await question.isVisible()) await this.page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    const noTabs = this.page.locator('.editor-group-container.empty').first();
    for (let attempt = 1; ; attempt++) {
      await this.runByKey('View: Close All Editors', noTabs.or(question).first(), 'visible');
      if (await question.isVisible()) {
        await question.locator('.monaco-button', { hasText: "Don't Save" }).click();
        await question.waitFor({ state: 'detached' });
      }
      try {
        return await noTabs.waitFor({ timeout: 5_000 });
      } catch (error) {
        // A text that changes while VS Code closes it stays open.
        if (attempt === 3) throw error;
      }
    }
  }

  async focusFirstEditorGroup(): Promise<void> {
    const first = this.page.locator('.editor-group-container').first();
    await this.runByKey('View: Focus First Editor Group', first.and(this.page.locator('.active')), 'visible');
  }

  /** Leaves the window as it opens: without editors and notifications, in this theme, with only the explorer. */
  async tidyUp(theme: Theme): Promise<void> {
    await this.closeEditors();
    await this.switchTheme(theme);
    await this.clearNotifications();
    await this.runByKey('View: Hide Panel', this.page.locator('.part.panel'), 'hidden');
    const explorer = this.page.locator('.part.sidebar .explorer-folders-view');
    await this.runByKey('View: Show Explorer', explorer, 'visible');
  }

  async switchTheme(theme: Theme): Promise<void> {
    if (theme === this.#theme) return;
    const { label } = themes[theme];
    await this.runCommand('Preferences: Color Theme');
    const input = this.page.locator('.quick-input-widget input:visible').first();
    await input.fill(label);
    await this.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: label }).waitFor();
    // The theme in the list is shown while it has the focus, but kept only if it was chosen.
    await pressUntil(this.page, 'Enter', this.page.locator('.quick-input-widget'), 'hidden', { focused: input });
    this.#theme = theme;
    await this.ready();
  }

  /** Saves what the window shows as `.test-output/screenshots/<name>-<theme>.png` and returns that path. */
  async screenshot(name: string): Promise<string> {
    const file = path.join(testOutput, 'screenshots', `${name}-${this.#theme}.png`);
    await this.page.screenshot({ path: file, animations: 'disabled' });
    return file;
  }

  /** Runs a command by its key until an element is visible, or hidden. */
  async runByKey(
    title: CommandWithKey,
    element: Locator,
    state: 'visible' | 'hidden',
    options: { readonly patience?: number } = {},
  ): Promise<void> {
    await pressUntil(this.page, keyOf(title), element, state, options);
  }

  /** Moves the pointer where nothing reacts to it: a tooltip would cover the content. */
  async #moveMouseAway(): Promise<void> {
    await this.page.mouse.move(0, 0);
  }

  #activeTab(label: string): Locator {
    return this.page.locator(`.editor-group-container.active .tab.active[data-resource-name="${label}"]`);
  }

  #view(name: string): Locator {
    return this.page.locator('.pane', { has: this.page.locator(`.pane-header[aria-label^="${name}"]`) }).first();
  }

  /** Opens a quick input by its key, types into it and clicks a row. What takes the focus then closes it: it is opened again. */
  async #chooseIn(key: string, text: string, rows: Locator): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      await this.#quickInput(key, text);
      try {
        await rows.first().click({ timeout: 10_000 });
        await this.#moveMouseAway();
        return await this.#isAnswered(text);
      } catch (error) {
        if (attempt === 3) throw error;
        await this.cancelQuestions();
      }
    }
  }

  /** A list that is rendered again at that moment ignores a click. What is chosen may ask something else. */
  async #isAnswered(text: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input:visible').first();
    const end = Date.now() + 3_000;
    while ((await input.isVisible()) && (await input.inputValue({ timeout: 1_000 }).catch(() => '')) === text) {
      if (Date.now() > end) throw new Error(`The click in the list for ${text} had no effect`);
      await this.page.waitForTimeout(50);
    }
  }

  async #quickInput(key: string, text: string): Promise<Locator> {
    // One that is still closing would take the key.
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    const input = this.page.locator('.quick-input-widget input:visible').first();
    for (let attempt = 1; ; attempt++) {
      await pressUntil(this.page, key, input, 'visible');
      const isFilled = await input.fill(text, { timeout: 5_000 }).then(
        () => true,
        () => false,
      );
      if (isFilled) return input;
      // A page that takes the focus as it loads closes the quick input.
      if (attempt === 3) throw new Error(`The quick input of ${key} does not stay open`);
    }
  }
}
