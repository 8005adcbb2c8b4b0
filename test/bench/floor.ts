import path from 'node:path';
import { repositoryRoot } from '../e2e/host/repository.ts';

const yaml = path.join(repositoryRoot, 'node_modules', 'yaml', 'dist', 'index.js');

const read = `
import { readdirSync, readFileSync } from 'node:fs';
const texts = readdirSync(process.argv[1], { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => readFileSync(\`\${entry.parentPath ?? entry.path}/\${entry.name}\`, 'utf8'));
`;

/** The arguments of Node that read every file below a folder. */
export const readEveryFile: readonly string[] = ['--input-type=module', '-e', read];

/** The arguments of Node that do the least that any checker must do: read every file, and parse its frontmatter. */
export const readAndParse: readonly string[] = [
  '--input-type=module',
  '-e',
  `${read}
import yaml from ${JSON.stringify(yaml)};
for (const text of texts) yaml.parse(/^---\\n(.*?)\\n---/s.exec(text)?.[1] ?? '');
`,
];
