import { inThousands } from '../../document/text/numbers.ts';
import { selectedTargets, titlesOf } from '../messages/refusals.ts';
import { ownFields } from '../readings/fields/own-fields.ts';
import { rangeInValue } from '../readings/fields/value-source.ts';
import type { Rule } from '../rule.ts';

export const compatibilityLength: Rule = {
  id: 'compatibility-length',
  level: 'warning',
  kinds: ['skill'],
  needs: ['target'],
  summary: 'A `compatibility` longer than a selected target allows',
  source: 'https://agentskills.io/specification#compatibility-field',
  check(context, report) {
    const value = ownFields(context)?.get('compatibility')?.value;
    if (value?.kind !== 'scalar' || typeof value.value !== 'string') return;
    const characters = [...value.value.trimEnd()];
    const refusing = selectedTargets(
      context,
      ({ compatibility }) => characters.length > (compatibility?.maxLength ?? Number.POSITIVE_INFINITY),
    );
    if (refusing.length === 0) return;
    const max = Math.min(...refusing.map(({ compatibility }) => compatibility!.maxLength));
    const allowed = characters.slice(0, max).join('').length;
    report({
      range: rangeInValue(context.document.text, value, allowed, value.value.trimEnd().length),
      message: `\`compatibility\` has ${inThousands(characters.length)} characters, but ${titlesOf(refusing)} ${refusing.length > 1 ? 'allow' : 'allows'} only ${max}. Shorten it`,
    });
  },
};
