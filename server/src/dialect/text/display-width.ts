import { eastAsianWidth } from 'get-east-asian-width';

/** Every character takes one column. */
const plain = /^[\u0020-\u007E\u00A0-\u00AC\u00AE-\u02FF\u2010-\u2027]*$/;

/** A pictograph with its modifiers: a skin tone, a selector, joiners, tags. */
const picture = String.raw`(?:\p{Emoji_Modifier_Base}\p{Emoji_Modifier}|\p{Extended_Pictographic})[\p{Mn}\p{Me}\u200D\u{E0020}-\u{E007F}]*`;

/** Made on use, because V8 takes milliseconds to read them and most texts are plain. */
let made: ReturnType<typeof makeExpressions> | undefined;

function makeExpressions() {
  return {
    /** Marks above or below a letter, controls, formats, surrogates, and the later parts of Hangul syllables. */
    invisible: /^(?!\u20E3)[\p{Mn}\p{Me}\p{Cc}\p{Cf}\p{Cs}\u1160-\u11FF\uD7B0-\uD7FF]$/u,
    /** Characters drawn as one picture: two columns, even if the first of them alone would take one. */
    pictures: new RegExp(String.raw`${picture}(?:(?<=\u200D)${picture})*|\p{Regional_Indicator}{2}`, 'gu'),
    asPicture: /\uFE0F|\u200D|\p{Emoji_Modifier}|\p{Regional_Indicator}/u,
    /** Characters that are narrow in the Unicode standard and wide in Claude Code: halves of flags, some pictographs, long dashes. */
    wide: /^[\p{Regional_Indicator}\u17A4\u17D8\u261D\u26F9\u270C\u270D\u2E3A\u2E3B\u3248-\u324F\u{1F3CB}\u{1F3CC}\u{1F574}\u{1F575}\u{1F590}\u{1F93B}\u{1F946}]$/u,
  };
}

/**
 * The columns that a text takes in a terminal, as the latest release counts them. Found by asking Claude Code; the
 * recordings are test/conformance/own-budget.*.jsonl.
 */
export function displayWidth(text: string): number {
  if (plain.test(text)) return text.length;
  made ??= makeExpressions();
  const { pictures, asPicture, invisible, wide } = made;
  let width = 0;
  const others = text.replace(pictures, (match) => {
    if (!asPicture.test(match)) return match;
    width += 2;
    return '';
  });
  for (const character of others) {
    if (!invisible.test(character)) width += wide.test(character) ? 2 : eastAsianWidth(character.codePointAt(0)!);
  }
  return width;
}
