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
