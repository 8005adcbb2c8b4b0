import type { TreeNode } from '../../../server/src/protocol.ts';

/** Whether the server says this word of a node; the menus in package.json ask for the same words. */
export function hasWord({ contextValue }: TreeNode, word: string): boolean {
  return contextValue.split(' ').includes(word);
}

/** Whether this argument of a command is a node of the tree. */
export function isTreeNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && 'id' in value && 'contextValue' in value;
}
