/**
 * What menus may ask of a line of the tree: the whole vocabulary of `TreeNode.contextValue`, on which the `when`
 * clauses in package.json rely. The client adds `inworkspace` to what lies in a workspace folder.
 */
export type ContextWord =
  /** What kind of line it is: exactly one of these, but that `session` and `plugin` come with `group`. */
  | 'skill'
  | 'command'
  | 'group'
  | 'session'
  | 'plugin'
  | 'folder'
  | 'file'
  | 'more'
  | 'agent'
  | 'error'
  /** A group whose place takes skills: new ones, imported ones, dropped ones. */
  | 'receives'
  /** A skill or command that may be renamed, moved and deleted: none that is managed or a plugin's. */
  | 'editable'
  /** A skill or command on which `skillOverrides` of the user's or the project's settings has an effect. */
  | 'switchable'
  /** What the settings say of one that is switchable; none of the three where they hide it from the model alone. */
  | 'on'
  | 'nameonly'
  | 'off'
  /** `/name` runs it. */
  | 'invocable'
  /** The model is told of it. */
  | 'listed'
  /** Its URI is that of a file, which a click opens. */
  | 'openable'
  /** Its URI is that of something on the disk. */
  | 'located';

/** The words of a line as its `contextValue`. */
export function contextValue(words: readonly ContextWord[]): string {
  return words.join(' ');
}
