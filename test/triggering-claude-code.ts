import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeReplacingProgram } from './replacing-program.ts';

/**
 * Writes a program that behaves like Claude Code when it is asked a query, for a system with `#!`. The words of the query
 * say what it does: `skill:NAME` calls that skill, `denied` and `failed` are what becomes of the call, `crash` ends without
 * an answer, `wait` never ends, and `when:WORD` does it only if the skill `review` of the project has that word. It appends
 * the arguments of each start to `starts.jsonl` next to it, and has tools that `tools.json` lists. Without tools it is asked
 * for a description: then it answers with what is in `proposal.txt`, and keeps what it was asked in `asked.txt`.
 */
export function writeTriggeringClaudeCode(
  folder: string,
  tools: readonly string[] = ['Bash', 'Skill', 'Task'],
): string {
  writeFileSync(path.join(folder, 'tools.json'), JSON.stringify(tools));
  return writeReplacingProgram(
    folder,
    '9.9.9',
    `const fs = require('node:fs');
const path = require('node:path');
const beside = (name) => path.join(__dirname, name);
fs.appendFileSync(beside('starts.jsonl'), JSON.stringify(process.argv.slice(2)) + '\\n');
const say = (line) => console.log(JSON.stringify(line));
const tools = JSON.parse(fs.readFileSync(beside('tools.json'), 'utf8'));
if (process.argv.includes('--tools')) {
  process.stdin.on('data', (data) => fs.appendFileSync(beside('asked.txt'), data)).on('end', () =>
    say({ type: 'result', subtype: 'success', total_cost_usd: 0.5, result: fs.readFileSync(beside('proposal.txt'), 'utf8') }));
  return;
}
const settings = JSON.parse(process.argv[process.argv.indexOf('--settings') + 1]);
const isAsked = tools.every((name) => ['Skill', 'Task', ...settings.permissions.ask].includes(name));
let left = 1;
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { type, message } = JSON.parse(line);
  const end = () => say({ type: 'result', subtype: 'success', total_cost_usd: 0.25 });
  if (type === 'control_request') return end();
  const query = message.content;
  say({ type: 'system', subtype: 'init', tools, claude_code_version: '9.9.9' });
  say({ type: 'something_new' });
  console.log('no JSON');
  if (!isAsked) return setTimeout(() => {}, 60_000);
  if (query.includes('wait')) return setTimeout(() => {}, 60_000);
  if (query.includes('crash')) {
    console.error('Something broke');
    process.exit(3);
  }
  const skill = /skill:([\\w:-]+)/.exec(query)?.[1];
  const word = /when:(\\w+)/.exec(query)?.[1];
  const has = word === undefined || fs.readFileSync('.claude/skills/review/SKILL.md', 'utf8').includes(word);
  if (skill === undefined || !has) {
    say({ type: 'assistant', message: { content: [{ type: 'text', text: 'I do it.' }] } });
    return end();
  }
  say({ type: 'assistant', message: { content: [{ type: 'tool_use', id: 'a', name: 'Skill', input: { skill } }] } });
  const isError = /denied|failed/.test(query);
  if (query.includes('denied')) say({ type: 'system', subtype: 'permission_denied', tool_use_id: 'a' });
  say({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 'a', content: 'x', is_error: isError }] } });
}).on('close', () => process.exit());
`,
  );
}
