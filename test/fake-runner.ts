import { installReplacingProgram, type ReplacingProgram } from './replacing-program.ts';

/**
 * Installs a program that runs cases as `claude plugin eval` does. With `-p`, it answers a prompt, and says what skills there
 * are: those of its folder, and `demo:greet` if the prompt asks for it; one that says `makes` also writes files. It judges, too: what
 * names the Pacific is better. The graders of `hello` pass, those of `bye` fail until there is a file `fixed` next to the evaluations,
 * and `waits` runs until it is stopped. Where a case says `denied`, reading a reference
 * and writing a file are denied, and where a prompt does, a command.
 */
export function installFakeRunner(): Promise<ReplacingProgram> {
  return installReplacingProgram(source);
}

function source(record: string, temporary: string): string {
  return `
const fs = require('node:fs');
const path = require('node:path');
const args = process.argv.slice(2);
fs.appendFileSync(${JSON.stringify(record)}, JSON.stringify(args) + '\\n');
if (args.includes('-p')) {
  const say = (line) => console.log(JSON.stringify({ session_id: 's', ...line }));
  const content = JSON.parse(fs.readFileSync(0, 'utf8').split('\\n')[0]).message.content;
  const typed = typeof content === 'string' ? content : content.map((it) => it.text ?? '').join('\\n');
  const folder = path.join('.claude', 'skills');
  const skills = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const files = fs.readdirSync('.', { recursive: true }).filter((name) => fs.statSync(name).isFile());
  fs.appendFileSync(${JSON.stringify(record)}, JSON.stringify(['files', ...files.sort()]) + '\\n');
  const others = typed.includes('installed') ? ['demo:greet'] : [];
  say({ type: 'system', subtype: 'init', cwd: process.cwd(), model: 'claude-opus-5', tools: [], mcp_servers: [], slash_commands: [], skills: [...skills, ...others], plugins: [], claude_code_version: '2.1.330' });
  const speak = (content) => say({ type: 'assistant', message: { id: 'm', role: 'assistant', content: [content] } });
  if (typed.startsWith('You ')) {
    const isFirst = typed.indexOf('Pacific') < typed.indexOf('I do not know');
    const verdicts = [{ statement: 1, met: typed.includes('Pacific'), evidence: 'It names an ocean or not' }];
    const answer = typed.startsWith('You compare') ? { winner: isFirst ? 'A' : 'B', reasoning: 'It has an answer' } : { verdicts };
    speak({ type: 'text', text: JSON.stringify(answer) });
    say({ type: 'result', subtype: 'success', is_error: false, duration_ms: 900, num_turns: 1, total_cost_usd: 0.01, result: '', permission_denials: [] });
    process.exit(0);
  }
  if (skills.length > 0 && !typed.includes('unused')) {
    speak({ type: 'tool_use', id: 't1', name: 'Skill', input: { skill: skills[0] } });
    say({ type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'Launching skill: ' + skills[0] }] } });
  }
  if (skills.length > 0 && typed.includes('thoroughly')) {
    const own = path.join(process.cwd(), folder, skills[0]);
    speak({ type: 'tool_use', id: 't2', name: 'Read', input: { file_path: path.join(own, 'references', 'tone.md'), limit: 1 } });
    say({ type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't2', content: '1\\tBe warm.' }] } });
    speak({ type: 'tool_use', id: 't3', name: 'Bash', input: { command: 'sh ' + path.join(own, 'scripts', 'greet.sh'), description: 'Greets' } });
    say({ type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't3', content: 'hello' }] } });
  }
  let denials = [];
  if (typed.includes('denied') && !args.join(' ').includes('Bash')) {
    speak({ type: 'tool_use', id: 'd1', name: 'Bash', input: { command: 'make' } });
    say({ type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'd1', is_error: true, content: 'This command requires approval' }] } });
    denials = [{ tool_name: 'Bash', tool_use_id: 'd1', tool_input: { command: 'make' } }];
  }
  if (typed.includes('makes')) {
    const side = skills.length > 0 ? 'with' : 'without';
    fs.mkdirSync('out');
    fs.writeFileSync('out/notes.md', '# Notes\\nSame line\\nMade ' + side + ' it\\n');
    fs.writeFileSync('out/same.txt', 'Same\\n');
    fs.mkdirSync('out/evals/a', { recursive: true });
    fs.writeFileSync('out/evals/a/prompt.md', 'Made');
    fs.writeFileSync('out/grading.json', '{}');
    const red = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
    if (side === 'with') fs.writeFileSync('out/chart.png', Buffer.from(red, 'base64'));
    fs.symlinkSync('/etc/hostname', 'out/link.txt');
    fs.mkdirSync('.vscode');
    fs.writeFileSync('.vscode/settings.json', '{}');
    speak({ type: 'tool_use', id: 't9', name: 'Bash', input: { command: 'npm test' } });
    denials = [{ tool_name: 'Bash', tool_use_id: 't9', tool_input: { command: 'npm test' } }];
  }
  speak({ type: 'text', text: skills.length > 0 ? 'A **warm** hello' : 'Hi' });
  say({ type: 'result', subtype: 'success', is_error: false, duration_ms: 900, num_turns: 2, total_cost_usd: 0.03, result: '', permission_denials: denials });
  process.exit(0);
}
const option = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const [, , plugin] = args;
const output = option('--output-dir');
const arms = option('--ablation') === 'none' ? ['with'] : ['with', 'without'];
const names = fs.readdirSync(path.join(plugin, 'evals')).filter((name) => fs.existsSync(path.join(plugin, 'evals', name, 'prompt.md')));
const chosen = names.filter((name) => option('--case') === undefined || option('--case') === name);
const say = (line) => process.stderr.write(line + '\\n');
const cases = [];
const isFixed = fs.existsSync(path.join(plugin, 'evals', 'fixed'));
const texts = { hello: 'Hello, Alex!', bye: isFixed ? 'Goodbye!' : 'See you.', waits: '' };
const skill = path.join(plugin, 'skills', 'greet');
const isDenied = (name) => fs.readFileSync(path.join(plugin, 'evals', name, 'prompt.md'), 'utf8').includes('denied');
const trace = (name) => {
  const folder = fs.mkdtempSync(path.join(${JSON.stringify(temporary)}, 'claude-eval-'));
  fs.mkdirSync(path.join(folder, 'out'));
  fs.mkdirSync(path.join(folder, 'home', 'cwd'), { recursive: true });
  const line = (type, content) => ({ type, message: { id: 'm', role: type, content }, session_id: 's' });
  const lines = [
    { type: 'system', subtype: 'init', cwd: folder, model: 'claude-opus-5', tools: [], mcp_servers: [], slash_commands: [], skills: [], plugins: [], claude_code_version: '2.1.330', session_id: 's' },
    line('assistant', [{ type: 'tool_use', id: 't1', name: 'Skill', input: { skill: 'demo:greet' } }]),
    line('user', [{ type: 'tool_result', tool_use_id: 't1', content: 'Launching skill: demo:greet' }]),
    line('assistant', [{ type: 'tool_use', id: 't2', name: 'Read', input: { file_path: path.join(skill, 'references', 'tone.md'), offset: 1, limit: 2 } }]),
    line('user', [{ type: 'tool_result', tool_use_id: 't2', content: '1\\tBe warm.\\n2\\tBe short.' }]),
    line('assistant', [{ type: 'tool_use', id: 't3', name: 'Bash', input: { command: 'sh ' + path.join(skill, 'scripts', 'greet.sh') } }]),
    line('user', [{ type: 'tool_result', tool_use_id: 't3', content: 'hello' }]),
    ...(isDenied(name) ? [
      line('assistant', [{ type: 'tool_use', id: 'd1', name: 'Read', input: { file_path: path.join(skill, 'references', 'never.md') } }]),
      { type: 'system', subtype: 'permission_denied', tool_name: 'Read', tool_use_id: 'd1', decision_reason_type: 'mode', session_id: 's' },
      line('user', [{ type: 'tool_result', tool_use_id: 'd1', is_error: true, content: 'Permission to use Read has been denied because Claude Code is running in dont ask mode.' }]),
      line('assistant', [{ type: 'tool_use', id: 'd2', name: 'Write', input: { file_path: 'out.md', content: '' } }]),
      line('user', [{ type: 'tool_result', tool_use_id: 'd2', is_error: true, content: '<tool_use_error>Error: No such tool available: Write. Write is disabled for this session.</tool_use_error>' }]),
    ] : []),
    line('assistant', [{ type: 'text', text: texts[name] }]),
    { type: 'result', subtype: 'success', is_error: false, duration_ms: 900, num_turns: 4, total_cost_usd: 0.02, result: texts[name], session_id: 's', permission_denials: [] },
  ];
  const file = path.join(folder, 'out', 'trace.jsonl');
  fs.writeFileSync(file, lines.map((it) => JSON.stringify(it)).join('\\n') + '\\n');
  return file;
};
const run = (name, error) => {
  const passed = !error && (name === 'hello' || isFixed);
  const text = name === 'hello' ? 'matched Hello' : 'pattern not found in last_message';
  return {
    score: passed ? 1 : 0, passed, turns: 4, costUsd: 0.02, judgeCostUsd: 0, durationSeconds: 1, error, tracePath: trace(name), skippedPaidGraders: false,
    graders: [{ name: name === 'hello' ? 'greets' : 'says', passed, weight: 1, explanation: text, withOnly: false, scored: true }],
  };
};
const finish = (partial, code) => {
  const result = { schemaVersion: 1, claudeVersion: '2.1.330', costUsd: 0.04, partial, suite: { root: plugin }, cases, aggregates: {} };
  fs.mkdirSync(output, { recursive: true });
  fs.writeFileSync(path.join(output, 'aggregate-result.json'), JSON.stringify(result));
  process.exit(code);
};
const grader = (name) => ({ name, type: 'regex', weight: 1, config: { target: 'last_message', pattern: name === 'greets' ? 'Hello' : 'Goodbye', flags: '', match: 'contains' } });
const add = (name, error) => cases.push({
  name, dir: 'evals/' + name, graders: [grader(name === 'hello' ? 'greets' : 'says')],
  arms: Object.fromEntries(arms.map((arm) => [arm, [run(name, error)]])),
});
for (const name of chosen) {
  say('  kept temp: /somewhere');
  if (name === 'waits') {
    say('  waits run 1/1 [with]: running');
    process.on('SIGTERM', () => { add(name, 'interrupted'); finish(true, 143); });
    setInterval(() => {}, 1000);
    return;
  }
  add(name, null);
  say('  ' + name + ' run 1/1 [with]: score 1.00  $0.02');
  say((cases.at(-1).arms.with[0].passed ? '✓ ' : '✗ ') + name + '  with 1.00  without 1.00  Δ 0.00  (2 runs)  $0.04');
}
finish(false, 1);
`;
}
