import type { InlayHint } from 'vscode-languageserver-types';
import { COMPACTION_CHARACTERS_PER_TOKEN } from '../../dialect/compaction.ts';
import { COMPACTION_TOKENS } from '../../dialect/limits.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import type { TextRange } from '../../document/text/text-range.ts';
import { leftAfterCompaction } from '../../jobs/preview/left-after-compaction.ts';
import type { PreviewSubject } from '../../jobs/preview/preview-subject.ts';
import { tooMuchToPreview } from '../../jobs/preview/too-much-to-preview.ts';
import { renderSkill } from '../../runtime/render/render-skill.ts';
import type { PreviewedWords } from '../hover/placeholder-text.ts';

/** UTF-16 units that a body gains at most by what is inserted, besides arguments: the folder of the skill, ids. */
const maxInserted = 4096;

/**
 * Whether a text may be so long that it is cut, without rendering it.
 *
 * @param previewed the arguments with which the file was last previewed
 */
export function mayBeCut({ text, bodyStart, body, runtime }: SkillDocument, previewed?: PreviewedWords): boolean {
  if (!capabilities(runtime).keepsSkillsAtCompaction) return false;
  const given = (previewed?.argumentText.length ?? 0) * (body.placeholders.length + 1);
  return text.length - bodyStart + given + maxInserted > COMPACTION_TOKENS * COMPACTION_CHARACTERS_PER_TOKEN;
}

/**
 * The inlay hint where Claude Code cuts the text when the conversation is compacted; undefined if it is not cut, or not
 * in a range. Outputs of commands are not known, so the commands themselves are counted.
 */
export function compactionHint(
  subject: PreviewSubject,
  range: TextRange,
  previewed: PreviewedWords | undefined,
): InlayHint | undefined {
  const { skill, session } = subject;
  const { document } = skill;
  if (tooMuchToPreview(document)) return undefined;
  const rendering = renderSkill(skill, previewed?.argumentText ?? '', session);
  const isPending = rendering.injections.length > 0;
  const left = leftAfterCompaction({ skill, ...rendering, isAborted: false, isPending }, []);
  if (!left.cut || left.cut.source < range.start || range.end < left.cut.source) return undefined;
  return {
    position: document.lines.positionAt(left.cut.source),
    label: 'cut by /compact',
    paddingLeft: true,
    paddingRight: true,
    tooltip: {
      kind: 'markdown',
      value: [
        `When the conversation is compacted, Claude Code keeps the skill up to here. ${left.explanation.join('. ')}.`,
        'Put what must not be lost before this place, or move details to files next to SKILL.md.',
      ].join('\n\n'),
    },
  };
}
