import type { Field } from '../skill-document.ts';
import { textRange } from '../text/text-range.ts';
import { maxTokens } from '../yaml/yaml-tokens.ts';

/**
 * The top-level `key: …` lines of YAML that cannot be read, each value ending at the next key. Values are raw text:
 * good enough for an outline and for messages about lost fields, not for applying them.
 *
 * @param base where the text begins in the file
 */
export function scanTopLevelEntries(text: string, base: number): Field[] {
  const starts: { key: string; start: number; colon: number }[] = [];
  let offset = 0;
  for (const line of text.split('\n')) {
    const match = /^([\p{L}_][\p{L}\p{N}_.-]*)[ \t]*:(?=[ \t]|$)/u.exec(line.endsWith('\r') ? line.slice(0, -1) : line);
    // As many as readable YAML could have at most.
    if (match && starts.length < maxTokens)
      starts.push({ key: match[1]!, start: offset, colon: offset + match[0].length - 1 });
    offset += line.length + 1;
  }
  return starts.map(({ key, start, colon }, index) => {
    const limit = starts[index + 1]?.start ?? text.length;
    const raw = text.slice(colon + 1, limit);
    const value = raw.trim();
    const valueStart = value === '' ? colon + 1 : colon + 1 + raw.length - raw.trimStart().length;
    const range = textRange(base + valueStart, base + valueStart + value.length);
    return {
      key,
      keyRange: textRange(base + start, base + start + key.length),
      value:
        value === ''
          ? { kind: 'scalar', value: null, range, style: 'implicit' }
          : { kind: 'scalar', value, range, style: 'plain' },
      range: textRange(base + start, range.end),
    };
  });
}
