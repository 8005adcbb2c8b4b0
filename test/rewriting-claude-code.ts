import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeReplacingProgram } from './replacing-program.ts';

/** An answer of the program: replacements, any other text, or something that is no answer. */
export type ScriptedAnswer =
  | readonly (readonly [old: string, now: string])[]
  | string
  | { readonly never: 'endless' | 'silent' | 'crash' };

/** A program that behaves like Claude Code when it is asked for other words, for a system with `#!`. */
export interface RewritingClaudeCode {
  readonly path: string;
  /** Sets what it answers, one start after the other; the last answer is repeated. */
  answer(...answers: readonly ScriptedAnswer[]): void;
  /** The command lines it was started with since then. */
  starts(): string[][];
  /** The questions that it was asked since then. */
  questions(): string[];
}

/** Writes such a program into an empty folder. Every answer costs two cents. */
export function writeRewritingClaudeCode(folder: string): RewritingClaudeCode {
  const beside = (name: string) => path.join(folder, name);
  const linesOf = (name: string) =>
    existsSync(beside(name)) ? readFileSync(beside(name), 'utf8').trim().split('\n') : [];
  const program = writeReplacingProgram(
    folder,
    '9.9.9',
    `const fs = require('node:fs');
const path = require('node:path');
const beside = (name) => path.join(__dirname, name);
fs.appendFileSync(beside('starts.jsonl'), JSON.stringify(process.argv.slice(2)) + '\\n');
const answers = JSON.parse(fs.readFileSync(beside('answers.json'), 'utf8'));
const count = fs.readFileSync(beside('starts.jsonl'), 'utf8').trim().split('\\n').length;
const answer = answers[Math.min(count, answers.length) - 1];
let input = '';
process.stdin.on('data', (data) => (input += data)).on('end', () => {
  const question = JSON.parse(input.split('\\n')[0]).message.content;
  fs.appendFileSync(beside('questions.jsonl'), JSON.stringify(question) + '\\n');
  const mark = /<file-(\\w+)>/.exec(question)[1];
  const say = (line) => process.stdout.write(JSON.stringify(line) + '\\n');
  say({ type: 'system', subtype: 'init', tools: [], claude_code_version: '9.9.9' });
  if (answer.never === 'silent') return setInterval(() => {}, 1000);
  if (answer.never === 'crash') {
    console.error('Something broke');
    process.exit(3);
  }
  if (answer.never === 'endless') {
    const more = () => {
      while (process.stdout.write(JSON.stringify({ type: 'assistant', message: { content: 'x'.repeat(60_000) } }) + '\\n'));
      process.stdout.once('drain', more);
    };
    return more();
  }
  const blocks = (pairs) => pairs.map(([old, now]) =>
    \`<old-\${mark}>\\n\${old}\\n</old-\${mark}>\\n<new-\${mark}>\\n\${now}\\n</new-\${mark}>\`).join('\\n');
  const text = typeof answer === 'string' ? answer.replaceAll('MARK', mark) : blocks(answer);
  say({ type: 'result', subtype: 'success', is_error: false, total_cost_usd: 0.02, result: text });
});
`,
  );
  const answer = (...answers: readonly ScriptedAnswer[]) => {
    for (const name of ['starts.jsonl', 'questions.jsonl']) rmSync(beside(name), { force: true });
    writeFileSync(beside('answers.json'), JSON.stringify(answers));
  };
  answer('');
  return {
    path: program,
    answer,
    starts: () => linesOf('starts.jsonl').map((line) => JSON.parse(line) as string[]),
    questions: () => linesOf('questions.jsonl').map((line) => JSON.parse(line) as string),
  };
}
