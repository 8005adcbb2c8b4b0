import { describe, expect, test } from 'vitest';
import { readKeptSubject, readSessionMessage } from '../../../client/src/sessions/read-session-message.ts';
import { progressInWords } from '../../../client/src/text/reading-progress.ts';

describe('messages of a page about past sessions', () => {
  test('are taken as they are', () => {
    for (const message of [
      { kind: 'ready' },
      { kind: 'session', id: 's' },
      { kind: 'skill', id: 'user:/x', name: 'x' },
      { kind: 'compare', line: 'u1' },
      { kind: 'command', command: 'allow' },
    ])
      expect(readSessionMessage(message)).toBe(message);
  });

  test('are ignored if they are something else', () => {
    for (const message of [
      undefined,
      null,
      7,
      'ready',
      {},
      { kind: 'toString' },
      { kind: 'session' },
      { kind: 'session', id: 7 },
      { kind: 'skill', id: 'x' },
      { kind: 'command', command: 'workbench.action.quit' },
    ])
      expect(readSessionMessage(message)).toBeUndefined();
  });

  test('the state that VS Code kept may be that of another version', () => {
    const skill = { kind: 'skill', id: 'user:/x', name: 'x' };
    expect(readKeptSubject({ subject: skill, scrolled: 7 })).toEqual(skill);
    expect(readKeptSubject({ subject: { kind: 'session', id: 's', more: 1 } })).toEqual({ kind: 'session', id: 's' });
    for (const kept of [undefined, {}, { subject: { kind: 'skill', id: 'x' } }, { subject: { kind: 'x', id: 's' } }])
      expect(readKeptSubject(kept)).toBeUndefined();
  });
});

test('progress never exceeds what there was at first, however files grow', () => {
  expect(progressInWords({ done: 120_000_001, total: 400_000_000 })).toBe('121 of 400 MB');
  expect(progressInWords({ done: 500_000_000, total: 400_000_000 })).toBe('400 of 400 MB');
});
