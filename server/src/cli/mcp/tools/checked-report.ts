import type { CheckOptions } from '../../check/check-options.ts';
import type { Call } from './tool.ts';

/** The output of `check --format json` about these places with these options. Messages of the run besides it are told. */
export async function checkedReport(
  places: readonly string[],
  options: Partial<CheckOptions>,
  { options: session, machine, source }: Call,
): Promise<object> {
  // The module of the command, so that the start of that command does not read its code in more pieces.
  const { checkForProgram } = await import('../../check/check.ts');
  const all: CheckOptions = { failOn: 'error', ...session, ...options, format: 'json', cache: false };
  const { json, messages } = await checkForProgram(places, all, machine);
  const { notes, troubles, crashes } = messages.take();
  const told = [...(options.quiet ? [] : notes), ...troubles, ...crashes.map(([, { first }]) => first)];
  for (const message of told) source.tell(message);
  return JSON.parse(json) as object;
}
