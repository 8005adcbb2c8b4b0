/** What `package.json` says about the release; everything else repeats it. */
export interface ReleaseFacts {
  readonly version: string;
  /** The address of the repository on GitHub, without a slash at the end. */
  readonly repository: string;
}

/** The files that name the release or the repository for programs that do not read `package.json`. */
export const filesOfRelease = [
  '.pre-commit-hooks.yaml',
  'action.yml',
  'docs/claude-plugin/.claude-plugin/plugin.json',
  'docs/claude-plugin/this-release.mjs',
  'docs/guide/command-line.md',
  'SECURITY.md',
];

/** @throws {Error} if the repository is not on GitHub */
export function readReleaseFacts(packageText: string): ReleaseFacts {
  const { version, repository } = JSON.parse(packageText) as { version: string; repository: { url: string } };
  const address = /^(https:\/\/github\.com\/[^/]+\/[^/]+)\.git$/.exec(repository.url)?.[1];
  if (address === undefined) throw new Error('names no repository on GitHub');
  return { version, repository: address };
}

/**
 * A text with the release and the repository of now.
 *
 * @throws {Error} if it names neither
 */
export function withReleaseFacts(text: string, { version, repository }: ReleaseFacts): string {
  const owned = repository.replace('https://github.com/', '');
  const name = owned.slice(owned.indexOf('/') + 1);
  const replacements = [
    [new RegExp(String.raw`https://github\.com/[\w.-]+/${name}\b`, 'g'), repository],
    [new RegExp(String.raw`(?<=(?:uses:|marketplace add) )[\w.-]+/${name}\b`, 'g'), owned],
    [new RegExp(String.raw`(?<=\b${name}@v?)\d+\.\d+\.\d+`, 'g'), version],
    [/(?<=^ *(?:rev: v|default: |"version": "))\d+\.\d+\.\d+/gm, version],
  ] as const;
  let replaced = text;
  let isNamed = false;
  for (const [pattern, value] of replacements) {
    isNamed ||= pattern.test(replaced);
    replaced = replaced.replaceAll(pattern, value);
  }
  if (!isNamed) throw new Error('names neither the release nor the repository');
  return replaced;
}

/** The module from which the product knows its release. It does not import `package.json`, most of which is for VS Code. */
export function releaseText({ version, repository }: ReleaseFacts): string {
  return `// Generated from package.json by \`npm run generate\`.
export const version = '${version}';
/** On GitHub. */
export const repositoryAddress = '${repository}';
`;
}
