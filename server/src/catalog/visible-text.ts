/*
 * What the latest client does to a description before the model sees it. Every rule here was found by asking Claude
 * Code 2.1.329; the recordings are test/conformance/own-listing.2.1.329.jsonl.
 */

/** Terminal control sequences: strings that end in a terminator (or never), CSI sequences, short escapes. */
const terminalSequences =
  /(?:\u001B[\]PX^_])[\s\S]*?(?:\u0007|\u001B\\|\u009C|$)|(?:\u001B\[|\u009B)[0-?]*[ -/]*(?:[@-~]|$)|\u001B(?:[ -/][\s\S]?|[0-~]|$)/g;

/** Characters without a look of their own: controls, formats, unassigned and private ones, variation selectors. */
const invisible = String.raw`[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]+`;

/** Emoji that the Unicode standard lists, whose joiners and selectors belong to them; needs the `v` flag. */
const emoji = String.raw`\p{RGI_Emoji}`;

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
  return `(?<=${letter}\\p{M}?\\u${virama})${joiner}(?=${letter})`;
});

/** Arabic letters that join to the right only, and those that never join: no non-joiner is needed after them. */
const arabicNotJoiningLeft =
  '\\u0621-\\u0625\\u0627\\u0629\\u062F-\\u0632\\u0640\\u0648\\u0671-\\u0677\\u0688-\\u0699\\u06C0\\u06C3-\\u06CB\\u06CD\\u06CF\\u06D2\\u06D3\\u06D5\\u06EE\\u06EF\\u0759-\\u075B\\u076B\\u076C\\u0771\\u0773\\u0774\\u0778\\u0779\\u0870-\\u0882\\u08AA-\\u08AE\\u08B1\\u08B2\\u08B9\\uFB50-\\uFEFF';
const arabicNeverJoining = '\\u0621\\u0640\\u0674\\u08AD\\uFB50-\\uFEFF';
const arabicLetter = (except: string) => `(?:(?![${except}])(?=\\p{L})\\p{Script=Arabic})`;
const arabicNonJoiner = `(?<=${arabicLetter(arabicNotJoiningLeft)}\\p{M}*)\\u200C(?=${arabicLetter(arabicNeverJoining)})`;

const shaping = [...indicJoiners, arabicNonJoiner].join('|');

let pieces: RegExp | undefined;

/**
 * One alternative keeps, the last one replaces; the order decides. Built when it is first needed: that takes some ten
 * milliseconds, and most texts do without.
 */
function piecesPattern(): RegExp {
  pieces ??= new RegExp(`(?<kept>${emoji}|${shaping})|${invisible}`, 'gv');
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
  return text.replace(terminalSequences, '').replace(piecesPattern(), (...match) => {
    const groups = match.at(-1) as { kept?: string };
    return groups.kept ?? ' ';
  });
}
