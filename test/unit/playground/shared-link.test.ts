import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fragmentOf, hasSkill, type SharedSkill, skillInFragment } from '../../../docs/playground/shared-link.ts';

const skill: SharedSkill = {
  folder: 'review-diff',
  arguments: 'main "two words" 日本語',
  text: '---\r\nname: review-diff\r\n---\r\n\r\n<script>alert(1)</script> 𝒳 $0 \u202E\n',
};

/** A fragment with any JSON. */
function fragmentWith(value: unknown): string {
  return fragmentOfBytes(new TextEncoder().encode(JSON.stringify(value)));
}

function fragmentOfBytes(bytes: Uint8Array): string {
  return `#skill=${deflateRawSync(bytes).toString('base64url')}`;
}

describe('a link', () => {
  test('has the skill and its arguments in it, character for character', async () => {
    const fragment = await fragmentOf(skill);
    expect(fragment).toMatch(/^#skill=[\w-]+$/);
    expect(hasSkill(fragment)).toBe(true);
    expect(await skillInFragment(fragment)).toEqual(skill);
  });

  test('may have an empty text', async () => {
    const empty = { folder: 'a', arguments: '', text: '' };
    expect(await skillInFragment(await fragmentOf(empty))).toEqual(empty);
  });

  test.each([
    ['nothing', ''],
    ['another fragment', '#keys'],
    ['no text', '#skill='],
    ['no base64', '#skill=%00%%%'],
    ['nothing that is compressed', '#skill=QUJDREVG'],
    ['a part of a link', '#skill=q1ZKy'],
    ['text that is no JSON', fragmentOfBytes(new TextEncoder().encode('not JSON'))],
    ['bytes that are no text', fragmentOfBytes(Uint8Array.of(0x22, 0xff, 0xfe, 0x22))],
    ['an object', fragmentWith({ folder: 'a', arguments: '', text: '' })],
    ['too few parts', fragmentWith(['a', 'b'])],
    ['numbers', fragmentWith(['a', 1, 2])],
    ['a folder that leads elsewhere', fragmentWith(['../../etc', '', 'text'])],
    ['a folder with a line break', fragmentWith(['a\nb', '', 'text'])],
    ['a long folder', fragmentWith(['a'.repeat(65), '', 'text'])],
  ])('with %s gives no skill', async (_what, fragment) => {
    expect(await skillInFragment(fragment)).toBeUndefined();
  });

  test('is not unpacked beyond its bounds', async () => {
    // 200 MB of the same character take 200 kB.
    const bomb = fragmentOfBytes(new Uint8Array(200_000_000).fill(0x20));
    expect(bomb.length).toBeLessThan(300_000);
    expect(await skillInFragment(bomb)).toBeUndefined();
    expect(await skillInFragment(`#skill=${'A'.repeat(1_000_000)}`)).toBeUndefined();
    expect(await skillInFragment(fragmentWith(['a', '', 'x'.repeat(500_000)]))).toBeDefined();
  });
});
