/** A text of a manifest as the listing has it: without invisible characters, and without whitespace around it. */
export function readListingText(text: string): string {
  return text
    .replace(/[\p{Cs}\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .replace(/[\u115F\u1160\u3164\uFFA0\u2800]/g, ' ')
    .trim();
}

/** Whether the listing may link to an address. */
export function isListedAddress(address: string, mayBeMail = false): boolean {
  if (address === '' || hasForbiddenCharacters(address)) return false;
  if (/^mailto:/i.test(address)) {
    const mailbox = address.slice('mailto:'.length).split(/[?#]/, 1)[0]!;
    return mayBeMail && mailbox !== '' && !mailbox.startsWith('/') && mailbox.includes('@');
  }
  if (!/^https:\/\//i.test(address)) return false;
  const host = address.slice('https://'.length).split(/[/?#]/, 1)[0]!;
  // A query may have any percent signs.
  const [, path, fragment = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/.exec(address)!;
  if (
    host === '' ||
    /[@`{}]/.test(host) ||
    /%(?![0-9A-Fa-f]{2})/.test(path + fragment) ||
    /%[0-7][0-9A-Fa-f]/.test(host)
  )
    return false;
  return URL.canParse(address) && new URL(address).hostname !== '';
}

function hasForbiddenCharacters(text: string): boolean {
  return /["'<>\\\u0000-\u0020\u007f]/.test(text);
}
