import { isDeepStrictEqual } from 'node:util';
import type { FileContext } from '../../../server/src/catalog/file/file-context.ts';
import { skillTargets } from '../../../server/src/dialect/targets.ts';
import type { CheckedFile, CheckSettings } from '../../../server/src/features/check/check-file.ts';
import { checkDocument, type RuleCrash } from '../../../server/src/rules/check-document.ts';
import { rules } from '../../../server/src/rules/index.ts';
import type { Finding, Rule } from '../../../server/src/rules/rule.ts';

/** Each is run in every file of its kinds, whatever it needs. */
const rulesWithoutNeeds = rules.map(({ needs: _, ...rule }): Rule => rule);

/** Throws if a rule that was not run, because what it needs is missing, would have reported something. */
export function holdNeeds(
  { document, findings }: CheckedFile,
  file: FileContext,
  { targets, levels, ruleOptions }: CheckSettings,
  onCrash: RuleCrash,
): void {
  const context = { document, file, targets: new Set(skillTargets(targets)), options: ruleOptions };
  const everything = checkDocument(rulesWithoutNeeds, context, levels, onCrash);
  if (isDeepStrictEqual(everything, findings)) return;
  const list = (some: readonly Finding[]) => some.map(({ rule, message }) => `${rule}: ${message}`).join('\n');
  throw new Error(`With every rule, the findings are\n${list(everything)}\ninstead of\n${list(findings)}`);
}
