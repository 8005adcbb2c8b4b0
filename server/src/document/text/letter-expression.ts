/*
 * V8 takes about a millisecond to read each `\p{L}` or `\p{N}` of an expression, also of one that is never used: a tenth of the
 * check of one file.
 */

/** What stands for a category of characters in a text that has no letters and digits but those of ASCII. */
const inAscii: Readonly<Record<string, string>> = {
  L: 'A-Za-z',
  Lu: 'A-Z',
  Ll: 'a-z',
  Lm: '',
  Lo: '',
  M: '\\uFE0F',
  N: '0-9',
};

/** Characters that are neither ASCII nor certainly punctuation, symbols and emoji. */
const beyond =
  /(?!\uFE0F)[^\0-\x7F\xA0-\xA9\xAB-\xB1\xB4\xB6-\xB8\xBB\xBF\xD7\xF7\u2010-\u205F\u20A0-\u20C0\u2190-\u2429\u2500-\u2775\u2794-\u2BFF\u{1F300}-\u{1FAFF}]/u;

/**
 * An expression for letters and digits of all scripts, by the text in which it is searched for: most texts have none
 * beyond ASCII, so that one for these will do.
 *
 * @param source its categories of characters are those above
 */
export function letterExpression(source: string, flags: string): (text: string) => RegExp {
  let ascii: RegExp | undefined;
  let all: RegExp | undefined;
  return (text) => {
    // Neither is made before it is needed, because V8 reads each that is made.
    if (beyond.test(text)) {
      all ??= new RegExp(source, flags);
      return all;
    }
    ascii ??= new RegExp(asciiSource(source), flags);
    return ascii;
  };
}

function asciiSource(source: string): string {
  let isInClass = false;
  return source.replace(/\\p\{([^}]*)\}|\\.|[[\]]/g, (written, category: string | undefined) => {
    if (written === '[') isInClass = true;
    else if (written === ']') isInClass = false;
    if (category === undefined) return written;
    const letters = inAscii[category];
    if (letters === undefined) throw new Error(`\\p{${category}} has no letters in ASCII here`);
    return isInClass ? letters : `[${letters}]`;
  });
}
