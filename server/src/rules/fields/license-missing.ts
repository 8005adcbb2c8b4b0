import { firstLine } from '../../document/text/first-line.ts';
import { ownFields } from '../readings/fields/own-fields.ts';
import type { Rule } from '../rule.ts';

/** `LICENSE`, `LICENSE.txt`, `COPYING` */
const licenseFile = /^(?:licen[cs]e|copying)(?:[.-][\w.-]{1,20})?$/i;

export const licenseMissing: Rule = {
  id: 'license-missing',
  level: 'off',
  kinds: ['skill'],
  summary: 'A skill with neither a `license` nor a license file in its folder',
  source: 'https://agentskills.io/specification#license-field',
  check(context, report) {
    const license = ownFields(context)?.get('license')?.value;
    if (!ownFields(context)) return;
    const isStated = license && !(license.kind === 'scalar' && (license.value === null || license.value === ''));
    // Files that were not listed may include one.
    const { bundledPaths } = context.file;
    if (isStated || !bundledPaths || [...bundledPaths].some((path) => licenseFile.test(path))) return;
    report({
      range: firstLine(context.document),
      message:
        'The skill does not say under which license it may be used. Set `license`, or add a file `LICENSE` to its folder',
    });
  },
};
