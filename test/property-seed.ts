import fc from 'fast-check';

/*
 * The same cases in each run, so that a change fails only by what it changes: PROPERTY_SEED chooses others. A test that sets
 * its own seed keeps it.
 */
const chosen = process.env.PROPERTY_SEED ?? '2026';
if (chosen !== 'random') {
  if (!/^-?\d+$/.test(chosen)) throw new Error(`PROPERTY_SEED is a whole number or "random", not ${chosen}`);
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(chosen) });
}
