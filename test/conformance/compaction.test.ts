import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CatalogSkill } from '../../server/src/catalog/catalog-skill.ts';
import { loadCatalog } from '../../server/src/catalog/load-catalog.ts';
import { nodeShell } from '../../server/src/platform/node/node-shell.ts';
import { afterCompaction, type InvokedText } from '../../server/src/runtime/compaction/after-compaction.ts';
import { invokedText } from '../../server/src/runtime/compaction/invoked-text.ts';
import { readTurn } from '../../server/src/runtime/invocation/invocation-turn.ts';
import {
  prepareInvocation,
  renderTyped,
  runInvocation,
} from '../../server/src/runtime/invocation/prepare-invocation.ts';
import { applyOutcomes } from '../../server/src/runtime/render/apply-outcomes.ts';
import { readRenderable } from '../../server/src/runtime/render/read-renderable.ts';
import { findCalled } from '../../server/src/runtime/skill-tool/find-called.ts';
import { resolveSlashCommand } from '../../server/src/runtime/skill-tool/slash-command.ts';
import { layOut, type SessionRecording } from './recorded-session.ts';
import { type FileContent, recordings, runtimes, textOf } from './recordings.ts';

/* What the model is told about invoked skills after a conversation was compacted, byte for byte. */

type CompactedRecording = SessionRecording & {
  readonly observed: { readonly compacted: readonly { readonly kept: readonly FileContent[] | null }[] };
};

interface Turn {
  readonly text?: string;
  readonly inputTokens?: number;
  readonly tool?: string;
  readonly input?: Readonly<Record<string, string>>;
  readonly tools?: readonly { readonly tool: string; readonly input: Readonly<Record<string, string>> }[];
}

/** A conversation of this many tokens is compacted before the next request. */
const crowded = 900_000;

/** Claude Code was run with nothing else in its environment. */
const before = { ...process.env };

beforeAll(() => setVariables({ PATH: '/usr/bin:/bin' }));
afterAll(() => setVariables(before));

function setVariables(values: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, values);
}

/** The messages after each compaction of a recorded conversation. */
async function replay({ input }: SessionRecording, laid: ReturnType<typeof layOut>): Promise<(string | null)[]> {
  const { session } = laid;
  const { catalog } = await loadCatalog(session);
  const within = { session, settings: catalog.settings };
  const turn = await readTurn({ within, folder: session.folder!, sessionId: 'the-session' });
  const turns = [...((input.turns ?? []) as readonly Turn[])];
  const messages: (string | null)[] = [];
  let invocations: InvokedText[] = [];
  let isCrowded = false;

  const compact = (): void => void messages.push(afterCompaction(invocations, session.runtime).message ?? null);
  const invoke = async (found: CatalogSkill | undefined, given: string): Promise<void> => {
    const skill = found && (await readRenderable(found, session));
    if (!skill) return;
    const invocation = prepareInvocation(skill, turn);
    const { rendering } = renderTyped(invocation, given);
    const { variable } = session.environment;
    const run = { shell: nodeShell, checked: true, mayRun: () => true, variable, signal: undefined };
    const outcomes = await runInvocation(rendering, invocation, run);
    const { text, aborted } = applyOutcomes(rendering, outcomes, session.runtime);
    const invoked = aborted === undefined ? invokedText(skill, text) : undefined;
    if (invoked) invocations.push(invoked);
  };
  for (const prompt of input.prompts ?? []) {
    if (/^\/compact(\s|$)/.test(prompt)) {
      compact();
      continue;
    }
    if (prompt === '/clear') {
      invocations = [];
      continue;
    }
    if (isCrowded) compact();
    isCrowded = false;
    const command = resolveSlashCommand(prompt, catalog);
    if (command.kind === 'skill') await invoke(command.skill, command.arguments);
    for (let said = turns.shift(); said && said.text === undefined; said = turns.shift()) {
      for (const { tool, input: asked } of said.tools ?? [{ tool: said.tool, input: said.input! }]) {
        // The turns up to the next text are those of the agent, whose conversation is another one.
        if (tool === 'Agent') turns.splice(0, turns.findIndex(({ text }) => text !== undefined) + 1);
        else await invoke(findCalled(asked.skill!, catalog), asked.args ?? '');
      }
    }
    isCrowded = ((input.turns ?? []) as readonly Turn[]).some(
      ({ inputTokens = 0 }, index, all) => inputTokens > crowded && index === all.length - turns.length - 1,
    );
  }
  return messages;
}

describe.each(runtimes)('after a compaction in %s', (runtime) => {
  const all = recordings('compaction', runtime) as CompactedRecording[];

  test('recordings are at hand', () => {
    expect(all.length).toBeGreaterThanOrEqual(runtime === 'claude-code' ? 60 : 6);
    const compactions = all.flatMap(({ observed }) => observed.compacted);
    expect(compactions.filter(({ kept }) => kept !== null).length > 0).toBe(runtime === 'claude-code');
  });

  test.for(all.map((it) => [it.id, it] as const))('%s', async ([, recording]) => {
    const laid = layOut(recording);
    try {
      const { home, managed } = laid.session.environment;
      const shown = (await replay(recording, laid)).map((message) =>
        message === null
          ? null
          : message
              .replaceAll(laid.project, '${PROJECT}')
              .replaceAll(home!, '${HOME}')
              .replaceAll(managed!, '/etc/claude-code'),
      );
      const seen = recording.observed.compacted.map(({ kept }) => kept?.map(textOf).join('') ?? null);
      expect(shown).toEqual(seen);
    } finally {
      laid.dispose();
    }
  });
});
