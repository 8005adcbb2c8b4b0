import * as validators from '../generated/settings-validators.js';

/** The shapes of settings and hooks: a function, because the bundles for Node load it with the first call. */
export function settingsShapes(): typeof validators {
  return validators;
}
