import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { installReplacingProgram, type ReplacingProgram } from '../../replacing-program.ts';
import type { OpenVsCode } from '../host/vscode.ts';

/**
 * Installs a program that prints recorded lines. `/story` tells what a long session does, `/waits` waits until it is stopped,
 * `/denied` is denied a command until the settings of its folder allow it.
 */
export function installFakeProgram(): Promise<ReplacingProgram> {
  return installReplacingProgram(source);
}

/** Names the program in the settings of the machine: VS Code takes it from no others when it is remote. */
export async function nameProgram({ server, workbench }: OpenVsCode, program: string): Promise<void> {
  const file = path.join(path.dirname(server.settingsFile), '..', 'Machine', 'settings.json');
  await mkdir(path.dirname(file), { recursive: true });
  if (!existsSync(file)) await writeFile(file, '{}');
  await workbench.openFile(file);
  await workbench.editor.replaceAll(JSON.stringify({ 'skillwright.claudeCode.path': program }));
  await workbench.editor.save();
  await workbench.closeEditors();
}

/** The session of every run. */
export const session = '5ab0c1d2-0000-4000-8000-000000000001';

function source(record: string): string {
  return `
const { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
appendFileSync(${JSON.stringify(record)}, JSON.stringify(args) + '\\n');
const session_id = ${JSON.stringify(session)};
const memory = ${JSON.stringify(`${path.dirname(record)}/projects/memory`)};
const say = (line) => process.stdout.write(JSON.stringify({ session_id, ...line }) + '\\n');
const assistant = (id, content, parent = null) =>
  say({ type: 'assistant', parent_tool_use_id: parent, message: { id, role: 'assistant', model: 'claude-opus-5', content: [content] } });
const text = (id, written, parent) => assistant(id, { type: 'text', text: written }, parent);
const call = (id, name, input, parent) => assistant('m-' + id, { type: 'tool_use', id, name, input }, parent);
const result = (id, content, is_error = false, parent = null) =>
  say({ type: 'user', parent_tool_use_id: parent, message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, is_error }] } });
const end = (more) => {
  const usage = { inputTokens: 12, outputTokens: 340, cacheReadInputTokens: 21000, cacheCreationInputTokens: 900, costUSD: 0.04 };
  say({ type: 'result', subtype: 'success', is_error: false, duration_ms: 12000, num_turns: 4, total_cost_usd: 0.04, result: 'Done', modelUsage: { 'claude-opus-5': usage }, permission_denials: [], ...more });
  process.exit(0);
};
const begin = () => {
  mkdirSync(memory, { recursive: true });
  writeFileSync(memory + '/../' + session_id + '.jsonl', '{"type":"summary"}\\n');
  say({ type: 'system', subtype: 'init', cwd: process.cwd(), tools: [], mcp_servers: [], model: 'claude-opus-5', permissionMode: 'default', slash_commands: ['story', 'waits', 'denied'], skills: [], plugins: [], claude_code_version: '2.1.330', memory_paths: { auto: memory } });
};

const stories = {
  story() {
    say({ type: 'system', subtype: 'hook_started', hook_id: 'h1', hook_name: 'SessionStart:startup', hook_event: 'SessionStart' });
    say({ type: 'system', subtype: 'hook_response', hook_id: 'h1', hook_name: 'SessionStart:startup', hook_event: 'SessionStart', output: 'ready', stdout: 'ready', stderr: '', exit_code: 0, outcome: 'success' });
    assistant('m1', { type: 'thinking', thinking: 'First the diff, then the tests.' });
    text('m1', '## Looking at the diff\\n\\nI read **each change** and [the checklist](references/checklist.md):\\n\\n- names\\n- errors\\n\\n\`\`\`ts\\nconst answer = 42;\\n\`\`\`\\n\\n<img src=x onerror=alert(1)>');
    call('t1', 'Bash', { command: 'git diff --stat main..HEAD', description: 'Count changes' });
    result('t1', ' src/app.ts | 12 ++++----\\n 1 file changed');
    call('t2', 'Agent', { description: 'Review the tests', prompt: 'Look at the tests', subagent_type: 'general-purpose' });
    text('a1', 'The tests cover the change.', 't2');
    call('t3', 'Read', { file_path: process.cwd() + '/test/app.test.ts' }, 't2');
    result('t3', 'File does not exist.', true, 't2');
    result('t2', 'The tests are fine.');
    say({ type: 'system', subtype: 'api_retry', attempt: 1, max_retries: 10, retry_delay_ms: 500, error_status: 529, error: 'overloaded' });
    say({ type: 'system', subtype: 'compact_boundary', compact_metadata: { trigger: 'auto', pre_tokens: 155000 } });
    text('m2', 'The change is **good**. One name is misleading.');
    end({});
  },
  waits() {
    text('m1', 'Working on it');
    call('t1', 'Bash', { command: 'sleep 600' });
    setInterval(() => {}, 1000);
  },
  denied() {
    const input = { command: 'git push origin main' };
    const settings = '.claude/settings.local.json';
    const allowed = existsSync(settings) && readFileSync(settings, 'utf8').includes('git push');
    call('t1', 'Bash', input);
    result('t1', allowed ? 'pushed' : 'This command requires approval', !allowed);
    text('m2', allowed ? 'It is pushed.' : 'I may not push.');
    end(allowed ? {} : { permission_denials: [{ tool_name: 'Bash', tool_use_id: 't1', tool_input: input }] });
  },
};

let input = '';
process.stdin.on('data', (chunk) => {
  input += chunk;
  const line = input.indexOf('\\n');
  if (line === -1) return;
  const { type, message } = JSON.parse(input.slice(0, line));
  input = input.slice(line + 1);
  if (type !== 'user') return;
  begin();
  const typed = typeof message.content === 'string' ? message.content : message.content[0].text;
  const story = stories[/^\\/([\\w-]+)/.exec(typed)?.[1]] ?? stories.story;
  story();
});
`;
}
