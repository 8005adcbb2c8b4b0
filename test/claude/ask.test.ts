import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadCatalog } from '../../server/src/catalog/load-catalog.ts';
import type { Session } from '../../server/src/catalog/session.ts';
import {
  askAboutSession,
  isConfirmed,
  type SessionAnswer,
} from '../../server/src/jobs/claude-code/ask/asked-session.ts';
import type { ClaudeCode } from '../../server/src/platform/claude-code.ts';
import type { FileSystem } from '../../server/src/platform/file-system.ts';
import { mapConcurrently } from '../../server/src/platform/map-concurrently.ts';
import { nodeClaudeCode } from '../../server/src/platform/node/node-claude-code.ts';
import { type LaidOutSession, layOut, type SessionRecording } from '../conformance/recorded-session.ts';
import { verifiedRelease } from '../conformance/recording-files.ts';
import { isEveryTest } from '../every-test.ts';
import { bareEnvironment } from '../record/client-run.ts';
import { isolation } from '../record/isolation.ts';
import { type GeneratedHome, generateHome } from './generated-homes.ts';
import { scratchSession } from './scratch-session.ts';
import { installedRelease } from './verified-release.ts';

const homes = isEveryTest ? 100 : 6;
const seed = process.env.ASK_SEED ?? 'ask';

/** Claude Code reads managed settings from one folder of the system, which each client must see differently. */
const managedFolder = '/etc/claude-code';
const canMount = isolation().length > 0;

/** Differences that have a reason: what the home has, and what differs because of it. None is known. */
const explained: readonly { readonly home: number; readonly kind: string; readonly why: string }[] = [];

describe('asking the real Claude Code', () => {
  test(`confirms the lists of ${homes} generated homes`, { timeout: 600_000 }, async () => {
    const numbers = Array.from({ length: homes }, (_, home) => home);
    const results = await mapConcurrently(numbers, 2, async (home) => {
      const asked = await askAbout(generateHome(`${seed} ${home}`, canMount));
      if (asked.notes.length > 0 || !asked.isCompared) return [{ home, notes: asked.notes }];
      const differences = asked.differences.filter(
        ({ kind }) => !explained.some((it) => it.home === home && it.kind === kind),
      );
      return differences.map((difference) => ({ home, ...difference }));
    });
    expect(results.flat()).toEqual([]);
  });

  test('starts no hook, no server and no program of the settings', async () => {
    const mark = (name: string) => `touch "$HOME/../marks-${name}"`;
    const hooks = { SessionStart: [{ hooks: [{ type: 'command', command: mark('hook') }] }] };
    const server = (name: string) => ({ mcpServers: { [name]: { command: 'sh', args: ['-c', mark(name)] } } });
    const { home, project } = scratchSession({
      '.claude/skills/greet/SKILL.md': '---\ndescription: Greets.\n---\nHello.\n',
      '.claude/settings.json': JSON.stringify({ hooks, enableAllProjectMcpServers: true }),
      '.mcp.json': JSON.stringify(server('project-server')),
      '~/.claude/settings.json': JSON.stringify({ hooks, apiKeyHelper: mark('key') }),
      '~/.claude.json': JSON.stringify({
        ...server('user-server'),
        projects: { '${PROJECT}': { hasTrustDialogAccepted: true } },
      }),
    });
    const asked = await ask(sessionOf(home, project), installedClaude(home));
    expect(asked).toMatchObject({ version: verifiedRelease, differences: [], notes: [] });
    expect(isConfirmed(asked)).toBe(true);
    const { readdirSync } = await import('node:fs');
    expect(readdirSync(path.dirname(home)).filter((name) => name.startsWith('marks-'))).toEqual([]);
  });
});

function sessionOf(home: string, project: string): Session {
  const { session, dispose } = layOut(recordingOf({ prompt: '', files: {} }));
  dispose();
  return { ...session, folder: project, environment: { ...session.environment, home, managed: undefined } };
}

async function askAbout(input: GeneratedHome): Promise<SessionAnswer> {
  const laidOut = layOut(recordingOf(input));
  try {
    const managed = laidOut.session.environment.managed!;
    mkdirSync(managed, { recursive: true });
    const session = canMount ? withManagedAt(laidOut, managed) : laidOut.session;
    return await ask(session, installedClaude(session.environment.home!, { managed, variables: input.env ?? {} }));
  } finally {
    laidOut.dispose();
  }
}

async function ask(session: Session, claudeCode: ClaudeCode): Promise<SessionAnswer> {
  const { catalog } = await loadCatalog(session);
  const asked = await askAboutSession(claudeCode, undefined, { session, catalog });
  if ('problem' in asked) throw new Error(asked.problem);
  return asked;
}

function recordingOf(input: GeneratedHome): SessionRecording {
  return { id: 'generated', kind: 'discovery', version: verifiedRelease, input, observed: {} } as never;
}

/** The session with the managed folder that Claude Code sees. */
function withManagedAt({ session }: LaidOutSession, managed: string): Session {
  const real = (at: string) => (at.startsWith(managedFolder) ? managed + at.slice(managedFolder.length) : at);
  const shown = (at: string | undefined) => at?.replace(managed, managedFolder);
  const { files } = session;
  const mapped: FileSystem = {
    readFile: (at, max) => files.readFile(real(at), max),
    readFolder: (at) => files.readFolder(real(at)),
    whyUnreadable: (at, expected, max) => files.whyUnreadable(real(at), expected, max),
    sizeOf: (at) => files.sizeOf(real(at)),
    typeOf: (at) => files.typeOf(real(at)),
    isExecutable: (at) => files.isExecutable(real(at)),
    realPath: async (at) => shown(await files.realPath(real(at))),
    identityOf: (at) => files.identityOf(real(at)),
  };
  return { ...session, files: mapped, environment: { ...session.environment, managed: managedFolder } };
}

/** The verified release with an empty environment; it sees a folder of managed settings where that is possible. */
function installedClaude(
  home: string,
  {
    managed,
    variables = {},
  }: { readonly managed?: string; readonly variables?: Readonly<Record<string, string>> } = {},
): ClaudeCode {
  const program = path.join(path.dirname(home), 'claude');
  const command = installedRelease()
    .command.map((part) => `'${part}'`)
    .join(' ');
  const mount = `mount --bind '${managed}' ${managedFolder} &&`;
  const start =
    managed !== undefined && canMount
      ? `mkdir -p ${managedFolder}; exec unshare --mount sh -c "${mount} exec \\"\\$@\\"" sh ${command} "$@"`
      : `exec ${command} "$@"`;
  writeFileSync(program, `#!/bin/sh\n${start}\n`);
  chmodSync(program, 0o755);
  onTestFinished(() => {});
  return {
    find: async () => ({ path: program, version: verifiedRelease }),
    isInstalled: () => true,
    start: (_, how) =>
      nodeClaudeCode.start(
        { path: program, version: verifiedRelease },
        { ...how, isolated: true, environment: { ...bareEnvironment(home), ...variables, ...how.environment } },
      ),
  };
}
