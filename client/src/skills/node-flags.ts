import type { TreeNode } from '../../../server/src/protocol.ts';

/** Whether the server set this flag in a node's context value. The menus in package.json use the same flags. */
export function hasFlag({ contextValue }: TreeNode, word: string): boolean {
  return contextValue.split(' ').includes(word);
}

/** Whether this argument of a command is a node of the tree. */
export function isTreeNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && 'id' in value && 'contextValue' in value;
}
