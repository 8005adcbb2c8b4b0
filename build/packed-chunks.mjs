// Chunks that are always loaded together, in one file: esbuild makes one for every way in which entries share modules, and
// each file that is loaded costs more than the text of a small one.
import { createHash } from 'node:crypto';
import path from 'node:path';

/**
 * The files of a bundle whose chunks are scripts, with those chunks in one file that the same starts load.
 *
 * @param {ReadonlyMap<string, string>} scripts text by path
 * @param {import('esbuild').Metafile} metafile
 * @param {readonly string[]} starts the modules that most runs start with; what only others need has a file for each chunk
 * @returns {Map<string, string>}
 */
export function packChunks(scripts, metafile, starts) {
  const byName = new Map([...scripts].map(([file, text]) => [path.basename(file), text]));
  const loadedBy = starts.map((start) => loadedWith(start, metafile));
  /** @type {Map<string, string[]>} */
  const packs = new Map();
  for (const name of [...byName.keys()].filter((it) => it.startsWith('chunk-')).sort()) {
    const key = loadedBy.map((loaded) => Number(loaded.has(name))).join('');
    if (key.includes('1')) packs.set(key, [...(packs.get(key) ?? []), name]);
  }
  /** @type {Map<string, string>} */
  const packOf = new Map();
  for (const names of packs.values()) {
    const pack = `chunks-${createHash('sha256').update(names.join()).digest('hex').slice(0, 8)}.cjs`;
    for (const name of names) packOf.set(name, pack);
  }
  const linked = (/** @type {string} */ text) =>
    text.replace(required, (whole, folder, name) => {
      const pack = packOf.get(name);
      return pack === undefined ? whole : `require("${folder}${pack}")("${name}")`;
    });
  /** @type {Map<string, string>} */
  const files = new Map();
  for (const [file, text] of scripts) if (!packOf.has(path.basename(file))) files.set(file, linked(text));
  const folder = path.dirname([...scripts.keys()].find((file) => packOf.has(path.basename(file))) ?? '');
  for (const names of packs.values()) {
    const parts = names.map(
      (name) => `"${name}":(function(exports,require,module){${linked(byName.get(name) ?? '')}\n})`,
    );
    files.set(path.join(folder, packOf.get(names[0] ?? '') ?? ''), `${loader}({${parts.join(',')}});`);
  }
  return files;
}

const required = /\brequire\("(\.\/(?:[^"/]+\/)?)([^"/]+)"\)/g;

/** Exports a function that returns the exports of a part, which runs when it is first asked for. */
const loader = `(parts=>{const loaded={};module.exports=name=>{let part=loaded[name];if(!part){part=loaded[name]={exports:{}};parts[name](part.exports,require,part)}return part.exports}})`;

/**
 * The names of the chunks that are loaded before a module runs.
 *
 * @param {string} start
 * @param {import('esbuild').Metafile} metafile
 */
function loadedWith(start, { outputs }) {
  const loaded = new Set(Object.keys(outputs).filter((name) => outputs[name]?.entryPoint === start));
  for (const chunk of loaded) {
    for (const { path: imported, kind, external } of outputs[chunk]?.imports ?? []) {
      if (kind === 'import-statement' && !external) loaded.add(imported);
    }
  }
  return new Set([...loaded].map((name) => path.basename(name)));
}
