import type { ContextWord, TreeNode } from '../../../server/src/protocol.ts';

/** Whether the server set this flag in a node's context value. The menus use the same flags. */
export function hasFlag({ contextValue }: TreeNode, word: ContextWord): boolean {
  return contextValue.split(' ').includes(word);
}

/** Whether this argument of a command is a node of the tree. */
export function isTreeNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && 'id' in value && 'contextValue' in value;
}
