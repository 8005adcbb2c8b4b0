import {
  answered,
  called,
  defined,
  definition,
  each,
  folder,
  graded,
  grader,
  history,
  isSaved,
  manifest,
  manifestText,
  mock,
  mocked,
  noCase,
  ofTracker,
  okGrader,
  type PlantedEvaluation,
  prompt,
  prompted,
  reading,
  regex,
  server,
  used,
} from './planted-evaluation.ts';

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
