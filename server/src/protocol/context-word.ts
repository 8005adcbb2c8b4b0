/**
 * The flags of a node that menus use: all values in `TreeNode.contextValue`, on which the `when` clauses of
 * menus rely. The extension adds `inworkspace` to nodes in a workspace folder.
 */
export type ContextWord =
  /** The kind of node: exactly one of these, except that `session` and `plugin` are combined with `group`. */
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
  /** The answer of the installed Claude Code; `asking` while there is none, `difference` for one of its points. */
  | 'asked'
  | 'asking'
  | 'difference'
  /** A group to which skills can be added: new, imported and dropped ones. */
  | 'receives'
  /** A plugin or collection in the folder that can be loaded as a plugin of the session. */
  | 'addable'
  /** A collection that other products read, whose skills can be linked to Claude Code's. */
  | 'linkable'
  /** A plugin in the folder, or a folder of skills that counts as one, which could be submitted to the plugin directory. */
  | 'publishable'
  /** A plugin that the settings name as one of the session. */
  | 'removable'
  /** A skill or command that may be renamed, moved and deleted, so not managed and not a plugin's. */
  | 'editable'
  /** A skill or command that `skillOverrides` in user or project settings affects. */
  | 'switchable'
  /** The setting of one that is switchable; none of the three if it is only hidden from the model. */
  | 'on'
  | 'nameonly'
  | 'off'
  /** `/name` runs it. */
  | 'invocable'
  /** The model sees it in the listing. */
  | 'listed'
  /** A permission rule denies it to the model. */
  | 'denied'
  /** Its URI is that of a file, which a click opens. */
  | 'openable'
  /** Its URI exists on disk. */
  | 'located';
