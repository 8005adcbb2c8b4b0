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
    if (link.kind === 'autolink') return [];
    const isFromFolder = link.target.startsWith(skillFolder);
    const target = readLinkTarget(isFromFolder ? link.target.slice(skillFolder.length) : link.target);
    // What begins with a slash is a command, or begins at the root of a repository or site.
    if (!target || /^[/~]|^[A-Za-z]:/.test(target.path)) return [];
    const { path, heading, hasBackslashes } = target;
    return [{ path, heading, hasBackslashes, link, inside: partsInside(path)?.join('/') }];
  });
});

/** Links are relative to the folder of the skill anyway. */
const skillFolder = '${CLAUDE_SKILL_DIR}/';
