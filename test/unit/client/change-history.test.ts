import { afterEach, expect, test, vi } from 'vitest';
import { ChangeHistory } from '../../../client/src/changes/change-history.ts';

/** What the user is told to wait for, and how they cancel that. */
const waits = vi.hoisted(() => [] as { readonly title: string; cancel(): void; isShown: boolean }[]);

vi.mock('vscode', () => ({
  ProgressLocation: { Notification: 15 },
  StatusBarAlignment: { Left: 1 },
  commands: { executeCommand: async () => undefined },
  window: {
    setStatusBarMessage: () => ({ dispose() {} }),
    async withProgress({ title }: { title: string }, work: (progress: object, token: object) => Promise<void>) {
      const wait = { title, cancel() {}, isShown: true };
      waits.push(wait);
      const token = {
        onCancellationRequested(cancelled: () => void) {
          wait.cancel = cancelled;
        },
      };
      await work({}, token).finally(() => {
        wait.isShown = false;
      });
    },
  },
}));

afterEach(() => waits.splice(0));

/** A history, and a change of each name that takes a moment and notes what happens to it. */
function started(patience?: number) {
  const history = new ChangeHistory(patience);
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

/** A change that ends when it is told to, and whose undo does too. */
function hanging() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const undo = () => ended.then(() => true);
  return { end, made: () => ended.then(() => ({ label: 'hanging', undo })), undo };
}

test('a change that does not end is named to who waits for it, and the wait ends with it', async () => {
  const { history, events, make } = started(1);
  const { made, end } = hanging();
  const first = history.make(made);
  const second = make('second');
  await vi.waitFor(() => expect(waits).toHaveLength(1));
  expect(waits[0]!.title).toContain('previous change to finish');
  expect(events).toEqual([]);
  end();
  await Promise.all([first, second]);
  expect([waits[0]!.isShown, events]).toEqual([false, ['second begins', 'second is made']]);
});

test('who does not wait for a change that never ends can go on without it, and undo what they do', async () => {
  const { history, events, make } = started(1);
  void history.make(hanging().made);
  const second = make('second');
  await vi.waitFor(() => expect(waits).toHaveLength(1));
  waits[0]!.cancel();
  await expect(second).rejects.toThrow('Try again to continue without waiting');
  await make('third');
  await history.undoLast();
  expect(events).toEqual(['third begins', 'third is made', 'third is undone']);
  expect(waits).toHaveLength(1);
});

test('an undo that never ends can be tried again', async () => {
  const { history } = started(1);
  const { end, undo } = hanging();
  let tries = 0;
  await history.make(async () => ({ label: 'x', undo: () => (++tries === 1 ? undo() : Promise.resolve(true)) }));
  const first = history.undoLast();
  const second = history.undoLast();
  await vi.waitFor(() => expect(waits).toHaveLength(1));
  waits[0]!.cancel();
  await expect(second).rejects.toThrow('Try again to continue without waiting');
  await history.undoLast();
  expect(tries).toBe(2);
  end();
  await first;
  await history.undoLast();
  expect(tries, 'nothing is left').toBe(2);
});

test('a change that is not complete is reported, and can be undone', async () => {
  const { history } = started();
  let undone = 0;
  const undo = async () => ++undone > 0;
  const made = history.make(async () => ({ label: 'x', undo, incomplete: 'a.md could not be saved' }));
  await expect(made).rejects.toThrow('a.md could not be saved');
  await history.undoLast();
  expect(undone).toBe(1);
});
