import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { writeMemoryFiles } from '../web/memory-files.ts';
import { installHost } from './installation.ts';
import { claimOrigin } from './origin.ts';
import { type InstalledExtension, startServer, type VsCodeServer } from './server.ts';
import { type Settings, userSettings } from './settings.ts';
import { copyWorkspace, createTemporaryFolder } from './temporary-folder.ts';
import type { Theme } from './theme.ts';
import { Workbench } from './workbench.ts';
import { workbenchAddress } from './workbench-address.ts';

/** The configuration of a test's VS Code. Everything has a default: no extension, an empty folder, dark, trusted. */
export interface VsCodeOptions {
  /** The folder whose copy is opened. */
  readonly workspace?: string;
  readonly extension?: InstalledExtension;
  /** Settings added to those that keep VS Code quiet. */
  readonly settings?: Settings;
  readonly theme?: Theme;
  /** Enables workspace trust: the folder is not trusted until the test does so. */
  readonly workspaceTrust?: boolean;
  /** The folder whose copy is the user's home, which is empty otherwise. */
  readonly home?: string;
  /** Variables for VS Code and its extensions. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** The texts of a virtual folder, by path in it, which is opened instead. The extension must be given as a folder. */
  readonly virtualFiles?: Readonly<Record<string, string>>;
}

/** The virtual folder, and the file that opens it. */
const virtualFolder = '/project';
const virtualWorkspace = 'virtual.code-workspace';

export const defaultViewport = { width: 1280, height: 800 };

/** A VS Code isolated from this machine: own settings, extensions, home and workspace. */
export interface PreparedVsCode {
  readonly page: Page;
  readonly server: VsCodeServer;
  /** The copy of the workspace to open. */
  readonly workspace: string;
  readonly home: string;
  readonly theme: Theme;
  /** Closes the window, ends the server and removes their files. */
  close(): Promise<void>;
}

/** A VS Code window that a test works in. */
export interface OpenVsCode extends PreparedVsCode {
  readonly workbench: Workbench;
}

/** Opens a window and waits until it is usable. If any step fails, everything is cleaned up. */
export async function openVsCode(options: VsCodeOptions = {}): Promise<OpenVsCode> {
  const prepared = await prepareVsCode(options, false);
  const { page, server, workspace, theme } = prepared;
  try {
    const isVirtual = options.virtualFiles !== undefined;
    const opened = isVirtual ? path.join(workspace, virtualWorkspace) : workspace;
    const workbench = new Workbench({
      page,
      workspace: isVirtual ? virtualFolder : workspace,
      theme,
      settingsFile: server.settingsFile,
    });
    await page.goto(workbenchAddress(server.address, opened));
    await workbench.ready();
    return { ...prepared, workbench };
  } catch (error) {
    await prepared.close();
    throw error;
  }
}

/** Starts a server and opens a page without loading the workbench yet, so that the page can be set up first. */
export async function prepareVsCode(options: VsCodeOptions, inHostTests: boolean): Promise<PreparedVsCode> {
  const theme = options.theme ?? 'dark';
  const workspaceTrust = options.workspaceTrust ?? false;
  const settings = { 'security.workspace.trust.enabled': workspaceTrust, ...options.settings };
  const closing: (() => Promise<void>)[] = [];
  const close = async () => {
    const failures: unknown[] = [];
    for (const step of closing.splice(0).reverse()) {
      await step().catch((error) => failures.push(error));
    }
    if (failures.length > 0) {
      throw new AggregateError(failures, 'VS Code did not close cleanly');
    }
  };
  try {
    const installation = await installHost();
    const folder = await createTemporaryFolder();
    closing.push(folder.remove);
    const workspace = await copyWorkspace(options.workspace, path.join(folder.path, 'workspace'));
    const home = await copyWorkspace(options.home, path.join(folder.path, 'home'));
    const dataFolder = path.join(folder.path, 'vscode');
    await mkdir(dataFolder);

    const memoryFiles = path.join(folder.path, 'memory-files');
    if (options.virtualFiles !== undefined) {
      await writeMemoryFiles(memoryFiles, options.virtualFiles);
      const folders = [{ uri: `memfs:${virtualFolder}` }];
      await writeFile(path.join(workspace, virtualWorkspace), JSON.stringify({ folders }));
    }

    const origin = claimOrigin();
    closing.push(async () => origin.release());
    const server = await startServer({
      installation,
      dataFolder,
      workspaceTrust,
      inHostTests,
      port: origin.port,
      settings: userSettings(theme, settings),
      extension: options.extension,
      ...(options.virtualFiles && { otherExtensions: [memoryFiles] }),
      environment: { HOME: home, USERPROFILE: home, CLAUDE_CONFIG_DIR: undefined, ...options.environment },
    });
    closing.push(server.stop);
    const page = await origin.openPage(server, options.viewport ?? defaultViewport);
    closing.push(() => page.close());
    return { page, server, workspace, home, theme, close };
  } catch (error) {
    await close();
    throw error;
  }
}
