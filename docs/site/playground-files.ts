import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { browserServer } from '../../build/browser-bundles.mjs';
import { bundledOnly } from '../../build/bundled-only.mjs';
import { noticesOf } from '../../build/notices.mjs';
import { sbomOf } from '../../build/sbom.mjs';
import { DEFAULT_RUNTIME } from '../../server/src/dialect/runtimes/capabilities.ts';
import { consumerFacts } from '../../server/src/dialect/targets.ts';
import type { SharedSkill } from '../playground/shared-link.ts';
import { firstFindings } from './first-findings.ts';
import { playgroundMarkup } from './playground-markup.ts';

/** For the styles that the editor makes while it runs. The page has no text of others in its markup. */
const nonce = 'playground';

/** Of what the server does for the extension, the page needs a little. */
const fewerRequests: Plugin = {
  name: 'fewer requests',
  setup(build) {
    build.onResolve({ filter: /\/view-requests\.ts$/ }, ({ path: name, resolveDir }) => ({
      path: path.join(resolveDir, name.replace('requests/view-requests', 'playground-requests')),
    }));
  },
};

interface Bundle {
  readonly text: string;
  readonly metafile: Metafile;
}

/**
 * The playground: one page that has everything in it, so that it opens from the file system, too, and the licences and the
 * bill of materials of what it contains.
 */
export async function playgroundFiles(root: string): Promise<ReadonlyMap<string, string>> {
  const shared: BuildOptions = { ...browserServer, minify: true, legalComments: 'none', logLevel: 'error' };
  const [server, page, style, example, icon] = await Promise.all([
    bundled(root, { ...shared, plugins: [fewerRequests] }),
    bundled(root, { ...shared, entryPoints: ['docs/playground/playground.ts'] }),
    bundled(root, { ...shared, entryPoints: ['docs/playground/playground.css'] }),
    bundled(root, { ...shared, entryPoints: ['docs/playground/examples.ts'], format: 'esm' }).then(firstOf),
    readFile(path.join(root, 'media/icon.svg'), 'utf8'),
  ]);
  const script = page.text.trim();
  const { title, verified } = consumerFacts(DEFAULT_RUNTIME);
  const markup = playgroundMarkup({
    policy: policyFor(script),
    nonce,
    icon: `data:image/svg+xml,${encodeURIComponent(icon)}`,
    style: style.text.trim(),
    script,
    // No text in it can end the element.
    firstFindings: JSON.stringify(await firstFindings(server.text, example)).replaceAll('<', '\\u003c'),
    server: deflateRawSync(server.text, { level: 9 }).toString('base64'),
    verified: `Verified with ${title} ${verified}`,
  });
  const metafiles = [server.metafile, page.metafile].map(bundledOnly);
  return new Map([
    ['playground.html', markup],
    ['playground-licenses.txt', await noticesOf(metafiles)],
    ['playground.cdx.json', await sbomOf(metafiles)],
  ]);
}

async function bundled(root: string, options: BuildOptions): Promise<Bundle> {
  const { outputFiles, metafile } = await build({ ...options, absWorkingDir: root, write: false, metafile: true });
  return { text: outputFiles![0]!.text, metafile: metafile! };
}

/** The example that the page opens with. */
async function firstOf({ text }: Bundle): Promise<SharedSkill> {
  const { examples } = await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
  return examples[0];
}

/** No request, no other script than this one, and the worker that it makes of what the page contains. */
function policyFor(script: string): string {
  const hash = createHash('sha256').update(script).digest('base64');
  return [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    'worker-src blob:',
    `style-src 'nonce-${nonce}'`,
    // The editor places what floats over it by attributes. The texts of others have none when they are shown.
    "style-src-attr 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
