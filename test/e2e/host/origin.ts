import type { Browser, BrowserContext, Page } from 'playwright-core';
import { sharedBrowser } from './browser.ts';
import type { VsCodeServer } from './server.ts';

/** Where a browser finds a server. Only one server at a time has the one that is kept. */
export interface Origin {
  /** The port to start the server with; any free one if it is `undefined`. */
  readonly port: number | undefined;
  /** Opens a page that knows nothing of earlier ones. */
  openPage(server: VsCodeServer, viewport: { width: number; height: number }): Promise<Page>;
  /** To be called when the server has ended. */
  release(): void;
}

/**
 * The origin that all servers of this process have, one after the other: the browser compiles VS Code for each origin once,
 * which takes longer than all else that opening a window does.
 */
const kept: { port?: number; isTaken: boolean; browser?: Browser; context?: BrowserContext } = { isTaken: false };

export function claimOrigin(): Origin {
  if (kept.isTaken) {
    return {
      port: undefined,
      openPage: async (server, viewport) => pageOf(await newContext(server), viewport),
      release() {},
    };
  }
  kept.isTaken = true;
  return {
    port: kept.port,
    openPage: async (server, viewport) => {
      kept.port = server.port;
      return pageOf(await keptContext(server), viewport);
    },
    release() {
      kept.isTaken = false;
    },
  };
}

async function keptContext(server: VsCodeServer): Promise<BrowserContext> {
  const browser = await sharedBrowser();
  if (kept.context === undefined || kept.browser !== browser) {
    kept.browser = browser;
    kept.context = await newContext(server);
    return kept.context;
  }
  const page = await kept.context.newPage();
  const session = await kept.context.newCDPSession(page);
  const origin = `http://${server.address}`;
  // What VS Code stores of a window: its layout, its memory of files, the state of extensions. Compiled code is kept.
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await page.close();
  return kept.context;
}

async function newContext(server: VsCodeServer): Promise<BrowserContext> {
  const context = await (await sharedBrowser()).newContext({ locale: 'en-US', reducedMotion: 'reduce' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: `http://${server.address}` });
  return context;
}

async function pageOf(context: BrowserContext, viewport: { width: number; height: number }): Promise<Page> {
  const page = await context.newPage();
  await page.setViewportSize(viewport);
  page.setDefaultTimeout(30_000);
  return page;
}
