import { RUNTIMES } from '../../server/src/dialect/targets.ts';

/** The titles of the pages on which rules are based. */
const pageTitles: Readonly<Record<string, string>> = {
  'https://agentskills.io/specification': 'Agent Skills specification',
  'https://code.claude.com/docs/en/hooks': 'Claude Code: hooks',
  'https://code.claude.com/docs/en/memory': 'Claude Code: memory',
  'https://code.claude.com/docs/en/model-config': 'Claude Code: model configuration',
  'https://code.claude.com/docs/en/permissions': 'Claude Code: permissions',
  'https://code.claude.com/docs/en/plugin-marketplaces': 'Claude Code: plugin marketplaces',
  'https://code.claude.com/docs/en/plugins-reference': 'Claude Code: plugins reference',
  'https://code.claude.com/docs/en/settings': 'Claude Code: settings',
  'https://code.claude.com/docs/en/skills': 'Claude Code: skills',
  'https://code.claude.com/docs/en/sub-agents': 'Claude Code: subagents',
  'https://code.claude.com/docs/en/tools-reference': 'Claude Code: tools reference',
  'https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns':
    'GitHub: supported secret scanning patterns',
  'https://platform.claude.com/docs/en/agents-and-tools/agent-skills/best-practices': 'Skill authoring best practices',
  'https://platform.claude.com/docs/en/agents-and-tools/agent-skills/overview': 'Claude API: Agent Skills',
  'https://platform.claude.com/docs/en/build-with-claude/skills-guide': 'Claude API: skills guide',
  'https://spec.commonmark.org/0.31.2/': 'CommonMark 0.31.2',
  'https://www.unicode.org/reports/tr36/': 'Unicode: security considerations',
  'https://yaml.org/spec/1.2.2/': 'YAML 1.2.2',
};

/**
 * The source of a rule in Markdown: a link to the page that it names, or to the recordings.
 *
 * @throws {Error} if it is neither the address of a page with a title above nor recordings nor Skillwright itself
 */
export function sourceLink(source: string): string {
  if (source === 'Skillwright') return 'Skillwright’s own';
  if (source.startsWith('test/conformance: ')) {
    return `recordings of Claude Code ${RUNTIMES[0]!.verified} in [test/conformance](../../test/conformance)`;
  }
  const [page, section] = source.split('#');
  const title = pageTitles[page!];
  if (title === undefined) throw new Error(`No title for ${page}: add it to schemas/generate/rule-source.ts`);
  return `[${title}${section === undefined ? '' : `, ${wordsOf(section)}`}](${source})`;
}

/** The words of a heading, from its anchor; numbers before it mean nothing to readers. */
function wordsOf(anchor: string): string {
  return anchor.replace(/^\d+-/, '').replaceAll('-', ' ');
}
