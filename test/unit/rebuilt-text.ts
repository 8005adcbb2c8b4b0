import type { Rendering } from '../../server/src/runtime/render/rendering.ts';

/** The text again from the file and the spans alone; undefined where the spans are out of place. */
export function rebuiltText(
  { text, bodyStart, spans }: Pick<Rendering, 'text' | 'bodyStart' | 'spans'>,
  file: string,
  bodyInFile: number,
): string | undefined {
  let at = bodyInFile;
  let length = bodyStart;
  const made = [text.slice(0, bodyStart)];
  const add = (piece: string): void => {
    made.push(piece);
    length += piece.length;
  };
  for (const { start, end, source } of spans) {
    if (source.start < at) return undefined;
    add(file.slice(at, source.start));
    if (start !== length) return undefined;
    add(text.slice(start, end));
    at = source.end;
  }
  add(file.slice(at));
  return made.join('');
}
