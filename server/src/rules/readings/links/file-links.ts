import { type FileTarget, readLinkTarget } from '../../../document/markdown/link-target.ts';
import type { Link } from '../../../document/skill-document.ts';
import { type TextRange, textRange } from '../../../document/text/text-range.ts';
import { oncePer } from '../../../platform/once.ts';
import { pathInside } from '../../../platform/paths.ts';
import type { RuleContext } from '../../rule.ts';

/** A link in a body that refers to a file or heading. */
export interface FileLink extends FileTarget {
  readonly link: Link;
  /** Where the path begins: after the variable for the skill's folder. */
  readonly pathRange: TextRange;
  /** The path from the skill's folder; undefined if it leads out of it, and for the links of other files. */
  readonly inside: string | undefined;
  /** From where the path begins: a drive, the home folder, the root of the file system or of a site, or a folder. */
  readonly start: 'home' | 'root' | 'folder';
}

/** The links that refer to files: of a skill relative to its folder, of a command or agent to a folder around it. */
export const fileLinks = oncePer(({ document, file }: RuleContext): readonly FileLink[] => {
  if (file.insideSkill || file.misplaced) return [];
  const isSkill = file.kind === 'skill';
  const links: FileLink[] = [];
  for (const link of document.body.links) {
    const { target: written, targetRange } = link;
    const offset = written.startsWith(skillFolder) ? skillFolder.length : 0;
    const address = written.startsWith('file:') ? onThisMachine.exec(written)?.[1] : undefined;
    if (link.kind === 'autolink' && address === undefined) continue;
    // `[^2]: Mermaid.` is a footnote to those who know them, and no address.
    if (document.text.startsWith('[^', link.range.start)) continue;
    const target = readLinkTarget(address ?? (offset ? written.slice(offset) : written));
    if (!target) continue;
    const { path, heading, hasBackslashes } = target;
    const start = ofOneMachine.test(path) ? 'home' : path.startsWith('/') ? 'root' : 'folder';
    const inside = isSkill && start === 'folder' ? pathInside(path) : undefined;
    const pathRange = textRange(targetRange.start + offset, targetRange.end);
    links.push({ path, heading, hasBackslashes, link, pathRange, inside, start });
  }
  return links;
});

/** Links are relative to the folder of the skill anyway. */
const skillFolder = '${CLAUDE_SKILL_DIR}/';

/** `file:///home/ada/x.md`, `file:///C:/x.md` */
const onThisMachine = /^file:\/\/(?:\/(?=[A-Za-z]:))?((?:\/|[A-Za-z]:).*)$/s;

/** Home and temporary folders, drives and the network; other absolute paths may begin at the root of the repository. */
const ofOneMachine = /^(?:~\/|\/\/|\/(?:Users|home|root|mnt|tmp|Volumes|private)\/|[A-Za-z]:\/)/;
