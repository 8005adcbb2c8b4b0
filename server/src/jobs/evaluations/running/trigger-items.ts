import { textRange } from '../../../document/text/text-range.ts';
import { decodeText } from '../../../platform/decode-text.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { lastPart } from '../../../platform/paths.ts';
import type { EvaluationItem } from '../../../protocol.ts';
import { queryId } from '../triggers/trigger-answer.ts';
import { readTriggerSet } from '../triggers/trigger-set.ts';
import { firstLine } from './evaluation-items.ts';
import { FilePlaces } from './file-places.ts';
import type { Suite } from './suites.ts';

/** Bytes of a trigger set. */
const maxBytes = 1 << 20;

/** The trigger sets of a suite as the editor lists them, with their queries; without those that are gone. */
export async function triggerItems({ triggers }: Suite, files: FileSystem): Promise<readonly EvaluationItem[]> {
  const items = await Promise.all(triggers.map((path) => triggerItem(path, files)));
  return items.filter((it) => it !== undefined);
}

async function triggerItem(path: string, files: FileSystem): Promise<EvaluationItem | undefined> {
  const bytes = await files.readFile(path, maxBytes);
  if (!bytes) return undefined;
  const text = decodeText(bytes);
  const set = readTriggerSet(text);
  const places = new FilePlaces(path, text);
  const common = { id: path, kind: 'triggers', label: `Triggering (${lastPart(path)})` } as const;
  const top = places.at(textRange(0, 0));
  if ('problem' in set) return { ...common, ...top, graders: [], problem: set.problem };
  let from = 0;
  const graders = set.queries.map(({ query, shouldTrigger }, index) => {
    // As JSON writes it; an editor may have escaped more.
    const written = JSON.stringify(query);
    const at = text.indexOf(written, from);
    if (at >= 0) from = at + written.length;
    const range = at < 0 ? textRange(0, 0) : textRange(at, at + written.length);
    return {
      id: queryId(index),
      label: `${shouldTrigger ? 'should' : 'should not'}: ${firstLine(query)}`,
      ...places.at(range),
    };
  });
  return { ...common, ...top, graders };
}
