import { once } from '../../platform/once.ts';

/* Libraries such as strip-ansi remove what is in the way; here it has to be seen. */

/**
 * C0 and C1 controls with DEL, the controls of text direction, and the two separators that end a line without being
 * a line ending. A terminal interprets them instead of showing them.
 */
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * A text on one line that is safe for a terminal: control characters are escaped, as in `\x1b`
 * or `\u202e`. For whatever comes from a file, a path or the command line.
 */
export function escapeControlCharacters(text: string): string {
  return text.replace(controls, (control) => shortEscapes[control] ?? escapeUnit(control));
}

/**
 * The same for lines of a file that should stay usable: tabs and line endings remain. A carriage return alone is not a
 * line ending: the following text would overwrite the line.
 *
 * @param following the text that is printed next
 */
export function escapeLines(text: string, following = ''): string {
  return text.replace(controls, (control, offset: number) => {
    const endsLine = control === '\r' && (text[offset + 1] ?? following[0]) === '\n';
    return control === '\t' || control === '\n' || endsLine ? control : escapeUnit(control);
  });
}

/** JSON in which no string contains a control character: `JSON.stringify` only escapes C0. */
export function escapeInJson(json: string): string {
  return json.replace(controls, (control) =>
    // The remaining C0 characters are line endings and indentation between the values.
    control === '\n' ? control : `\\u${hexadecimal(control, 4)}`,
  );
}

/** Control characters, and invisible ones: format characters, other spaces, and characters that fonts do not draw. */
const unseen = once(() => /[^\P{C}]|[^\P{Z} ]|[\p{Default_Ignorable_Code_Point}\u2800]/gu);

/** A text on one line in which nothing is hidden, for a question about it. */
export function visibleCharacters(text: string): string {
  return text.replace(unseen(), (character) => {
    const code = character.codePointAt(0)!;
    return shortEscapes[character] ?? (code > 0xffff ? `\\u{${code.toString(16)}}` : escapeUnit(character));
  });
}

function escapeUnit(control: string): string {
  return control.charCodeAt(0) < 0x100 ? `\\x${hexadecimal(control, 2)}` : `\\u${hexadecimal(control, 4)}`;
}

function hexadecimal(character: string, digits: number): string {
  return character.charCodeAt(0).toString(16).padStart(digits, '0');
}
