import { type FileTarget, readLinkTarget } from '../../document/link-target.ts';
import type { Link } from '../../document/skill-document.ts';
import { oncePer } from '../../platform/once-per.ts';
import { partsInside } from '../../platform/paths.ts';
import type { RuleContext } from '../rule.ts';

/** A link in a body that refers to a file or heading. */
export interface FileLink extends FileTarget {
  readonly link: Link;
  /** The path from the skill's folder; undefined if it leads out of it. */
  readonly inside: string | undefined;
}

/** The links of a skill that refer to files, relative to its folder. */
export const fileLinks = oncePer(({ document, file }: RuleContext): readonly FileLink[] => {
  if (file.insideSkill || file.misplaced) return [];
  return document.body.links.flatMap((link) => {
    const written = link.target.replace(skillFolder, '');
    const target = link.kind === 'autolink' ? undefined : readLinkTarget(written);
    // What begins with a slash is a command, or begins at the root of a repository or site.
    if (!target || /^[/~]|^[A-Za-z]:/.test(target.path)) return [];
    return [{ ...target, link, inside: partsInside(target.path)?.join('/') }];
  });
});

/** Links are relative to the folder of the skill anyway. */
const skillFolder = /^\$\{CLAUDE_SKILL_DIR\}\//;

/** No path on disk is as long. */
const maxLength = 4096;

/** Where a path leads: `unknown` if its folder was not listed. */
export function isBundled(path: string, bundled: ReadonlySet<string>): 'there' | 'missing' | 'unknown' {
  if (path === '' || bundled.has(path)) return 'there';
  if (path.length > maxLength) return 'unknown';
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const folder = path.slice(0, end);
    if (bundled.has(folder)) return hasEntries(bundled, folder) ? 'missing' : 'unknown';
  }
  return 'missing';
}

/** A folder that is linked to from elsewhere is listed once, and some are not listed. */
function hasEntries(bundled: ReadonlySet<string>, folder: string): boolean {
  return foldersWithEntries(bundled).has(folder);
}

const foldersWithEntries = oncePer((bundled: ReadonlySet<string>): ReadonlySet<string> => {
  return new Set([...bundled].map((path) => path.slice(0, Math.max(0, path.lastIndexOf('/')))));
});
