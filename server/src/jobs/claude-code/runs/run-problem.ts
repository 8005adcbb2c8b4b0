import { type JsonMap, textOf } from '../../../document/json-values.ts';
import type { Refusal, SettingKey } from '../../../platform/refusal.ts';
import { numberOf } from './stream-line.ts';
import { oneLine } from './tool-summary.ts';

/** Why a run failed and what to do, in one line. */
export interface RunProblem extends Refusal {
  /** The run was stopped, as it was asked to, and did not fail. */
  readonly isStop?: true;
}

/** Claude Code's own message about the last error, with its kind. */
export interface ReportedError {
  readonly kind: string | undefined;
  readonly text: string;
  readonly status: number | undefined;
}

/** Why a turn ended without success; undefined if it succeeded. */
export function problemOfResult(result: JsonMap, error: ReportedError | undefined): RunProblem | undefined {
  const first = Array.isArray(result.errors) ? textOf(result.errors[0]) : undefined;
  switch (result.subtype) {
    case 'error_max_turns': {
      const limit = first?.match(/\d+/)?.[0];
      return {
        problem: `Stopped after the maximum number of turns${limit === undefined ? '' : `: ${limit}`}`,
        setting: 'skillwright.claudeCode.maximumTurns',
      };
    }
    case 'error_max_budget_usd': {
      const limit = first?.match(/\$[\d.]+\d/)?.[0];
      return {
        problem: `Stopped at the maximum cost of one run${limit === undefined ? '' : `: ${limit}`}`,
        setting: 'skillwright.claudeCode.maximumCost',
        isStop: true,
      };
    }
    case 'success':
      if (result.is_error !== true) return undefined;
      break;
    default:
      if (first?.startsWith('No conversation found')) return { problem: noSession };
  }
  const said = first ?? textOf(result.result) ?? error?.text ?? '';
  if (result.api_error === 'connection_failed') return { problem: `Claude Code could not reach the API. ${said}` };
  const status = numberOf(result.api_error_status) ?? error?.status;
  return problemOfError({ kind: error?.kind, text: said, status }, textOf(result.api_error_type));
}

const noSession = 'Claude Code no longer has this session, so it cannot be continued';

function problemOfError({ kind, text, status }: ReportedError, type: string | undefined): RunProblem {
  const said = oneLine(text);
  switch (kind) {
    case 'authentication_failed':
      if (status === undefined) {
        return { problem: 'Claude Code is not signed in. Run `claude` in a terminal and sign in with `/login`' };
      }
      if (status === 403) return { problem: `The API does not permit this request. ${said}` };
      return { problem: `Claude Code’s sign-in or API key was not accepted. ${said}` };
    case 'billing_error':
      return { problem: `The account has no credit left. ${said}` };
    case 'rate_limit':
      // Claude Code says of a limit of the account when it ends. Everything else it passes on as an error of the API.
      if (/^API Error\b/.test(said)) return { problem: `The API limits requests for now. Try again later. ${said}` };
      return { problem: `The usage limit of the account was reached. ${said}` };
    case 'model_not_found':
      return { problem: said, setting: 'skillwright.claudeCode.model' };
  }
  if (type === 'overloaded_error') return { problem: `The API is overloaded. Try again later. ${said}` };
  return { problem: said === '' ? 'Claude Code ended with an error' : said };
}

/** How Claude Code ended without reporting a result. */
interface FailedStart {
  readonly exitCode: number | undefined;
  readonly errorOutput: string;
  readonly problem: string | undefined;
  readonly version: string | undefined;
  /** Arguments that come from the user's settings. */
  readonly ownArguments: readonly string[];
}

/** Why Claude Code ended before it reported a result. */
export function problemOfEnd({ exitCode, errorOutput, problem, version, ownArguments }: FailedStart): RunProblem {
  if (problem !== undefined) return { problem };
  const option = /unknown option '(--?[\w-]+)/.exec(errorOutput)?.[1];
  if (option !== undefined) {
    const name = `Claude Code${version === undefined ? '' : ` ${version}`}`;
    if (ownArguments.some((it) => it === option || it.startsWith(`${option}=`))) {
      return { problem: `${name} has no option \`${option}\``, setting: 'skillwright.claudeCode.extraArguments' };
    }
    const update = 'Update it with `claude update`, or run the skill in a terminal';
    return { problem: `${name} is too old to run skills in the editor: it has no option \`${option}\`. ${update}` };
  }
  const invalid = /option '(--[\w-]+)[^']*' argument '[^']*' is invalid/.exec(errorOutput)?.[1];
  const setting = invalid === undefined ? undefined : settingOf[invalid];
  const lines = errorOutput.split('\n').map((line) => line.trim());
  const said = oneLine(
    (lines.find((line) => /error\b/i.test(line)) ?? lines.find((line) => line !== '') ?? '').replace(/^error: /, ''),
  );
  const how = exitCode === undefined ? 'Claude Code was ended' : `Claude Code ended with status ${exitCode}`;
  return { problem: said === '' ? how : `${how}: ${said}`, ...(setting !== undefined && { setting }) };
}

const settingOf: Readonly<Record<string, SettingKey>> = {
  '--permission-mode': 'skillwright.claudeCode.permissionMode',
  '--model': 'skillwright.claudeCode.model',
  '--max-turns': 'skillwright.claudeCode.maximumTurns',
  '--max-budget-usd': 'skillwright.claudeCode.maximumCost',
};
