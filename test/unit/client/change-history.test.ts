import { expect, test, vi } from 'vitest';
import { ChangeHistory } from '../../../client/src/skills/changes/change-history.ts';

vi.mock('vscode', () => ({
  StatusBarAlignment: { Left: 1 },
  commands: { executeCommand: async () => undefined },
  window: { setStatusBarMessage: () => undefined },
}));

/** A history, and a change of each name that takes a moment and notes what happens to it. */
function started() {
  const history = new ChangeHistory();
  const events: string[] = [];
  const make = (label: string, works = true) =>
    history.make(async () => {
      events.push(`${label} begins`);
      await new Promise(setImmediate);
      if (!works) throw new Error(label);
      events.push(`${label} is made`);
      return {
        label,
        async undo() {
          events.push(`${label} is undone`);
          return true;
        },
      };
    });
  return { history, events, make };
}

test('undo waits for the change that is being made, and undoes that', async () => {
  const { history, events, make } = started();
  await make('first');
  await Promise.all([make('second'), history.undoLast()]);
  await history.undoLast();
  await history.undoLast();
  expect(events.slice(2)).toEqual(['second begins', 'second is made', 'second is undone', 'first is undone']);
});

test('changes are made one after another, also after one that fails', async () => {
  const { history, events, make } = started();
  const [failed] = await Promise.allSettled([make('first', false), make('second'), make('third')]);
  expect(failed.status).toBe('rejected');
  await history.undoLast();
  expect(events).toEqual([
    'first begins',
    'second begins',
    'second is made',
    'third begins',
    'third is made',
    'third is undone',
  ]);
});
