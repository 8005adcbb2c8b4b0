import { expect, onTestFinished, test } from 'vitest';
import { blocksOf } from '../../server/src/jobs/claude-code/prove/request-texts.ts';
import { startModelServer } from '../../server/src/platform/node/node-model-server.ts';
import { verifiedRelease } from '../conformance/recording-files.ts';
import { collect } from '../record/client-run.ts';
import { readOutput } from '../record/observe.ts';
import { scratchSession } from './scratch-session.ts';
import { installedRelease } from './verified-release.ts';

test('the verified Claude Code starts in an empty home and sends a skill', async () => {
  const [program, ...first] = installedRelease().command;
  const { environment, project } = scratchSession({
    '.claude/skills/greet/SKILL.md': '---\ndescription: Greets.\n---\nSay hello to $ARGUMENTS.\n',
  });
  const server = await startModelServer([{ text: 'Hello, Ada!' }]);
  onTestFinished(() => server.close());
  const args = [...first, '-p', '/greet Ada', '--output-format', 'stream-json', '--verbose'];
  const run = await collect(program, args, environment(server), project, 60_000);

  const { events } = readOutput(run.stdout);
  expect(events.find(({ subtype }) => subtype === 'init')).toMatchObject({ claude_code_version: verifiedRelease });
  expect(events.find(({ type }) => type === 'result')).toMatchObject({ subtype: 'success', result: 'Hello, Ada!' });
  expect(run).toMatchObject({ exit: 0, timedOut: false });
  const sent = server.requests.flatMap(({ messages }) => messages.flatMap(({ content }) => blocksOf(content)));
  expect(sent.map(({ text }) => text?.trimEnd())).toContain(
    `Base directory for this skill: ${project}/.claude/skills/greet\n\nSay hello to Ada.`,
  );
});
