import { EMOJI_TOLD_APART } from '../../dialect/limits.ts';

/*
 * What the latest client does to a description before the model sees it. Every rule here was found by asking Claude
 * Code 2.1.329; the recordings are test/conformance/own-listing.2.1.329.jsonl.
 */

/** Terminal control sequences: strings that end in a terminator (or never), CSI sequences, short escapes. */
const terminalSequences =
  /(?:\u001B[\]PX^_])[\s\S]*?(?:\u0007|\u001B\\|\u009C|$)|(?:\u001B\[|\u009B)[0-?]*[ -/]*(?:[@-~]|$)|\u001B(?:[ -/][\s\S]?|[0-~]|$)/g;

/** Characters without a look of their own: controls, formats, unassigned and private ones, variation selectors. */
const invisible = String.raw`[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]+`;

/** What may stand after the first character of an emoji that has more than one. */
const goesOn = String.raw`[\uFE0F\u200D\u20E3\p{Emoji_Modifier}\p{RI}\u{E0020}-\u{E007F}]`;
const picture = String.raw`(?![#*0-9])\p{Emoji}[\uFE0F\p{Emoji_Modifier}]?`;

/**
 * What has the shape of an emoji of several characters, whether there is one or not. Longer than all that there are. The
 * standard's own list is long, so it is asked about these alone; an emoji of one character hides nothing.
 */
const emojiShape = String.raw`(?=\p{Emoji}${goesOn})(?:\p{RI}{2}|[#*0-9]\uFE0F\u20E3|${picture}(?:[\u{E0020}-\u{E007F}]{1,10}|(?:\u200D${picture}){0,4}))`;

/** The beginning of a text that is an emoji of the Unicode standard, whose joiners and selectors belong to it. */
const listedEmoji = /^\p{RGI_Emoji}/v;

/** The scripts in which the client keeps joiners, with the sign that must stand before them. */
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

/** What is before is looked at only where a joiner is: marks would be passed again from every place between them. */
const shaping = `(?=[\\u200C\\u200D])(?:${[...indicJoiners, arabicNonJoiner].join('|')})`;

let pieces: RegExp | undefined;

/**
 * What stays, what may stay, and what is replaced; the order decides. Built when it is first needed: that takes some ten
 * milliseconds, and most texts do without.
 */
function piecesPattern(): RegExp {
  pieces ??= new RegExp(`(${emojiShape})|(${shaping})|${invisible}`, 'gv');
  return pieces;
}

/** Whether a text can be left alone; most can, and the full pattern costs a hundred times as much. */
const plain = /^[\u0020-\u007E\u00A0-\u00AC\u00AE-\u02FF\u2010-\u2027\u2030-\u205E]*$/;

/**
 * The text without what cannot be seen: terminal sequences go, each run of invisible characters (line ends too)
 * becomes one space. Joiners stay where a script or an emoji needs them.
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
    // What follows the emoji, or the character that is none, is looked at again.
    if (shape !== undefined) pattern.lastIndex = match.index + (emoji.lengthOf(shape) || firstLength(shape));
    else if (kept === undefined) {
      visible += `${shown.slice(copied, match.index)} `;
      copied = pattern.lastIndex;
    }
  }
  return visible + shown.slice(copied);
}

/** How much of what looks like an emoji is one. Each different one is looked up once in a text. */
class EmojiOfText {
  readonly #lengths = new Map<string, number>();

  /** UTF-16 units; 0 for none. Beyond the bound nothing is one: there are not so many that a text could have. */
  lengthOf(shape: string): number {
    let length = this.#lengths.get(shape);
    if (length === undefined) {
      length = this.#lengths.size < EMOJI_TOLD_APART ? (listedEmoji.exec(shape)?.[0].length ?? 0) : 0;
      if (this.#lengths.size < EMOJI_TOLD_APART) this.#lengths.set(shape, length);
    }
    return length;
  }
}

function firstLength(text: string): number {
  return text.codePointAt(0)! > 0xffff ? 2 : 1;
}
