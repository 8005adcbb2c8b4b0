import { jsonText } from '../../../document/json-values.ts';
import { mitLicense } from '../../../rules/edits/mit-license.ts';
import type { NewFile } from './new-file.ts';
import { titleOf } from './render-template.ts';

/** The manifest of a new plugin, in parts. */
interface PluginFacts {
  readonly name: string;
  /** Who made it, as a person or a team. */
  readonly author: string;
  /** Of the copyright. */
  readonly year: number;
  /** The names of its skills. */
  readonly skills: readonly string[];
  /** The marketplace that offers it; undefined for none. */
  readonly marketplace?: string | undefined;
}

/** The facts in the manifest of a new marketplace. */
interface MarketplaceFacts {
  readonly name: string;
  readonly owner: string;
  readonly plugins: readonly MarketplaceEntry[];
}

interface MarketplaceEntry {
  readonly name: string;
  /** The path to its folder, which begins with `./`. */
  readonly source: string;
  readonly description: string;
}

/** Who made a plugin or marketplace, if nobody is named. */
export function unnamedAuthors(name: string): string {
  return `The authors of ${name}`;
}

/** One sentence about a new plugin. */
export function pluginDescription(name: string): string {
  return `${titleOf(name)}: skills that a team shares`;
}

/** The files of a new plugin, without its skills: complete, free of findings, and accepted by `claude plugin validate --strict`. */
export function pluginFiles(facts: PluginFacts): NewFile[] {
  const { name, author } = facts;
  const manifest = {
    name,
    version: '0.1.0',
    description: pluginDescription(name),
    author: { name: author },
    license: 'MIT',
  };
  return [
    { path: '.claude-plugin/plugin.json', text: jsonText(manifest) },
    { path: 'README.md', text: readme(facts) },
    { path: 'LICENSE', text: mitLicense(`${facts.year} ${author}`) },
  ];
}

/** The text of a new `.claude-plugin/marketplace.json`. */
export function marketplaceText({ name, owner, plugins }: MarketplaceFacts): string {
  return jsonText({
    name,
    owner: { name: owner },
    description: `${titleOf(name)}: plugins that a team shares`,
    plugins,
  });
}

function readme({ name, skills, marketplace }: PluginFacts): string {
  const list = skills.map((skill) => `- \`/${name}:${skill}\``).join('\n');
  const install =
    marketplace === undefined
      ? `Add the plugin to a marketplace, and install it from there. To try it first, start Claude Code with this folder:

\`\`\`sh
claude --plugin-dir path/to/${name}
\`\`\``
      : `Add the marketplace that this folder is a part of, by its path or repository, and install the plugin from there:

\`\`\`sh
claude plugin marketplace add path/to/${marketplace}
claude plugin install ${name}@${marketplace}
\`\`\``;
  return `# ${titleOf(name)}

A plugin for Claude Code. Its skills are loaded in every project of those who install it, and are called by the name of the
plugin and their own, with a colon in between:

${list}

## Install

${install}

## Change

Edit the skills in \`skills\`, and raise \`version\` in \`.claude-plugin/plugin.json\`: installed copies are only replaced by a
plugin with another version.
`;
}
