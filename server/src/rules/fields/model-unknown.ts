import {
  FRONTMATTER_MODEL_ALIASES,
  findModelAlias,
  findRetiredModel,
  isKnownModel,
  type RetiredModel,
  replacementOf,
} from '../../dialect/models.ts';
import { nearestWord, nearestWords } from '../../dialect/text/edit-distance.ts';
import { offerEdit, removeField } from '../edits/field-edits.ts';
import { replaceValue } from '../edits/write-field.ts';
import { showText } from '../messages/show-value.ts';
import { knownFields } from '../readings/fields/known-fields.ts';
import type { Rule } from '../rule.ts';

export const modelUnknown: Rule = {
  id: 'model-unknown',
  level: 'information',
  kinds: ['skill', 'command', 'agent'],
  needs: ['model-field'],
  summary: 'A `model` that is neither an alias nor a valid model ID, or that Anthropic has retired',
  source: 'https://code.claude.com/docs/en/model-config#model-aliases',
  check(context, report) {
    const { document } = context;
    for (const { field } of knownFields(context, 'model')) {
      const { value } = field;
      if (value.kind !== 'scalar' || typeof value.value !== 'string' || value.value.trim() === '') continue;
      const retired = findRetiredModel(value.value);
      if (retired) {
        report({
          range: value.range,
          tag: 'deprecated',
          message: `${describeRetired(value.value, retired)}. Use \`${retired.now}\` or a newer model ID`,
          fixes: offerEdit(`Change to \`${retired.now}\``, false, replaceValue(document.text, field, retired.now)),
        });
        continue;
      }
      const alias = findModelAlias(value.value);
      // How agents treat an alias of settings is not recorded.
      const isForSettings = alias?.onlyInSettings === true && context.file.kind !== 'agent';
      if (isKnownModel(value.value) && !isForSettings) continue;
      report({
        range: value.range,
        message: `Claude Code does not know the model ${showText(value.value)} and passes the name to the API unchanged. ${advise(value.value)}`,
        fixes: [
          ...nearestWords(value.value, aliases).flatMap((alias) =>
            offerEdit(`Change to \`${alias}\``, false, replaceValue(document.text, field, alias)),
          ),
          ...offerEdit('Remove `model`', false, removeField(document, field)),
        ],
      });
    }
  },
};

const aliases = FRONTMATTER_MODEL_ALIASES.map(({ alias }) => alias);

/** A gateway may still provide it. */
function describeRetired(model: string, { on }: RetiredModel): string {
  const instead = replacementOf(model);
  const cause = `Anthropic retired the model ${showText(model)} on ${on}`;
  return instead === undefined
    ? `${cause}, so its API rejects every request with it`
    : `${cause}, so Claude Code calls \`${instead}\` instead`;
}

function advise(model: string): string {
  const nearest = nearestWord(model.trim(), aliases);
  if (nearest) return `Did you mean \`${nearest}\`?`;
  return 'Use `inherit`, an alias such as `sonnet`, or a full model ID, unless a gateway provides this model';
}
