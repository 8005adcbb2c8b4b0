import { expect, test } from 'vitest';
import { inputBoxText, labelText, messageText } from '../../../client/src/text/displayed-text.ts';

/** What VS Code makes links of in notifications and below input boxes. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:|vscode:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
/** What VS Code makes icons of in quick picks and in the status bar. */
const icon = /(\\)?\$\(([A-Za-z0-9-]+)(?:~[A-Za-z]+)?\)/g;

test.each([
  '[x](command:workbench.action.quit)',
  '[a](https://evil.example "t")',
  'a [b](FILE:///etc) [[c](vscode://x)]',
])('%s is no link in a message', (text) => {
  expect(text).toMatch(link);
  expect(messageText(text)).not.toMatch(link);
  expect(inputBoxText(text)).not.toMatch(link);
  expect(messageText(text).replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
});

test.each(['$(sync~spin)', 'a $(gear) b $(x)', '\\$(gear)', '\\\\$(gear)', '$$(gear)'])(
  '%s is no icon in a label',
  (text) => {
    for (const shown of [labelText(text), inputBoxText(text)]) {
      // As VS Code renders it: a backslash disappears, and the character after it is text.
      const drawn = shown.replace(icon, (whole, escaped?: string) => (escaped ? whole.slice(1) : '(icon)'));
      expect(drawn).toBe(text);
    }
  },
);

test('nothing hides in either', () => {
  expect(messageText('a\u202Eb\u0007')).toBe('a<U+202E>b<U+0007>');
  expect(labelText('a\u200Bb')).toBe('a<U+200B>b');
  expect(messageText('Project › review (my-review) is $5 [ok] (fine)')).toBe(
    'Project › review (my-review) is $5 [ok] (fine)',
  );
});
