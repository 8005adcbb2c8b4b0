import { counted } from '../../../document/text/numbers.ts';
import { shortened } from '../../../features/text/markdown-text.ts';
import { decodeText } from '../../../platform/decode-text.ts';
import { base64, pictureType } from './pictures.ts';
import { isAboutRun } from './read-metrics.ts';
import type { RunOutput } from './run-outputs.ts';

/** A part of the message that a model gets. */
export type Material =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image';
      readonly source: { readonly type: 'base64'; readonly media_type: string; readonly data: string };
    };

/** UTF-16 units of a file that a model gets, and of all of a run. */
const maxText = 60_000;
const maxTexts = 200_000;

/** Pictures of a run, and bytes of each. */
const maxPictures = 5;
const maxPicture = 1024 * 1024;

/** Pictures that models see. */
const seen: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/**
 * The outputs of a run, for a model. Texts are between lines that no text can have, because nobody knows them before.
 *
 * @param name what the outputs are called
 * @param mark a text that is not in any of them
 */
export function outputMaterial(name: string, outputs: readonly RunOutput[], mark: string): readonly Material[] {
  const made = outputs.filter((it) => !isAboutRun(it));
  const parts: Material[] = [textMaterial(`${name} is ${counted(made.length, 'file')}.`)];
  let [left, pictures] = [maxTexts, 0];
  for (const { path, bytes, size } of made) {
    const shown = JSON.stringify(path);
    const type = bytes && pictureType(path, bytes);
    if (!bytes || (bytes.includes(0) && type === undefined)) {
      parts.push(textMaterial(`${name}, file ${shown}: ${size ?? 'unknown'} bytes that are not a text.`));
    } else if (type !== undefined && seen.has(type)) {
      if (++pictures > maxPictures || bytes.length > maxPicture)
        parts.push(textMaterial(`${name}, file ${shown}: a picture that is not here.`));
      else parts.push(textMaterial(`${name}, file ${shown}:`), picture(type, bytes));
    } else {
      const text = shortened(decodeText(bytes), Math.max(1, Math.min(left, maxText)));
      left -= text.length;
      parts.push(textMaterial(`${name}, file ${shown}:\n${marked(text, mark)}`));
    }
  }
  return parts;
}

export function textMaterial(text: string): Material {
  return { type: 'text', text };
}

/** A text of others, between two lines with the mark. */
export function marked(text: string, mark: string): string {
  return `<${mark}>\n${text}\n</${mark}>`;
}

function picture(type: string, bytes: Uint8Array): Material {
  return { type: 'image', source: { type: 'base64', media_type: type, data: base64(bytes) } };
}
