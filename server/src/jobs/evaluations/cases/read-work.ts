import type { PiecewiseFiles } from '../../../platform/piecewise-files.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import { TranscriptLines } from '../../sessions/transcript-lines.ts';
import { type ObservedWork, WorkReader } from './observed-work.ts';

/** The work on a skill, according to a file of a session. */
export interface ReadWork {
  readonly work: ObservedWork | undefined;
  /** Prompts after which the skill was used: the first of them is the one. */
  readonly uses: number;
  /** The ID of the session that wrote the file; undefined if it does not say. */
  readonly sessionId: string | undefined;
}

/**
 * Reads a transcript, a trace or the output of a run, in bounded memory whatever its size.
 *
 * @returns undefined if there is no file; why it cannot be read is worded for parentheses
 */
export async function readWork(
  path: string,
  isSkill: (name: string) => boolean,
  files: PiecewiseFiles,
): Promise<ReadWork | Refusal | undefined> {
  const file = await files.open(path);
  if (!file || 'problem' in file) return file;
  const reader = new WorkReader(isSkill);
  const lines = new TranscriptLines();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const every = () => true;
  try {
    for (let piece = await file.next(); piece; piece = await file.next()) {
      for (const line of lines.add(decoder.decode(piece, { stream: true }), every)) reader.take(line);
    }
    for (const line of lines.add(decoder.decode(), every)) reader.take(line);
    for (const line of lines.end(every)) reader.take(line);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  } finally {
    await file.close();
  }
  return { work: reader.end(), uses: reader.uses, sessionId: reader.sessionId };
}
