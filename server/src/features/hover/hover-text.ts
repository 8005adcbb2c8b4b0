import type { SkillNames } from '../../catalog/file/catalog-location.ts';
import type { TextRange } from '../../document/text/text-range.ts';
import type { CheckedOpenFile, OpenFile } from '../check/open-file.ts';
import { codeSpan, type Markdown, markdown } from '../text/markdown-text.ts';

/** The hover of a range of the text, in paragraphs. */
export interface HoverText {
  readonly range: TextRange;
  readonly paragraphs: readonly (Markdown | undefined)[];
}

/** A file under the pointer. Its findings are asked for only where the hover depends on them. */
export type HoveredFile = OpenFile & Pick<CheckedOpenFile, 'findings'>;

/** The skill that a name refers to. */
export function skillText({ name, plugin, shownPath }: SkillNames): Markdown {
  if (shownPath === undefined) return markdown`${codeSpan(name)} is bundled with Claude Code.`;
  const title =
    plugin === undefined ? codeSpan(name) : markdown`${codeSpan(name)}, from the plugin ${codeSpan(plugin)}`;
  return markdown`${title}  \n${codeSpan(shownPath)}`;
}
