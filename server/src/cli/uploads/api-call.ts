import { readBase, readKey } from '../../jobs/publishing/upload/api-access.ts';
import { type ApiQuestion, describeApiError } from '../../jobs/publishing/upload/describe-api-error.ts';
import { anthropicSkillsApi } from '../../platform/node/anthropic-skills-api.ts';
import { nodeEnvironment } from '../../platform/node/node-environment.ts';
import { type SkillsApi, SkillsApiError } from '../../platform/skills-api.ts';
import { UsageError } from '../exit-code.ts';
import { escapeControlCharacters, escapeInJson } from '../terminal/escape-control-characters.ts';
import { printLine } from '../terminal/terminal.ts';
import type { ApiOptions } from './upload-options.ts';

/** Seconds for an attempt of a request: enough for the largest upload over a slow line. */
const standardTimeout = 300;

/** Whether the environment has a key at all. */
export function hasKey(): boolean {
  return (nodeEnvironment.variable('ANTHROPIC_API_KEY') ?? '').trim() !== '';
}

/** The Claude API with the key of the environment. */
export function openApi({ timeout = standardTimeout }: ApiOptions): SkillsApi {
  const { variable } = nodeEnvironment;
  const access = readKey(variable('ANTHROPIC_API_KEY'));
  if ('problem' in access) throw new UsageError(`${access.problem}: set ANTHROPIC_API_KEY`);
  const address = readBase('', variable);
  if ('problem' in address) throw new UsageError(address.problem);
  return anthropicSkillsApi({
    key: access.key,
    base: address.base,
    timeout: Math.ceil(timeout * 1000),
    onRetry: (attempt) => printLine(`The request failed and is sent again (${attempt} of 2)`),
  });
}

/** Nothing but the end of the process cancels a call: Ctrl+C closes its connections. */
export const noCancel = new AbortController().signal;

/** Does what asks the API; a failure becomes one line. */
export async function asking<Result>(
  api: SkillsApi,
  work: () => Promise<Result>,
  changes?: ApiQuestion['changes'],
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SkillsApiError)) throw error;
    throw new UsageError(describeApiError(error, { host: api.host, ...(changes && { changes }) }));
  }
}

/** Prints lines, or the same as JSON. */
export function printAnswer({ format }: ApiOptions, answer: object, lines: readonly string[]): void {
  const text =
    format === 'json'
      ? escapeInJson(JSON.stringify(answer, null, 2))
      : lines.map((line) => escapeControlCharacters(line)).join('\n');
  process.stdout.write(`${text}\n`);
}
