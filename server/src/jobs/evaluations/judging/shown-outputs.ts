import { URI } from 'vscode-uri';
import { inThousands } from '../../../document/text/numbers.ts';
import { shortened } from '../../../features/text/markdown-text.ts';
import { decodeText } from '../../../platform/decode-text.ts';
import type { ShownOutput } from '../../../protocol.ts';
import { differenceRows } from './difference-rows.ts';
import { base64, pictureType } from './pictures.ts';
import { isAboutRun } from './read-metrics.ts';
import type { RunOutput, RunOutputs } from './run-outputs.ts';

/** Outputs of a run that are shown. */
const maxShown = 50;

/** Characters of a text, and of one that is compared. */
const maxText = 20_000;
const maxCompared = 200_000;

/** Bytes of a picture: all of them are in one message. */
const maxPicture = 1024 * 1024;

/**
 * The files that a run has made, with the contents.
 *
 * @param first what the run of the first arm has made, to compare with; undefined for that itself
 */
export function shownOutputs({ root, outputs }: RunOutputs, first: RunOutputs | undefined): readonly ShownOutput[] {
  const made = outputs.filter((it) => !isAboutRun(it)).slice(0, maxShown);
  return made.map((output) => {
    const other = first?.outputs.find(({ path }) => path === output.path);
    return {
      path: output.path,
      uri: URI.file(`${root}/${output.path}`).toString(),
      size: sizeText(output.size),
      ...contentOf(output),
      ...(other && comparedWith(other, output)),
    };
  });
}

function contentOf({ path, bytes }: RunOutput): Pick<ShownOutput, 'text' | 'picture'> {
  if (!bytes) return {};
  const type = bytes.length <= maxPicture ? pictureType(path, bytes) : undefined;
  if (type !== undefined) return { picture: `data:${type};base64,${base64(bytes)}` };
  const text = textOf(bytes);
  return text === undefined ? {} : { text: shortened(text, maxText) };
}

function comparedWith(first: RunOutput, own: RunOutput): Pick<ShownOutput, 'isSame' | 'difference'> {
  if (!first.bytes || !own.bytes) return {};
  if (first.bytes.length === own.bytes.length && first.bytes.every((byte, index) => byte === own.bytes![index]))
    return { isSame: true };
  const [before, after] = [textOf(first.bytes), textOf(own.bytes)];
  if (before === undefined || after === undefined) return {};
  if (before.length > maxCompared || after.length > maxCompared) return {};
  const difference = differenceRows(before, after);
  return difference ? { difference } : {};
}

/** A file with a zero byte is not text. */
function textOf(bytes: Uint8Array): string | undefined {
  return bytes.includes(0) ? undefined : decodeText(bytes);
}

function sizeText(size: number | undefined): string {
  if (size === undefined) return 'unknown size';
  if (size < 1_000) return `${size} B`;
  return size < 1_000_000 ? `${inThousands(Math.round(size / 1_000))} kB` : `${(size / 1_000_000).toFixed(1)} MB`;
}
