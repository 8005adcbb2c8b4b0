import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { compareNames, namesIn, readNames } from '../../record/program-names.ts';

const program = [
  'a.env.CLAUDE_CODE_FIRST,"CLAUDE_CODE_PREFIX_"+b',
  '{quiet:()=>P().optional().describe("x"),nested:z.object({inner:z.string().describe("y")}).optional()}',
  '{path:["quiet"],restrictive:!0}',
  '{type:"local-jsx",name:"access",description:"z"},{name:"clear",description:"w",aliases:["x"],type:"local"}',
  '["name","user-invocable","paths"];e["allowed-tools"]',
  '["PreToolUse","Stop"];{README_MISSING:{title:"No README"},NOT_ONE:{name:"x"}}',
].join(';');

const found = (text: string) => [...namesIn(text).values()].map((names) => [...names]);

test('names are found by what surrounds them', () => {
  expect(found(program)).toEqual([
    ['CLAUDE_CODE_FIRST'],
    ['quiet', 'inner'],
    ['quiet'],
    ['access', 'clear'],
    ['name', 'user-invocable', 'paths'],
    ['PreToolUse', 'Stop'],
    ['README_MISSING'],
    ['allowed-tools'],
  ]);
});

test('nothing is found in other text', () => {
  expect(found('var x={name:"y"};CLAUDE_;describe("x")').flat()).toEqual([]);
});

test('names of one program only are told', () => {
  const [environment] = compareNames(namesIn('CLAUDE_OLD CLAUDE_BOTH'), namesIn('CLAUDE_BOTH CLAUDE_NEW'));
  expect(environment).toEqual({
    what: 'Environment variables',
    found: 2,
    added: ['CLAUDE_NEW'],
    judged: 0,
    removed: ['CLAUDE_OLD'],
  });
  const judged = { 'Environment variables': { CLAUDE_NEW: 'irrelevant: of the terminal' } };
  expect(compareNames(namesIn('CLAUDE_OLD'), namesIn('CLAUDE_NEW CLAUDE_NEWER'), judged)[0]).toMatchObject({
    added: ['CLAUDE_NEWER'],
    judged: 1,
  });
});

test('a name where two pieces of a large program meet is found', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'skillwright-names-'));
  try {
    const file = path.join(folder, 'program');
    const piece = 1 << 23;
    writeFileSync(file, `${' '.repeat(piece - 8)}CLAUDE_CODE_FIRST${'\0'.repeat(100)}`);
    const names = await readNames(file);
    expect([...(names.get('Environment variables') ?? [])]).toContain('CLAUDE_CODE_FIRST');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
