import { activation } from './activation.ts';
import { builtInLanguage } from './built-in-language.ts';
import { findings } from './findings.ts';
import { fullDisk } from './full-disk.ts';
import type { InHostTest } from './in-host-test.ts';
import { providers } from './providers.ts';
import { refactorings } from './refactorings.ts';
import { reportPrefix } from './report.ts';
import { severalFolders } from './several-folders.ts';
import { skillTool } from './skill-tool.ts';

/** Every test that runs inside the extension host, in order. */
const tests: readonly InHostTest[] = [
  ...activation,
  ...builtInLanguage,
  ...findings,
  ...providers,
  ...refactorings,
  ...severalFolders,
  ...skillTool,
  ...fullDisk,
];

/**
 * Runs all tests and fails if any fails. VS Code calls this after loading the module that it was given as
 * `--extensionTestsPath`, on the desktop as in a browser.
 */
export async function run(): Promise<void> {
  const failed: string[] = [];
  for (const { name, check } of tests) {
    try {
      await check();
      console.log(`${reportPrefix}ok: ${name}`);
    } catch (error) {
      failed.push(name);
      console.error(`${reportPrefix}FAILED: ${name}: ${error instanceof Error ? error.stack : error}`);
    }
  }
  console.log(`${reportPrefix}total: ${tests.length - failed.length} passed, ${failed.length} failed`);
  if (failed.length > 0) {
    throw new Error(`${failed.length} in-host tests failed: ${failed.join('; ')}`);
  }
}
