/** Reasons of the system or VS Code for a failure of the disk, and advice on each. */
const advice: readonly (readonly [reason: RegExp, advice: string])[] = [
  [/\b(?:ENOSPC|EDQUOT)\b|no space left|quota exceeded/i, 'The disk is full. Free some space, then try again'],
  [/\bEROFS\b|read-only file ?system/i, 'The disk is read-only. Choose another place, or make it writable'],
  [
    /\b(?:EACCES|EPERM|NoPermissions)\b|permission denied|operation not permitted/i,
    'You are not permitted to write there. Change the permissions of the file or folder, then try again',
  ],
];

/** A reason for a failure, with what to do about it if the disk is the cause. */
export function withAdvice(reason: string): string {
  const found = advice.find(([pattern]) => pattern.test(reason))?.[1];
  return found === undefined ? reason : `${reason.replace(/\.\s*$/, '')}. ${found}`;
}
