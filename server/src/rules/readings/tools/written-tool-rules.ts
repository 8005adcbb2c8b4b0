import type { FieldFacts } from '../../../dialect/fields.ts';
import { readToolRules, type ToolRule } from '../../../dialect/tools/tool-rules.ts';
import type { Field } from '../../../document/skill-document.ts';
import { type TextRange, textRange } from '../../../document/text/text-range.ts';
import type { ScalarValue, YamlValue } from '../../../document/yaml/yaml-value.ts';
import { oncePer } from '../../../platform/once.ts';
import type { RuleContext } from '../../rule.ts';
import { knownFields } from '../fields/known-fields.ts';
import { ValueSource } from '../fields/value-source.ts';

export interface WrittenToolRule extends ToolRule {
  /** In the source, as are the next two. */
  readonly range: TextRange;
  readonly nameRange: TextRange;
  readonly specifierRange: TextRange | undefined;
  /** Where the rule before it in the same scalar ends, in the source; undefined for the first one. */
  readonly previousEnd: number | undefined;
  /** The YAML scalar that contains it. */
  readonly scalar: ScalarValue;
  /** Whether the scalar contains no other rule. */
  readonly isAlone: boolean;
  /** Whether the source has exactly this text in {@link range}, so that parts of it can be replaced. */
  readonly isVerbatim: boolean;
}

/** The purpose of a list of tools. */
export type ToolListPurpose =
  /** They run without asking: `allowed-tools`. */
  | 'grant'
  /** They do not run: `disallowed-tools`. */
  | 'deny'
  /** Only they are available to an agent: `tools`. */
  | 'offer'
  /** They are not available to an agent: `disallowedTools`. */
  | 'withhold';

/** A field that lists tools. */
export interface ToolList {
  readonly field: Field;
  readonly purpose: ToolListPurpose;
  readonly rules: readonly WrittenToolRule[];
}

/** Nobody writes more rules in a field by hand: further ones are not checked. */
const MAX_RULES = 2_000;

/** The fields of a file that list tools, with their rules as Claude Code splits them. */
export const toolLists = oncePer((context: RuleContext): readonly ToolList[] =>
  knownFields(context, 'tools').map(({ field, facts }) => ({
    field,
    purpose: purposeOf(facts, context.file.kind === 'agent'),
    rules: writtenToolRules(field.value, context.document.text),
  })),
);

function purposeOf({ name }: FieldFacts, isAgent: boolean): ToolListPurpose {
  if (isAgent) return name === 'tools' ? 'offer' : 'withhold';
  return name === 'allowed-tools' ? 'grant' : 'deny';
}

/** The rules in a string separated by commas or spaces, or in the items of a list. */
function writtenToolRules(value: YamlValue, source: string): WrittenToolRule[] {
  const scalars = value.kind === 'list' ? value.items : [value];
  let left = MAX_RULES;
  return scalars.flatMap((scalar) => {
    if (left === 0 || scalar.kind !== 'scalar' || typeof scalar.value !== 'string') return [];
    const rules = readToolRules(scalar.value).slice(0, left);
    left -= rules.length;
    const place = new ValueSource(source, scalar);
    let previousEnd: number | undefined;
    return rules.map((rule) => {
      const placed = placeRule(rule, { scalar, isAlone: rules.length === 1, previousEnd }, place, source);
      previousEnd = placed.range.end;
      return placed;
    });
  });
}

/** Ranges are asked for in order, so that each value is read once. */
function placeRule(
  rule: ToolRule,
  around: Pick<WrittenToolRule, 'scalar' | 'isAlone' | 'previousEnd'>,
  place: ValueSource,
  source: string,
): WrittenToolRule {
  const { start, end, name, specifier, text, isBalanced } = rule;
  const { scalar, isAlone, previousEnd } = around;
  const nameRange = place.range(start, start + Math.max(name.length, 1));
  const hasText = specifier !== undefined && specifier.end > specifier.start;
  const specifierRange = hasText ? place.range(specifier.start, specifier.end) : undefined;
  const reached = specifierRange ? specifier!.end : start + Math.max(name.length, 1);
  const last = reached < end ? place.range(reached, end) : (specifierRange ?? nameRange);
  const range = textRange(nameRange.start, last.end);
  const isVerbatim = source.slice(range.start, range.end) === text;
  // Spreads would take longer than everything else here.
  const read = { start, end, text, name, specifier, isBalanced, scalar, isAlone, previousEnd };
  return Object.assign(read, { range, nameRange, specifierRange, isVerbatim });
}
