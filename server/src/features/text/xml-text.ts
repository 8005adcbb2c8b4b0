const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML 1.0 has no notation for: controls, halves of surrogate pairs, and two noncharacters. */
const noCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]|[\p{Surrogate}\ufffe\uffff]/gu;

/** Text that every XML parser accepts. What XML 1.0 cannot hold is written as in a program: `\x1b`. */
export function xmlText(text: string): string {
  return text
    .replace(/[&<>"]/g, (character) => entities[character]!)
    .replace(noCharacters, escapeUnit)
    .replaceAll('\r', '&#13;')
    .replaceAll('\t', '&#9;')
    .replaceAll('\n', '&#10;');
}

/** The attributes of an element, after its name. */
export function xmlAttributes(values: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${xmlText(String(value))}"`))
    .join('');
}

function escapeUnit(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`;
}
