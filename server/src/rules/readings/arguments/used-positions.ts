import type { SkillDocument } from '../../../document/skill-document.ts';
import { LookupInOrder } from '../../../document/text/lookup-in-order.ts';
import { oncePer } from '../../../platform/once.ts';
import type { UsedPositions } from '../../edits/count-arguments.ts';
import { LiteralPositions } from './literal-position.ts';

/** All positions in a body, without amounts of money and the fields of awk. */
export const usedPositions = oncePer((document: SkillDocument): UsedPositions => {
  const literals = new LiteralPositions(document);
  const code = new LookupInOrder(document.body.code);
  const all = document.body.placeholders.filter(
    (placeholder) =>
      !placeholder.escaped &&
      (placeholder.kind === 'indexed' ||
        (placeholder.kind === 'position' && !literals.has(placeholder, code.at(placeholder.range.start)))),
  );
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { index } of all) {
    lowest = Math.min(lowest, index!);
    highest = Math.max(highest, index!);
  }
  return { all, lowest, highest };
});
