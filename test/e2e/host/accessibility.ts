import { readFileSync } from 'node:fs';
import path from 'node:path';
import axe from 'axe-core';
import type { Frame, FrameLocator } from 'playwright-core';
import { repositoryRoot } from './repository.ts';
import type { Theme } from './theme.ts';

/** What VS Code gives a page so that it has the colors of a theme. */
export interface PageTheme {
  /** Of its body. */
  readonly classes: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Written by `npm run page-themes`. */
export const pageThemesFile = path.join(repositoryRoot, 'test/fixtures/themes/page-themes.json');

/** A page has no heading of the first level where the title of its tab is one. */
const allRules = { rules: { 'page-has-heading-one': { enabled: false } } };

/**
 * What a page does wrong for people who use it by keyboard, with a screen reader or with other colors: every rule of axe,
 * contrast in each kind of theme, and motion although less is wanted.
 *
 * @param background the part of VS Code behind the page
 */
export async function accessibilityProblems(
  locator: FrameLocator,
  background: 'editor' | 'sideBar' = 'editor',
): Promise<string[]> {
  const frame = await frameOf(locator);
  await frame.evaluate(axe.source);
  const themes: Readonly<Record<Theme, PageTheme>> = JSON.parse(readFileSync(pageThemesFile, 'utf8'));
  const before = await frame.evaluate<readonly [string, string]>(
    '[document.documentElement.style.cssText, document.body.className]',
  );
  const problems: string[] = [];
  try {
    for (const [theme, { classes, variables }] of Object.entries(themes)) {
      // The page itself is transparent, and axe takes what is behind it for white.
      const behind = variables[`--vscode-${background}-background`];
      if (behind === undefined) throw new Error(`The theme ${theme} has no color behind the page`);
      await frame.evaluate(`(() => {
        const { style } = document.documentElement;
        for (const [name, value] of ${JSON.stringify(Object.entries(variables))}) style.setProperty(name, value);
        style.backgroundColor = ${JSON.stringify(behind)};
        document.body.className = ${JSON.stringify(classes)};
      })()`);
      const options = problems.length === 0 && theme === 'light' ? allRules : { runOnly: ['color-contrast'] };
      problems.push(...(await run(frame, theme, options)));
    }
  } finally {
    const [style, classes] = before.map((text) => JSON.stringify(text));
    await frame.evaluate(`document.documentElement.style.cssText = ${style}; document.body.className = ${classes}`);
  }
  await frame.page().emulateMedia({ reducedMotion: 'reduce' });
  const animation = await frame.evaluate<string>(spinnerAnimation);
  await frame.page().emulateMedia({ reducedMotion: null });
  return animation === 'none'
    ? problems
    : [...problems, `with reduced motion, a spinner has the animation ${animation}`];
}

const spinnerAnimation = `(() => {
  const spinner = document.body.appendChild(document.createElement('span'));
  spinner.className = 'spinner';
  const { animationName } = getComputedStyle(spinner);
  spinner.remove();
  return animationName;
})()`;

async function frameOf(locator: FrameLocator): Promise<Frame> {
  const handle = await locator.owner().elementHandle();
  const frame = await handle?.contentFrame();
  if (!frame) throw new Error('The page has no frame');
  return frame;
}

async function run(frame: Frame, theme: string, options: object): Promise<string[]> {
  const result = frame.evaluate(`axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })})`);
  const { violations } = (await result) as axe.AxeResults;
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${theme}: ${id} at ${target.join(' ')}: ${failureSummary}`),
  );
}
