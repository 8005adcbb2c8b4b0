import { visibleText } from './visible-text.ts';

/**
 * Whether the latest release loads a skill or command with this folder or file name. Spaces are allowed, and so are the
 * characters of an emoji; recorded in test/conformance/own-names.*.jsonl.
 */
export function isLoadableName(name: string): boolean {
  return !/[<>]|[^\S ]/.test(name) && visibleText(name) === name;
}
