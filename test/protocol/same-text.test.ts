import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { RenderReport } from '../../server/src/cli/reports/render-report.ts';
import { mapConcurrently } from '../../server/src/platform/map-concurrently.ts';
import type { InvocationPreview, PreviewOutcome } from '../../server/src/protocol.ts';
import { bundleCliForTests, runCli } from '../cli/cli-process.ts';
import { bundleServerForTests, uriOf } from './editor.ts';
import { startSession } from './start-session.ts';

bundleServerForTests();
bundleCliForTests();

const described = (body: string, ...fields: readonly string[]) =>
  ['---', 'description: Says something. Use it.', ...fields, '---', body].join('\n');

/** Files of every kind with everything that their texts can contain. */
const files: Readonly<Record<string, string>> = {
  'app/.claude/skills/review/SKILL.md': described(
    '# Review\n\n$range with \\$1 and $1, $9, $ARGUMENTS[0] in ${CLAUDE_SKILL_DIR} for ${CLAUDE_SESSION_ID}.\n',
    'arguments: [range, focus]',
    'model: haiku',
    'effort: high',
  ),
  'app/.claude/skills/windows/SKILL.md': described('One $0\r\n\r\nTwo $ARGUMENTS\r\n').replaceAll(/(?<!\r)\n/g, '\r\n'),
  'app/.claude/skills/plain/SKILL.md': 'No frontmatter, no placeholder 😀\n\n',
  'app/.claude/skills/runs/SKILL.md': described('Now !`pwd`, ```!\necho "$0" two\n``` and', 'allowed-tools: Bash'),
  'app/.claude/skills/introduces/SKILL.md': described('Now !$ARGUMENTS'),
  'app/.claude/skills/apart/SKILL.md': described('Alone with $0', 'context: fork', 'agent: Explore'),
  'app/.claude/commands/git/log.md': 'Log $ARGUMENTS of ${CLAUDE_PROJECT_DIR} in ${CLAUDE_SKILL_DIR}',
  'app/.claude/skills/reference/example/SKILL.md': described('An example $0'),
  'home/.claude/skills/own/SKILL.md': described('My own ${CLAUDE_EFFORT} $ARGUMENTS'),
  'elsewhere/draft/SKILL.md': described('A draft in ${CLAUDE_SKILL_DIR}: $1'),
  'elsewhere/office/.claude-plugin/plugin.json': '{ "name": "office" }',
  'elsewhere/office/skills/pdf/SKILL.md': described('${CLAUDE_PLUGIN_ROOT} ${CLAUDE_PLUGIN_DATA} $0'),
};

const everywhere = ' main..HEAD "only tests" ';
const inTurn = ['`pwd`', '', "it's $& !now"];

test('server and command line show the same text', async () => {
  const { root, ask } = await startSession(files);
  const options = [
    '--cwd',
    path.join(root, 'app'),
    '--home',
    path.join(root, 'home'),
    '--managed',
    await mkdtemp(path.join(root, 'managed-')),
  ];
  const sessionId = /[0-9a-f-]{36}/.exec(
    (await ask<InvocationPreview>('skillwright/preview', {
      uri: uriOf(path.join(root, 'app/.claude/skills/review/SKILL.md')),
      arguments: '',
    }))!.text,
  )![0];

  const comparisons = Object.keys(files)
    .filter((file) => file.endsWith('.md'))
    .flatMap((file, index) =>
      [everywhere, ...inTurn.filter((_, turn) => turn === index % inTurn.length || file.includes('introduces'))].map(
        (text) => ({ file: path.join(root, file), text }),
      ),
    );
  const compared = await mapConcurrently(comparisons, 4, async ({ file, text }) => {
    const uri = uriOf(file);
    const flags = ['--args', text, '--session', sessionId, '--format', 'json', '--run-shell', '--trust-arguments'];
    const [run, before] = await Promise.all([
      runCli(['render', file, ...flags, ...options], { cwd: root }),
      ask<InvocationPreview>('skillwright/preview', { uri, arguments: text }),
    ]);
    const outcomes: Record<string, PreviewOutcome> = {};
    for (const { hash } of before.injections) {
      const params = { uri, arguments: text, hash, workspaceTrusted: true, introducedByArgument: true };
      outcomes[hash] = await ask<PreviewOutcome>('skillwright/runCommand', params);
    }
    const preview = await ask<InvocationPreview>('skillwright/preview', { uri, arguments: text, outcomes });
    return { file, text, report: JSON.parse(run.stdout) as RenderReport, preview };
  });
  for (const { file, text, report, preview } of compared) {
    const what = `${file} with ${JSON.stringify(text)}`;
    expect(preview.invocation, what).toBe(`/${report.name}`);
    expect(preview.aborted?.message ?? null, what).toBe(report.aborted);
    if (report.text === null) {
      expect(preview.messages, what).toEqual([]);
      continue;
    }
    expect(preview.text, what).toBe(report.text);
    expect(preview.bodyStart, what).toBe(report.bodyStart);
    const { characters, tokens, lines } = report;
    expect(preview.counts, what).toEqual({ characters, tokens, lines });
    const messages = preview.messages.map(({ role, isMeta, text }) => ({ role, isMeta, text }));
    expect(messages, what).toEqual(report.messages);
    const commands = preview.injections.map(({ command, origin, status }) => ({ command, origin, status }));
    expect(commands, what).toEqual(
      report.injections.map(({ command, origin, status }) => ({ command, origin, status })),
    );
    const spans = preview.spans.map(({ start, end, kind, source }) => ({ start, end, kind, source }));
    expect(spans, what).toEqual(report.spans.map(({ start, end, kind, source }) => ({ start, end, kind, source })));
  }
  const aborted = compared.filter(({ report }) => report.text === null);
  expect(aborted.length).toBeLessThan(compared.length / 5);
  expect(compared.some(({ preview }) => preview.injections.some(({ origin }) => origin === 'argument'))).toBe(true);
}, 120_000);
