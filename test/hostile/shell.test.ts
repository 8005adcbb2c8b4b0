import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeShell } from '../../server/src/platform/node/node-shell.ts';
import { familyOf, signalFamily } from '../../server/src/platform/node/process-family.ts';
import type { ShellCommand } from '../../server/src/platform/shell.ts';
import { bundleCliForTests, startCli, temporaryFolder } from '../cli/cli-process.ts';
import { oneIn } from '../every-test.ts';
import { bundleServerForTests } from '../protocol/editor.ts';
import { reviewFile, reviewSkill, startPreviews } from '../protocol/start-previews.ts';

bundleCliForTests();
bundleServerForTests();

/** Writes the id of a process that then sleeps. */
const sleeper = (file: string) => `bash -c 'echo $$ > ${file}; exec sleep 300'`;

/** Ways out of the group, the session or the family of a command, which then waits. */
const escapes = {
  'setsid in the background': `setsid ${sleeper('id')} &`,
  'setsid --fork': `setsid -f ${sleeper('id')}`,
  'setsid --fork with no open files': `setsid -f ${sleeper('id')} < /dev/null > /dev/null 2>&1`,
  'nohup and disown': `nohup ${sleeper('id')} > /dev/null 2>&1 & disown`,
  'a group of its own': `set -m; ${sleeper('id')} & set +m`,
  'a parent that ends': `(${sleeper('id')} &)`,
  'a parent that ends, twice, in a session of its own': `(setsid bash -c "(${sleeper('id')} &) &" &)`,
  'no variables': `env -i setsid -f /bin/${sleeper('id')}`,
  'no ear for requests': `trap '' TERM HUP INT; setsid -f ${sleeper('id')}`,
} as const;

const isLinux = process.platform === 'linux';

function run(folder: string, command: string, more: Partial<ShellCommand> = {}) {
  const usual = { environment: {}, timeout: 60_000, outputLimit: 100_000, signal: undefined };
  return nodeShell.run({ folder, ...usual, command, ...more });
}

describe.runIf(isLinux)('a process that leaves its command', () => {
  test.each(Object.entries(escapes))('by %s ends when the command is cancelled', async (_, way) => {
    const folder = await temporaryFolder();
    const cancelling = new AbortController();
    const running = run(folder, `${way}\nsleep 300`, { signal: cancelling.signal });
    const id = await idIn(path.join(folder, 'id'));
    expect(isAlive(id)).toBe(true);
    cancelling.abort();
    expect((await running).end).toBe('cancelled');
    expect(isAlive(id)).toBe(false);
  });

  test.each(oneIn(8, Object.entries(escapes)))('by %s ends when the command has ended', async (_, way) => {
    const folder = await temporaryFolder();
    const { end } = await run(folder, `${way}\nuntil [ -s id ]; do sleep 0.02; done`);
    expect(end).toBe('exited');
    expect(isAlive(await idIn(path.join(folder, 'id')))).toBe(false);
  });

  test('ends when the time is up', async () => {
    const folder = await temporaryFolder();
    const running = run(folder, `${escapes['setsid --fork with no open files']}; sleep 300`, { timeout: 3_000 });
    expect((await running).end).toBe('timed-out');
    expect(isAlive(await idIn(path.join(folder, 'id')))).toBe(false);
  });

  test('ends though it makes new ones all the time', async () => {
    const folder = await temporaryFolder();
    // Each begins the next one in a session of its own and ends, at most 200 times.
    const chain = `[ $1 -lt 200 ] || exit; echo $$ > id; sleep 0.05; setsid -f bash "$0" $(($1 + 1)) < /dev/null > /dev/null 2>&1`;
    execFileSync('bash', ['-c', 'printf "%s\\n" "$1" > chain.sh', 'bash', chain], { cwd: folder });
    const cancelling = new AbortController();
    const running = run(folder, 'bash ./chain.sh 0; sleep 300', { signal: cancelling.signal });
    await idIn(path.join(folder, 'id'));
    cancelling.abort();
    await running;
    expect(processesIn(folder)).toEqual([]);
  });

  test('is the only one that ends: a neighbour stays', async () => {
    const folder = await temporaryFolder();
    const cancelling = new AbortController();
    const neighbour = run(folder, `${sleeper('neighbour')}`, { signal: cancelling.signal });
    const id = await idIn(path.join(folder, 'neighbour'));
    await run(folder, `${escapes['setsid --fork']}; until [ -s id ]; do sleep 0.02; done`);
    expect(isAlive(await idIn(path.join(folder, 'id')))).toBe(false);
    expect(isAlive(id)).toBe(true);
    cancelling.abort();
    await neighbour;
  });
});

describe.runIf(isLinux)('when Skillwright is killed', () => {
  test.each(oneIn(8, Object.entries(escapes)))('the command line takes with it what went by %s', async (_, way) => {
    const body = `\`\`\`!\n${way}\necho $$ > shell\nsleep 300\n\`\`\``;
    const root = await temporaryFolder({
      'app/.git/HEAD': '',
      'app/.claude/skills/s/SKILL.md': `---\ndescription: D\nallowed-tools: Bash\n---\n${body}\n`,
    });
    const app = path.join(root, 'app');
    const child = startCli(['render', 's', '--run-shell', '--home', root, '--managed', root], { cwd: app });
    const ids = [await idIn(path.join(app, 'id')), await idIn(path.join(app, 'shell'))];
    expect(ids.map(isAlive)).toEqual([true, true]);
    child.kill('SIGKILL');
    await Promise.all(ids.map(gone));
    await nothingLeftIn(app);
  });

  test('the server takes its commands with it', async () => {
    const {
      shown,
      run: runCommand,
      root,
      editor,
    } = await startPreviews(
      {
        [reviewFile]: reviewSkill(
          `\`\`\`!\n${escapes['setsid --fork with no open files']}\necho $$ > shell\nsleep 300\n\`\`\``,
        ),
      },
      { transport: 'stdio' },
    );
    const [card] = (await shown(reviewFile)).injections;
    void runCommand(reviewFile, card!).catch(() => {});
    const app = path.join(root, 'app');
    const ids = [await idIn(path.join(app, 'id')), await idIn(path.join(app, 'shell'))];
    const ended = once(editor.process, 'exit');
    editor.process.kill('SIGKILL');
    await ended;
    editor.connection.dispose();
    await Promise.all(ids.map(gone));
    await nothingLeftIn(app);
  });
});

describe.runIf(isLinux)('a command', () => {
  test('sees the open files, the variables and the processes that it would see without Skillwright', async () => {
    const folder = await temporaryFolder();
    const look =
      'ls /proc/$$/fd; env | grep -v "^_=" | sort; cat /proc/$$/task/$$/children; jobs; ps -o args= --ppid $$ | grep -v "^ps"';
    const plain = execFileSync('/bin/bash', ['-c', look], {
      cwd: folder,
      env: { ...process.env, WHO: 'Ada' },
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    });
    const withoutIds = (text: string) => text.replaceAll(/\d+/g, '#');
    const { output } = await run(folder, look, { environment: { WHO: 'Ada' } });
    expect(withoutIds(output)).toBe(withoutIds(plain));
  });
});

describe.skipIf(process.platform === 'win32')('where the system knows parents only', () => {
  test('a family is found and ended', async () => {
    const folder = await temporaryFolder();
    const cancelling = new AbortController();
    const running = run(folder, `echo $$ > shell; setsid ${sleeper('id')} & wait`, { signal: cancelling.signal });
    const [shell, id] = [await idIn(path.join(folder, 'shell')), await idIn(path.join(folder, 'id'))];
    const family = await familyOf(shell);
    expect(family.map((it) => it.id)).toContain(id);
    await signalFamily(
      family.map((it) => ({ ...it, started: 'another time' })),
      'SIGKILL',
    );
    expect(isAlive(id)).toBe(true);
    await signalFamily(family, 'SIGKILL');
    await gone(id);
    cancelling.abort();
    await running;
  });
});

async function idIn(file: string): Promise<number> {
  for (;;) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (/^\d+\n$/.test(text)) return Number(text);
    await moment();
  }
}

/** Waits until a process is gone; the test's own time limit fails where it stays. */
async function gone(id: number): Promise<void> {
  while (isAlive(id)) await moment();
}

async function nothingLeftIn(folder: string): Promise<void> {
  while (processesIn(folder).length > 0) await moment();
}

function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}

/** Whether a process is running; a zombie is not. */
function isAlive(id: number): boolean {
  const stat = execFileSync('bash', ['-c', 'ps -o stat= -p "$1" || true', 'bash', String(id)], { encoding: 'utf8' });
  return /^[^Z\s]/.test(stat.trim());
}

/** The processes that were started in a folder. */
function processesIn(folder: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => {
      try {
        return readlinkSync(`/proc/${id}/cwd`) === folder;
      } catch {
        return false;
      }
    });
}
