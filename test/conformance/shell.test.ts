import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadCatalog } from '../../server/src/catalog/load-catalog.ts';
import { countingRules } from '../../server/src/catalog/settings/counting-rules.ts';
import { invokeReport } from '../../server/src/cli/reports/invoke-report.ts';
import type { RuntimeId } from '../../server/src/document/runtime-id.ts';
import type { SkillCall } from '../../server/src/runtime/skill-tool/check-skill-call.ts';
import { isEveryTest, oneIn } from '../every-test.ts';
import { races } from './races.ts';
import { layOut, type SessionRecording } from './recorded-session.ts';
import { recordings, runtimes } from './recordings.ts';
import { runPrompt, sessionId, setVariables } from './run-prompt.ts';

const everywhere = {
  'own-shell-choice-16': 'a program that a repository brings does not run',
  'own-shell-choice-20': 'a program that a repository brings does not run',
  'own-shell-evaluated-16': '`set -x` also shows how we learn the folder in which a command ends',
};

/** Recordings that are not met, and why, for the runtimes that have any. */
const exceptions: Readonly<Partial<Record<RuntimeId, Readonly<Record<string, string>>>>> = {
  'claude-code': everywhere,
  'claude-code@2.1.7': {
    ...everywhere,
    'own-shell-background-allowed': 'two commands at once write in any order',
    'own-shell-evaluated-12': 'such an error ends the list of commands whose standard error we collect',
  },
};

/** The environment in which Claude Code was run: nothing else of this machine may show. */
const variables = { PATH: '/usr/bin:/bin' };
const before = { ...process.env };

beforeAll(() => setVariables(variables));
afterAll(() => setVariables(before));

for (const runtime of runtimes) {
  describe(`commands as ${runtime} runs them`, () => {
    const all = recordings('shell', runtime) as SessionRecording[];
    // What the model does with the Skill tool is compared elsewhere.
    const comparable = all.filter(({ id, input }) => exceptions[runtime]?.[id] === undefined && !input.turns);
    // A shell takes most of the time.
    const refused = comparable.filter((it) => !isRun(it));
    const run = comparable.filter(isRun);
    const compared = [...oneIn(runtime === runtimes[0] ? 3 : 1, refused), ...oneIn(32, run)];
    const counts = { recordings: all.length, texts: 0, failed: 0, refused: 0, called: 0 };

    test('recordings are at hand', () => expect(compared.length).toBeGreaterThan(100));

    test.for(compared.map((it) => [it.id, it] as const))('%s', async ([, recording]) => {
      const laidOut = layOut(recording);
      const home = path.join(path.dirname(laidOut.project), 'home');
      // What is laid out is a repository for us, not for git.
      if (recording.input.git !== false && mayRunGit(recording))
        execFileSync('git', ['init', '-q', '-b', 'main', laidOut.project]);
      try {
        const { observed, input } = recording;
        const real = (text: string) =>
          text
            .replaceAll('${PROJECT}', laidOut.project)
            .replaceAll('${HOME}', home)
            .replaceAll('${ROOT}', path.dirname(laidOut.project))
            .replaceAll('/etc/claude-code', path.join(path.dirname(laidOut.project), 'managed'))
            .replaceAll('${SESSION}', sessionId);
        const own = Object.entries(input.env ?? {}).map(([name, value]) => [name, real(value)]);
        setVariables({ ...variables, HOME: home, ...Object.fromEntries(own) });
        const { text, aborted, outcomes, inOtherOrders } = await runPrompt(recording.input, laidOut.session);
        // This machine lacks a program that Claude Code brings, and that is said.
        if (outcomes.some(({ status }) => status === 'not-known')) {
          expect(recording.id).toContain('own-provided');
          return;
        }
        if (races[runtime].has(recording.id)) {
          expect(inOtherOrders()).toContain(real(observed.rendered!));
          counts.texts++;
          return;
        }
        if (observed.rendered !== undefined) {
          expect(withoutFileName(text ?? aborted ?? '')).toBe(withoutFileName(real(observed.rendered)));
          counts.texts++;
          return;
        }
        expect(text).toBeNull();
        // 2.1.7 says nothing where it gives up a skill.
        if (observed.result) expect(aborted).toBe(real(observed.result));
        counts[outcomes.some(({ status }) => status === 'blocked') ? 'refused' : 'failed']++;
      } finally {
        laidOut.dispose();
      }
    });

    // The model asks for the skill: whether it gets that far is the Skill tool's question.
    const called = all.filter(({ input }) => input.turns);
    test.for(called.map((it) => [it.id, it] as const))('%s', async ([, recording]) => {
      const laidOut = layOut(recording);
      try {
        const { session } = laidOut;
        const { catalog } = await loadCatalog(session);
        const [turn] = recording.input.turns as readonly { input: SkillCall }[];
        const rules = await countingRules(session, catalog.settings);
        const permissions = { runtime: session.runtime, rules, mode: undefined, offersRule: true };
        const render = () => Promise.reject(new Error('It is not loaded'));
        const report = await invokeReport(turn!.input, { session, catalog, permissions, render }, false, () => []);
        const { toolResults } = recording.observed as unknown as { toolResults: readonly unknown[] };
        expect([('toolResult' in report && report.toolResult) || undefined]).toEqual(toolResults);
        counts.called++;
      } finally {
        laidOut.dispose();
      }
    });

    afterAll(() => console.log(`shell ${runtime}:`, JSON.stringify(counts)));
  });
}

/** Whether shells ran, as far as the recording tells. */
function isRun({ observed }: SessionRecording): boolean {
  return observed.rendered !== undefined || (observed.result?.startsWith('Shell command failed') ?? false);
}

/** Whether a command could tell that it runs in a repository. */
function mayRunGit({ input }: SessionRecording): boolean {
  return isEveryTest || JSON.stringify(input).includes('git');
}

/** The path at which Claude Code saves output that is too large to show is random. */
function withoutFileName(text: string): string {
  return text.replace(/(Full output saved to: )[^\n]*/g, '$1');
}
