import { compileSchemas } from '../../schemas/compile.mjs';

/** Runs once before all tests: the validators are generated, not committed. */
export default async function setup(): Promise<void> {
  await compileSchemas();
}
