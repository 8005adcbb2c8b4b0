import * as validators from '../generated/plugin-validators.js';

/** The shapes of what plugins and marketplaces have: a function, because the bundles for Node load it with the first call. */
export function pluginShapes(): typeof validators {
  return validators;
}
