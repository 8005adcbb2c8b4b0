import { declaredFacts } from '../../catalog/facts/declared-facts.ts';
import { listingEntry } from '../../catalog/listing/listing-entry.ts';
import { listingTextCap } from '../../catalog/listing/written-length.ts';
import { readFlag, readText } from '../../dialect/coercion.ts';
import { type FieldFacts, findValue, nearestValue } from '../../dialect/fields.ts';
import { BUILT_IN_AGENTS, findModelAlias, isKnownModel } from '../../dialect/models.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { namesOf, namesThatCount } from '../../document/arguments/argument-names.ts';
import type { Field } from '../../document/skill-document.ts';
import { inThousands, ordinal } from '../../document/text/numbers.ts';
import { inWords } from '../../rules/messages/in-words.ts';
import { invocationFlags } from '../../rules/readings/fields/invocation-flags.ts';
import type { OpenFile } from '../check/open-file.ts';
import { codeSpan, type Markdown, markdown, messageMarkdown, ownMarkdown, startSmall } from '../text/markdown-text.ts';
import { withNearest } from './field-text.ts';

/** Further arguments are only counted. */
const maxNamed = 10;

/**
 * The effect of the value in this file, in a sentence or two without final full stop; undefined
 * if the description of the field is sufficient.
 */
export function valueMeaning(entry: Field, field: FieldFacts, open: OpenFile): Markdown | undefined {
  const { frontmatter, runtime } = open.document;
  if (frontmatter.reading === 'lost') return markdown`Claude Code ignores all fields because the YAML is not valid`;
  if (frontmatter.fields.get(entry.key) !== entry)
    return markdown`The key is repeated below, and Claude Code uses the last one`;
  if (field.ignoredInPlugins && open.file.pluginRoot) return markdown`Claude Code ignores it in plugin files`;
  const meaning = meaningByForm(entry, field, open);
  const { needs } = field;
  if (!needs || readText(frontmatter.fields.get(needs.field)?.value, runtime) === needs.value) return meaning;
  return markdown`Without ${codeSpan(`${needs.field}: ${needs.value}`)} it has no effect`;
}

function meaningByForm(entry: Field, field: FieldFacts, open: OpenFile): Markdown | undefined {
  const { value } = entry;
  if (field.form === 'flag') return flagMeaning(entry, field, open);
  if (field.form === 'names') return namesMeaning(open);
  const wrongKind = value.kind !== 'scalar' && ['text', 'word', 'model', 'agent'].includes(field.form);
  if (wrongKind && field.whenWrongType)
    return ownMarkdown(`${value.kind === 'list' ? 'A list' : 'A mapping'}: ${field.whenWrongType}`);
  const text = readText(value, open.document.runtime);
  if (text === undefined) return undefined;
  switch (field.form) {
    case 'word':
      return wordMeaning(text, field);
    case 'model':
      return modelMeaning(text);
    case 'agent':
      return agentMeaning(text, open);
    case 'text':
      return textMeaning(entry.key, text, open);
    default:
      return undefined;
  }
}

/** Why the session has nothing of the skill, whatever its fields say; undefined if it has. */
function whyNotInSession({ file }: OpenFile): Markdown | undefined {
  const own = file.inCatalog?.own;
  return own?.status === 'disabled'
    ? markdown`It does nothing: ${messageMarkdown(startSmall(own.reason ?? 'the skill is disabled'))}`
    : undefined;
}

function flagMeaning({ key, value }: Field, field: FieldFacts, open: OpenFile): Markdown | undefined {
  const reading = readFlag(value, open.document.runtime);
  if (!reading) return undefined;
  const notInSession = invocationFlags.has(key) ? whyNotInSession(open) : undefined;
  if (notInSession) return notInSession;
  const alone = field.values.find((it) => it.value === String(reading.value))?.description ?? '';
  const effect = invocationEffect(key, open) ?? alone;
  if (reading.understood) return withoutFullStop(effect);
  return withoutFullStop(`Neither true nor false, so Claude Code reads it as ${reading.value}: ${startSmall(effect)}`);
}

/** The effect of a flag together with the other one and with the settings; undefined if these change nothing about it. */
function invocationEffect(key: string, { document, file }: OpenFile): string | undefined {
  if (!invocationFlags.has(key)) return undefined;
  const { hiddenFromModel, hiddenFromUser } = declaredFacts(document, file.kind, file.pluginRoot !== undefined);
  const isForUsersBySettings = file.inCatalog?.own?.isForUsersBySettings === true;
  if (hiddenFromUser && hiddenFromModel) {
    return 'Nobody can invoke the skill, because its flags hide it from the model and from users';
  }
  if (!isForUsersBySettings || hiddenFromModel) return undefined;
  if (hiddenFromUser) {
    return 'Nobody can invoke the skill, because the flag hides it from users and `skillOverrides` from the model';
  }
  return key === 'disable-model-invocation'
    ? 'Only users can invoke the skill, because `skillOverrides` hides it from the model'
    : undefined;
}

function namesMeaning({ document }: OpenFile): Markdown | undefined {
  const names = namesThatCount(namesOf(document.argumentNames));
  if (names.length === 0) return undefined;
  const places = names.slice(0, maxNamed).map(({ name, index }) => {
    return markdown`${codeSpan(`$${name}`)} is the ${ownMarkdown(ordinal(index + 1))}`;
  });
  if (names.length <= maxNamed) return markdown`${ownMarkdown(inWords(places))} argument`;
  return markdown`${ownMarkdown(places.join(', '))} argument, and ${names.length - maxNamed} more`;
}

function wordMeaning(text: string, field: FieldFacts): Markdown {
  const known = findValue(field, text);
  if (known) return withoutFullStop(known.since ? `${known.description} Since ${known.since}` : known.description);
  const near = nearestValue(field, text);
  const unknown = markdown`Claude Code does not know ${codeSpan(text)}`;
  return near ? withNearest(unknown, near.value) : markdown`${unknown} and ignores it`;
}

function modelMeaning(text: string): Markdown {
  const alias = findModelAlias(text);
  if (alias) return alias.model ? markdown`Alias for ${codeSpan(alias.model)}` : withoutFullStop(alias.description);
  return isKnownModel(text) ? markdown`A full model name` : markdown`Neither an alias nor a known full model name`;
}

function agentMeaning(text: string, { file }: OpenFile): Markdown | undefined {
  const builtIn = BUILT_IN_AGENTS.find(({ name }) => name === text);
  if (builtIn) return withoutFullStop(`Built into Claude Code. ${builtIn.description}`);
  if (!file.agentNames) return undefined;
  return file.agentNames.has(text)
    ? markdown`Defined in an agents folder in scope`
    : markdown`No agent in scope has this name`;
}

function textMeaning(key: string, text: string, open: OpenFile): Markdown | undefined {
  const { kind, folderName } = open.file;
  if (kind !== 'skill') return undefined;
  const notInSession = ['name', 'description', 'when_to_use'].includes(key) ? whyNotInSession(open) : undefined;
  if (notInSession) return notInSession;
  if (key === 'name') {
    const folder = markdown`Invoked as ${codeSpan(`/${folderName}`)}`;
    const { nameIgnoredAbove } = capabilities(open.document.runtime);
    if (text === folderName || text.length > (nameIgnoredAbove ?? Infinity)) return folder;
    return markdown`${folder}; ${codeSpan(`/${text}`)} also works, unless another command has that name`;
  }
  return key === 'description' || key === 'when_to_use' ? listingMeaning(open) : undefined;
}

/** The size of the skill in the listing, and what is truncated. */
function listingMeaning({ document, file: { folderName, inCatalog } }: OpenFile): Markdown {
  const whole = listingEntry(document, folderName, Number.POSITIVE_INFINITY);
  if (!whole) return markdown`The model does not see it: the skill is not in the listing`;
  if (inCatalog?.own?.isForUsersBySettings)
    return markdown`The model does not see it: \`skillOverrides\` keeps the skill out of the listing`;
  const listed = inCatalog?.own?.listed;
  const cap = listed === undefined ? listingTextCap(document.runtime) : listed.textCap;
  const length = whole.text.length + (listed?.added ?? 0);
  const size = `${inThousands(length)}${cap === undefined ? '' : ` of ${inThousands(cap)}`} characters in the listing`;
  const both = document.frontmatter.fields.has('when_to_use') ? ', `description` and `when_to_use` together' : '';
  const said = ownMarkdown(cap !== undefined && length > cap ? `${size}${both}: the end is cut off` : `${size}${both}`);
  return inCatalog?.own?.status === 'name-only'
    ? markdown`The model sees only the name, because \`skillOverrides\` says so. Otherwise ${said}`
    : said;
}

function withoutFullStop(sentence: string): Markdown {
  return ownMarkdown(sentence.replace(/\.$/, ''));
}
