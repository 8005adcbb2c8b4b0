import { describe, expect, test } from 'vitest';
import { ArgumentHistory } from '../../../client/src/preview/arguments/argument-history.ts';
import { ConsentedCommands } from '../../../client/src/preview/injections/consented-commands.ts';
import { revealInvisible } from '../../../client/src/text/reveal-invisible.ts';

class Memory {
  readonly #values = new Map<string, unknown>();

  get<T>(key: string, fallback?: T): T {
    return (this.#values.get(key) ?? fallback) as T;
  }

  async update(key: string, value: unknown): Promise<void> {
    this.#values.set(key, value);
  }
}

describe('the history of arguments', () => {
  test('has the latest first, each once, by skill', () => {
    const history = new ArgumentHistory(new Memory());
    for (const text of ['one', 'two', 'one', '  ']) history.remember('a', text);
    history.remember('b', 'other');
    expect(history.of('a')).toEqual(['one', 'two']);
    expect(history.of('b')).toEqual(['other']);
    expect(history.remember('a', 'one')).toBe(false);
  });

  test('does not grow without end', () => {
    const history = new ArgumentHistory(new Memory());
    for (let number = 0; number < 100; number++) history.remember('a', String(number));
    expect(history.of('a')).toHaveLength(30);
    expect(history.of('a')[0]).toBe('99');
  });
});

describe('what was consented to', () => {
  test('is known again, and nothing else is', () => {
    const memory = new Memory();
    new ConsentedCommands(memory).remember(['a', 'b']);
    const consented = new ConsentedCommands(memory);
    expect(['a', 'b', 'c'].map((hash) => consented.has(hash))).toEqual([true, true, false]);
  });
});

describe('a command that is asked about', () => {
  test('hides nothing', () => {
    expect(revealInvisible('echo a\r\n\tb')).toBe('echo a\n\tb');
    expect(revealInvisible('echo \u202Etxt\u200B\u001B[2K\r')).toBe('echo <U+202E>txt<U+200B><U+001B>[2K<U+000D>');
    expect(revealInvisible('a\u00A0b\u3164c\u2800d')).toBe('a<U+00A0>b<U+3164>c<U+2800>d');
    expect(revealInvisible('grüße 😀')).toBe('grüße 😀');
  });
});
