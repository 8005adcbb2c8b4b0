import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { SkillPackage } from '../../../server/src/catalog/file/skill-package.ts';
import type { TargetId } from '../../../server/src/dialect/targets.ts';
import type { RuntimeId } from '../../../server/src/document/runtime-id.ts';
import { rules } from '../../../server/src/rules/index.ts';
import type { Finding, Level } from '../../../server/src/rules/rule.ts';
import { type InSessionOptions, inSession } from './check-in-session.ts';
import { applyFix, check } from './expect-findings.ts';

const folder = new URL('../../../docs/rules/', import.meta.url);

/** An example of a page: a fence whose info string says `markdown bad`, `json good`, `markdown fixed` and so on. */
interface Example {
  readonly kind: 'bad' | 'good' | 'fixed';
  readonly text: string;
  readonly options: InSessionOptions;
  /** The files around it in a session, by their paths. */
  readonly around: Readonly<Record<string, string>>;
}

/** A fence that says `markdown beside path=…` or `json beside path=…` is a file beside the examples that follow. */
function readExamples(page: string, rule: string): Example[] {
  const examples: Example[] = [];
  let around: Example['around'] = {};
  const fences = page.matchAll(/^(`{3,})(?:markdown|json|yaml) (bad|good|fixed|beside)\b(.*)\n([\s\S]*?)^\1$/gm);
  for (const [, , kind, words, written] of fences) {
    const { text, options } = readOptions(words!.trim().split(/\s+/).filter(Boolean), written!, rule);
    if (kind === 'beside') around = { ...around, [options.path!]: text };
    else examples.push({ kind: kind as Example['kind'], text, options, around });
  }
  return examples;
}

async function findingsOf(rule: string, { text, options, around }: Example): Promise<readonly Finding[]> {
  const { path, variables } = options;
  // What an evaluation refers to is only known in a session.
  const needsSession = Object.keys({ ...around, ...variables }).length > 0 || path?.includes('/evals/');
  const isInSession = needsSession && path !== undefined;
  const found = check(text, isInSession ? await inSession(path, { ...around, [path]: text }, options) : options);
  return found.findings.filter((finding) => finding.rule === rule);
}

function readOptions(words: readonly string[], text: string, rule: string): Pick<Example, 'text' | 'options'> {
  let shown = text;
  const file: Record<string, unknown> = {};
  const variables: Record<string, string> = {};
  const options: Record<string, unknown> = { file, variables };
  for (const word of words) {
    const [key, value = ''] = word.split('=');
    if (key === 'path') options.path = value;
    else if (key === 'target') options.targets = value.split(',') as TargetId[];
    else if (key === 'runtime') options.runtime = value as RuntimeId;
    else if (key === 'level') options.levels = { [rule]: value as Level };
    else if (key === 'agents') file.agentNames = new Set(value.split(','));
    else if (key === 'plugin') file.pluginRoot = value;
    else if (key === 'plugin-dir') options.pluginFolders = [value];
    else if (key === 'budget') variables.SLASH_COMMAND_TOOL_CHAR_BUDGET = value;
    else if (key === 'uploaded-files')
      file.package = { files: Number(value), bytes: 0, innerSkills: [], complete: true } satisfies SkillPackage;
    else if (key === 'not-executable') file.notExecutable = new Set(value.split(','));
    else if (key === 'encoding') file.encoding = value;
    else if (key === 'inside-skill') file.insideSkill = true;
    else if (key === 'crlf') shown = shown.replaceAll('\n', '\r\n');
    else if (key === 'cr') shown = shown.replaceAll('\n', '\r');
    else if (key === 'bom') shown = `\uFEFF${shown}`;
    else if (key === 'escapes')
      shown = shown.replace(/\\u(?:\{(\w+)\}|(\w{4}))/g, (_, long, short) => character(long ?? short));
    else if (key === 'random')
      shown = shown.replace('{{RANDOM}}', randomText(...(value.split(',') as [string, string])));
    else if (key === 'repeat')
      shown = shown.replace('{{REPEATED}}', 'One more line of instructions.\n'.repeat(Number(value)));
    else throw new Error(`Unknown word ${word} after an example's kind`);
  }
  return { text: shown, options: options as Example['options'] };
}

function character(hexadecimal: string): string {
  return String.fromCodePoint(Number.parseInt(hexadecimal, 16));
}

/** A prefix and random letters and digits after it: a credential that was never issued, and is not in this repository. */
function randomText(prefix: string, length: string): string {
  const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  let state = 7;
  const next = () => {
    state = (state * 48271) % 2147483647;
    return characters[state % characters.length];
  };
  return prefix + Array.from({ length: Number(length) }, next).join('');
}

describe('documentation of the rules', () => {
  for (const rule of rules) {
    describe(rule.id, () => {
      const page = readFileSync(new URL(`${rule.id}.md`, folder), 'utf8');
      const examples = readExamples(page, rule.id);

      test('has a bad and a good example', () => {
        expect(examples.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['bad', 'good']));
      });

      examples.forEach((example, index) => {
        if (example.kind === 'bad') {
          test(`example ${index + 1} is found`, async () => expect(await findingsOf(rule.id, example)).not.toEqual([]));
        } else if (example.kind === 'good') {
          test(`example ${index + 1} is clean`, async () => expect(await findingsOf(rule.id, example)).toEqual([]));
        } else {
          test(`example ${index + 1} is what the fix makes of the one before`, async () => {
            const bad = examples[index - 1]!;
            const fix = (await findingsOf(rule.id, bad))[0]?.fixes?.[0];
            expect(fix && applyFix(bad.text, fix)).toBe(example.text);
          });
        }
      });
    });
  }
});
