import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import MarkdownIt from 'markdown-it';
import type { CDPSession, Page } from 'playwright-core';
import type { RunPart, RunSummary } from '../../server/src/protocol.ts';
import { launchBrowser } from '../e2e/host/browser.ts';
import { repositoryRoot } from '../e2e/host/repository.ts';

/*
 * `npm run bench:run`: the page of a run in a real browser, with 5,000 parts and 10 MB of text. Prints the longest frames
 * while a finished run is opened, while one grows, and while it is scrolled. No frame should take more than 100 ms.
 * `--pages FOLDER` measures another build.
 */
const { values: options } = parseArgs({
  options: { pages: { type: 'string', default: path.join(repositoryRoot, 'dist', 'webviews') } },
});

const steps = 5_000;
const charactersPerStep = 2_000;

const summary: RunSummary = {
  id: 'run',
  uri: 'file:///work/.claude/skills/review/SKILL.md',
  invocation: '/review main..HEAD',
  arguments: 'main..HEAD',
  folder: '/work',
  state: 'running',
  startedAt: Date.now(),
};

/** The extension, and a clock of the frames. */
const pageText = `<!DOCTYPE html><meta charset="utf-8"><link rel="stylesheet" href="run.css"><body><script>
let taken = () => {};
let last = 0;
window.bench = {
  frames: [],
  receive: (data) => window.dispatchEvent(new MessageEvent('message', { data })),
  take: (parts) => new Promise((resolve) => { taken = resolve; bench.receive({ kind: 'parts', parts, removed: [] }); }),
};
const answers = {
  taken: () => taken(),
  render: async ({ key, text }) => bench.receive({ kind: 'rendered', key, html: await renderMarkdown(text) }),
};
window.acquireVsCodeApi = () => ({ postMessage: (it) => answers[it.kind]?.(it), getState() {}, setState() {} });
const frame = (now) => { if (last) bench.frames.push(now - last); last = now; requestAnimationFrame(frame); };
requestAnimationFrame(frame);
</script><script type="module" src="run.js"></script>`;

const browser = await launchBrowser();
try {
  for (const measure of [openFinished, growing, growingText]) await measure();
} finally {
  await browser.close();
}

/** A run that has ended: all parts at once, as the extension sends them in portions. */
async function openFinished(): Promise<void> {
  const page = await openPage();
  const clock = await startClock(page);
  const started = performance.now();
  const parts = Array.from({ length: steps }, (_, index) => partAt(index));
  for (let at = 0; at < parts.length; at += 100) await send(page, parts.slice(at, at + 100));
  await show(page, { ...summary, state: 'succeeded', ms: 1 });
  const ms = performance.now() - started;
  await report(page, clock, `opens ${steps} parts in ${(ms / 1000).toFixed(1)} s`);
  const another = await startClock(page);
  await scrollThrough(page);
  await report(page, another, 'is scrolled from its end to its beginning');
  await page.close();
}

/** A run at work: ten times a second, more parts, and the end is followed. */
async function growing(): Promise<void> {
  const page = await openPage();
  const clock = await startClock(page);
  for (let at = 0; at < steps; at += 50) {
    await Promise.all([
      send(
        page,
        Array.from({ length: 50 }, (_, index) => partAt(at + index)),
      ),
      new Promise((resolve) => setTimeout(resolve, 100)),
    ]);
  }
  await report(page, clock, `grows by ${steps} parts, 500 a second`);
  const atEnd = await page.evaluate<number>(
    '(() => { const it = document.querySelector(".scroller"); return it.scrollHeight - it.clientHeight - it.scrollTop; })()',
  );
  console.log(`  ${Math.round(atEnd)} px from its end`);
  await page.close();
}

/** One text of 300,000 characters that is written before the user's eyes. */
async function growingText(): Promise<void> {
  const page = await openPage();
  const clock = await startClock(page);
  let text = '';
  for (let index = 0; text.length < 300_000; index++) {
    text += markdownOf(index);
    await send(page, [{ id: 'text', order: 0, kind: 'text', text, ended: false }]);
  }
  await report(page, clock, 'writes one text of 300,000 characters');
  await page.close();
}

async function openPage(): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 900, height: 800 } });
  const markdown = new MarkdownIt({ html: true });
  await page.exposeFunction('renderMarkdown', (text: string) => markdown.render(text));
  await page.route('http://127.0.0.1/**', async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name === '') return route.fulfill({ contentType: 'text/html', body: pageText });
    const contentType = name.endsWith('.css') ? 'text/css' : 'text/javascript';
    return route.fulfill({ contentType, body: await readFile(path.join(options.pages, name)) });
  });
  await page.goto('http://127.0.0.1/');
  await show(page, summary);
  return page;
}

function show(page: Page, shown: RunSummary): Promise<void> {
  return page.evaluate(`bench.receive(${JSON.stringify({ kind: 'summary', summary: shown, trusted: true })})`);
}

function send(page: Page, parts: readonly RunPart[]): Promise<void> {
  return page.evaluate(`bench.take(${JSON.stringify(parts)})`);
}

async function scrollThrough(page: Page): Promise<void> {
  await page.mouse.move(400, 600);
  await page.mouse.click(880, 600);
  for (let turn = 0; turn < 300; turn++) {
    await page.mouse.wheel(0, turn % 3 === 0 ? -4_000 : -700);
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
  }
}

/** Traces the work of the page: on a busy machine, only the time of its own thread means anything. */
async function startClock(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Tracing.start', {
    categories: 'toplevel,disabled-by-default-devtools.timeline',
    transferMode: 'ReportEvents',
  });
  await page.evaluate('bench.frames = []');
  return session;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly args?: { readonly name?: string };
  /** Thread time of a complete event, in microseconds. */
  readonly tdur?: number;
}

async function report(page: Page, session: CDPSession, what: string): Promise<void> {
  const frames = await page.evaluate<number[]>('bench.frames');
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise<void>((resolve) => session.on('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await complete;
  const main = new Set(
    events
      .filter((it) => it.name === 'thread_name' && it.args?.name === 'CrRendererMain')
      .map((it) => `${it.pid}:${it.tid}`),
  );
  const tasks = events
    .filter(({ tdur, pid, tid }) => tdur !== undefined && main.has(`${pid}:${tid}`))
    .map((it) => it.tdur! / 1_000);
  const nodes = await page.evaluate<number>('document.querySelectorAll("*").length');
  const heap = await page.evaluate<number>('performance.memory.usedJSHeapSize / 2 ** 20');
  const over = (times: readonly number[], limit: number) => times.filter((it) => it > limit).length;
  const longest = (times: readonly number[]) => times.reduce((a, b) => Math.max(a, b), 0).toFixed(0);
  console.log(what);
  console.log(
    `  the longest task of the page takes ${longest(tasks)} ms of its thread, ${over(tasks, 50)} more than 50 ms`,
  );
  console.log(
    `  ${frames.length} frames, the longest ${longest(frames)} ms apart, ${over(frames, 100)} more than 100 ms`,
  );
  console.log(`  ${nodes} elements, ${heap.toFixed(0)} MiB of JavaScript`);
}

/** Texts, tools in an agent, hooks, denials: as in a long run. */
function partAt(index: number): RunPart {
  const id = `part-${index}`;
  const order = index;
  const agent = `part-${Math.floor(index / 1_000) * 1_000}`;
  if (index % 1_000 === 0) {
    return {
      id,
      order,
      kind: 'tool',
      name: 'Agent',
      summary: 'Look at all files',
      input: '{}',
      state: 'succeeded',
      ms: 9_000,
    };
  }
  const parent = index % 1_000 < 300 ? { parent: agent } : {};
  if (index % 2 === 0) return { id, order, ...parent, kind: 'text', text: markdownOf(index), ended: true };
  if (index % 50 === 1)
    return { id, order, kind: 'denial', call: id, tool: 'Bash', summary: 'git push', rules: ['Bash(git push)'] };
  if (index % 50 === 3) return { id, order, kind: 'compaction', text: 'Compacted' };
  const output = `line of output ${index}\n`.repeat(charactersPerStep / 20);
  const input = JSON.stringify({ command: `grep -rn something-${index} .` }, undefined, 2);
  return {
    id,
    order,
    ...parent,
    kind: 'tool',
    name: 'Bash',
    summary: `grep -rn something-${index} .`,
    input,
    state: index % 7 === 0 ? 'failed' : 'succeeded',
    output,
    ms: 120,
  };
}

function markdownOf(index: number): string {
  const paragraph = `Part ${index} looks at **names**, \`code\` and [a link](references/file.md) in turn, as a model would write it. `;
  const code = '```ts\nconst answer = 42;\nfunction look(at: string): void {}\n```\n';
  return `## Step ${index}\n\n${paragraph.repeat(8)}\n\n- one\n- two\n- three\n\n${code}\n${paragraph.repeat(6)}\n\n`;
}
