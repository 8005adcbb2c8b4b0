import { describe, expect, test } from 'vitest';
import { followPlugins } from '../../../server/src/evaluation/surroundings/plugin-entries.ts';
import type { FileSystem } from '../../../server/src/platform/file-system.ts';
import type { Disk } from '../features/session-of.ts';
import { memoryFileSystem } from '../memory-file-system.ts';
import { expectInSession } from './check-in-session.ts';
import { applyFix } from './expect-findings.ts';

const plugin = '/project/office';
const folder = `${plugin}/evals/greets`;

/** A plugin with one skill and a case that nothing is wrong with. */
const around: Disk = {
  [`${plugin}/.claude-plugin/plugin.json`]: '{ "name": "office" }',
  [`${plugin}/skills/greet/SKILL.md`]: '---\nname: greet\ndescription: Greets people\n---\n\nSay hello.\n',
  [`${folder}/prompt.md`]: '---\nmax_turns: 3\nallowed_tools: [Read, Write]\n---\nSay hello to Alex.\n',
  [`${folder}/graders/names.md`]: '---\ntype: regex\n---\nAlex\n',
  [`${folder}/before.jsonl`]: '{}\n',
  [`${folder}/helper/skills/help/SKILL.md`]: '---\ndescription: Helps\n---\nHelp.\n',
  [`${plugin}/evals/takes-leave/prompt.md`]: '---\nname: leaves\n---\nSay goodbye to Alex.\n',
  [`${plugin}/other/.claude-plugin/plugin.json`]: '{ "version": "1.0.0" }',
  [`${plugin}/lib/notes.txt`]: 'Nothing of a plugin\n',
  [`${plugin}/lib.zip`]: 'PK',
};

const prompt = (fields: string, body = 'Say hello to Alex.\n') =>
  ['prompt.md', `---\n${fields}\n---\n${body}`] as const;
const grader = (fields: string, body = '') => ['graders/new.md', `---\n${fields}\n---\n${body}`] as const;
const definition = (text: string) => ['case.yaml', `schema_version: "1.1"\nname: greets\n${text}\n`] as const;
const mock = (fields: string, body = '[]\n') => ['mocks/tracker/list.md', `---\n${fields}\n---\n${body}`] as const;
const tools = (marked: string) => ['mocks/tracker/_tools.json', marked] as const;
const server = (fields: string) => ['mocks/tracker/_server.md', `---\n${fields}\n---\nA tracker.\n`] as const;

/** Planted mistakes in the files of a case: the rule, the file, and its text with the wrong part marked. */
const inCases: readonly (readonly [rule: string, file: readonly [name: string, marked: string]])[] = [
  ['evaluation-syntax', ['prompt.md', '«---»\nmax_turns: 3\nSay hello.\n']],
  ['evaluation-syntax', prompt('«- max_turns»')],
  ['evaluation-syntax', ['case.yaml', '«- a»\n']],
  ['evaluation-key', ['case.yaml', '«schema_verion»: "1.1"\nname: greets\n']],
  ['evaluation-incomplete', ['case.yaml', '«schema_verion»: "1.1"\nname: greets\n']],
  ['evaluation-key', prompt('«max_turn»: 3')],
  ['evaluation-key', prompt('«graders»: []')],
  ['evaluation-key', prompt('«timeout»: 60')],
  ['evaluation-key', grader('type: regex\n«patern»: Alex', 'Alex')],
  ['evaluation-key', grader('type: tool_used\ntool: Read\n«target»: trace')],
  ['evaluation-key', grader('type: llm\n«target»: trace', 'Friendly.')],
  ['evaluation-key', definition('«timeout_seconds»: 5')],
  ['evaluation-key', definition('execution:\n  «max_turn»: 5')],
  ['evaluation-key', definition('context:\n  «add_dir»: [fixtures]')],
  ['evaluation-key', definition('graders:\n  - { type: regex, name: a, pattern: x, «patern»: y }')],
  ['evaluation-key', mock('«typ»: fixed')],
  ['evaluation-value', prompt('max_turns: «0»')],
  ['evaluation-value', prompt('max_turns: «201»')],
  ['evaluation-value', prompt('max_turns: «"3"»')],
  ['evaluation-value', prompt('max_turns: «2.5»')],
  ['evaluation-value', prompt('timeout_seconds: «60s»')],
  ['evaluation-value', prompt('runs: «51»')],
  ['evaluation-value', prompt('allowed_tools: «Read»')],
  ['evaluation-value', prompt('allowed_tools: [«1», Read]')],
  ['evaluation-value', prompt('tags: «smoke»')],
  ['evaluation-value', prompt('name: «""»')],
  ['evaluation-value', prompt('artifact_publish: «"yes"»')],
  ['evaluation-value', prompt('schema_version: «1.1»')],
  ['evaluation-value', prompt('schema_version: «"2.0"»')],
  ['evaluation-value', prompt('env: { EVAL_A: «1» }')],
  ['evaluation-value', prompt('env: { «PATH»: x }')],
  ['evaluation-value', prompt('disallowed_tools: [«Bash(rm:*)»]')],
  ['evaluation-value', grader('type: «regexp»', 'Alex')],
  ['evaluation-value', grader('type: regex\nmatch: «equals»', 'Alex')],
  ['evaluation-value', grader('type: regex\nmatch: «"count: 2"»', 'Alex')],
  ['evaluation-value', grader('type: regex\ntarget: «output»', 'Alex')],
  ['evaluation-value', grader('type: regex\ntarget: «{ source: file }»', 'Alex')],
  ['evaluation-value', grader('type: regex\nflags: «x»', 'Alex')],
  ['evaluation-value', grader('type: regex\nweight: «0»', 'Alex')],
  ['evaluation-value', grader('type: regex\narm: «with_only»', 'Alex')],
  ['evaluation-value', grader('type: tool_used\ntool: Read\nmin: «-1»')],
  ['evaluation-value', grader('type: tool_used\ntool: «[Read]»')],
  ['evaluation-value', grader('type: tool_order\nbefore: «{ name: Read }»\nafter: Write')],
  ['evaluation-value', grader('type: file_exists\npath: a.md\nexists: «"no"»')],
  ['evaluation-value', definition('context:\n  add_dirs: «fixtures»')],
  ['evaluation-value', definition('graders: «{ a: b }»')],
  ['evaluation-value', mock('error: «"yes"»')],
  ['evaluation-incomplete', ['prompt.md', '«---»\nmax_turns: 3\n---\n']],
  ['evaluation-incomplete', prompt('max_turns: 3', '«TODO: describe what the agent should do»\n')],
  ['evaluation-incomplete', ['graders/new.md', '«---»\npattern: Alex\n---\n']],
  ['evaluation-incomplete', ['graders/new.md', '«---»\ntype: regex\n---\n']],
  ['evaluation-incomplete', ['graders/new.md', '«---»\ntype: tool_used\n---\n']],
  ['evaluation-incomplete', ['graders/new.md', '«---»\ntype: file_exists\n---\n']],
  ['evaluation-incomplete', ['graders/new.md', '«---»\ntype: baseline\n---\nAs good.\n']],
  ['evaluation-incomplete', ['graders/new.md', '«Notes about the graders»\n']],
  ['evaluation-incomplete', ['case.yaml', '«name»: greets\ngraders: []\n']],
  ['evaluation-incomplete', definition('graders:\n  - { «type»: regex, pattern: x }')],
  [
    'evaluation-duplicate',
    definition('graders:\n  - { type: regex, name: a, pattern: x }\n  - { type: regex, name: «a», pattern: y }'),
  ],
  ['evaluation-duplicate', grader('type: regex\nname: «names»', 'Alex')],
  ['evaluation-expression', grader('type: regex', '«(?i)»alex\n')],
  ['evaluation-expression', grader('type: regex', 'hello «(?P<name>»\\w+)\n')],
  ['evaluation-expression', grader('type: regex', '«hello (alex»\n')],
  ['evaluation-expression', grader('type: regex', '«O++»\n')],
  ['evaluation-expression', grader('type: regex\nflags: «uv»', 'Alex\n')],
  ['evaluation-expression', grader('type: regex\npattern: "«(?s)».*"')],
  ['evaluation-expression', grader('type: tool_used\ntool: Read\ninput_match: "«notes(»"')],
  ['evaluation-expression', grader('type: tool_order\nbefore: { tool: Read, input_match: "«*»" }\nafter: Write')],
  ['evaluation-expression', grader('type: regex', '«/alex/i»\n')],
  ['evaluation-expression', grader('type: regex', '«`Alex`»\n')],
  ['evaluation-expression', grader('type: regex', '«Alex\n\nThe name is in the greeting.»\n')],
  ['evaluation-expression', grader('type: regex', 'Alex«\\Z»\n')],
  ['evaluation-tool', grader('type: tool_used\ntool: «Raed»')],
  ['evaluation-tool', grader('type: tool_used\ntool: «read»')],
  ['evaluation-tool', grader('type: tool_used\ntool: «Bash(npm:*)»')],
  ['evaluation-tool', grader('type: tool_used\ntool: «EnterWorktree»')],
  ['evaluation-tool', grader('type: tool_order\nbefore: «Red»\nafter: Write')],
  ['evaluation-tool', prompt('allowed_tools: [«Raed», Write]')],
  ['evaluation-outcome', grader('type: tool_used\ntool: Read\nmin: «3»\nmax: 1')],
  ['evaluation-outcome', grader('type: tool_used\ntool: Read\nmax: «0»')],
  ['evaluation-outcome', grader('type: tool_used\ntool: Read\nmin: «0»')],
  ['evaluation-outcome', grader('type: tool_used\ntool: «Bash»')],
  ['evaluation-outcome', grader('type: regex', '«.*»\n')],
  ['evaluation-outcome', grader('type: regex\ntarget: «mock_calls»', 'list\n')],
  ['evaluation-outcome', grader('type: regex\ntarget: { source: file, path: «/etc/hostname» }', 'x\n')],
  ['evaluation-outcome', grader('type: regex\ntarget: { source: file, path: «"*.md"» }', 'x\n')],
  ['evaluation-outcome', grader('type: file_exists\npath: «./out.md»')],
  ['evaluation-outcome', grader('type: file_exists\npath: «/tmp/out.md»')],
  ['evaluation-outcome', grader('type: file_exists\npath: «out/»')],
  ['evaluation-outcome', grader('type: file_exists\npath: «"{a,b}.md"»')],
  ['evaluation-file', grader('type: baseline\nbaseline_file: «after.jsonl»', 'As good.\n')],
  ['evaluation-file', grader('type: baseline\nbaseline_file: «/tmp/before.jsonl»', 'As good.\n')],
  ['evaluation-file', grader('type: baseline\nbaseline_file: «../../../before.jsonl»', 'As good.\n')],
  ['evaluation-file', definition('context:\n  add_dirs: [«fixtures»]')],
  ['evaluation-file', definition('context:\n  add_dirs: [«..»]')],
  ['evaluation-file', definition('context:\n  history_file: «history.jsonl»')],
  ['evaluation-file', definition('context:\n  scaffold_script: «scaffold.sh»')],
  ['evaluation-file', prompt('plugins: [../.., «./none»]')],
  ['evaluation-file', prompt('plugins: [«../../../..»]')],
  ['evaluation-file', prompt('plugins: [«/tmp»]')],
  ['evaluation-file', prompt('plugins: [«.»]')],
  ['evaluation-file', prompt('plugins: [«graders»]')],
  ['evaluation-file', prompt('plugins: [«../../lib/notes.txt»]')],
  ['evaluation-file', prompt('plugins: [«../../lib.zip»]')],
  ['evaluation-file', prompt('plugins: [«../../lib»]')],
  ['evaluation-file', prompt('plugins: [«../../other»]')],
  ['evaluation-file', definition('plugins: [«./none»]')],
  ['evaluation-duplicate', prompt('name: «leaves»')],
  ['evaluation-skill', grader(`type: tool_used\ntool: Skill\ninput_match: «'"skill":"(office:)?gret"'»`)],
  ['evaluation-skill', grader('type: tool_used\ntool: Skill\ninput_match: «office:greets»')],
  ['evaluation-unscored', grader('type: tool_used\ntool: «Skill»\nmin: 0\nmax: 0')],
  ['evaluation-mock', mock('«tools»: [list]')],
  ['evaluation-mock', tools('«[{ "name": "list" }]»')],
  ['evaluation-mock', tools('{ "tools": «{}» }')],
  ['evaluation-mock', tools('{ "tools": [{ "name": "list" }, «{ "description": "Closes" }»] }')],
  ['evaluation-mock', tools('{ "tools": [{ "name": "list", "description": «3» }] }')],
  ['evaluation-mock', tools('{ "tools": [{ "name": "list", "inputSchema": «[]» }] }')],
  ['evaluation-mock', tools('{ "tools": [{ "name": "list", "inputSchema": { "type": «"string"» } }] }')],
  ['evaluation-mock', mock('type: agent\n«error»: true', 'A tracker.\n')],
  ['evaluation-mock', mock('«abort_when»: never')],
  ['evaluation-mock', mock('expect: { project: «"/(/"» }')],
  ['evaluation-mock', mock('expect: { project: «"/a/g"» }')],
  ['evaluation-mock', mock('expect: { project: «[]» }')],
  ['evaluation-mock', mock('expect: { project: «"/demo|test/"» }')],
  ['evaluation-mock', server('type: «fixed»\ntools: [list]')],
  ['evaluation-mock', server('type: «agent»')],
  ['evaluation-mock', server('type: agent\ntools: [«"list all"»]')],
  ['evaluation-mock', server('type: agent\ntools: [list, get]\n«expect»: { a: b }')],
];

const skill = '/project/skills/pdf';
const ofSkill: Disk = {
  [`${skill}/SKILL.md`]: '---\nname: pdf\ndescription: Works with PDF files\n---\n\nDo it.\n',
  [`${skill}/evals/files/a.pdf`]: 'PDF',
};
const set = (text: string) => ['evals.json', text] as const;
const triggers = (text: string) => ['trigger-eval.json', text] as const;
const one = (item: string) => set(`{ "skill_name": "pdf", "evals": [${item}] }`);

/** Planted mistakes in the files of skill-creator. */
const inSets: typeof inCases = [
  ['evaluation-syntax', set('{ "skill_name": "pdf", "evals": []«,» }')],
  ['evaluation-syntax', set('{ «// note»\n "skill_name": "pdf", "evals": [] }')],
  ['evaluation-key', one('{ "id": 1, "prompt": "Merge", «"expectation"»: ["x"] }')],
  ['evaluation-key', one('{ "id": 1, "prompt": "Merge", «"asertions"»: ["x"] }')],
  ['evaluation-key', one('{ "id": 1, «"promt"»: "Merge" }')],
  ['evaluation-key', one('{ "id": 1, "prompt": "Merge", «"expectedOutput"»: "One file" }')],
  ['evaluation-key', triggers('[{ "query": "Merge", «"shouldTrigger"»: true }]')],
  ['evaluation-value', set('{ "skill_name": «7», "evals": [] }')],
  ['evaluation-value', set('{ "skill_name": "pdf", "evals": «{}» }')],
  ['evaluation-value', one('«"Merge"»')],
  ['evaluation-value', one('{ "id": 1, "prompt": «["Merge"]» }')],
  ['evaluation-value', one('{ "id": 1, "prompt": «""» }')],
  ['evaluation-value', one('{ "id": «true», "prompt": "Merge" }')],
  ['evaluation-value', one('{ "id": 1, "prompt": "Merge", "files": «"a.pdf"» }')],
  ['evaluation-value', one('{ "id": 1, "prompt": "Merge", "expectations": «"One file"» }')],
  ['evaluation-value', one('{ "id": 1, "prompt": "Merge", "assertions": «"One file"» }')],
  ['evaluation-value', triggers('[{ "query": "Merge", "should_trigger": «"false"» }]')],
  ['evaluation-value', triggers('[{ "query": «5», "should_trigger": true }]')],
  ['evaluation-incomplete', one('«{» "id": 1, "expected_output": "One file" }')],
  ['evaluation-incomplete', set('«{ "skill_name": "pdf" }»')],
  ['evaluation-incomplete', triggers('[«{» "query": "Merge" }]')],
  ['evaluation-incomplete', triggers('[«{» "should_trigger": true }]')],
  ['evaluation-duplicate', one('{ "id": 1, "prompt": "Merge" }, { "id": «1», "prompt": "Split" }')],
  [
    'evaluation-duplicate',
    triggers('[{ "query": "Merge", "should_trigger": true }, { "query": «"merge "», "should_trigger": false }]'),
  ],
  ['evaluation-value', set('«[»{ "id": 1, "prompt": "Merge", "expectations": ["One file"] }]')],
  ['evaluation-value', set('«[»{ "prompt": "Merge", "expected_output": "One file" }]')],
  ['evaluation-value', one('{ "id": 1, "prompt": "Merge", "expectations": [«""», "One file"] }')],
  ['evaluation-value', one('{ "id": 1, "prompt": "Merge", "assertions": [«"  "»] }')],
  ['evaluation-syntax', set("{ «'skill_name'»: 'pdf', 'evals': [] }")],
  ['evaluation-duplicate', one('{ "id": 1, «"prompt"»: "Merge", "prompt": "Split" }')],
  ['evaluation-duplicate', set('{ «"evals"»: [], "evals": [{ "id": 1, "prompt": "Merge" }] }')],
  ['evaluation-duplicate', triggers('[{ «"query"»: "Merge", "query": "Split", "should_trigger": true }]')],
  ['evaluation-skill', set('{ "skill_name": «"pfd"», "evals": [] }')],
  ['evaluation-file', one('{ "id": 1, "prompt": "Merge", "files": [«"evals/files/b.pdf"»] }')],
];

describe('planted mistakes in cases of `claude plugin eval`', () => {
  test('a tool that the runner can still grant is a warning that names its option', async () => {
    for (const [fields, said] of [
      ['type: tool_used\ntool: «Bash»', 'so the grader fails unless `--allow-tools` grants it'],
      ['type: file_exists\npath: «out.md»', 'so the grader fails unless `--allow-tools` grants one'],
    ] as const) {
      const [name, text] = grader(fields);
      const granting = { ...around, [`${folder}/prompt.md`]: '---\nallowed_tools: [Read]\n---\nSay hello to Alex.\n' };
      const [finding] = await expectInSession('evaluation-outcome', `${folder}/${name}`, text, granting);
      expect(finding).toMatchObject({ severity: 'warning', message: expect.stringContaining(said) });
    }
  });

  test('there are enough of them', () => expect(inCases.length).toBeGreaterThan(60));

  test.each(inCases)('%s: %s', async (rule, [name, marked]) => {
    // Each mock is alone in its folder.
    const disk = name.startsWith('mocks/') ? { ...around, [`${folder}/${name}`]: '' } : around;
    await expectInSession(rule, `${folder}/${name}`, marked, disk);
  });
});

describe('an empty `case.yaml`', () => {
  test('says nothing about the other files of its case', async () => {
    const disk = { ...around, [`${folder}/case.yaml`]: '# Later\n' };
    await expectInSession('evaluation-key', `${folder}/prompt.md`, '---\n«max_turn»: 3\n---\nSay hello.\n', disk);
  });

  test('is reported with graders and without a prompt', async () => {
    const { [`${folder}/prompt.md`]: _, ...disk } = around;
    await expectInSession('evaluation-incomplete', `${folder}/case.yaml`, '«# Later»\n', disk);
  });
});

describe('planted mistakes in files of skill-creator', () => {
  test('there are enough of them', () => expect(inSets.length).toBeGreaterThan(20));

  test.each(inSets)('%s: %s', async (rule, [name, marked]) => {
    await expectInSession(rule, `${skill}/evals/${name}`, marked, ofSkill);
  });
});

/** Every rule about evaluations. */
const rules = [...new Set([...inCases, ...inSets].map(([rule]) => rule))];

/** Files in which nothing is wrong. */
const right: readonly (readonly [path: string, text: string, disk: Disk])[] = [
  [`${folder}/prompt.md`, around[`${folder}/prompt.md`] as string, around],
  [`${folder}/prompt.md`, 'Say hello to Alex.\n', around],
  [
    `${folder}/graders/new.md`,
    '---\ntype: regex\npattern: Hello\nflags: i\n---\nWhat it is about.\n\nIn two paragraphs.\n',
    around,
  ],
  [`${folder}/graders/new.md`, '---\ntype: regex\n---\n(?i:hello)|(?<n>a)|(?<n>b)\n', around],
  [
    `${folder}/graders/new.md`,
    `---\ntype: tool_used\ntool: Skill\ninput_match: '"skill"\\s*:\\s*"(?:[\\w-]+:)?greet"'\n---\n`,
    around,
  ],
  [
    `${folder}/graders/new.md`,
    '---\ntype: tool_used\ntool: mcp__tracker__list\n---\n',
    { ...around, [`${plugin}/evals/mocks/tracker/list.md`]: '[]\n' },
  ],
  [`${folder}/graders/new.md`, '---\ntype: regex\n---\n/\\* colors \\*/|/\\* layout \\*/\n', around],
  [`${folder}/graders/new.md`, '---\ntype: regex\n---\n/\\* colors \\*/\n', around],
  [`${folder}/graders/new.md`, '---\ntype: file_exists\npath: "**/out.*"\n---\n', around],
  [`${folder}/graders/new.md`, '---\ntype: baseline\nbaseline_file: before.jsonl\n---\nAs good.\n', around],
  [`${folder}/graders/new.md`, '---\ntype: llm\nfocus: { source: file, path: out.md }\n---\nFriendly.\n', around],
  [`${folder}/case.yaml`, 'execution:\n  max_turns: 7\nschema_version: "1.1"\nname: other\n', around],
  [`${folder}/prompt.md`, '---\nplugins: [../.., ./helper, ../../]\nname: takes-leave\n---\nSay hello.\n', around],
  // The runner looks for no cases in the folder of a case.
  [`${folder}/inner/graders/new.md`, '---\nx', { ...around, [`${folder}/inner/prompt.md`]: 'Say hello.\n' }],
  // Of other tools.
  [`${plugin}/evals/other/prompt.md`, '---\nauthor: me\n---\nSay hello.\n', around],
  [`${plugin}/evals/other/case.yaml`, 'input: hello\nexpect: hi\n', around],
  [`${skill}/evals/evals.json`, '{ "skill": "pdf", "cases": [{ "id": 1 }, { "id": 1 }] }', ofSkill],
  [`${skill}/evals/evals.json`, '[{ "input": "x" }]', ofSkill],
  [`${skill}/evals/evals.json`, '[{ "prompt": "x", "should_trigger": true }]', ofSkill],
  // Skillwright knows the skill by the folder, and an evaluation by its place in the list.
  [`${skill}/evals/evals.json`, '{ "evals": [{ "prompt": "Merge", "expectations": ["One file"] }] }', ofSkill],
  [`${skill}/evals/trigger-eval.json`, '{ "queries": [] }', ofSkill],
  [`${skill}/evals/triggers.json`, '[{ "prompt": "Merge", "should_trigger": true }]', ofSkill],
  [`${skill}/evals/triggers.json`, '{ "cases": [{ "prompt": "Merge", "should_trigger": true }] }', ofSkill],
  // With keys of their own.
  [
    `${skill}/evals/evals.json`,
    '{ "skill_name": "pdf", "version": 1, "evals": [{ "id": "a", "name": "x", "prompt": "Merge", "files": ["evals/files/a.pdf"], "assertions": [{ "name": "y", "check": "z" }], "expectations": [] }] }',
    ofSkill,
  ],
  [`${skill}/evals/trigger-eval.json`, '[{ "id": 1, "query": "Merge", "should_trigger": true, "note": "x" }]', ofSkill],
];

describe('what is not wrong', () => {
  test.each(right)('%s: %s', async (path, text, disk) => {
    for (const rule of rules) await expectInSession(rule, path, text, disk);
    expect(rules.length).toBeGreaterThan(10);
  });
});

describe('graders that passed with and without the plugin', () => {
  const verdict = (name: string, passed = true) => ({ name, passed });
  const written = (name: string, type: string, config: object) => ({ name, type, config });
  const result = (dir: string, without: boolean) =>
    JSON.stringify({
      cases: [
        {
          dir,
          graders: [
            written('new', 'regex', { pattern: 'Hello', target: 'last_message', flags: 'i', match: 'contains' }),
            written('quiet', 'regex', { pattern: 'Hey', target: 'last_message', flags: '', match: 'not_contains' }),
            written('reads', 'tool_used', { tool: 'Read', min: 1 }),
          ],
          arms: {
            with: [{ graders: [verdict('new'), verdict('quiet'), verdict('reads')] }],
            without: [{ graders: [verdict('new', without), verdict('quiet'), verdict('reads')] }],
          },
        },
      ],
    });
  const results = `${plugin}/evals/results`;
  const last = `${results}/2026-11-24T01-00-00-000Z/aggregate-result.json`;
  const equal: Disk = { ...around, [last]: result('evals/greets', true) };
  const hello = '---\ntype: «regex»\nflags: i\n---\nHello\n';

  test('are reported as long as they are as they were', async () => {
    const check = (path: string, text: string, disk: Disk) =>
      expectInSession('evaluation-no-difference', `${folder}/${path}`, text, disk);
    await check('graders/new.md', hello, equal);
    await check('case.yaml', 'graders:\n  - { name: «reads», type: tool_used, tool: Read, min: 1 }\n', equal);
    const right = hello.replace(/[«»]/g, '');
    await check('graders/new.md', right.replace('Hello', 'Hello,'), equal);
    await check('graders/new.md', right, around);
    await check('graders/quiet.md', '---\ntype: regex\nmatch: not_contains\n---\nHey\n', equal);
    // Only the last result with the case counts.
    const newer = `${results}/2026-11-25T01-00-00-000Z/aggregate-result.json`;
    await check('graders/new.md', right, { ...equal, [newer]: result('evals/greets', false) });
    await check('graders/new.md', hello, { ...equal, [newer]: result('evals/other', false) });
    await check('graders/new.md', hello, { ...equal, [newer]: '{ "cases": 3 }' });
    expect.hasAssertions();
  });
});

test('an entry of `plugins` is never looked up on another machine', async () => {
  const asked: string[] = [];
  const files = memoryFileSystem({});
  const watched: FileSystem = {
    ...files,
    typeOf: (path) => {
      asked.push(path);
      return files.typeOf(path);
    },
  };
  for (const pluginRoot of ['/project', undefined]) {
    const prompt = '---\nplugins: [//host/share, "\\\\\\\\host\\\\share", ./none]\n---\n';
    const texts = { folder: '/project/evals/c', prompt, definition: undefined };
    await followPlugins(texts, pluginRoot, watched);
  }
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((path) => !path.startsWith('/project/'))).toEqual([]);
});

/** Where a key of another tool stands, what it becomes, and what the message asks. */
const meantElsewhere: readonly (readonly [file: readonly [string, string], fixed: string, asked: RegExp])[] = [
  [prompt('«timeout»: 60'), prompt('timeout_seconds: 60')[1], /Did you mean `timeout_seconds`\?$/],
  [grader('type: llm\n«rubric»: Friendly'), grader('type: llm\ncriteria: Friendly')[1], /Did you mean `criteria`\?$/],
  [grader('type: tool_used\ntool: Read\n«count»: 2'), grader('type: tool_used\ntool: Read\nmin: 2')[1], /`min`\?$/],
  [
    grader('type: regex\n«case_insensitive»: true', 'Alex'),
    grader('type: regex\nflags: i', 'Alex')[1],
    /Did you mean `flags: i`\?$/,
  ],
  [grader('type: file_exists\n«file»: a.txt'), grader('type: file_exists\npath: a.txt')[1], /Did you mean `path`\?$/],
];

test.each(meantElsewhere)('a key that another tool calls so is renamed: %j', async ([name, marked], fixed, asked) => {
  const [finding] = await expectInSession('evaluation-key', `${folder}/${name}`, marked, around);
  expect(finding!.message).toMatch(asked);
  const text = marked.replace(/[«»]/g, '');
  const edits = finding!.fixes![0]!.edits.toReversed();
  const changed = edits.reduce(
    (now, { range, newText }) => now.slice(0, range.start) + newText + now.slice(range.end),
    text,
  );
  expect(changed).toBe(fixed);
});

test('nothing is only to be removed', async () => {
  const [name, marked] = grader('type: regex\n«colour»: red', 'Alex');
  const [finding] = await expectInSession('evaluation-key', `${folder}/${name}`, marked, around);
  expect(finding!.message).toMatch(/Its keys are `type`, .*`pattern`/);
});

test('a list becomes the `evals` of a set', async () => {
  const [name, marked] = set('«[»{ "prompt": "Merge", "expected_output": "One file" }]');
  const [finding] = await expectInSession('evaluation-value', `${skill}/evals/${name}`, marked, ofSkill);
  expect(applyFix(marked.replace(/[«»]/g, ''), finding!.fixes![0]!)).toBe(
    '{ "skill_name": "pdf", "evals": [{ "prompt": "Merge", "expected_output": "One file" }] }',
  );
});

test('the input of a call is compact JSON', async () => {
  const [name, marked] = grader(`type: tool_used\ntool: Skill\ninput_match: «'"skill": "greet"'»`);
  const [finding] = await expectInSession('evaluation-expression', `${folder}/${name}`, marked, around);
  expect(finding!.message).toBe(
    'The input of a call is compact JSON, without a space after `:` and `,`, so the grader counts no calls. Write `"skill":"greet"`',
  );
  await expectInSession('evaluation-skill', `${folder}/${name}`, marked.replace(/[«»]/g, ''), around);
  const fine = grader(`type: tool_used\ntool: Skill\ninput_match: '"skill":\\s*"greet"'`)[1];
  await expectInSession('evaluation-expression', `${folder}/${name}`, fine, around);
});
