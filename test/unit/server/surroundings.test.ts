import { describe, expect, test } from 'vitest';
import type { CheckInputs, FileSurroundings } from '../../../server/src/features/check/check-inputs.ts';
import { Surroundings } from '../../../server/src/lsp/state/surroundings.ts';

const uri = 'file:///project/.claude/skills/demo/SKILL.md';

/** Surroundings that are found when the test says so, and which then are what it says. */
function start() {
  const asked: ((name: string) => void)[] = [];
  const checkInputs = {
    surroundingsOf: () =>
      new Promise<FileSurroundings>((resolve) => {
        asked.push((name) =>
          resolve({ context: { folderName: name } as FileSurroundings['context'], configuration: undefined }),
        );
      }),
  } as unknown as CheckInputs;
  const surroundings = new Surroundings(checkInputs, { error() {} }, () => undefined);
  const shown = async () => (await surroundings.of(uri))?.context.folderName;
  return { surroundings, asked, shown };
}

describe('surroundings that are determined twice at the same time', () => {
  test.each([
    ['the older one is found first', [1, 2]],
    ['the newer one is found first', [2, 1]],
  ])('are those of the newer one: %s', async (_name, order) => {
    const { surroundings, asked, shown } = start();
    const first = shown();
    asked[0]!('at first');
    expect(await first).toBe('at first');
    const refreshes = [surroundings.refresh(), surroundings.refresh()];
    const states = ['', 'older', 'newer'];
    const changes = [];
    for (const index of order) {
      asked[index]!(states[index]!);
      changes.push(await refreshes[index - 1]);
    }
    expect(await shown()).toBe('newer');
    expect(changes).toContain(true);
  });

  test('are those of a newer one that found no difference', async () => {
    const { surroundings, asked, shown } = start();
    const first = shown();
    asked[0]!('same');
    await first;
    const [older, newer] = [surroundings.refresh(), surroundings.refresh()];
    asked[2]!('same');
    expect(await newer).toBe(false);
    asked[1]!('older');
    expect(await older).toBe(false);
    expect(await shown()).toBe('same');
  });

  test('wait for what is still being found at first', async () => {
    const { surroundings, asked, shown } = start();
    const first = shown();
    const refresh = surroundings.refresh();
    asked[1]!('newer');
    asked[0]!('at first');
    expect(await refresh).toBe(true);
    expect(await first).toBe('at first');
    expect(await shown()).toBe('newer');
  });

  test('are forgotten when the file is closed', async () => {
    const { surroundings, asked } = start();
    void surroundings.of(uri);
    asked[0]!('at first');
    const refresh = surroundings.refresh();
    surroundings.forget(uri);
    asked[1]!('newer');
    expect(await refresh).toBe(false);
  });
});
