// Rules that most files do not need. A rule says in its facts which kinds of files it is for and what a file must have, and
// nothing else of it is read before there is such a file.
import { createRequire } from 'node:module';
import path from 'node:path';
import { runInThisContext } from 'node:vm';
import { build as buildWith } from 'esbuild';
import { requiredOnUse } from './loaded-on-use.mjs';

const root = path.join(import.meta.dirname, '..');
const folder = path.join(root, 'server/src/rules');

/**
 * Puts rules into chunks of their own, which are loaded when one of them checks a file. What a rule says about itself stays
 * where it was. For the same bundles as `loadedOnUse`.
 *
 * @type {import('esbuild').Plugin}
 */
export const rulesOnUse = {
  name: 'rules on use',
  setup(build) {
    /** @type {Map<string, RuleOnUse>} */
    let rules = new Map();
    build.onStart(async () => {
      rules = await rulesByFile();
    });
    build.onResolve({ filter: /\.ts$/ }, ({ path: imported, resolveDir, kind, namespace }) => {
      const file = path.resolve(resolveDir, imported);
      if (!rules.has(file) || kind === 'entry-point' || namespace === together) return undefined;
      // Names of chunks follow from paths, and must not depend on the folder of the repository.
      return { path: path.relative(folder, file), namespace: facts, sideEffects: false };
    });
    build.onLoad({ filter: /./, namespace: facts }, ({ path: file }) => {
      const { name, group, facts } = /** @type {RuleOnUse} */ (rules.get(path.join(folder, file)));
      const check = `check: (...given) => load().${name}.check(...given)`;
      const contents = `import { load } from '${group}';\nexport const ${name} = { ...${JSON.stringify(facts)}, ${check} };`;
      return { contents, watchFiles: [path.join(folder, file)] };
    });
    build.onResolve({ filter: /./, namespace: facts }, ({ path: group }) => ({ path: group, namespace: loading }));
    build.onLoad({ filter: /./, namespace: loading }, ({ path: group }) => ({
      contents: `let loaded;\nexport const load = () => (loaded ??= ${requiredOnUse(group)});`,
    }));
    build.onResolve({ filter: /./, namespace: loading }, ({ path: group }) => ({ path: group, namespace: together }));
    build.onLoad({ filter: /./, namespace: together }, ({ path: group }) => ({
      contents: [...rules]
        .filter(([, rule]) => rule.group === group)
        .map(
          ([file, { name }]) =>
            `export { ${name} } from ${JSON.stringify(`./${path.basename(path.dirname(file))}/${path.basename(file)}`)};`,
        )
        .join('\n'),
      resolveDir: folder,
    }));
  },
};

const facts = 'facts of rules';
const loading = 'loading of rules';
const together = 'rules that are loaded together';

/**
 * @typedef {{ readonly name: string, readonly group: string, readonly facts: object }} RuleOnUse its name as an export, which
 * rules are loaded with it, and what it says about itself
 */

/** @returns {Promise<Map<string, RuleOnUse>>} by file */
async function rulesByFile() {
  const entry = path.join(folder, 'rules-by-group.ts');
  const { outputFiles } = await buildWith({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    alias: { 'jsonc-parser': path.join(root, 'node_modules/jsonc-parser/lib/esm/main.js') },
    write: false,
    logLevel: 'silent',
  });
  const module = { exports: {} };
  runInThisContext(`(function (module, require) {${outputFiles[0].text}\n})`)(module, createRequire(entry));
  /** @type {{ readonly rulesByGroup: Readonly<Record<string, readonly import('../server/src/rules/rule.ts').Rule[]>> }} */
  const { rulesByGroup } = module.exports;
  return new Map(
    Object.entries(rulesByGroup).flatMap(([folderName, rules]) =>
      rules.flatMap(({ check, ...facts }) => {
        const group = groupOf(facts);
        if (group === undefined) return [];
        const name = facts.id.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
        return [[path.join(folder, folderName, `${facts.id}.ts`), { name, group, facts }]];
      }),
    ),
  );
}

/**
 * What files must have for the rules of a group. Fewer and larger groups would be loaded more often, more of them would make many
 * small chunks of what they share.
 *
 * @type {Readonly<Record<string, readonly import('../server/src/rules/trait.ts').Trait[]>>}
 */
const groups = {
  commands: ['injection', 'exclamation-mark', 'tools-field', 'hooks-field'],
  damaged: ['no-frontmatter', 'damaged-frontmatter'],
  arguments: ['placeholder', 'arguments-field', 'dollar-or-brace'],
};

/**
 * With which others a rule is loaded; undefined for those that any skill needs.
 *
 * @param {Omit<import('../server/src/rules/rule.ts').Rule, 'check'>} rule
 * @returns {string | undefined}
 */
function groupOf({ kinds, needs = [] }) {
  if (kinds.every((kind) => !['skill', 'command', 'agent'].includes(kind))) {
    return kinds.some((kind) => /^eval-|^trigger-/.test(kind)) ? 'evaluations' : 'plugins';
  }
  return Object.keys(groups).find((group) => needs.some((it) => groups[group]?.includes(it)));
}
