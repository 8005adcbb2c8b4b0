import type { Field } from '../../../document/skill-document.ts';
import { type TextRange, textRange } from '../../../document/text/text-range.ts';
import type { ScalarValue } from '../../../document/yaml/yaml-value.ts';
import { once } from '../../../platform/once.ts';

/** A comment that was probably meant as text, or the word before a text that YAML reads as a tag or an anchor. */
type UnreadText = { readonly kind: 'comment' | 'sign'; readonly range: TextRange };

/** Longer than the longest word that is searched for. */
const maxWordLength = 24;

/** Comments that people and tools do write after a value. */
const deliberate =
  /^#+\s*(?:TODO|FIXME|XXX|HACK|NOTE|NB|noqa|yamllint|cspell|prettier|eslint|markdownlint|skillwright)\b/i;

/** How people talk to one another about a text, rather than to its reader. */
const aboutTheText = once(
  () =>
    /^#+\s*(?:\(|\[|keep|reviewed|review|updated?|changed|added|see|was|old|new|temp(?:orary)?|draft|wip|short(?:en)?|too|max(?:imum)?|min(?:imum)?|limit|don['’]?t|do not|must|should|needs?|required|optional|edit(?:ed)?|remove|replace|rewrite|fix(?:ed)?|check(?:ed)?|maybe|deprecated|legacy|version|v?\d+\.\d|\d{4}-\d|@|\p{L}+:|this|your|one[- ](?:line|sentence)|the (?:description|text|name|first|one|model|word)|what|how|shown|used by|description|comment|https?:|[-=#*]{2,})/iu,
);

/** A word or character after which a sentence continues. */
const unfinished =
  /(?:[,;:(/–—]|\b(?:an?|the|and|or|of|to|in|on|for|with|by|from|as|like|than|into|using|via|per|at|its|your))$/i;

/** The end of a sentence, with closing quotes or brackets after it. */
const finished = /[.!?…。！？]["'”’)\]*_`]*$/;

/** Words that only a description has for the model. */
const readsOn =
  /\b(?:use (?:this |it )?(?:skill |agent )?(?:when|whenever|if|for)|when (?:the )?user|trigger(?:s|ed)? (?:on|when))\b/i;

/** The comment after the text of a field, if its author meant it as part of that text. */
export function findComment(text: string, field: Field, value: ScalarValue): UnreadText | undefined {
  if (value.style !== 'plain' && value.style !== 'implicit') return undefined;
  const valueEnd = value.style === 'plain' ? value.range.end : text.indexOf(':', field.keyRange.end) + 1;
  if (valueEnd === 0 || valueEnd > value.range.end) return undefined;
  const rest = text.slice(valueEnd, lineEndAfter(text, valueEnd));
  const gap = /^[ \t]+(?=#)/.exec(rest)?.[0].length;
  if (gap === undefined) return undefined;
  const comment = rest.slice(gap).trimEnd();
  const written = text.slice(value.range.start, value.range.end);
  // An alias is written `*name`: text after it cannot belong to the value.
  if (value.style === 'plain' ? written.startsWith('*') || !continues(written, comment) : isNote(comment)) {
    return undefined;
  }
  const start = valueEnd + gap;
  return { kind: 'comment', range: textRange(start, start + comment.length) };
}

/** Whether a comment in place of a text is a real comment: `# TODO`, not `#todo`, which is how a tag is written. */
function isNote(comment: string): boolean {
  return /^#+\s/.test(comment) && deliberate.test(comment);
}

/** Whether a comment continues the text before it. */
function continues(written: string, comment: string): boolean {
  if (deliberate.test(comment)) return false;
  if (!/^#(\s|$)/.test(comment) || unfinished.test(written.slice(-maxWordLength))) return true;
  if (readsOn.test(comment)) return true;
  return /^#\s+\S/.test(comment) && !finished.test(written.slice(-maxWordLength)) && !aboutTheText().test(comment);
}

/** `!important Sorts …`, `&Sorts mail`: the first word is a tag or an anchor, and the text begins after it. */
export function findSign(text: string, field: Field, value: ScalarValue): UnreadText | undefined {
  if (value.style !== 'plain' && value.style !== 'implicit') return undefined;
  const colon = text.indexOf(':', field.keyRange.end);
  if (colon < 0) return undefined;
  const line = text.slice(colon + 1, lineEndAfter(text, colon));
  const match = /^([ \t]+)([!&](?![!<])[^\s#]+)/.exec(line);
  if (!match) return undefined;
  const range = textRange(colon + 1 + match[1]!.length, colon + 1 + match[0].length);
  if (value.style === 'plain' && value.range.start < range.end) return undefined;
  // An anchor that is referred to is one.
  if (match[2]!.startsWith('&') && text.includes(`*${match[2]!.slice(1)}`)) return undefined;
  return { kind: 'sign', range };
}

function lineEndAfter(text: string, offset: number): number {
  const found = text.slice(offset).search(/[\r\n]/);
  return found < 0 ? text.length : offset + found;
}
