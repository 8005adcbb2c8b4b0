/** Maximum length of a name on every file system, in bytes. */
const maxNameLength = 255;

/** Names of devices on Windows, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?:\s*\..*)?$/i;

/** Why a name is not valid for a file or folder on every system. */
export type NameFault = 'empty' | 'dots' | 'slash' | 'character' | 'end' | 'device' | 'long';

/** The problem with a name for a new folder, whether the user typed it or it comes from an archive or a folder. */
export function folderNameFault(name: string): NameFault | undefined {
  return pathPartFault(name) ?? (/[<>:"|?*]/.test(name) ? 'character' : undefined);
}

/** The same for a part of a path inside a skill. Characters that only some systems reject fail there when written. */
export function pathPartFault(name: string): NameFault | undefined {
  if (name.trim() === '') return 'empty';
  if (/^\.+$/.test(name)) return 'dots';
  if (/[\\/]/.test(name)) return 'slash';
  // On Windows a colon addresses a hidden stream of another file.
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\uFFFE\uFFFF:]/u.test(name)) return 'character';
  // Windows drops these, which makes it a different name.
  if (/[. ]$/.test(name)) return 'end';
  if (deviceName.test(name)) return 'device';
  return new TextEncoder().encode(name).length > maxNameLength ? 'long' : undefined;
}

/** Equal for names that some systems treat as the same: they differ only in case or Unicode normalization. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

/**
 * The names under which Windows also finds `.git` and `.claude`: short ones, with a number, and after some of these with
 * four digits of a checksum.
 */
const shortHiddenName = /^(?:git|claude|(?:gi|cl)[\da-f]{4})~\d+$/i;

/** Files and folders that do not belong to a skill: `.git`, `.DS_Store`, `.claude` and the folders that macOS adds. */
export function isHiddenName(name: string): boolean {
  return name.startsWith('.') || name === '__MACOSX' || shortHiddenName.test(name);
}
