import { expect, test } from 'vitest';
import { withAdvice } from '../../../client/src/text/failure-advice.ts';

test.each([
  [
    "Unable to write file '/a' (Unknown (FileSystemError): Error: ENOSPC: no space left on device, write)",
    'disk is full',
  ],
  ['EDQUOT: disk quota exceeded', 'disk is full'],
  ["EROFS: read-only file system, open '/a'.", 'disk is read-only'],
  [
    "NoPermissions (FileSystemError): Error: EACCES: permission denied, mkdir '/a'",
    'You are not permitted to write there',
  ],
  ["EPERM: operation not permitted, unlink '/a'", 'You are not permitted to write there'],
])('%s: says what to do', (reason, advice) => {
  const said = withAdvice(reason);
  expect(said.startsWith(reason.replace(/\.$/, ''))).toBe(true);
  expect(said).toMatch(new RegExp(`\\. [A-Z].*${advice}|\\. ${advice}`, 'i'));
});

test.each(['a.md has changed since', 'the skill no longer exists', 'SPACE: no'])('%s stays as it is', (reason) => {
  expect(withAdvice(reason)).toBe(reason);
});
