import type { FileContent } from './recordings.ts';

/**
 * A case with one planted mistake or none, and what is said about it. `test/mutation` plants mistakes wherever they fit; the
 * files here are exactly those that the runner of Claude Code was asked about.
 */
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

/** The folder of the case, and files in it. */
export const folder = 'evals/c';
export const prompt = `${folder}/prompt.md`;
export const grader = `${folder}/graders/a.md`;
export const definition = `${folder}/case.yaml`;
export const mock = `${folder}/mocks/tracker/list.md`;
export const manifest = '.claude-plugin/plugin.json';

export const manifestText = '{\n  "name": "demo",\n  "version": "1.0.0",\n  "description": "d"\n}';
export const skillText = '---\ndescription: Greets people. Use when the user says hello\n---\nSay hello.\n';
export const okGrader = '---\ntype: regex\n---\nOK\n';

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
/** Files of a case: a grader, a prompt or a definition. */
export const graded = (fields: string, body = '') => ({ [grader]: withFrontmatter(fields, body) });
export const regex = (pattern: string, fields = '') => graded(`type: regex${fields && `\n${fields}`}`, `${pattern}\n`);
export const used = (input: string, fields = '') =>
  graded(`type: tool_used\ntool: Read\ninput_match: ${input}${fields && `\n${fields}`}`);
export const prompted = (fields: string, body = 'Say hello to Alex.\n') => ({
  [prompt]: withFrontmatter(fields, body),
});
export const defined = (text: string) => ({
  [definition]: `schema_version: "1.1"\nname: c\nexecution:\n  max_turns: 3\n${text}\n`,
});

/** A server of the plugin, and mocks of it. */
export const server = {
  '.mcp.json': '{ "mcpServers": { "tracker": { "command": "node", "args": ["server.mjs"] } } }',
};
export const mocked = { ...server, [mock]: '[]\n' };
export const ofTracker = (tool: string) => graded(`type: tool_used\ntool: ${tool}`);
export const answered = (body: string, fields = '') => ({
  ...server,
  [mock]: fields ? withFrontmatter(fields, body) : body,
});
const savedTools = '{ "tools": [{ "name": "list", "inputSchema": { "type": "object" } }, { "name": "close_issue" }] }';
export const isSaved = { ...server, [`${folder}/mocks/tracker/_tools.json`]: savedTools };

/** What the model does. */
export const reading = { turns: [{ tool: 'Read', input: { file_path: '/tmp/notes.md' } }] };
export const called = (input: object = { project: 'demo' }, tool = 'mcp__plugin_demo_tracker__list') => ({
  turns: [{ tool, input }],
});
/** A transcript. */
export const history =
  '{"type":"user","message":{"role":"user","content":"hi"},"uuid":"4f6b1f0e-0b52-4a56-9f7e-111111111111","sessionId":"4f6b1f0e-0b52-4a56-9f7e-222222222222","parentUuid":null,"timestamp":"2026-01-01T00:00:00.000Z","cwd":"/x","version":"2.1.330"}\n';
/** Without the files of the case. */
export const noCase = { [prompt]: null, [`${folder}/graders/ok.md`]: null };

/** Cases by their ids, about which the same is said. */
export function each(
  rule: string | undefined,
  runner: PlantedEvaluation['runner'],
  cases: Readonly<Record<string, Omit<PlantedEvaluation, 'id' | 'rule' | 'runner'>>>,
): PlantedEvaluation[] {
  return Object.entries(cases).map(([id, it]) => ({ id, ...it, ...(rule && { rule }), ...(runner && { runner }) }));
}
