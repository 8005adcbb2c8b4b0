import type { Mistake } from '../mistake.ts';
import { mistakesOfFields } from './of-fields.ts';
import { mistakesOfHiddenText } from './of-hidden-text.ts';
import { mistakesOfTheBody } from './of-the-body.ts';
import { mistakesOfTheFile } from './of-the-file.ts';

/** Every kind of mistake. */
export const allMistakes: readonly Mistake[] = [
  ...mistakesOfTheFile,
  ...mistakesOfFields,
  ...mistakesOfTheBody,
  ...mistakesOfHiddenText,
];
