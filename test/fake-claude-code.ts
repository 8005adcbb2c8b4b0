import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeReplacingProgram } from './replacing-program.ts';

/** The answers of a fake program to control requests, by their subtype; it does not answer the others. */
export type FakeAnswers = Readonly<Record<string, unknown>>;

/** A skill as `get_context_usage` lists it. */
export interface FakeSkill {
  readonly name: string;
  readonly path?: string;
  readonly source?: string;
  readonly tokens?: number;
}

/** Answers about a session with these skills, in the form of the verified release. */
export function fakeAnswers(skills: readonly FakeSkill[], version = '9.9.9'): FakeAnswers {
  const listed = skills.map((skill) => ({ source: 'projectSettings', ...skill }));
  return {
    initialize: {
      claude_code_version: version,
      commands: skills.map(({ name }) => ({ name, description: '', argumentHint: '' })),
    },
    get_context_usage: { categories: [{ id: 'skills' }], maxTokens: 1_000_000, skills: { skillFrontmatter: listed } },
    list_permission_rules: { state: { rules: [] } },
    get_settings: { effective: {} },
    get_hooks_listing: { eventCatalog: [] },
  };
}

/**
 * Writes a program that behaves like Claude Code when it is asked, for a system with `#!`. It leaves the arguments and the
 * folder of its start in `started.json` next to it. With `waits`, it never answers.
 */
export function writeFakeClaudeCode(folder: string, answers: FakeAnswers, { waits = false } = {}): string {
  writeFileSync(path.join(folder, 'answers.json'), JSON.stringify(answers));
  return writeReplacingProgram(
    folder,
    '9.9.9',
    `const fs = require('node:fs');
const path = require('node:path');
const beside = (name) => path.join(__dirname, name);
const answers = JSON.parse(fs.readFileSync(beside('answers.json'), 'utf8'));
fs.writeFileSync(beside('started.json'), JSON.stringify({ args: process.argv.slice(2), folder: process.cwd() }));
if (${waits}) setInterval(() => {}, 1000);
console.log('{"type":"system","subtype":"something_new"}');
console.log('no JSON');
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { request_id, request } = JSON.parse(line);
  const answer = answers[request.subtype];
  if (${waits} || answer === undefined) return;
  const response =
    typeof answer === 'string'
      ? { subtype: 'error', request_id, error: answer }
      : { subtype: 'success', request_id, response: answer };
  console.log(JSON.stringify({ type: 'control_response', response }));
});
`,
  );
}
