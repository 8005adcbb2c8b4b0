import type { Placeholder } from '../../document/skill-document.ts';
import { ordinal } from '../../document/text/numbers.ts';
import { countsFromOne, recountFixes } from '../edits/count-arguments.ts';
import { countedFromOne } from '../messages/counted-from-one.ts';
import { announcedArguments, announcedCount } from '../readings/arguments/announced-arguments.ts';
import { usedPositions } from '../readings/arguments/used-positions.ts';
import type { Rule } from '../rule.ts';

export const argumentIndex: Rule = {
  id: 'argument-index',
  level: 'information',
  kinds: ['skill', 'command'],
  needs: ['placeholder', 'arguments-field'],
  summary: 'An `$ARGUMENTS[n]` beyond the arguments that `argument-hint` or `arguments` declares',
  source: 'https://code.claude.com/docs/en/skills#available-string-substitutions',
  check({ document }, report) {
    const announced = announcedArguments(document);
    if (!announced) return;
    // `$1` may be meant as text; literal-dollar reports it. `$ARGUMENTS[1]` is never meant as text.
    const beyond = new Map<number, Placeholder[]>();
    for (const placeholder of document.body.placeholders) {
      const { kind, index, escaped } = placeholder;
      if (kind !== 'indexed' || escaped || index! < announced.count) continue;
      const others = beyond.get(index!);
      if (others) others.push(placeholder);
      else beyond.set(index!, [placeholder]);
    }
    for (const [index, places] of beyond) {
      const used = usedPositions(document);
      report({
        range: places[0]!.range,
        message:
          index === announced.count && countsFromOne(used, index)
            ? countedFromOne(`$ARGUMENTS[${index}]`, '$ARGUMENTS[0]', index)
            : describe(index, announced.count),
        fixes: recountFixes(places, announced.count, used),
      });
    }
  },
};

function describe(index: number, count: number): string {
  const counted = `\`$ARGUMENTS[${index}]\` is the ${ordinal(index + 1)} argument, because the first one is \`$ARGUMENTS[0]\`, but only ${announcedCount(count)}`;
  const last = index === count ? `, or write \`$ARGUMENTS[${count - 1}]\` for the last one` : '';
  return `${counted}. If nobody types it, it stays as text. Declare it${last}`;
}
