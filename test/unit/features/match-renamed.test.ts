import { describe, expect, test } from 'vitest';
import { type ComparedFile, matchRenamed } from '../../../server/src/jobs/review/compare/match-renamed.ts';

const prose =
  'Read the whole diff before you write anything. Look for mistakes first, then for names that mislead, then for what could be shorter.';
const other =
  'Sort the imports of every file that was touched, remove what nothing uses, and run the formatter with the settings of the project.';

function file(id: string, content: string, baseName = id): ComparedFile {
  return { id, baseName, content };
}

const asText = (matches: ReturnType<typeof matchRenamed>) => matches.map(({ before, after }) => `${before} → ${after}`);

describe('files that were renamed', () => {
  test('are those with equal content, of several those of the same name', () => {
    const gone = [file('a', prose), file('b', prose), file('c', prose)];
    const come = [file('x', prose), file('y', prose, 'b'), file('z', 'Something else.')];
    expect(asText(matchRenamed(gone, come, []))).toEqual(['b → y', 'a → x']);
  });

  test('are those with the most similar text', () => {
    const gone = [file('a', prose), file('b', other)];
    const come = [
      file('x', other.replace('formatter', 'linter')),
      file('y', `${prose} Be brief.`),
      file('z', `${prose} Ask if in doubt, and wait.`),
    ];
    expect(asText(matchRenamed(gone, come, [])).sort()).toEqual(['a → y', 'b → x']);
  });

  test('need less in common if they have the same name, unless that is ambiguous', () => {
    const half = `${prose.slice(0, prose.length / 2)} ${other.slice(0, other.length / 2)}`;
    expect(asText(matchRenamed([file('a', prose, 'n')], [file('x', half, 'n')], []))).toEqual(['a → x']);
    expect(matchRenamed([file('a', prose, 'n')], [file('x', half, 'm')], [])).toEqual([]);
    expect(matchRenamed([file('a', prose, 'n')], [file('x', half, 'n'), file('y', half, 'n')], [])).toEqual([]);
    expect(matchRenamed([file('a', prose, 'n')], [file('x', other, 'n')], [])).toEqual([]);
  });

  test('are not similar by a few words, by nothing, or by what many share', () => {
    expect(matchRenamed([file('a', 'Reviews. Do it.')], [file('x', 'Reviews! Do it.')], [])).toEqual([]);
    expect(matchRenamed([file('a', '')], [file('x', '')], [])).toEqual([]);
    const many = Array.from({ length: 40 }, (_, index) => file(`x${index}`, `${prose} ${index}`));
    expect(matchRenamed([file('a', prose)], many, [])).toEqual([]);
  });

  test('are found in scripts without spaces', () => {
    const text = '差分をすべて読んでから、間違いを探し、短くできるところを書いてください。';
    expect(asText(matchRenamed([file('a', text)], [file('x', text.replace('間違い', '誤り'))], []))).toEqual(['a → x']);
  });

  test('include those whose place another one took, if what was there went elsewhere too', () => {
    const swapped = [
      [file('a', prose), file('a', other)],
      [file('b', other), file('b', `${prose} Be brief.`)],
    ] as const;
    expect(asText(matchRenamed([], [], swapped)).sort()).toEqual(['a → b', 'b → a']);
    const replaced = [[file('a', prose), file('a', other)]] as const;
    expect(matchRenamed([], [file('x', prose)], replaced)).toEqual([]);
    expect(matchRenamed([file('x', other)], [], replaced)).toEqual([]);
    expect(asText(matchRenamed([file('x', other)], [file('y', prose)], replaced)).sort()).toEqual(['a → y', 'x → a']);
    const edited = [[file('a', prose), file('a', `${prose} ${other}`)]] as const;
    expect(matchRenamed([file('x', other)], [file('y', prose)], edited)).toEqual([]);
  });

  test('are found among thousands', () => {
    const text = (index: number) => Array.from({ length: 60 }, (_, at) => `w${index}x${at}`).join(' ');
    const gone = Array.from({ length: 900 }, (_, index) => file(`a${index}`, text(index)));
    const come = Array.from({ length: 900 }, (_, index) => file(`b${index}`, `New words. ${text(899 - index)}`));
    expect(matchRenamed(gone, come, [])).toHaveLength(900);
  });
});
