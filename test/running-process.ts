import { expect } from 'vitest';

/** Waits until a process is gone; the test's own time limit fails where it stays. */
export async function gone(process: number): Promise<void> {
  expect(process).toBeGreaterThan(1);
  while (isAlive(process)) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Whether a process exists; one that has ended and that nobody has waited for still does. */
export function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}
