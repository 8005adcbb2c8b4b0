/** Bytes of a name that every file system takes. */
const longestName = 255;

/** What Windows takes for devices, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?:\s*\..*)?$/i;

/** Why a name cannot be that of a file or folder on every system. */
export type NameFault = 'empty' | 'dots' | 'slash' | 'character' | 'end' | 'device' | 'long';

/** What is wrong with a name that a folder is to get: one that a person types, or that an archive or a folder brings. */
export function folderNameFault(name: string): NameFault | undefined {
  return pathPartFault(name) ?? (/[<>:"|?*]/.test(name) ? 'character' : undefined);
}

/** The same for a part of a path inside of a skill: what a system cannot write, it refuses itself and by its own message. */
export function pathPartFault(name: string): NameFault | undefined {
  if (name.trim() === '') return 'empty';
  if (/^\.+$/.test(name)) return 'dots';
  if (/[\\/]/.test(name)) return 'slash';
  // On Windows a colon leads to a hidden part of another file.
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\uFFFE\uFFFF:]/u.test(name)) return 'character';
  // Windows drops these, so that the name would be another one.
  if (/[. ]$/.test(name)) return 'end';
  if (deviceName.test(name)) return 'device';
  return new TextEncoder().encode(name).length > longestName ? 'long' : undefined;
}

/** Names are the same to some systems that differ in case, or in how their characters are composed. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

/** Files and folders that do not belong to a skill: `.git`, `.DS_Store`, `.claude` and what macOS puts beside them. */
export function isHiddenName(name: string): boolean {
  return name.startsWith('.') || name === '__MACOSX';
}
