import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { invocationLine, runArguments } from '../../server/src/jobs/claude-code/runs/run-arguments.ts';
import { readRunSettings } from '../../server/src/jobs/claude-code/runs/run-settings.ts';
import { nodeClaudeCode } from '../../server/src/platform/node/node-claude-code.ts';
import { oneIn } from '../every-test.ts';
import { reduced, streamFile } from '../fixtures/runs/recorded-streams.ts';
import { greeting, type RunScenario, runScenarios } from './run-scenarios.ts';
import { scratchSession } from './scratch-session.ts';
import { startScriptedModel } from './scripted-model.ts';
import { installedRelease } from './verified-release.ts';

/** Writes the recordings instead of comparing with them. */
const writes = process.env.SKILLWRIGHT_RECORD_STREAMS === '1';

const scenarios = Object.entries(runScenarios);
const compared = writes ? scenarios : oneIn(2, scenarios);

describe('what Claude Code writes means the same as in the recording', () => {
  test.each(compared)('%s', async (name, scenario) => {
    const lines = await record(scenario);
    if (writes) writeFileSync(streamFile(name), `${lines.join('\n')}\n`);
    const recorded = readFileSync(streamFile(name), 'utf8').trimEnd().split('\n');
    const [now, then] = [reduced(lines), reduced(recorded)];
    expect(now.state).toBe(then.state);
    expect(now.parts.map(comparable).sort()).toEqual(then.parts.map(comparable).sort());
    expect({ ...now.facts, ...changing }).toEqual({ ...then.facts, ...changing });
  });
});

/** What differs from run to run, or from release to release. */
const changing = { cost: 0, sessionId: '', transcript: '', claudeCodeVersion: '', model: '' };

/** Waits, sizes and ids differ, and so does the order in which an agent and its caller answer. */
function comparable(part: object): string {
  const text = JSON.stringify({ ...part, id: '', order: 0 });
  return text.replaceAll(/[\d.,]+ (s|to|tokens)\b|00000000-0000-4000-8000-\d{12}/g, '#');
}

/** The output of the client, without paths and ids of this machine. */
async function record({ files, script, settings, environment, messages = [] }: RunScenario): Promise<string[]> {
  const scratch = scratchSession({ ...greeting, ...files });
  const model = await startScriptedModel(script);
  const session = { addedFolders: [], pluginFolders: [] };
  const running = nodeClaudeCode.start(
    { path: installedRelease().program, version: undefined },
    {
      args: runArguments(readRunSettings(settings), session, {}),
      folder: scratch.project,
      environment: { ...scratch.environment(model), ...environment },
      isolated: true,
    },
  );
  for (const text of ['/greet Ada', ...messages]) running.writeLine(invocationLine(text));
  running.endInput();
  const lines: string[] = [];
  for await (const line of running.lines) lines.push(line);
  const { exitCode, errorOutput, problem } = await running.ended;
  expect({ exitCode, problem }, errorOutput).toMatchObject({ exitCode: expect.any(Number), problem: undefined });
  const root = path.dirname(scratch.home);
  return lines.map((line) => withoutIds(line.replaceAll(root, '/scratch').replaceAll(slug(root), '-scratch')));
}

/** As Claude Code writes a path in the name of a folder. */
function slug(folder: string): string {
  return folder.replaceAll(/[^a-zA-Z0-9]/g, '-');
}

const ids = new Map<string, string>();

function withoutIds(line: string): string {
  const named = (id: string) => {
    const known = ids.get(id) ?? `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, '0')}`;
    ids.set(id, known);
    return known;
  };
  return line
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, named)
    .replaceAll(/"messaging_socket_path":"[^"]*",?/g, '');
}
