import type { FileKind, RuntimeId } from '../../../server/src/document/runtime-id.ts';
import type { Random } from '../../mutation/random.ts';
import type { FuzzInput } from '../fuzz-input.ts';
import { makeGarbage } from './garbage.ts';
import { makeJson } from './json-grammar.ts';
import { makeArguments, makeMarkdown } from './markdown-grammar.ts';
import { mutateText } from './mutate-text.ts';
import type { Seeds } from './seeds.ts';

const pathsOfKinds: Readonly<Record<FileKind, readonly string[]>> = {
  skill: [
    '/project/.claude/skills/demo/SKILL.md',
    '/project/.claude/skills/demo.md',
    '/project/plugin/skills/demo/SKILL.md',
  ],
  command: ['/project/.claude/commands/demo.md', '/project/.claude/commands/a/demo.md'],
  agent: ['/project/.claude/agents/helper.md'],
  settings: ['/project/.claude/settings.json', '/project/.claude/settings.local.json'],
  plugin: ['/project/plugin/.claude-plugin/plugin.json'],
  marketplace: ['/project/.claude-plugin/marketplace.json'],
  hooks: ['/project/plugin/hooks/hooks.json'],
  'mcp-servers': ['/project/.mcp.json', '/project/plugin/.mcp.json'],
  'lsp-servers': ['/project/plugin/.lsp.json'],
  'eval-prompt': ['/project/plugin/evals/greets/prompt.md'],
  'eval-case': ['/project/plugin/evals/greets/case.yaml'],
  'eval-grader': ['/project/plugin/evals/greets/graders/a.md'],
  'eval-mock': ['/project/plugin/evals/mocks/tracker/list.md', '/project/plugin/evals/mocks/tracker/_server.md'],
  'eval-tools': ['/project/plugin/evals/mocks/tracker/_tools.json'],
  'eval-set': ['/project/plugin/skills/demo/evals/evals.json'],
  'trigger-set': ['/project/plugin/skills/demo/evals/trigger-eval.json'],
};
const kinds: readonly FileKind[] = ['skill', 'skill', 'skill', 'skill', 'command', 'agent', 'settings', 'plugin'];

/** A file of some kind: from the grammar, a mutation of it or of a file of the repository, or garbage. */
export function makeFile(random: Random, seeds: Seeds, of: readonly FileKind[] = kinds): FuzzInput {
  const kind = random.one(of);
  return {
    text: makeText(random, seeds, kind),
    path: random.one(pathsOfKinds[kind]),
    runtime: makeRuntime(random),
    given: makeArguments(random),
    cursor: random.below(1_000_000),
  };
}

/** A text for a file of a kind. */
export function makeText(random: Random, seeds: Seeds, kind: FileKind): string {
  const grammar = () =>
    kind === 'settings' || kind === 'plugin' ? makeJson(random, kind) : makeMarkdown(random, kind);
  const seed = () => {
    const ofKind = seeds.byKind.get(kind) ?? [];
    return ofKind.length === 0 ? grammar() : random.one(ofKind).text;
  };
  switch (random.below(12)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return grammar();
    case 4:
      return mutateText(grammar(), random, grammar());
    case 5:
      return mutateText(seed(), random, grammar());
    case 6:
    case 7:
      return makeGarbage(random);
    default:
      return mutateText(seed(), random, seed());
  }
}

export function makeRuntime(random: Random): RuntimeId {
  return random.below(4) === 0 ? 'claude-code@2.1.7' : 'claude-code';
}
