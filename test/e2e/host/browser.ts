import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { type BundledBrowser, bundledChromium } from './bundled-chromium.ts';

let shared: Promise<Browser> | undefined;

/**
 * The browser for all windows of this process. Each of them has its own context, so that they share only the clipboard.
 * A browser that has crashed is launched again.
 */
export async function sharedBrowser(): Promise<Browser> {
  const running = await shared?.catch(() => undefined);
  if (running?.isConnected()) return running;
  shared = launchBrowser();
  return shared;
}

/**
 * Launches a browser without a window: `CHROME_PATH`, an installed Chrome, Chromium or Edge, or else the
 * Chromium that an npm package carries. Nothing it loads can reach beyond this machine.
 */
export async function launchBrowser(): Promise<Browser> {
  const installed = findInstalledBrowser();
  const { executable, environment }: BundledBrowser =
    installed === undefined ? await bundledChromium() : { executable: installed, environment: {} };
  return chromium.launch({
    executablePath: executable,
    // Containers and CI machines rarely allow it, and the only page shown is our own.
    chromiumSandbox: false,
    env: { ...definedVariables(process.env), ...environment },
    args: [
      '--disable-gpu',
      '--force-color-profile=srgb',
      '--font-render-hinting=none',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  });
}

function findInstalledBrowser(): string | undefined {
  const chosen = process.env.CHROME_PATH;
  if (chosen !== undefined) {
    return chosen;
  }
  return candidates().find((candidate) => existsSync(candidate));
}

function candidates(): string[] {
  switch (process.platform) {
    case 'darwin':
      return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
        (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
      );
    case 'win32':
      return [process.env.ProgramFiles, process.env['ProgramFiles(x86)'], process.env.LOCALAPPDATA]
        .filter((folder) => folder !== undefined)
        .flatMap((folder) => [
          path.join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
          path.join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
        ]);
    default:
      return (process.env.PATH ?? '')
        .split(path.delimiter)
        .flatMap((folder) =>
          ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'microsoft-edge'].map((name) =>
            path.join(folder, name),
          ),
        );
  }
}

function definedVariables(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
