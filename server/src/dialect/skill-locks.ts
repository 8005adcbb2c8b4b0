import facts from '../../../schemas/skill-locks.json' with { type: 'json' };

/** Whose skills a lock file records. */
export type LockScope = keyof typeof facts.files;

/** The lock files of the command line `skills`. */
export const skillLocks = facts;

/** The folder name that `skills` makes of a skill's name. */
export function installedFolderName(name: string): string {
  const safe = name.toLowerCase().replace(/[^a-z0-9._]+/g, '-');
  return (
    safe
      .replace(/^[.-]+/, '')
      .replace(/[.-]+$/, '')
      .slice(0, 255) || 'unnamed-skill'
  );
}
