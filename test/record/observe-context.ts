import { type AddedText, blocksOf } from '../../server/src/jobs/claude-code/prove/request-texts.ts';
import type { ModelRequest } from '../../server/src/platform/model-server.ts';

/** How each agent is described to the model; null for one that is not offered. */
export function agentEntries(request: ModelRequest, names: readonly string[]): Record<string, string | null> {
  const texts = [
    ...request.messages.flatMap(({ content }) => blocksOf(content).map(({ text }) => text ?? '')),
    ...(request.tools ?? []).map(({ description }) => description),
  ];
  return Object.fromEntries(names.map((name) => [name, findAgent(texts, name)]));
}

function findAgent(texts: readonly string[], name: string): string | null {
  for (const text of texts) {
    const start = text.startsWith(`- ${name}: `) ? 0 : text.indexOf(`\n- ${name}: `) + 1;
    if (start === 0 && !text.startsWith(`- ${name}: `)) continue;
    // A description may have several lines, and ends with the tools.
    const entry = /^- [\s\S]*?\(Tools: [^)\n]*\)/.exec(text.slice(start));
    if (entry) return entry[0];
  }
  return null;
}

/** What the client reads on its own and shows to the model as calls of tools: `Read {"file_path":"/x/note.txt"}`. */
export function attachedReadings(added: readonly AddedText[]): string[] {
  return added.flatMap(({ text }) =>
    [...text.matchAll(/Called the (\w+) tool with the following input: (\{.*\})/g)].map(
      ([, tool, input]) => `${tool} ${input}`,
    ),
  );
}
