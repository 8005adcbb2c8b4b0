import { MAX_KNOWN_EMOJI } from '../../dialect/limits.ts';

/*
 * How the latest release cleans a description before the model sees it. Every rule here was found by asking Claude
 * Code; the recordings are test/conformance/own-listing.*.jsonl.
 */

/** Terminal control sequences: strings with or without their terminator, CSI sequences, short escapes. */
const terminalSequences =
  /(?:\u001B[\]PX^_])[\s\S]*?(?:\u0007|\u001B\\|\u009C|$)|(?:\u001B\[|\u009B)[0-?]*[ -/]*(?:[@-~]|$)|\u001B(?:[ -/][\s\S]?|[0-~]|$)/g;

/** Characters that are not displayed: controls, formats, unassigned and private ones, variation selectors. */
const invisible = String.raw`[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]+`;

/** Characters that may follow the first one of an emoji of several characters. */
const goesOn = String.raw`[\uFE0F\u200D\u20E3\p{Emoji_Modifier}\p{RI}\u{E0020}-\u{E007F}]`;
const picture = String.raw`(?![#*0-9])\p{Emoji}[\uFE0F\p{Emoji_Modifier}]?`;

/**
 * Text in the form of an emoji of several characters, whether that emoji exists or not. Longer than any that exists.
 * The standard's own list is long, so only such text is looked up; an emoji of one character hides nothing.
 */
const emojiShape = String.raw`(?=\p{Emoji}${goesOn})(?:\p{RI}{2}|[#*0-9]\uFE0F\u20E3|${picture}(?:[\u{E0020}-\u{E007F}]{1,10}|(?:\u200D${picture}){0,4}))`;

/** The scripts in which Claude Code keeps joiners, with the sign that must precede them. */
const viramaOf = {
  Devanagari: '094D',
  Bengali: '09CD',
  Gujarati: '0ACD',
  Oriya: '0B4D',
  Telugu: '0C4D',
  Kannada: '0CCD',
  Malayalam: '0D4D',
  Sinhala: '0DCA',
};

/** A joiner after a virama, between two letters of one script. */
const indicJoiners = Object.entries(viramaOf).map(([script, virama]) => {
  const letter = `(?:(?=\\p{L})\\p{Script=${script}})`;
  const joiner = script === 'Sinhala' ? '\\u200D' : '[\\u200C\\u200D]';
  return `${joiner}(?<=${letter}\\p{M}?\\u${virama}.)(?=${letter})`;
});

/** Arabic letters that join to the right only, and those that never join: no non-joiner is needed after them. */
const arabicNotJoiningLeft =
  '\\u0621-\\u0625\\u0627\\u0629\\u062F-\\u0632\\u0640\\u0648\\u0671-\\u0677\\u0688-\\u0699\\u06C0\\u06C3-\\u06CB\\u06CD\\u06CF\\u06D2\\u06D3\\u06D5\\u06EE\\u06EF\\u0759-\\u075B\\u076B\\u076C\\u0771\\u0773\\u0774\\u0778\\u0779\\u0870-\\u0882\\u08AA-\\u08AE\\u08B1\\u08B2\\u08B9\\uFB50-\\uFEFF';
const arabicNeverJoining = '\\u0621\\u0640\\u0674\\u08AD\\uFB50-\\uFEFF';
const arabicLetter = (except: string) => `(?:(?![${except}])(?=\\p{L})\\p{Script=Arabic})`;
const arabicNonJoiner = `\\u200C(?<=${arabicLetter(arabicNotJoiningLeft)}\\p{M}*.)(?=${arabicLetter(arabicNeverJoining)})`;

/**
 * The lookbehind applies only to a joiner: otherwise the same marks would be read again from every position between
 * them.
 */
const shaping = `(?=[\\u200C\\u200D])(?:${[...indicJoiners, arabicNonJoiner].join('|')})`;

let pieces: RegExp | undefined;

/**
 * Pieces that stay, that may stay, and that are replaced; the order decides. Built on first use: that takes about ten
 * milliseconds, and most texts do not need it.
 */
function piecesPattern(): RegExp {
  pieces ??= new RegExp(`(${emojiShape})|(${shaping})|${invisible}`, 'gv');
  return pieces;
}

/** Whether a text needs no cleaning. Most need none, and the full pattern is a hundred times as slow. */
const plain = /^[\u0020-\u007E\u00A0-\u00AC\u00AE-\u02FF\u2010-\u2027\u2030-\u205E]*$/;

/**
 * The text without invisible characters: terminal sequences are removed, and each run of invisible characters (line
 * endings too) becomes one space. Joiners stay where a script or an emoji needs them.
 */
export function visibleText(text: string): string {
  if (plain.test(text)) return text;
  const shown = text.replace(terminalSequences, '');
  const emoji = new EmojiOfText();
  const pattern = piecesPattern();
  let visible = '';
  let copied = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(shown); match; match = pattern.exec(shown)) {
    const [, shape, kept] = match;
    // The text after the emoji, or after the character that is not one, is matched again.
    if (shape !== undefined) pattern.lastIndex = match.index + (emoji.lengthOf(shape) || firstLength(shape));
    else if (kept === undefined) {
      visible += `${shown.slice(copied, match.index)} `;
      copied = pattern.lastIndex;
    }
  }
  return visible + shown.slice(copied);
}

/** How much of an emoji candidate is an emoji. Each distinct one is looked up once per text. */
class EmojiOfText {
  readonly #lengths = new Map<string, number>();

  /** UTF-16 units; 0 for none. Beyond the limit nothing counts as an emoji: no real text has so many. */
  lengthOf(shape: string): number {
    let length = this.#lengths.get(shape);
    if (length === undefined) {
      length = this.#lengths.size < MAX_KNOWN_EMOJI ? lengthOfListed(shape) : 0;
      if (this.#lengths.size < MAX_KNOWN_EMOJI) this.#lengths.set(shape, length);
    }
    return length;
  }
}

/**
 * Matches a text that begins with an emoji of the Unicode standard, whose joiners and selectors belong to it. Created
 * when first needed: few texts have one, and the standard's list takes longer to load than most modules.
 */
let listedEmoji: RegExp | undefined;

function lengthOfListed(shape: string): number {
  listedEmoji ??= /^\p{RGI_Emoji}/v;
  return listedEmoji.exec(shape)?.[0].length ?? 0;
}

function firstLength(text: string): number {
  return text.codePointAt(0)! > 0xffff ? 2 : 1;
}
