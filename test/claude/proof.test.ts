import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadCatalog } from '../../server/src/catalog/load-catalog.ts';
import { catalogSubject } from '../../server/src/jobs/claude-code/prove/catalog-subject.ts';
import { provePreview } from '../../server/src/jobs/claude-code/prove/prove-preview.ts';
import { invocationPreview } from '../../server/src/jobs/preview/invocation-preview.ts';
import type { PreviewSubject } from '../../server/src/jobs/preview/preview-subject.ts';
import { runPreviewedCommand } from '../../server/src/jobs/preview/run-previewed-command.ts';
import { nodeClaudeCode } from '../../server/src/platform/node/node-claude-code.ts';
import { startModelServer } from '../../server/src/platform/node/node-model-server.ts';
import { nodeScratchFolders } from '../../server/src/platform/node/node-scratch-folders.ts';
import { nodeShell } from '../../server/src/platform/node/node-shell.ts';
import type { PreviewOutcome } from '../../server/src/protocol.ts';
import { readTurn } from '../../server/src/runtime/invocation/invocation-turn.ts';
import { readRenderable } from '../../server/src/runtime/render/read-renderable.ts';
import { resolveSlashCommand } from '../../server/src/runtime/skill-tool/slash-command.ts';
import { type LaidOutSession, layOut, type SessionRecording } from '../conformance/recorded-session.ts';
import { verifiedRelease } from '../conformance/recording-files.ts';
import { oneIn } from '../every-test.ts';
import { provenCases } from './proven-cases.ts';
import { installedRelease } from './verified-release.ts';

const machine = {
  claudeCode: nodeClaudeCode,
  modelServers: { start: startModelServer },
  scratchFolders: nodeScratchFolders,
};
const program = { path: installedRelease().program, version: verifiedRelease };

const programs: Readonly<Record<string, string | undefined>> = { PATH: process.env.PATH, SHELL: process.env.SHELL };

/** Every file below a folder with its content, so that any write shows. */
function contentsOf(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [file, readFileSync(file, 'base64')]),
  );
}

async function subjectOf(laidOut: LaidOutSession, { input }: SessionRecording, effort?: string) {
  const { variable, ...environment } = laidOut.session.environment;
  // The recorded variables alone would not let commands find their programs and their shell.
  const withPath = { ...environment, variable: (name: string) => variable(name) ?? programs[name] };
  const session = { ...laidOut.session, environment: withPath };
  const { catalog } = await loadCatalog(session);
  const outcome = resolveSlashCommand(input.prompt, catalog);
  if (outcome.kind !== 'skill') return undefined;
  const turn = await readTurn({ within: { session, settings: catalog.settings }, folder: session.folder!, effort });
  const skill = (await readRenderable(outcome.skill, session))!;
  return { subject: catalogSubject(outcome.skill, skill, catalog, turn), given: outcome.arguments };
}

/** The outcomes of all commands, in the home of the case. */
async function runCommands(subject: PreviewSubject, given: string): Promise<Record<string, PreviewOutcome>> {
  const home = subject.skillTool!.session.environment.home!;
  const outcomes: Record<string, PreviewOutcome> = {};
  const { preview } = await invocationPreview(subject, given);
  for (const { hash, permission } of preview.injections) {
    if (permission === 'refused') continue;
    const ran = await runPreviewedCommand(
      subject,
      { uri: subject.uri, arguments: given, hash, workspaceTrusted: true, introducedByArgument: true },
      {
        shell: { run: (command) => nodeShell.run({ ...command, environment: { ...command.environment, HOME: home } }) },
        variable: subject.skillTool!.session.environment.variable,
        signal: new AbortController().signal,
      },
    );
    if (!('problem' in ran)) outcomes[hash] = ran;
  }
  return outcomes;
}

describe.concurrent('recorded cases, in the installed Claude Code', () => {
  const cases = provenCases();

  test('are at least 200', () => expect(cases.length).toBeGreaterThanOrEqual(200));

  test.for(oneIn(40, cases).map((it) => [it.key, it] as const))('%s', async ([, stored], { expect }) => {
    const recording = { ...stored, version: verifiedRelease } as unknown as SessionRecording;
    const laidOut = layOut(recording);
    try {
      const args = recording.input.args ?? [];
      const effort = args.includes('--effort') ? args[args.indexOf('--effort') + 1] : undefined;
      const { subject, given } = (await subjectOf(laidOut, recording, effort))!;
      const outcomes = await runCommands(subject, given);
      const before = contentsOf(laidOut.root);
      const invocation = {
        arguments: given,
        outcomes,
        runsCommands: Object.keys(outcomes).length > 0,
        onDisk: subject.skill.document.text,
        signal: undefined,
      };
      const proof = await provePreview(subject, invocation, machine, async () => program);
      expect('problem' in proof ? proof.problem : proof.sent).toBe('problem' in proof ? '' : proof.preview);
      expect(proof).toMatchObject({ isEqual: true, claudeCodeVersion: verifiedRelease });
      expect(contentsOf(laidOut.root)).toEqual(before);
    } finally {
      laidOut.dispose();
    }
  });
});
