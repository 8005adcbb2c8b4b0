/** Folders in which the runner looks for no cases, or that mean something else. */
const reserved: ReadonlySet<string> = new Set(['node_modules', 'results', 'mocks', 'graders', 'files']);

/** Names of devices, which Windows gives to no folder. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i;

const longest = 80;

/** Why a case cannot have a name, as a sentence without a full stop; undefined if it can. */
export function caseNameProblem(name: string): string | undefined {
  if (name === '') return 'Enter a name';
  if (name.length > longest) return `A name has at most ${longest} characters`;
  if (!/^[A-Za-z0-9](?:[\w.-]*[\w-])?$/.test(name)) {
    return 'A name has letters, digits, `-`, `_` and `.`, begins with a letter or digit, and does not end with `.`';
  }
  if (reserved.has(name.toLowerCase()) || device.test(name)) return `A case cannot be called \`${name}\``;
  return undefined;
}

/** A name for a case that is about something, and that is not taken. Capital letters make no difference. */
export function freeCaseName(about: string, taken: { has(name: string): boolean }): string {
  const words = about
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '');
  const base = caseNameProblem(words) === undefined ? words : 'case';
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(name)) return name;
  }
}
