import { visibleText } from './visible-text.ts';

/**
 * Whether the latest client loads a skill or command of this folder or file name at all. Spaces are fine, and so is what
 * an emoji consists of; see test/conformance/own-names.2.1.329.jsonl.
 */
export function isLoadableName(name: string): boolean {
  return !/[<>]|[^\S ]/.test(name) && visibleText(name) === name;
}
