import { addedTexts } from '../../server/src/jobs/claude-code/prove/request-texts.ts';
import type { ModelRequest } from '../../server/src/platform/model-server.ts';

/** The text of each skill in a conversation, by its command. */
export function sentTexts(request: ModelRequest | undefined): ReadonlyMap<string, string> {
  const texts = request ? addedTexts(request).map(({ text }) => text) : [];
  return new Map(
    texts.flatMap((text, index) => {
      const [, name] = /^<command-message>[\s\S]*?<command-name>(\/s\d+)</.exec(text) ?? [];
      return name === undefined ? [] : [[name, texts[index + 1]!] as const];
    }),
  );
}
