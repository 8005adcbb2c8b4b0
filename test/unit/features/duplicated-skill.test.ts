import { describe, expect, test } from 'vitest';
import { renamedText } from '../../../server/src/features/edits/renamed-text.ts';

describe('the text of a duplicated skill', () => {
  test.for([
    ['---\nname: plan-bed\ndescription: Plans.\n---\n', '---\nname: plan-bed-2\ndescription: Plans.\n---\n'],
    ['\uFEFF---\r\nname: "plan-bed" # own\r\n---\r\n', '\uFEFF---\r\nname: plan-bed-2 # own\r\n---\r\n'],
    // Any other name would be taken by the original too.
    ['---\nname: Bed Planner\n---\nname: x\n', '---\nname: plan-bed-2\n---\nname: x\n'],
    ['---\nname: 5\n---\n', '---\nname: plan-bed-2\n---\n'],
  ])('%j has the new name', ([before, after]) => {
    expect(renamedText(before!, 'plan-bed-2')).toBe(after);
  });

  test.each([
    '---\ndescription: Plans.\n---\nname: x\n',
    '---\nname:\n---\n',
    '---\nname: [a]\n---\n',
    '---\nname: plan-bed-2\n---\n',
    '# no frontmatter\n',
    '---\nname: "unclosed\n---\n',
  ])('%j stays as it is', (text) => {
    expect(renamedText(text, 'plan-bed-2')).toBeNull();
  });

  test('a name that YAML reads as something else is quoted', () => {
    expect(renamedText('---\nname: a\n---\n', '2024')).toBe('---\nname: "2024"\n---\n');
  });
});
