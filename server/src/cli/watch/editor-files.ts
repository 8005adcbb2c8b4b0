/**
 * Files that editors and tools write next to a file while it is open or being saved. They are gone a moment later, or change with
 * every key, and no check depends on it.
 */
const patterns: readonly RegExp[] = [
  // Vim: swap files, and the number that it tries to create in a folder.
  /^\..*\.sw[a-z]$/,
  /^4913$/,
  // Vim, Emacs, nano, Kate and others: the file as it was.
  /~$/,
  /^~\$/,
  // Emacs: the unsaved text, and the lock.
  /^#.*#$/,
  /^\.#/,
  // The new text before it takes the file's name: GNOME, KDE, JetBrains, `sed -i`, Claude Code, this program and others.
  /^\.goutputstream-/,
  /\.kate-swp$/,
  /___jb_(?:tmp|old|bak)___$/,
  /^sed(?=.*[A-Z\d])[A-Za-z\d]{6}$/,
  /\.te?mp(?:[.-][\da-f.-]*)?$/i,
];

/** Whether a name is that of a temporary file of an editor. */
export function isEditorFile(name: string): boolean {
  return patterns.some((pattern) => pattern.test(name));
}
