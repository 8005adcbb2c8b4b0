import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RunOnceScheduler } from '../../../client/src/run-once-scheduler.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('runs once, after the last request of a burst', () => {
  const action = vi.fn();
  const scheduler = new RunOnceScheduler(100, action);
  scheduler.schedule();
  vi.advanceTimersByTime(99);
  scheduler.schedule();
  vi.advanceTimersByTime(99);
  expect(action).not.toHaveBeenCalled();
  expect(scheduler.isScheduled).toBe(true);
  vi.advanceTimersByTime(1);
  expect(action).toHaveBeenCalledOnce();
  expect(scheduler.isScheduled).toBe(false);
});

test('runs again when it is scheduled again, even by the action itself', () => {
  const action = vi.fn(() => {
    if (action.mock.calls.length === 1) scheduler.schedule();
  });
  const scheduler = new RunOnceScheduler(100, action);
  scheduler.schedule();
  vi.advanceTimersByTime(200);
  expect(action).toHaveBeenCalledTimes(2);
  expect(scheduler.isScheduled).toBe(false);
});

test('does not run after it was cancelled or disposed', () => {
  const action = vi.fn();
  const scheduler = new RunOnceScheduler(100, action);
  scheduler.schedule();
  scheduler.cancel();
  expect(scheduler.isScheduled).toBe(false);
  scheduler.schedule();
  scheduler.dispose();
  vi.advanceTimersByTime(1_000);
  expect(action).not.toHaveBeenCalled();
});
