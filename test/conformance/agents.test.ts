import { describe, expect, test } from 'vitest';
import { loadCatalog } from '../../server/src/catalog/load-catalog.ts';
import { sessionOf } from '../unit/features/session-of.ts';
import type { PluginRecording } from './recorded-plugin.ts';
import { layOut, type SessionRecording } from './recorded-session.ts';
import { recordings, runtimes } from './recordings.ts';

/** A recording of which agents a client found. */
interface AgentRecording extends SessionRecording {
  readonly observed: SessionRecording['observed'] & { readonly agents: readonly string[] };
}

describe.each(runtimes)('the agents that %s finds', (runtime) => {
  const recorded = recordings('agent-names', runtime) as AgentRecording[];

  test('are recorded', () => {
    expect(recorded.length).toBeGreaterThanOrEqual(9);
  });

  test.for(recorded.map((recording) => [recording.id, recording] as const))('%s', async ([, recording]) => {
    const { session, dispose } = layOut(recording);
    try {
      const { catalog } = await loadCatalog(session);
      const names = catalog.agents().map(({ name }) => name);
      expect(names.toSorted()).toEqual(recording.observed.agents.toSorted());
    } finally {
      dispose();
    }
  });
});

describe('the agents that Claude Code finds in a plugin', () => {
  const recorded = recordings('plugin', runtimes[0]!) as unknown as PluginRecording[];
  const loaded = recorded.filter(({ observed }) => (observed.pluginDir?.agents.length ?? 0) > 0);

  test.for(loaded.map((recording) => [recording.id, recording] as const))('%s', async ([, { input, observed }]) => {
    const disk = Object.entries(input.files).map(([name, text]) => [`/repository/${name}`, text] as const);
    const pluginFolders = [`/repository/${input.pluginDir}`];
    const { catalog } = await loadCatalog(sessionOf(Object.fromEntries(disk), { pluginFolders }));
    const names = new Set(catalog.agents().map(({ name }) => name));
    expect([...names].sort()).toEqual(observed.pluginDir!.agents.toSorted());
  });
});

/** A session whose main agent has `skills`. */
interface MainAgentRecording extends SessionRecording {
  readonly observed: SessionRecording['observed'] & {
    readonly fullRequests: readonly { readonly new: readonly { readonly text: string }[] }[];
  };
}

test('a main agent preloads no skills', () => {
  const recorded = recordings('main-agent', runtimes[0]!) as unknown as MainAgentRecording[];
  expect(recorded.length).toBeGreaterThan(3);
  for (const { id, observed } of recorded) {
    const sent = observed.fullRequests.flatMap((request) => request.new.map(({ text }) => text));
    expect(sent, id).toEqual(['hello']);
  }
});
