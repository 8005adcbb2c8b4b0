// A made-up client for the tests of the recorder: it asks the model as the real one does, and lists every file of its
// project and home. A prompt of "hang" makes it wait for ever, and one of "/leave" ends it. Prompts may also be entered.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const print = (event) => console.log(JSON.stringify({ session_id: 'session-1', ...event }));
const files = (folder) => (existsSync(folder) ? readdirSync(folder, { recursive: true }) : []);
const skills = files('.claude/skills').filter((name) => !name.includes('/') && !name.includes('\\'));
print({ type: 'system', subtype: 'init', slash_commands: ['built-in', ...skills], skills });
const listing = ['built-in', ...skills].map((name) => `- ${name}: D`).join('\n');
const header = 'The following skills are available for use with the Skill tool:\n\n';
const messages = [{ role: 'system', content: header + listing }];
const ask = async () => {
  const response = await fetch(`${process.env.ANTHROPIC_BASE_URL}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': process.env.ANTHROPIC_API_KEY },
    body: JSON.stringify({ model: 'm', messages, tools: [{ name: 'Skill', description: '', input_schema: {} }] }),
  });
  return response.json();
};

async function enter(prompt) {
  if (prompt === 'hang') return setInterval(() => {}, 1000);
  if (prompt.startsWith('/leave')) process.exit(0);
  messages.push({
    role: 'user',
    content: [{ type: 'text', text: `${prompt} in ${process.cwd()} of ${process.env.HOME}` }],
  });
  let answer = await ask();
  while (answer.stop_reason === 'tool_use') {
    messages.push({ role: 'assistant', content: answer.content });
    const results = answer.content.map(({ id, input }) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: `${id} ${existsSync(input.file_path ?? '') ? readFileSync(input.file_path, 'utf8') : JSON.stringify(input)}`,
    }));
    messages.push({ role: 'user', content: results });
    answer = await ask();
  }
  messages.push({ role: 'assistant', content: answer.content });
  print({ type: 'result', result: answer.content[0].text, is_error: false });
}

const last = process.argv[process.argv.indexOf('-p') + 1];
if (last === '--input-format') {
  for await (const line of createInterface({ input: process.stdin })) await enter(JSON.parse(line).message.content);
} else {
  const variables = Object.keys(process.env).filter((name) => !name.startsWith('__'));
  if (last !== 'hang') console.error(variables.sort().join(' '));
  await enter(last);
}
