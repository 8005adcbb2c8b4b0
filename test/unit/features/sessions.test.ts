import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findTranscripts } from '../../../server/src/jobs/sessions/find-transcripts.ts';
import { listedSkills } from '../../../server/src/jobs/sessions/listed-skills.ts';
import { daysInWords } from '../../../server/src/jobs/sessions/past-use-words.ts';
import { readSession, type Unread } from '../../../server/src/jobs/sessions/read-session.ts';
import { readSessions } from '../../../server/src/jobs/sessions/read-sessions.ts';
import type { SessionEvent, TranscriptFacts } from '../../../server/src/jobs/sessions/session-event.ts';
import { TranscriptLines } from '../../../server/src/jobs/sessions/transcript-lines.ts';
import { nodeFileSystem } from '../../../server/src/platform/node/node-file-system.ts';
import { nodePiecewiseFiles } from '../../../server/src/platform/node/node-piecewise-files.ts';
import type { PiecewiseFiles } from '../../../server/src/platform/piecewise-files.ts';
import { transcriptFixtures } from '../../transcripts/recorded-lines.ts';

/** What happened, in short. */
function told(event: SessionEvent): string {
  const agent = event.agent === undefined ? '' : ' in agent';
  switch (event.kind) {
    case 'listing': {
      const signs = { described: '', shortened: '…', 'name-only': '*' };
      return `${event.isInitial ? 'lists' : 'adds'} ${event.skills.map(({ name, as }) => name + signs[as]).join(' ')}${agent}`;
    }
    case 'loaded': {
      const { name, by, text, again, fork } = event;
      const given = event.arguments === '' ? '' : ` (${event.arguments})`;
      return `${by} loads ${name}${given} ${text?.length}${again ? ' again' : ''}${fork ? ' as fork' : ''}${agent}`;
    }
    case 'answer':
      return `answer of ${event.name} ${Object.values(event.usage).join(' ')}${agent}`;
    case 'compaction':
      return `${event.trigger} compaction ${event.before} ${event.after}`;
    case 'kept':
      return `keeps ${event.skills.map(({ name, characters, cut }) => `${name} ${characters}${cut ? ' cut' : ''}`).join(', ')}`;
    case 'missing':
      return `${event.by} misses ${event.name}`;
    case 'fork':
      return `fork of ${event.name}`;
    default:
      return `${event.by} ${event.kind} ${event.name}`;
  }
}

async function read(scenario: string, files: PiecewiseFiles = nodePiecewiseFiles) {
  const { sessions } = await findTranscripts(transcriptFixtures, undefined, nodeFileSystem);
  const all: { id: string; facts: TranscriptFacts; events: SessionEvent[]; unread: Unread }[] = [];
  for (const session of sessions.filter(({ project }) => project === scenario)) {
    const events: SessionEvent[] = [];
    const unread: Unread = { broken: 0, tooLong: 0, files: [] };
    const facts = await readSession(session, { files }, (event) => events.push(event), unread);
    expect(unread).toEqual({ broken: 0, tooLong: 0, files: [] });
    all.push({ id: session.id, facts, events, unread });
  }
  return all;
}

const listed = 'lists failing forked guarded notes review legacy';

/** What Claude Code did in each recorded scenario. */
const scenarios: Readonly<Record<string, readonly (readonly string[])[]>> = {
  slash: [
    [
      'user loads review (main..HEAD) 116',
      listed,
      'user loads notes 103',
      'user loads legacy (a b) 14',
      'answer of review 10 0 0 3',
      'answer of notes 10 0 0 3',
      'answer of legacy 10 0 0 3',
    ],
  ],
  model: [
    [
      listed,
      'model loads review (main) 110',
      'model loads review (other) 111 again',
      'model misses nope',
      'model denied guarded',
      'model denied hidden',
      'model failed failing',
      'answer of review 10 0 0 3',
      'answer of review 10 0 0 3',
    ],
  ],
  denyrule: [[listed, 'model denied review']],
  fork: [
    [
      listed,
      `${listed} in agent`,
      'answer of forked 10 0 0 3 in agent',
      `${listed} in agent`,
      'answer of forked 10 0 0 3 in agent',
      'model loads forked (x) 107 as fork',
      'user loads forked 113 as fork',
    ],
  ],
  syncagent: [[listed, `${listed} in agent`, 'model loads review (in agent) 114 in agent']],
  parallel: [[listed, 'model loads review (p1) 108', 'model loads notes (p2) 105', 'answer of notes 10 0 0 3']],
  unknownslash: [[listed, 'user misses nope', 'user misses ReView']],
  small: [['lists failing forked* guarded* notes* review* legacy*']],
  cut: [['lists failing forked… guarded notes… review… legacy']],
  'earlier-slash': [
    [
      'user loads review (main..HEAD) 116',
      // Without arguments, the placeholder stayed.
      'user loads notes 113',
      'user loads legacy (a b) 14',
    ],
  ],
  'earlier-model': [
    [
      'model denied review',
      'model denied review',
      'model misses nope',
      'model denied guarded',
      'model denied hidden',
      'model denied failing',
    ],
  ],
  'earlier-fork': [['model denied forked', 'user loads forked 113 as fork']],
  nameonly: [['lists failing forked guarded review* legacy', 'user denied notes']],
};

describe('recorded transcripts', () => {
  test.each(Object.entries(scenarios))('%s', async (scenario, expected) => {
    const sessions = await read(scenario);
    expect(sessions.map(({ events }) => events.map(told))).toEqual(expected);
    for (const { id, facts } of sessions) {
      expect(facts).toMatchObject({ sessionId: id, folder: '/home/me/app' });
      expect(facts.version).toMatch(/^\d+\.\d+\.\d+$/);
      expect(facts.started).toBeGreaterThan(Date.parse('2026-01-01'));
    }
  });

  test('a compaction leaves the five newest skills, and cuts long ones', async () => {
    const [session] = await read('big');
    const events = session!.events.filter(({ kind }) => kind === 'kept' || kind === 'compaction').map(told);
    expect(events).toEqual([
      'manual compaction 13 27926',
      expect.stringMatching(/^keeps big6 \d+ cut, big5 \d+ cut, big4 \d+ cut, big3 \d+ cut, big2 \d+ cut$/),
    ]);
  });

  test('a listing may be extended while a session runs', async () => {
    const [session] = await read('touched');
    expect(session!.events.map(told)).toEqual([listed, 'adds pathy webskill', 'model misses webskill']);
  });

  test('a person at a terminal invokes, refuses, misspells, compacts and names several skills at once', async () => {
    const sessions = await read('interactive');
    const listed = 'lists failing forked guarded notes review';
    expect(sessions.map(({ events }) => events.map(told).filter((it) => !it.startsWith('answer')))).toEqual([
      [
        'user loads review (main..HEAD) 116',
        listed,
        'model loads notes (n) 104',
        'model denied guarded',
        'user loads review (a /notes b) 116 again',
        'user failed failing',
        'user misses nope',
        expect.stringMatching(/^manual compaction \d+ \d+$/),
        'keeps review 116, notes 104',
        listed,
        `${listed} in agent`,
        'user loads forked 109 as fork',
      ],
      ['user loads review (go on) 111', listed, 'user loads notes (go on) 108'],
    ]);
  });

  test('skills of plugins have their full names', async () => {
    const [session] = await read('plugin');
    const loads = session!.events.filter(({ kind }) => kind === 'loaded').map(told);
    expect(loads).toEqual([
      expect.stringMatching(/^user loads office:pdf \(a\.pdf\) \d+$/),
      expect.stringMatching(/^model loads office:pdf \(b\) \d+ again$/),
    ]);
  });

  test('a session that continues another one has copies of its lines, which are counted once', async () => {
    const [copy, first] = await read('resume');
    expect([copy!.facts.continues, first!.facts.continues]).toEqual([first!.id, undefined]);
    const { sessions } = await findTranscripts(transcriptFixtures, undefined, nodeFileSystem);
    const { index } = await readSessions(
      { sessions: sessions.filter(({ project }) => project === 'resume') },
      { files: nodePiecewiseFiles },
    );
    const review = index.skills().find(({ name }) => name === 'review')!;
    expect([review.loaded, [...review.usedIn].length, review.answers]).toEqual([{ user: 1, model: 1 }, 2, 2]);
  });

  test('pieces of any size say the same', async () => {
    const inPieces = (size: number): PiecewiseFiles => ({
      async open(file) {
        const bytes = readFileSync(file);
        let at = 0;
        return {
          size: bytes.length,
          async next() {
            const start = at;
            at += size;
            return start >= bytes.length ? undefined : bytes.subarray(start, at);
          },
          close: async () => {},
        };
      },
    });
    for (const scenario of ['model', 'compact', 'fork']) {
      const whole = await read(scenario);
      for (const size of [1, 7, 1000]) expect(await read(scenario, inPieces(size))).toEqual(whole);
    }
  });
});

describe('a reader that meets anything', () => {
  const transcripts = readdirSync(transcriptFixtures, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.jsonl'),
  );

  test('tolerates every line cut off, and every field missing or of another type', async () => {
    const [name] = transcripts.filter((it) => it.startsWith('model'));
    const lines = readFileSync(path.join(transcriptFixtures, name!), 'utf8').trimEnd().split('\n');
    const changed = lines.flatMap((line) => {
      const value = JSON.parse(line) as Record<string, unknown>;
      const without = Object.keys(value).map((key) => ({ ...value, [key]: undefined }));
      const other = Object.keys(value).flatMap((key) =>
        [7, 'x', [null], { skill: 1 }].map((it) => ({ ...value, [key]: it })),
      );
      return [line.slice(0, line.length / 2), ...[...without, ...other].map((it) => JSON.stringify(it))];
    });
    const text = changed.join('\n');
    const once = (content: string): PiecewiseFiles => ({
      async open() {
        const pieces = [new TextEncoder().encode(content)];
        return { size: content.length, next: async () => pieces.shift(), close: async () => {} };
      },
    });
    const unread: Unread = { broken: 0, tooLong: 0, files: [] };
    const session = { id: 's', project: 'p', files: [{ path: '/s.jsonl', size: text.length }] };
    let events = 0;
    await readSession(session, { files: once(text) }, () => events++, unread);
    expect(events).toBeGreaterThan(10);
    expect(unread).toEqual({ broken: lines.length, tooLong: 0, files: [] });
  });

  test('passes over lines that are too long, without keeping them', () => {
    const lines = new TranscriptLines(1000);
    const all = () => true;
    const given = [
      '{"a":1}\n{"b":"',
      ...Array.from({ length: 50 }, () => 'x'.repeat(100)),
      '"}\n',
      `{"c":"${'y'.repeat(2000)}"}\n{"d":1}`,
    ];
    const found = given.flatMap((piece) => [...lines.add(piece, all)]);
    expect([...found, ...lines.end(all)]).toEqual(['{"a":1}', '{"d":1}']);
    expect([lines.tooLong, lines.broken]).toEqual([2, 0]);
  });

  test('stops at the next piece when it is cancelled', async () => {
    const controller = new AbortController();
    let pieces = 0;
    let closed = 0;
    const files: PiecewiseFiles = {
      open: async () => ({
        size: 1e12,
        async next() {
          if (++pieces === 3) controller.abort(new Error('cancelled'));
          return new TextEncoder().encode('{"type":"user"}\n');
        },
        close: async () => void closed++,
      }),
    };
    const session = { id: 's', project: 'p', files: [{ path: '/s.jsonl', size: 1e12 }] };
    const reading = readSessions({ sessions: [session, session] }, { files, signal: controller.signal });
    await expect(reading).rejects.toThrow('cancelled');
    expect([pieces, closed]).toEqual([3, 1]);
  });

  test('agents next to the sessions belong to the session that they name', async () => {
    const call = { type: 'tool_use', id: 't', name: 'Skill', input: { skill: 'review' } };
    const result = { type: 'tool_result', tool_use_id: 't', content: 'Launching skill: review' };
    const of = { sessionId: 's1', isSidechain: true, agentId: 'a1' };
    const lines = [
      { ...of, type: 'assistant', message: { content: [call] } },
      { ...of, type: 'user', message: { content: [result] } },
      { ...of, type: 'user', isMeta: true, sourceToolUseID: 't', message: { content: 'Review.' } },
    ];
    const texts: Record<string, string> = {
      '/s1.jsonl': '{"type":"user"}\n',
      '/agent-a1.jsonl': lines.map((line) => JSON.stringify(line)).join('\n'),
    };
    const files: PiecewiseFiles = {
      async open(file) {
        const pieces = [new TextEncoder().encode(texts[file])];
        return { size: 1, next: async () => pieces.shift(), close: async () => {} };
      },
    };
    const sessions = ['s1', 'agent-a1'].map((id) => ({ id, project: 'p', files: [{ path: `/${id}.jsonl`, size: 1 }] }));
    const { index } = await readSessions({ sessions }, { files });
    expect(index.sessions.map(({ id }) => id)).toEqual(['s1']);
    expect(index.skills()).toMatchObject([
      { name: 'review', loaded: { user: 0, model: 1 }, inAgents: 1, characters: 7 },
    ]);
  });

  test('reports a file that cannot be read, and reads the others', async () => {
    const files: PiecewiseFiles = {
      open: async (file) => (file.includes('b') ? { problem: 'permission denied' } : undefined),
    };
    const sessions = ['a', 'b', 'c'].map((id) => ({ id, project: 'p', files: [{ path: `/${id}.jsonl`, size: 1 }] }));
    const { unread, index } = await readSessions({ sessions }, { files });
    expect(unread.files).toEqual([{ path: '/b.jsonl', reason: 'permission denied' }]);
    expect(index.sessions).toHaveLength(3);
  });

  test('keeps to what a listing names, however its descriptions look', () => {
    const content = '- a: first\n- b: not an entry\n- c (see): x…\n- b';
    const names = (known?: readonly string[]) => listedSkills(content, known).map(({ name, as }) => `${name} ${as}`);
    expect(names(['a', 'c', 'b'])).toEqual(['a described', 'c shortened', 'b name-only']);
    expect(names(['a', 'c', 'gone'])).toEqual(['a described', 'c shortened']);
    expect(names()).toEqual(['a described', 'b described', 'c shortened', 'b name-only']);
  });
});

test('days of two years have both of them, and days of this year none', () => {
  const at = (day: string) => new Date(`${day}T12:00:00`).getTime();
  const days = (first: string, last: string) => daysInWords(at(first), at(last), at('2026-11-25'));
  expect(days('2026-11-03', '2026-11-20')).toBe('Nov 3 and Nov 20');
  expect(days('2025-12-03', '2026-11-20')).toBe('Dec 3, 2025 and Nov 20, 2026');
  expect(days('2025-10-03', '2025-12-20')).toBe('Oct 3, 2025 and Dec 20, 2025');
});
