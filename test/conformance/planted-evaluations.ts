import type { FileContent } from './recordings.ts';

/** A case with one planted mistake or none, and what is said about it. */
export interface PlantedEvaluation {
  /** Also the end of the id of its recording. */
  readonly id: string;
  /** The rule that finds the mistake, at the marks in one of the files; undefined if nothing is wrong. */
  readonly rule?: string;
  /** The files besides those of every case; null takes one of these away. */
  readonly files: Readonly<Record<string, string | null>>;
  /** The whole file with the mark after the fix. */
  readonly fixed?: string;
  /** What the model does. */
  readonly turns?: readonly object[];
  readonly arguments?: readonly string[];
  /**
   * What the runner makes of the mistake: it rejects the case or its runs, a grader fails or passes whatever happens, or it
   * goes on with something else than what is written.
   */
  readonly runner?: 'rejects' | 'fails' | 'passes' | 'goes-on';
}

const folder = 'evals/c';
const prompt = `${folder}/prompt.md`;
const grader = `${folder}/graders/a.md`;
const definition = `${folder}/case.yaml`;
const mock = `${folder}/mocks/tracker/list.md`;
const manifest = '.claude-plugin/plugin.json';

const manifestText = '{\n  "name": "demo",\n  "version": "1.0.0",\n  "description": "d"\n}';
const skillText = '---\ndescription: Greets people. Use when the user says hello\n---\nSay hello.\n';
const okGrader = '---\ntype: regex\n---\nOK\n';

/** A plugin with a case about which nothing is said. The stand-in for the model answers `OK done`. */
const around: Readonly<Record<string, string>> = {
  [manifest]: manifestText,
  'skills/greet/SKILL.md': skillText,
  [prompt]: '---\nmax_turns: 5\nallowed_tools: [Read]\n---\nSay hello to Alex.\n',
  [`${folder}/graders/ok.md`]: okGrader,
};

/** The files of a case, without marks. */
export function filesOf({ files }: PlantedEvaluation): Record<string, string> {
  const all = Object.entries({ ...around, ...files }).filter((entry): entry is [string, string] => entry[1] !== null);
  return Object.fromEntries(all.map(([name, text]) => [name, text.replace(/[«»]/g, '')]));
}

/** What is asked of the runner. */
export function inputOf(planted: PlantedEvaluation): {
  readonly files: Readonly<Record<string, FileContent>>;
  readonly turns?: readonly object[];
  readonly arguments?: readonly string[];
} {
  const { turns, arguments: args } = planted;
  return { files: filesOf(planted), ...(turns && { turns }), ...(args && { arguments: args }) };
}

const withFrontmatter = (fields: string, body: string) => `---\n${fields}\n---\n${body}`;
const graded = (fields: string, body = '') => ({ [grader]: withFrontmatter(fields, body) });
const regex = (pattern: string, fields = '') => graded(`type: regex${fields && `\n${fields}`}`, `${pattern}\n`);
const used = (input: string, fields = '') =>
  graded(`type: tool_used\ntool: Read\ninput_match: ${input}${fields && `\n${fields}`}`);
const prompted = (fields: string, body = 'Say hello to Alex.\n') => ({ [prompt]: withFrontmatter(fields, body) });
const defined = (text: string) => ({
  [definition]: `schema_version: "1.1"\nname: c\nexecution:\n  max_turns: 3\n${text}\n`,
});

const server = {
  '.mcp.json': '{ "mcpServers": { "tracker": { "command": "node", "args": ["server.mjs"] } } }',
};
const mocked = { ...server, [mock]: '[]\n' };
const ofTracker = (tool: string) => graded(`type: tool_used\ntool: ${tool}`);
const answered = (body: string, fields = '') => ({ ...server, [mock]: fields ? withFrontmatter(fields, body) : body });
const savedTools = '{ "tools": [{ "name": "list", "inputSchema": { "type": "object" } }, { "name": "close_issue" }] }';
const isSaved = { ...server, [`${folder}/mocks/tracker/_tools.json`]: savedTools };

const reading = { turns: [{ tool: 'Read', input: { file_path: '/tmp/notes.md' } }] };
const called = (input: object = { project: 'demo' }, tool = 'mcp__plugin_demo_tracker__list') => ({
  turns: [{ tool, input }],
});
const history =
  '{"type":"user","message":{"role":"user","content":"hi"},"uuid":"4f6b1f0e-0b52-4a56-9f7e-111111111111","sessionId":"4f6b1f0e-0b52-4a56-9f7e-222222222222","parentUuid":null,"timestamp":"2026-01-01T00:00:00.000Z","cwd":"/x","version":"2.1.330"}\n';
const noCase = { [prompt]: null, [`${folder}/graders/ok.md`]: null };

function each(
  rule: string | undefined,
  runner: PlantedEvaluation['runner'],
  cases: Readonly<Record<string, Omit<PlantedEvaluation, 'id' | 'rule' | 'runner'>>>,
): PlantedEvaluation[] {
  return Object.entries(cases).map(([id, it]) => ({ id, ...it, ...(rule && { rule }), ...(runner && { runner }) }));
}

const ofPaths = [
  ...each('evaluation-file', 'fails', {
    'baseline-in-other-case': {
      files: {
        ...graded('type: baseline\nbaseline_file: «../d/base.jsonl»', 'As good.\n'),
        'evals/d/base.jsonl': '{}\n',
      },
    },
    'baseline-in-other-case-missing': {
      files: graded('type: baseline\nbaseline_file: «../d/base.jsonl»', 'As good.\n'),
    },
    'baseline-in-plugin': {
      files: { ...graded('type: baseline\nbaseline_file: «../../base.jsonl»', 'As good.\n'), 'base.jsonl': '{}\n' },
    },
    'baseline-in-definition': {
      files: {
        ...defined('graders:\n  - { type: baseline, name: b, criteria: As good, baseline_file: «../base.jsonl» }'),
        'evals/base.jsonl': '{}\n',
      },
    },
  }),
  ...each('evaluation-file', 'rejects', {
    'baseline-is-folder': {
      files: { ...graded('type: baseline\nbaseline_file: «base»', 'As good.\n'), [`${folder}/base/x.jsonl`]: '{}\n' },
    },
    'history-json': {
      files: { ...defined('context:\n  history_file: «history.json»'), [`${folder}/history.json`]: history },
    },
    'history-txt': {
      files: { ...defined('context:\n  history_file: «history.txt»'), [`${folder}/history.txt`]: history },
    },
    'history-without-ending': {
      files: { ...defined('context:\n  history_file: «history»'), [`${folder}/history`]: history },
    },
    'history-is-folder': {
      files: { ...defined('context:\n  history_file: «history.jsonl»'), [`${folder}/history.jsonl/a.txt`]: 'x' },
    },
    'add-dirs-file': { files: { ...defined('context:\n  add_dirs: [«notes.md»]'), [`${folder}/notes.md`]: 'x' } },
    'add-dirs-second-is-file': {
      files: {
        ...defined('context:\n  add_dirs: [fixtures, «notes.md»]'),
        [`${folder}/notes.md`]: 'x',
        [`${folder}/fixtures/a.md`]: 'x',
      },
    },
    'add-dirs-graders': { files: defined('context:\n  add_dirs: [«graders»]') },
    'add-dirs-below-graders': {
      files: { ...defined('context:\n  add_dirs: [«graders/x»]'), [`${folder}/graders/x/a.txt`]: 'x' },
    },
    'add-dirs-mocks': {
      files: { ...defined('context:\n  add_dirs: [«mocks/tracker»]'), ...mocked },
    },
    'scaffold-is-folder': {
      files: { ...defined('context:\n  scaffold_script: «setup»'), [`${folder}/setup/a.sh`]: 'true\n' },
      arguments: ['--scaffold'],
    },
  }),
];

const ofTools = [
  ...each('evaluation-tool', 'fails', {
    'tool-without-plugin': {
      files: { ...mocked, ...ofTracker('«mcp__tracker__list»') },
      fixed: 'type: tool_used\ntool: mcp__plugin_demo_tracker__list',
      ...called(),
    },
    'tool-server-misspelled': {
      files: { ...mocked, ...ofTracker('«mcp__plugin_demo_trackr__list»') },
      fixed: 'type: tool_used\ntool: mcp__plugin_demo_tracker__list',
      ...called(),
    },
    'tool-plugin-misspelled': { files: { ...mocked, ...ofTracker('«mcp__plugin_dmo_tracker__list»') }, ...called() },
    'tool-misspelled': { files: { ...mocked, ...ofTracker('«mcp__plugin_demo_tracker__lits»') }, ...called() },
    'tool-plugin-without-word': { files: { ...mocked, ...ofTracker('«mcp__demo_tracker__list»') }, ...called() },
    'tool-server-alone': { files: { ...mocked, ...ofTracker('«mcp__plugin_demo_tracker»') }, ...called() },
    'tool-any-of-server': { files: { ...mocked, ...ofTracker('«mcp__plugin_demo_tracker__*»') }, ...called() },
    'tool-of-standalone-mock': {
      files: { [mock]: '[]\n', ...ofTracker('«mcp__plugin_demo_tracker__list»') },
      ...called({}, 'mcp__tracker__list'),
    },
    'tool-of-no-server': { files: ofTracker('«mcp__github__search»') },
    'tool-not-mocked': { files: { ...server, ...ofTracker('«mcp__plugin_demo_tracker__list»') } },
    'tool-order-server': {
      files: {
        ...mocked,
        ...graded('type: tool_order\nbefore: Read\nafter: «mcp__tracker__list»'),
      },
      turns: [...reading.turns, ...called().turns],
    },
  }),
];

const ofOutcomes = [
  ...each('evaluation-outcome', 'fails', {
    'order-same': {
      files: graded('type: tool_order\nbefore: Read\nafter: «Read»'),
      turns: [...reading.turns, ...reading.turns],
    },
    'order-same-tool-in-map': {
      files: graded('type: tool_order\nbefore: { tool: Read }\nafter: «{ tool: Read }»'),
      turns: [...reading.turns, ...reading.turns],
    },
    'order-same-input': {
      files: graded(
        'type: tool_order\nbefore: { tool: Read, input_match: notes }\nafter: «{ tool: Read, input_match: notes }»',
      ),
      turns: [...reading.turns, ...reading.turns],
    },
    'order-any-after': {
      files: graded('type: tool_order\nbefore: { tool: Read, input_match: notes }\nafter: «Read»'),
      turns: [...reading.turns, ...reading.turns],
    },
    'input-whole-word': { files: used("«'^notes$'»"), ...reading },
    'input-path-at-start': { files: used("«'^/tmp/notes'»"), ...reading },
    'input-path-at-end': { files: used("«'notes\\.md$'»"), ...reading },
    'input-key-at-start': { files: used(`«'^"file_path"'»`), ...reading },
    'input-choice-at-start': { files: used("«'^(?:/tmp|/var)/notes'»"), ...reading },
    'input-choices-at-start': { files: used("«'^notes|^/tmp'»"), ...reading },
    'input-quote-at-end': { files: used(`«'/tmp/notes\\.md"$'»`), ...reading },
    'input-spaces-at-end': { files: used("«'notes\\.md\\s*$'»"), ...reading },
    'input-empty': { files: used("«'^$'»"), ...reading },
    'input-of-order': {
      files: graded("type: tool_order\nbefore: { tool: Read, input_match: «'^/tmp'» }\nafter: Skill"),
      turns: [...reading.turns, { tool: 'Skill', input: { skill: 'demo:greet' } }],
    },
    'trace-word': { files: regex('«^OK done$»', 'target: trace') },
    'trace-start': { files: regex('«^OK»', 'target: trace') },
    'trace-end': { files: regex('«done$»', 'target: trace') },
    'trace-line': { files: regex('«^OK»', 'target: trace\nflags: m') },
    'trace-line-end': { files: regex('«done"?$»', 'target: trace\nflags: m') },
    'trace-in-frontmatter': { files: graded("type: regex\ntarget: trace\npattern: «'^OK'»") },
    'everything-forbidden': { files: regex('«x*»', 'match: not_contains') },
  }),
  ...each('evaluation-outcome', 'passes', {
    'everything-start': { files: regex('«^»') },
    'everything-end': { files: regex('«$»') },
    'everything-optional': { files: regex('«(memo)?»') },
    'everything-repeated': { files: regex('«x*»') },
    'everything-empty-group': { files: regex('«(?:)»') },
    'everything-any-character': { files: regex('«.?»') },
    'everything-spaces': { files: regex('«\\s*»') },
    'everything-empty-choice': { files: regex('«memo|»') },
    'everything-empty-first-choice': { files: regex('«|memo»') },
    'everything-from-start': { files: regex('«^.*»') },
    'everything-lines': { files: regex('«^[\\s\\S]*$»') },
    'everything-class': { files: regex('«[^]*»') },
    'everything-bounded': { files: regex('«x{0,3}»') },
    'everything-nested': { files: regex('«(?:x|y)*»') },
    'everything-ahead': { files: regex('«(?=x*)»') },
    'everything-in-definition': {
      files: defined('graders:\n  - { type: regex, name: b, pattern: «".*"» }'),
    },
    'trace-forbidden': { files: regex('«^memo$»', 'target: trace\nmatch: not_contains') },
    'trace-counted-none': { files: regex('«^memo»', 'target: trace\nmatch: count:0') },
    'input-forbidden': { files: used("«'^/tmp'»", 'min: 0\nmax: 0'), ...reading },
    'absent-file': { files: graded('type: file_exists\npath: «out.md»\nexists: false') },
    'absent-file-in-definition': {
      files: defined('graders:\n  - { type: file_exists, name: b, path: «out.md», exists: false }'),
    },
    'absent-files': { files: regex('out', 'target: «files»\nmatch: not_contains') },
  }),
  ...each('evaluation-skill', 'fails', {
    'slash-skill': { files: { ...graded('type: tool_used\ntool: «Skill»'), [prompt]: '/demo:greet Alex\n' } },
    'slash-skill-after-frontmatter': {
      files: { ...graded('type: tool_used\ntool: «Skill»'), ...prompted('max_turns: 5', '\n/demo:greet Alex\n') },
    },
    'slash-skill-alone': { files: { ...graded('type: tool_used\ntool: «Skill»'), [prompt]: '/demo:greet\n' } },
    'slash-skill-with-input': {
      files: {
        ...graded(`type: tool_used\ntool: «Skill»\ninput_match: '"skill":"demo:greet"'`),
        [prompt]: '/demo:greet Alex\n',
      },
    },
    'slash-skill-before': {
      files: {
        ...graded('type: tool_order\nbefore: «Skill»\nafter: Read'),
        ...prompted('allowed_tools: [Read]', '/demo:greet Alex\n'),
      },
      ...reading,
    },
    'slash-in-definition': {
      files: {
        ...graded('type: tool_used\ntool: «Skill»'),
        [prompt]: null,
        [definition]: 'schema_version: "1.1"\nname: c\nexecution:\n  prompt: /demo:greet Alex\n',
      },
    },
  }),
];

const ofExpressions = [
  ...each('evaluation-expression', 'fails', {
    'foreign-line-end': { files: regex('OK«\\R»done') },
    'foreign-quoted': { files: regex('«\\QOK done\\E»') },
    'foreign-quoted-open': { files: regex('«\\Q»OK done') },
    'foreign-property': {
      files: regex('O«\\p{L}»'),
      fixed: 'type: regex\nflags: u',
    },
    'foreign-property-with-flags': {
      files: regex('o«\\p{L}»', 'flags: i'),
      fixed: 'type: regex\nflags: iu',
    },
    'foreign-no-property': { files: regex('OK«\\P{L}»done') },
    'foreign-property-in-frontmatter': { files: graded("type: regex\npattern: 'O«\\p{Lu}»'") },
    'foreign-code-point': { files: regex('O«\\u{4B}»') },
    'foreign-hexadecimal': { files: regex('O«\\x{4B}»') },
    'foreign-space': { files: regex('OK«\\h»done') },
    'foreign-keep': { files: regex('OK «\\K»done') },
    'foreign-grapheme': { files: regex('O«\\X» done') },
    'foreign-last-match': { files: regex('«\\G»OK') },
    'foreign-name': { files: regex('«\\N{LATIN CAPITAL LETTER O}»K') },
    'foreign-group': { files: regex('(?<word>OK).*«\\g<word>»') },
    'foreign-group-number': { files: regex('(O)K.*«\\g{1}»') },
    'foreign-open-repeat': { files: regex('O«{,2}»K') },
    'foreign-end': { files: regex('OK done«\\Z»') },
    'foreign-class': { files: regex('«[[:upper:]]»+ done') },
    'block-pattern': {
      files: graded('type: regex\npattern: «|»\n  OK done'),
      fixed: 'type: regex\npattern: |-\n  OK done\n---',
    },
    'block-folded-pattern': { files: graded('type: regex\npattern: «>»\n  OK\n  done') },
    'block-in-definition': {
      files: defined('graders:\n  - type: regex\n    name: b\n    pattern: «|»\n      OK done'),
    },
    'block-input': { files: graded('type: tool_used\ntool: Read\ninput_match: «|»\n  notes'), ...reading },
    'foreign-in-input': { files: used("'«\\R»notes'"), ...reading },
  }),
];

const ofYaml = [
  ...each('evaluation-value', 'goes-on', {
    'cut-pattern': { files: graded('type: regex\npattern: OK «#12»'), fixed: "type: regex\npattern: 'OK #12'" },
    'cut-criteria': { files: graded('type: llm\ncriteria: Mentions issue «#12 and its author»') },
    'cut-prompt': {
      files: {
        [prompt]: null,
        [definition]: 'schema_version: "1.1"\nname: c\nexecution:\n  prompt: Fix issue «#12 now»\n',
      },
    },
    'cut-pattern-in-definition': {
      files: defined('graders:\n  - type: regex\n    name: b\n    pattern: OK «#12»'),
    },
  }),
  ...each('evaluation-value', 'rejects', {
    'cut-whole-pattern': { files: graded('type: regex\npattern: «#12 OK»'), fixed: "type: regex\npattern: '#12 OK'" },
    'cut-whole-criteria': { files: graded('type: llm\ncriteria: «#12 is mentioned»') },
  }),
  ...each('evaluation-duplicate', 'goes-on', {
    'repeated-pattern': { files: graded('type: regex\n«pattern»: nothing\npattern: OK') },
    'repeated-in-prompt': { files: prompted('«max_turns»: 3\nmax_turns: 5') },
    'repeated-in-definition': {
      files: { [definition]: 'schema_version: "1.1"\n«name»: b\nname: c\nexecution: { max_turns: 3 }\n' },
    },
    'repeated-in-list': {
      files: defined('graders:\n  - type: regex\n    name: b\n    «pattern»: nothing\n    pattern: OK'),
    },
    'repeated-in-flow': { files: defined('context: { «add_dirs»: [], add_dirs: [] }') },
    'repeated-quoted': { files: graded('type: regex\n«"pattern"»: nothing\npattern: OK') },
    'repeated-in-mock': { files: answered('[]\n', '«error»: true\nerror: false') },
  }),
  ...each('evaluation-syntax', 'goes-on', {
    'blank-before-prompt': {
      files: { [prompt]: '«\n»---\nmax_turns: 3\n---\nSay hello.\n' },
      fixed: '---\nmax_turns: 3\n---\nSay hello.\n',
    },
    'blank-lines-before-prompt': { files: { [prompt]: '«\n\n»---\nallowed_tools: [Read]\n---\nSay hello.\n' } },
    'space-before-prompt': { files: { [prompt]: '« »---\nmax_turns: 3\n---\nSay hello.\n' } },
    'comment-before-prompt': {
      files: { [prompt]: '«<!-- Greets -->\n»---\nmax_turns: 3\n---\nSay hello.\n' },
    },
    'blank-before-grader': {
      files: { [grader]: '«\n»---\ntype: regex\n---\nOK\n' },
      fixed: '---\ntype: regex\n---\nOK\n',
    },
    'title-before-grader': { files: { [grader]: '«# Greets\n\n»---\ntype: regex\n---\nOK\n' } },
    'fence-before-grader': { files: { [grader]: '«```yaml\n»---\ntype: regex\n---\nOK\n```\n' } },
    'blank-before-mock': { files: answered('«\n»---\nerror: true\n---\n[]\n') },
  }),
];

const ofMocks = [
  ...each('evaluation-mock', 'goes-on', {
    'mock-file-missing': { files: answered('«{{file:items.json}}»\n'), ...called() },
    'mock-file-outside': {
      files: { ...answered('«{{file:../items.json}}»\n'), [`${folder}/mocks/items.json`]: '[]' },
      ...called(),
    },
    'mock-file-is-folder': {
      files: { ...answered('«{{file:items}}»\n'), [`${folder}/mocks/tracker/items/a.json`]: '[]' },
      ...called(),
    },
    'mock-inputs': {
      files: answered('«{{inputs.project}}»\n'),
      fixed: '{{input.project}}\n',
      ...called(),
    },
    'mock-args': { files: answered('Of «{{ args.project }}».\n'), ...called() },
    'mock-arguments': { files: answered('«{{arguments.project}}»\n'), ...called() },
    'mock-files': {
      files: { ...answered('«{{files:items.json}}»\n'), [`${folder}/mocks/tracker/items.json`]: '[]' },
      ...called(),
    },
    'mock-folder-of-no-server': {
      files: { ...server, [`${folder}/mocks/trackr/list.md`]: '«[]»\n' },
      ...called(),
    },
    'mock-tool-not-saved': {
      files: { ...isSaved, [`${folder}/mocks/tracker/close_isue.md`]: '«{}»\n' },
    },
    'mock-server-tool-not-saved': {
      files: {
        ...isSaved,
        [`${folder}/mocks/tracker/_server.md`]: '---\ntype: agent\ntools: [list, «close_isue»]\n---\nA tracker.\n',
      },
    },
  }),
  ...each('evaluation-mock', 'fails', {
    'guard-type-misspelled': {
      files: answered('[]\n', 'expect: { project: «strng» }'),
      fixed: '---\nexpect: { project: string }\n---\n[]\n',
      ...called(),
    },
    'guard-type-capital': { files: answered('[]\n', 'expect: { project: «String» }'), ...called() },
    'guard-type-integer': { files: answered('[]\n', 'expect: { count: «integer» }'), ...called({ count: 3 }) },
    'guard-type-int': { files: answered('[]\n', 'expect: { count: «int» }'), ...called({ count: 3 }) },
    'guard-type-inner': {
      files: answered('[]\n', 'expect:\n  filter:\n    open: «boolen»'),
      ...called({ filter: { open: true } }),
    },
  }),
  ...each('evaluation-mock', 'rejects', {
    'mock-folder-full-name': { files: { ...server, [`${folder}/mocks/mcp__plugin_demo_tracker/list.md`]: '«[]»\n' } },
    'mock-file-full-name': {
      files: { ...server, [`${folder}/mocks/tracker/mcp__plugin_demo_tracker__list.md`]: '«[]»\n' },
    },
    'mock-server-tool-full-name': {
      files: {
        ...server,
        [`${folder}/mocks/tracker/_server.md`]: '---\ntype: agent\ntools: [«tracker__list»]\n---\nA tracker.\n',
      },
    },
  }),
  ...each('evaluation-outcome', 'fails', {
    'mocks-in-mock': {
      files: { ...server, [`${folder}/mock/tracker/list.md`]: '[]\n', ...regex('list', 'target: «mock_calls»') },
    },
    'mocks-in-mock-above': {
      files: { ...server, 'evals/mock/tracker/list.md': '[]\n', ...regex('list', 'target: «mock_calls»') },
    },
  }),
];

const first = '«---»\nmax_turns: 5\n---\nSay hello to Alex.\n';

const ofLayout = [
  ...each('evaluation-incomplete', 'rejects', {
    'case-yml': {
      files: {
        [prompt]: null,
        [`${folder}/graders/ok.md`]: '«---»\ntype: regex\n---\nOK\n',
        [`${folder}/case.yml`]: 'schema_version: "1.1"\nname: c\nexecution:\n  prompt: Say hello.\n',
      },
    },
    'prompt-txt': {
      files: {
        [prompt]: null,
        [`${folder}/graders/ok.md`]: '«---»\ntype: regex\n---\nOK\n',
        [`${folder}/prompt.txt`]: 'Say hello.\n',
      },
    },
    'prompt-capital': {
      files: {
        [prompt]: null,
        [`${folder}/graders/ok.md`]: '«---»\ntype: regex\n---\nOK\n',
        [`${folder}/Prompt.md`]: 'Say hello.\n',
      },
    },
    'graders-only-in-folder': {
      files: { [prompt]: first, [`${folder}/graders/ok.md`]: null, [`${folder}/graders/words/b.md`]: okGrader },
    },
    'grader-folder': {
      files: { [prompt]: first, [`${folder}/graders/ok.md`]: null, [`${folder}/grader/b.md`]: okGrader },
    },
  }),
  ...each('evaluation-file', 'goes-on', {
    'case-yml-beside-prompt': {
      files: { [prompt]: first, [`${folder}/case.yml`]: 'schema_version: "1.1"\nname: other\n' },
    },
    'graders-in-folder': { files: { [prompt]: first, [`${folder}/graders/words/b.md`]: okGrader } },
    'grader-folder-beside-graders': { files: { [prompt]: first, [`${folder}/grader/b.md`]: okGrader } },
    'mock-folder': { files: { ...server, [prompt]: first, [`${folder}/mock/tracker/list.md`]: '[]\n' } },
    'mock-without-server': { files: { ...server, [prompt]: first, [`${folder}/mocks/list.md`]: '[]\n' } },
    'mock-folder-above': { files: { ...server, [prompt]: first, 'evals/mock/tracker/list.md': '[]\n' } },
  }),
  ...each('evaluation-file', 'rejects', {
    'eval-folder': {
      files: {
        ...noCase,
        [manifest]: manifestText.replace('"demo"', '«"demo"»'),
        'eval/c/prompt.md': 'Say hello.\n',
        'eval/c/graders/ok.md': okGrader,
      },
    },
    'manifest-folder-missing': {
      files: {
        ...noCase,
        [manifest]:
          '{ "name": "demo", "version": "1.0.0", "description": "d", "experimental": { "evals": «"quality"» } }',
      },
    },
    'manifest-folder-is-file': {
      files: {
        ...noCase,
        [manifest]:
          '{ "name": "demo", "version": "1.0.0", "description": "d", "experimental": { "evals": «"quality"» } }',
        quality: 'x',
      },
    },
  }),
];

const ofModels = each('evaluation-value', 'goes-on', {
  'model-sonnt': { files: prompted('model: «sonnt»'), fixed: '---\nmodel: sonnet\n---\nSay hello to Alex.\n' },
  'model-hiaku': { files: prompted('model: «hiaku»') },
  'model-opuss': { files: prompted('model: «opuss»') },
  'model-inherit': { files: prompted('model: «inherit»') },
  'model-in-definition': {
    files: { [definition]: 'schema_version: "1.1"\nname: c\nexecution:\n  model: «sonet»\n' },
  },
});

/** Cases with one planted mistake each. */
export const planted: readonly PlantedEvaluation[] = [
  ...ofPaths,
  ...ofTools,
  ...ofOutcomes,
  ...ofExpressions,
  ...ofYaml,
  ...ofMocks,
  ...ofLayout,
  ...ofModels,
];

const writing = prompted('max_turns: 5\nallowed_tools: [Read, Write]');

/** Cases that are nearly as one with a mistake, and that the runner makes sense of. */
export const correct: readonly PlantedEvaluation[] = each(undefined, undefined, {
  'right-baseline': {
    files: { ...graded('type: baseline\nbaseline_file: ./base.jsonl', 'As good.\n'), [`${folder}/base.jsonl`]: '{}\n' },
  },
  'right-baseline-in-folder': {
    files: {
      ...graded('type: baseline\nbaseline_file: before/base.jsonl', 'As good.\n'),
      [`${folder}/before/base.jsonl`]: '{}\n',
    },
  },
  'right-baseline-returns': {
    files: {
      ...graded('type: baseline\nbaseline_file: ../c/base.jsonl', 'As good.\n'),
      [`${folder}/base.jsonl`]: '{}\n',
    },
  },
  'right-baseline-json': {
    files: { ...graded('type: baseline\nbaseline_file: base.json', 'As good.\n'), [`${folder}/base.json`]: '{}\n' },
  },
  'right-history': { files: { ...defined('context:\n  history_file: h.jsonl'), [`${folder}/h.jsonl`]: history } },
  'right-history-capital': {
    files: { ...defined('context:\n  history_file: h.JSONL'), [`${folder}/h.JSONL`]: history },
  },
  'right-history-returns': {
    files: { ...defined('context:\n  history_file: ../c/h.jsonl'), [`${folder}/h.jsonl`]: history },
  },
  'right-history-in-folder': {
    files: { ...defined('context:\n  history_file: before/h.jsonl'), [`${folder}/before/h.jsonl`]: history },
  },
  'right-add-dirs': { files: { ...defined('context:\n  add_dirs: [fixtures]'), [`${folder}/fixtures/a.md`]: 'x' } },
  'right-add-dirs-slash': {
    files: { ...defined('context:\n  add_dirs: [./fixtures/]'), [`${folder}/fixtures/a.md`]: 'x' },
  },
  'right-add-dirs-inner': {
    files: { ...defined('context:\n  add_dirs: [fixtures/a]'), [`${folder}/fixtures/a/b.md`]: 'x' },
  },
  'right-add-dirs-graders-inside': {
    files: { ...defined('context:\n  add_dirs: [fixtures/graders]'), [`${folder}/fixtures/graders/b.md`]: 'x' },
  },
  'right-scaffold': {
    files: { ...defined('context:\n  scaffold_script: setup.sh'), [`${folder}/setup.sh`]: 'true\n' },
    arguments: ['--scaffold'],
  },
  'right-tool': { files: { ...mocked, ...ofTracker('mcp__plugin_demo_tracker__list') }, ...called() },
  'right-tool-of-server-mock': {
    files: {
      ...server,
      [`${folder}/mocks/tracker/_server.md`]: '---\ntype: agent\ntools: [list, get]\n---\nA tracker.\n',
      ...graded('type: tool_used\ntool: mcp__plugin_demo_tracker__get\nmin: 0\nmax: 3'),
    },
  },
  'right-tool-of-server-mock-in-lines': {
    files: {
      ...server,
      [`${folder}/mocks/tracker/_server.md`]: '---\ntype: agent\ntools:\n  - list\n  - get\n---\nA tracker.\n',
      [`${folder}/mocks/tracker/get.md`]: '{}\n',
      ...ofTracker('mcp__plugin_demo_tracker__get'),
    },
    ...called({}, 'mcp__plugin_demo_tracker__get'),
  },
  'right-tool-in-shared-mocks': {
    files: {
      ...server,
      'evals/mocks/tracker/get.md': '{}\n',
      [mock]: '[]\n',
      ...ofTracker('mcp__plugin_demo_tracker__get'),
    },
    ...called({}, 'mcp__plugin_demo_tracker__get'),
  },
  'right-tool-of-standalone-mock': {
    files: { [mock]: '[]\n', ...ofTracker('mcp__tracker__list') },
    ...called({}, 'mcp__tracker__list'),
  },
  'right-tool-of-dotted-server': {
    files: {
      '.mcp.json': server['.mcp.json'].replace('"tracker"', '"my.tracker"'),
      [`${folder}/mocks/my_tracker/list.md`]: '[]\n',
      ...ofTracker('mcp__plugin_demo_my_tracker__list'),
    },
    ...called({}, 'mcp__plugin_demo_my_tracker__list'),
  },
  'right-tool-of-manifest-server': {
    files: {
      [manifest]: JSON.stringify({
        name: 'demo',
        version: '1.0.0',
        description: 'd',
        mcpServers: { tracker: { command: 'node', args: ['server.mjs'] } },
      }),
      [mock]: '[]\n',
      ...ofTracker('mcp__plugin_demo_tracker__list'),
    },
    ...called(),
  },
  'right-tool-forbidden': {
    files: graded('type: tool_used\ntool: mcp__github__search\nmin: 0\nmax: 0'),
  },
  'right-order': {
    files: graded('type: tool_order\nbefore: Read\nafter: Skill'),
    turns: [...reading.turns, { tool: 'Skill', input: { skill: 'demo:greet' } }],
  },
  'right-order-other-input': {
    files: graded(
      'type: tool_order\nbefore: { tool: Read, input_match: notes }\nafter: { tool: Read, input_match: other }',
    ),
    turns: [...reading.turns, { tool: 'Read', input: { file_path: '/tmp/other.md' } }],
  },
  'right-order-input-after': {
    files: graded('type: tool_order\nbefore: Read\nafter: { tool: Read, input_match: other }'),
    turns: [...reading.turns, { tool: 'Read', input: { file_path: '/tmp/other.md' } }],
  },
  'right-input-object': { files: used(`'^\\{"file_path":"/tmp'`), ...reading },
  'right-input-any-start': { files: used("'^.*notes'"), ...reading },
  'right-input-not-letter': { files: used("'^[^a]'"), ...reading },
  'right-input-class': { files: used("'^[{]'"), ...reading },
  'right-input-spaces': { files: used("'^\\s*\\{'"), ...reading },
  'right-input-end': { files: used(`'notes\\.md"\\}$'`), ...reading },
  'right-input-any-end': { files: used("'notes.{0,20}$'"), ...reading },
  'right-input-one-choice': { files: used("'(^/tmp|notes)'"), ...reading },
  'right-input-ahead': { files: used("'^(?=.*notes)'"), ...reading },
  'right-input-everything': { files: used("'.*'"), ...reading },
  'right-trace-object': { files: regex('^\\{"type"', 'target: trace') },
  'right-trace-line': { files: regex('^\\{"type":"assistant"', 'target: trace\nflags: m') },
  'right-trace-end': { files: regex('\\}\\s*$', 'target: trace') },
  'right-trace-any': { files: regex('^.*OK', 'target: trace\nflags: m') },
  'right-message-start': { files: regex('^OK') },
  'right-message-end': { files: regex('done$') },
  'right-message-whole': { files: regex('^OK done$') },
  'right-one-line': { files: regex('^.*$') },
  'right-nothing': { files: regex('^$', 'match: not_contains') },
  'right-something': { files: regex('.+') },
  'right-short-answer': { files: regex('^[\\s\\S]{1,500}$') },
  'right-no-letter': { files: regex('^[^Q]*$') },
  'right-word-end': { files: regex('\\bOK\\b') },
  'right-not-ahead': { files: regex('^(?!.*sorry)') },
  'right-counted': { files: regex('O', 'match: count:1') },
  'right-absent-file': { files: { ...graded('type: file_exists\npath: out.md\nexists: false'), ...writing } },
  'right-absent-files': { files: { ...regex('out', 'target: files\nmatch: not_contains'), ...writing } },
  'right-skill-asked': {
    files: graded('type: tool_used\ntool: Skill'),
    turns: [{ tool: 'Skill', input: { skill: 'demo:greet' } }],
  },
  'right-slash-forbids': {
    files: { ...graded('type: tool_used\ntool: Skill\nmin: 0\nmax: 0\narm: both'), [prompt]: '/demo:greet Alex\n' },
  },
  'right-slash-other-skill': {
    files: {
      ...graded(`type: tool_used\ntool: Skill\ninput_match: '"skill":"demo:other"'`),
      [prompt]: '/demo:greet Alex\n',
      'skills/other/SKILL.md': skillText,
    },
    turns: [{ tool: 'Skill', input: { skill: 'demo:other' } }],
  },
  'right-slash-several-skills': {
    files: {
      ...graded('type: tool_used\ntool: Skill'),
      [prompt]: '/demo:greet Alex\n',
      'skills/other/SKILL.md': skillText,
    },
    turns: [{ tool: 'Skill', input: { skill: 'demo:other' } }],
  },
  'right-slash-path': {
    files: { ...graded('type: tool_used\ntool: Skill'), [prompt]: '/tmp/a.md names someone. Greet them.\n' },
    turns: [{ tool: 'Skill', input: { skill: 'demo:greet' } }],
  },
  'right-slash-inside': {
    files: { ...graded('type: tool_used\ntool: Skill'), [prompt]: 'Use /demo:greet for Alex.\n' },
    turns: [{ tool: 'Skill', input: { skill: 'demo:greet' } }],
  },
  'right-property': { files: regex('O\\p{L}', 'flags: u') },
  'right-code-point': { files: regex('O\\u{4B}', 'flags: u') },
  'right-code-unit': { files: regex('O\\u004B') },
  'right-hexadecimal': { files: regex('O\\x4B') },
  'right-reference': { files: regex('(?<a>O)K|\\k<a>') },
  'right-literal-brackets': { files: regex('\\[\\[:x:\\]\\]', 'match: not_contains') },
  'right-literal-braces': { files: regex('\\{,3\\}', 'match: not_contains') },
  'right-backslash': { files: regex('C:\\\\R', 'match: not_contains') },
  'right-block': { files: graded('type: regex\npattern: |-\n  OK done') },
  'right-block-folded': { files: graded('type: regex\npattern: >-\n  OK\n  done') },
  'right-block-of-file': {
    files: {
      ...graded('type: regex\ntarget: { source: file, path: out.md }\npattern: |\n  Hello\n  Alex'),
      ...writing,
    },
    turns: [{ tool: 'Write', input: { file_path: 'out.md', content: 'Hello\nAlex\n' } }],
    arguments: ['--allow-tools', 'Write'],
  },
  'right-block-of-criteria': { files: graded('type: llm\ncriteria: |\n  Is friendly') },
  'right-notes-of-mocks': { files: { ...mocked, [`${folder}/mocks/README.md`]: 'What the mocks are for.\n' } },
  'right-modifiers': { files: regex('(?i:ok) done') },
  'right-comment': { files: graded('type: regex # the kind\npattern: OK # what it says') },
  'right-sign-inside': { files: graded('type: regex\nmatch: not_contains\npattern: OK#12') },
  'right-sign-quoted': { files: graded('type: regex\nmatch: not_contains\npattern: "OK #12"') },
  'right-sign-in-block': { files: graded('type: llm\ncriteria: >-\n  Mentions issue #12') },
  'right-comment-signs': { files: graded('type: regex\npattern: OK ## the end') },
  'right-pattern-and-notes': { files: graded('type: regex\npattern: OK', 'What the grader is about.\n') },
  'right-merged-keys': {
    files: defined(
      'graders:\n  - &base\n    type: regex\n    name: b\n    pattern: OK\n  - <<: *base\n    name: d\n    pattern: done',
    ),
  },
  'right-prompt-with-skill': {
    files: { [prompt]: 'Review this skill:\n\n---\nname: greet\ndescription: Greets\n---\nSay hello.\n' },
  },
  'right-prompt-with-rules': { files: { [prompt]: 'Say hello.\n\n---\n\nThen say goodbye.\n\n---\nThe end.\n' } },
  'right-marker-with-space': { files: { [prompt]: '--- \nmax_turns: 3\n---\nSay hello.\n' } },
  'right-mark-first': { files: { [prompt]: '\uFEFF---\nmax_turns: 3\n---\nSay hello.\n' } },
  'right-mock-file': {
    files: { ...answered('{{file:items.json}}\n'), [`${folder}/mocks/tracker/items.json`]: '[]' },
    ...called(),
  },
  'right-mock-file-in-folder': {
    files: { ...answered('{{ file:items/all.json }}\n'), [`${folder}/mocks/tracker/items/all.json`]: '[]' },
    ...called(),
  },
  'right-mock-file-of-input': {
    files: { ...answered('{{file:{input.project}.json}}\n'), [`${folder}/mocks/tracker/demo.json`]: '[]' },
    ...called(),
  },
  'right-mock-input': { files: answered('{{ input.project }} {{other}} {{ user.name }}\n'), ...called() },
  'right-guard-types': {
    files: answered('[]\n', 'expect: { project: string, count: number, open: bool, all: boolean }'),
    ...called({ project: 'demo', count: 3, open: true, all: false }),
  },
  'right-guard-more-types': {
    files: answered('[]\n', 'expect: { filter: object, labels: array }'),
    ...called({ filter: {}, labels: [] }),
  },
  'right-guard-words': {
    files: answered('[]\n', 'expect: { state: strong, kind: any, sort: list }'),
    ...called({ state: 'strong', kind: 'any', sort: 'list' }),
  },
  'right-mock-of-full-server': {
    files: { ...server, [`${folder}/mocks/plugin_demo_tracker/list.md`]: '[]\n' },
    ...called(),
  },
  'right-mock-of-other-server': {
    files: { ...mocked, [`${folder}/mocks/calendar/list.md`]: '[]\n' },
    ...called(),
  },
  'right-mock-saved': { files: { ...isSaved, [mock]: '[]\n' }, ...called() },
  'right-mock-not-saved': { files: { ...isSaved, [`${folder}/mocks/tracker/reopen.md`]: '{}\n' } },
  'right-case-yaml': { files: { [definition]: 'schema_version: "1.1"\nname: c\nexecution: { max_turns: 3 }\n' } },
  'right-notes-in-graders': { files: { [`${folder}/graders/notes/a.md`]: 'Notes about the graders.\n' } },
  'right-other-folders': { files: { [`${folder}/fixtures/a.md`]: 'x', [`${folder}/notes.txt`]: 'x' } },
  'right-manifest-folder': {
    files: {
      ...noCase,
      [manifest]: '{ "name": "demo", "version": "1.0.0", "description": "d", "experimental": { "evals": "quality" } }',
      'quality/c/prompt.md': '---\nmax_turns: 3\n---\nSay hello.\n',
      'quality/c/graders/ok.md': okGrader,
    },
  },
  'right-evals-is-case': {
    files: { ...noCase, 'evals/prompt.md': '---\nmax_turns: 3\n---\nSay hello.\n', 'evals/graders/ok.md': okGrader },
  },
  'right-model-alias': { files: prompted('model: Sonnet') },
  'right-model-long': { files: prompted('model: sonnet[1m]') },
  'right-model-plan': { files: prompted('model: opusplan') },
  'right-model-id': { files: prompted('model: claude-sonnet-4-5') },
  'right-model-elsewhere': { files: prompted('model: us.anthropic.claude-sonnet-4-5-v1:0') },
});
