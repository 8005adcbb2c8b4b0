import { escapeControlCharacters, escapeLines } from '../terminal/escape-control-characters.ts';
import type { Colours } from '../terminal/terminal.ts';
import type { InvokeReport } from './invoke-report.ts';

/** The result of a call of the Skill tool, as text for users. */
export function invokeText(report: InvokeReport, colours: Colours): string {
  const { toolResult, ask, suggestedRule, forkPrompt, attachments } = report;
  const line = (title: string, text: string) => `${colours.bold(`${title}:`)} ${escapeControlCharacters(text)}`;
  const block = (title: string, text: string) => `${colours.bold(`${title}:`)}\n${escapeLines(text)}`;
  const parts = [
    report.error
      ? line('Refused', `error ${report.error.code}, before any rule is checked`)
      : line('Decision', `${report.decision}${because(report)}`),
    ask && !toolResult && line('Asks', ask.question),
    suggestedRule && line('Rule that would allow it', suggestedRule),
    toolResult && `${colours.bold(toolResult.isError ? 'Error:' : 'Result:')} ${escapeLines(toolResult.text)}`,
    ...report.messages.map(({ text }) => block('Message to the model', text)),
    forkPrompt && block('Text for the agent', forkPrompt),
    attachments.length > 0 && line('Files added, if they exist', attachments.join(', ')),
    ...changesOf(report).map((change) => line('Change', change)),
    ...report.notes.map((note) => line('Note', note)),
  ];
  return `${parts.filter((part) => typeof part === 'string').join('\n')}\n`;
}

function because({ decision, rule, ruleFrom, ask }: InvokeReport): string {
  if (ask && decision === 'deny') return ' (nobody can be asked)';
  return rule === null ? '' : ` (${rule} in ${ruleFrom})`;
}

function changesOf({ contextChange: change }: InvokeReport): string[] {
  const changes: (string | false)[] = [
    change.allowedTools.length > 0 && `these tools need no permission: ${change.allowedTools.join(', ')}`,
    change.disallowedTools.length > 0 && `these tools are denied: ${change.disallowedTools.join(', ')}`,
    change.model !== null && `the model is ${change.model}`,
    change.effort !== null && `the effort is ${change.effort}`,
    change.maxThinkingTokens !== null && `up to ${change.maxThinkingTokens} tokens for thinking`,
    change.hooks !== null && `hooks for ${Object.keys(change.hooks as object).join(', ')}`,
    change.fork !== null && `it runs as a task of the agent ${change.fork.agent}`,
  ];
  return changes.filter((change) => change !== false);
}
