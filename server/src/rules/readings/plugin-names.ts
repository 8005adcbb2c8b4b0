import { type JsonNode, jsonRange } from '../../document/json-document.ts';
import { showText } from '../messages/show-value.ts';
import type { Fix } from '../rule.ts';

/** The nearest name of a plugin or marketplace that Claude Code accepts; empty if nothing is left. */
export function toPluginName(written: string): string {
  return written
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^A-Za-z0-9._]+/g, '-')
    .replace(/^[^A-Za-z0-9]+|-+$/g, '')
    .replace(/\.{2,}/g, '.');
}

/** Writes another text in place of a value. What it means has changed, so it needs review. */
export function replaceString(node: JsonNode, text: string): Fix {
  return {
    title: `Write ${showText(text)}`,
    safe: false,
    edits: [{ range: jsonRange(node), newText: JSON.stringify(text) }],
  };
}
