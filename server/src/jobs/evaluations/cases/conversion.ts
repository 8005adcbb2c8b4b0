import type { NewFile } from '../../skills/templates/new-file.ts';

/** The files that a conversion would write, and the parts that the other format does not have. */
export interface Conversion {
  readonly files: readonly NewFile[];
  readonly notes: readonly ConversionNote[];
  /** The cases or items that were converted. */
  readonly count: number;
}

/** Something that the other format cannot say. */
export interface ConversionNote {
  /** The item or file. */
  readonly where: string;
  /** A sentence without a full stop. */
  readonly what: string;
  /** Whether it is kept, so that converting back restores it; otherwise it is lost. */
  readonly isKept: boolean;
}

/** The names of keys or files in a sentence. */
export function namesIn(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
