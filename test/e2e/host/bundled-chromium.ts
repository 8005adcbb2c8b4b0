import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HostUnavailableError } from '../../host/host-packages.mjs';
import { hostFonts } from './installation.ts';
import { testCache } from './repository.ts';

/** A browser and the variables that it must be started with. */
export interface BundledBrowser {
  readonly executable: string;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Unpacks the headless Chromium of `@sparticuz/chromium`, once, with the libraries and fonts that a bare
 * machine lacks, so that a screenshot looks the same everywhere.
 */
export async function bundledChromium(): Promise<BundledBrowser> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new HostUnavailableError('No browser found: install Chrome or Chromium, or set CHROME_PATH to one.');
  }
  const folder = path.join(testCache, 'chromium');
  if (!existsSync(folder)) {
    await unpackInto(folder);
  }
  const fontSettings = path.join(folder, 'fonts.conf');
  await writeFile(fontSettings, fontConfiguration(folder));
  return {
    executable: path.join(folder, 'chromium'),
    environment: { FONTCONFIG_FILE: fontSettings, LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib') },
  };
}

async function unpackInto(folder: string): Promise<void> {
  const { default: chromium } = await import('@sparticuz/chromium');
  const unfinished = `${folder}-${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  // The package unpacks into the temporary folder, and its libraries only if it seems to run on AWS.
  const restore = replaceVariables({ TMPDIR: unfinished, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' });
  try {
    await chromium.executablePath();
  } finally {
    restore();
  }
  try {
    // A whole folder appears at once, so a second process never sees half a browser.
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) {
      throw error;
    }
  }
}

function replaceVariables(replacements: Readonly<Record<string, string>>): () => void {
  const before = Object.keys(replacements).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, replacements);
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) {
        delete process.env[name];
      } else {
        process.env[name] = value;
      }
    }
  };
}

/** Open Sans, similar to what VS Code uses on Linux desktops; DejaVu for code and for missing symbols. */
function fontConfiguration(folder: string): string {
  const prefer = (family: string, fonts: readonly string[]) =>
    `  <alias binding="strong"><family>${family}</family><prefer>${fonts.map((font) => `<family>${font}</family>`).join('')}</prefer></alias>`;
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    `  <dir>${path.join(folder, 'fonts')}</dir>`,
    `  <dir>${hostFonts}</dir>`,
    `  <cachedir>${path.join(folder, 'fonts-cache')}</cachedir>`,
    prefer('system-ui', ['Open Sans', 'DejaVu Sans']),
    prefer('sans-serif', ['Open Sans', 'DejaVu Sans']),
    prefer('monospace', ['DejaVu Sans Mono']),
    '</fontconfig>',
    '',
  ].join('\n');
}
