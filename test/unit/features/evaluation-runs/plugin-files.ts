import { readFileSync } from 'node:fs';
import type { ClaudeCode, ClaudeCodeStart } from '../../../../server/src/platform/claude-code.ts';
import type { FileSystem } from '../../../../server/src/platform/file-system.ts';
import { type MemoryFiles, memoryFileSystem } from '../../memory-file-system.ts';

/** The plugin whose runs are in test/fixtures/evaluation-runs. */
export const plugin = '/project/plugin';

/** Its files. */
export const pluginFiles: MemoryFiles = {
  [`${plugin}/.claude-plugin/plugin.json`]: '{ "name": "demo", "version": "1.0.0", "description": "Greets people" }',
  [`${plugin}/skills/greet/SKILL.md`]:
    '---\ndescription: Greets people. Use when the user says hello\n---\nRead references/tone.md, then run scripts/greet.sh.\n',
  [`${plugin}/evals/hello/prompt.md`]: '---\nname: hello\nruns: 2\nmax_turns: 5\n---\nSay hello to Alex.\n',
  [`${plugin}/evals/hello/graders/greets.md`]: '---\ntype: regex\n---\nOK\n',
  [`${plugin}/evals/hello/graders/uses-skill.md`]: '---\ntype: tool_used\ntool: Skill\n---\n',
  [`${plugin}/evals/bye/prompt.md`]: '---\nruns: 1\n---\nSay goodbye.\n',
  [`${plugin}/evals/bye/graders/says.md`]: '---\ntype: regex\n---\ngoodbye\n',
};

/** Its evaluations. */
export const evaluationFiles = Object.keys(pluginFiles).filter((path) => path.includes('/evals/'));

/** What a run left. */
export function recorded(name: string): string {
  return readFileSync(new URL(`../../../fixtures/evaluation-runs/${name}`, import.meta.url), 'utf8');
}

/** Files to which runs add results. */
export class GrowingFiles {
  readonly #content: Record<string, MemoryFiles[string]>;

  constructor(content: MemoryFiles) {
    this.#content = { ...content };
  }

  add(path: string, text: string): void {
    this.#content[path] = text;
  }

  get files(): FileSystem {
    const now = () => memoryFileSystem(this.#content);
    return {
      readFile: (path, max) => now().readFile(path, max),
      readFolder: (path) => now().readFolder(path),
      whyUnreadable: (path, expected, max) => now().whyUnreadable(path, expected, max),
      sizeOf: (path) => now().sizeOf(path),
      typeOf: (path) => now().typeOf(path),
      isExecutable: (path) => now().isExecutable(path),
      realPath: (path) => now().realPath(path),
      identityOf: (path) => now().identityOf(path),
    };
  }
}

/** What a program in place of Claude Code does when it is started. */
export interface Played {
  readonly lines?: string;
  /** The text of its result, which it writes to where it is asked to. */
  readonly result?: string;
  readonly exitCode?: number;
}

/** A Claude Code that plays recorded runs, one for each start, and remembers the arguments. */
export function playedClaudeCode(growing: GrowingFiles, plays: readonly Played[]) {
  const left = [...plays];
  const starts: (readonly string[])[] = [];
  const claudeCode: ClaudeCode = {
    find: async () => ({ path: '/bin/claude', version: '9.9.9' }),
    isInstalled: () => true,
    start(_, { args, onErrorLine }: ClaudeCodeStart) {
      starts.push(args);
      const { lines = '', result, exitCode = 0 } = left.shift() ?? { exitCode: 3 };
      const output = args[args.indexOf('--output-dir') + 1];
      const ended = (async () => {
        for (const line of lines.split('\n')) onErrorLine?.(line);
        if (result !== undefined) growing.add(`${output}/aggregate-result.json`, result);
        return { exitCode, errorOutput: lines, problem: undefined };
      })();
      return {
        pid: 1,
        lines: (async function* () {})(),
        writeLine() {},
        endInput() {},
        stop: async () => {},
        ended,
      };
    },
  };
  return { claudeCode, starts };
}
