import type { Validator } from '../shapes/validator.ts';

/** The value of a `hooks` field. */
export const hooks: Validator;
/** A whole settings file, of the parts that concern skills. */
export const settings: Validator;
