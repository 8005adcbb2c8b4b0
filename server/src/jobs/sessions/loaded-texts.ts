import type { SessionFiles } from './find-transcripts.ts';
import { type Reading, readSession } from './read-session.ts';
import type { Loaded, TranscriptFacts } from './session-event.ts';
import { isComparable, type TodaysSession, todaysText } from './todays-text.ts';

/** A text that was loaded, and what the same invocation would load today. */
interface LoadedTexts {
  readonly loaded: Loaded;
  readonly before: string;
  readonly today: string;
}

/**
 * Reads a session again for one text that was loaded in it. Undefined if it cannot be compared any more.
 *
 * @param line the ID of the line that has the text
 */
export async function loadedTexts(
  files: SessionFiles,
  line: string,
  reading: Reading,
  todays: (facts: TranscriptFacts) => Promise<TodaysSession | undefined>,
): Promise<LoadedTexts | undefined> {
  let loaded: Loaded | undefined;
  const facts = await readSession(
    files,
    reading,
    (event) => {
      if (event.kind === 'loaded' && event.id === line) loaded ??= event;
    },
    { broken: 0, tooLong: 0, files: [] },
  );
  if (loaded?.text === undefined || !isComparable(loaded)) return undefined;
  const there = await todays(facts);
  const today = there && (await todaysText(loaded, there));
  return today && { loaded, before: loaded.text, today: today.text };
}
