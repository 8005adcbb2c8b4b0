import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { type Answer, answerCase } from '../../record/answer-case.ts';
import type { CaseInput } from '../../record/recorded-case.ts';

const client = fileURLToPath(new URL('fake-client.mjs', import.meta.url));
const builtIn = { slashCommands: ['built-in'], skills: [], listing: ['built-in'], agents: [] };

function ask(input: Partial<CaseInput>, timeout = 20_000): Promise<Answer> {
  const command = [process.execPath, client] as const;
  return answerCase({
    kind: 'listing',
    command,
    input: { files: {}, prompt: 'hello', git: false, ...input },
    builtIn,
    timeout,
  });
}

test('a client sees its files, and its answer holds no path of the run', async () => {
  const answer = await ask({ files: { '.claude/skills/s/SKILL.md': 'Body' }, prompt: 'look' });
  expect(answer).toMatchObject({
    observed: {
      exit: 0,
      result: 'OK done',
      isError: false,
      slashCommands: ['s'],
      skills: ['s'],
      requests: 1,
      model: 'm',
      listingPlace: 'system message',
      listing: ['- s: D'],
      userTexts: ['look in ${PROJECT} of ${HOME}'],
    },
  });
});

test('a client has an environment with nothing of the user', async () => {
  const answer = await ask({ env: { OWN: '1' } });
  const stderr =
    'ANTHROPIC_API_KEY ANTHROPIC_BASE_URL BUN_JSC_useJIT CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC HOME OWN PATH\n';
  expect(answer).toMatchObject({ observed: { stderr } });
});

test('a script of turns is played', async () => {
  const turns = [{ tool: 'Skill', input: { skill: '${PROJECT}/s' } }, { text: 'end' }];
  expect(await ask({ turns })).toMatchObject({
    observed: {
      requests: 2,
      result: 'end',
      toolResults: [{ isError: false, text: 'toolu_1_0 {"skill":"${PROJECT}/s"}' }],
    },
  });
});

test('a client that takes too long is stopped, and has observed nothing', async () => {
  expect(await ask({ prompt: 'hang' }, 1000)).toEqual({ timedOut: true });
});

test('nothing is left behind', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'skillwright-left-'));
  vi.stubEnv('TMPDIR', folder);
  try {
    await ask({});
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  }
});
