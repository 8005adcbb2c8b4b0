import {
  answered,
  called,
  defined,
  definition,
  each,
  folder,
  graded,
  history,
  isSaved,
  manifest,
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
  skillText,
  used,
} from './planted-evaluation.ts';

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
