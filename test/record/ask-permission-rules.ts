import { readFileSync, writeFileSync } from 'node:fs';
import { askAboutPermissionRules, type PermissionRuleObservation } from './observe-permission-rules.ts';
import { defaultCache, obtainRelease } from './release.ts';

/*
 * Asks a release about the permission rules of a file of recordings again, and writes the answers into it.
 *
 *   node test/run-typescript.mjs test/record/ask-permission-rules.ts VERSION test/conformance/own-permission-rules.VERSION.jsonl
 */

interface PermissionRuleRecording {
  readonly id: string;
  readonly input: { readonly list: string; readonly rules: readonly string[] };
  readonly observed?: PermissionRuleObservation;
}

async function main([version, file]: readonly string[]): Promise<void> {
  if (!version || !file) throw new Error('Usage: ask-permission-rules.ts VERSION FILE');
  const { program } = obtainRelease(version, defaultCache(), console.error);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const asked: string[] = [];
  for (const line of lines) {
    const { id, input } = JSON.parse(line) as PermissionRuleRecording;
    const observed = await askAboutPermissionRules(program, input.list, input.rules);
    asked.push(JSON.stringify({ id, kind: 'permission-rules', version, input, observed }));
  }
  writeFileSync(file, `${asked.join('\n')}\n`);
}

await main(process.argv.slice(2));
