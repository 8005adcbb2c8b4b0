import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { sharedBrowser } from '../host/browser.ts';
import { installHost } from '../host/installation.ts';
import { repositoryRoot } from '../host/repository.ts';
import { type Settings, userSettings } from '../host/settings.ts';
import type { Theme } from '../host/theme.ts';
import { defaultViewport } from '../host/vscode.ts';
import { Workbench } from '../host/workbench.ts';
import { memoryFiles, memoryFilesFolder, memoryFilesManifest } from './memory-files.ts';

/** What is open in a VS Code for the Web. */
export interface WebVsCodeOptions {
  /** The texts of the folder `memfs:/project`, by path in it. */
  readonly files: Readonly<Record<string, string>>;
  readonly settings?: Settings;
  readonly theme?: Theme;
}

/** A VS Code for the Web: everything runs in a browser, and its server only has files. */
export interface WebVsCode {
  readonly page: Page;
  readonly workbench: Workbench;
  /** What the page and its workers have logged as errors. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.cjs': 'text/javascript',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
};

/** Opens the web workbench of the installed VS Code on a virtual folder, with the extension as a web extension. */
export async function openWebVsCode({ files, settings = {}, theme = 'dark' }: WebVsCodeOptions): Promise<WebVsCode> {
  const { serverMain } = await installHost();
  const vscode = path.join(path.dirname(serverMain), '..');
  const virtual: Readonly<Record<string, () => Promise<string> | string>> = {
    '/': () => page(vscode, configuration(address(), userSettings(theme, settings))),
    '/vscode/out/vs/code/browser/workbench/workbench.js': () => withoutServer(vscode),
    '/memory-files/package.json': () => JSON.stringify(memoryFilesManifest),
    '/memory-files/files.json': () => memoryFiles(files),
  };
  const folders: Readonly<Record<string, string>> = {
    '/vscode/': vscode,
    '/extension/': repositoryRoot,
    '/memory-files/': memoryFilesFolder,
  };
  const server = createServer((request, response) => void answer(request, response, virtual, folders));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = () => `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const context = await (await sharedBrowser()).newContext({ locale: 'en-US', reducedMotion: 'reduce' });
  const close = async () => {
    await context.close();
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  };
  try {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: `http://${address()}` });
    const opened = await context.newPage();
    const errors: string[] = [];
    opened.on('console', (message) => {
      // VS Code's own extensions are not all here.
      if (message.type() === 'error' && !message.text().includes('404 (Not Found)')) errors.push(message.text());
    });
    opened.on('pageerror', (error) => errors.push(String(error)));
    await opened.setViewportSize(defaultViewport);
    opened.setDefaultTimeout(30_000);
    const workbench = new Workbench({ page: opened, workspace: '/project', theme, settingsFile: '' });
    await opened.goto(`http://${address()}/?folder=memfs:/project`);
    await workbench.ready().catch((error) => {
      throw new Error(`The workbench did not open: ${errors.join('\n')}`, { cause: error });
    });
    return { page: opened, workbench, errors, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The workbench's own script. The one that is installed expects the server that it comes with, for files and settings. */
async function withoutServer(vscode: string): Promise<string> {
  const script = await readFile(path.join(vscode, 'out/vs/code/browser/workbench/workbench.js'), 'utf8');
  return [
    [/,remoteAuthority:location\.host\}/, '}'],
    [/(\.with\(\{scheme:\w+)\.vscodeRemote(\}\),"User"\))/, '$1.vscodeUserData$2'],
  ].reduce((text, [pattern, instead]) => {
    if (!(pattern as RegExp).test(text)) throw new Error(`The workbench has no ${pattern}`);
    return text.replace(pattern!, instead as string);
  }, script);
}

function configuration(address: string, settings: Settings): object {
  const at = (folder: string) => ({ scheme: 'http', authority: address, path: folder });
  const pages = `http://${address}/vscode/out/vs/workbench/contrib/webview/browser/pre/`;
  return {
    // Besides those of VS Code itself, whose paths the workbench has.
    additionalBuiltinExtensions: [at('/extension'), at('/memory-files')],
    configurationDefaults: settings,
    enableWorkspaceTrust: false,
    // What code-server adds to the workbench.
    userDataPath: '/user-data',
    isEnabledFileDownloads: true,
    isEnabledFileUploads: true,
    isEnabledCoderGettingStarted: false,
    productConfiguration: {
      webviewContentExternalBaseUrlTemplate: pages,
      webEndpointUrlTemplate: `http://${address}/vscode`,
      extensionsGallery: undefined,
      enableTelemetry: false,
    },
  };
}

async function page(vscode: string, options: object): Promise<string> {
  const template = await readFile(path.join(vscode, 'out/vs/code/browser/workbench/workbench.html'), 'utf8');
  const values: Readonly<Record<string, string>> = {
    WORKBENCH_WEB_CONFIGURATION: JSON.stringify(options).replaceAll('"', '&quot;'),
    WORKBENCH_WEB_BASE_URL: '/vscode',
    WORKBENCH_NLS_FALLBACK_URL: '/vscode/out/nls.messages.js',
    WORKBENCH_NLS_URL: '/vscode/out/nls.messages.js',
  };
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? '');
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  virtual: Readonly<Record<string, () => Promise<string> | string>>,
  folders: Readonly<Record<string, string>>,
): Promise<void> {
  const name = path.posix.normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
  const folder = Object.keys(folders).find((it) => name.startsWith(it));
  try {
    const made = virtual[name];
    const body = made ? await made() : await readFile(path.join(folders[folder ?? '']!, name.slice(folder?.length)));
    response.writeHead(200, {
      'content-type': mediaTypes[path.extname(name)] ?? (name === '/' ? 'text/html' : 'text/plain'),
    });
    response.end(body);
  } catch {
    response.writeHead(404);
    response.end();
  }
}
