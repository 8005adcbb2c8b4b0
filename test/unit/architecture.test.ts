import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { RUNTIMES } from '../../server/src/dialect/targets.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** One import of a source file. */
interface Import {
  /** The importing file, relative to the repository. */
  readonly from: string;
  /** The imported file, relative to the repository, or the name of a package. */
  readonly to: string;
  /** Erased by the compiler. */
  readonly typeOnly: boolean;
}

/**
 * The pure layers, lowest first: each may import itself and those before it. What releases do comes before all, and what is
 * around an evaluation before the catalog, which tells files by it.
 */
const layers = [
  'dialect/runtimes',
  'document',
  'dialect',
  'patterns',
  'shell',
  'catalog/facts',
  'evaluation/surroundings',
  'catalog',
  'runtime',
  'evaluation',
  'rules',
  'features',
].map((name) => `server/src/${name}/`);

/** The layer of a file, by its number; what answers is one layer. Below zero for entries and what is outside. */
const layerOf = (file: string): number =>
  file.startsWith('server/src/jobs/') ? layers.length - 1 : layers.findIndex((it) => file.startsWith(it));

/** The rooms of a layer, lowest first: each may import itself and those before it. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  'server/src/shell/': ['grammar'],
  'server/src/catalog/': ['facts', 'settings', 'similar', 'directory', 'discover', 'listing', 'resolve', 'file'],
  'server/src/runtime/': ['render', 'permissions', 'commands', 'skill-tool', 'invocation', 'compaction'],
  'server/src/evaluation/': [
    'surroundings',
    'values',
    'expressions',
    'shapes',
    'cases',
    'results',
    'statistics',
    'grading',
  ],
  'server/src/rules/': [
    'messages',
    'edits',
    'yaml',
    'commands',
    'readings',
    'file',
    'name-and-description',
    'fields',
    'tools',
    'body',
    'across-files',
    'plugins',
    'evaluations',
  ],
  'server/src/lsp/': ['state', 'requests'],
};

/**
 * What an editor asks about a text (`features`) and what people do with skills beyond that (`jobs`), lowest first: each may
 * import itself and those before it.
 */
const answering = [
  'features/text',
  'features/shown-skills',
  'features/structure',
  'features/check',
  'features/fixes',
  'jobs/budget',
  'features/edits',
  'features/refactorings',
  'features/actions',
  'features/references',
  'features/rename',
  'jobs/preview',
  'jobs/claude-code',
  'jobs/skills',
  'jobs/rewriting',
  'jobs/publishing',
  'features/navigation',
  'jobs/sessions',
  'jobs/evaluations',
  'jobs/review',
  'features/hover',
  'features/highlighting',
  'features/annotations',
  'features/completion',
];

/** What a job has for others, besides the entries. Everything else in it can change without a look at them. */
const openings: Readonly<Record<string, readonly string[]>> = {
  budget: ['listing-document', 'shown-state'],
  'claude-code': [
    'ask/asked-session',
    'ask/asked-state',
    'ask/asked-text',
    'ask/conversation-arguments',
    'ask/ask-once',
    'ask/difference',
    'runs/run-arguments',
    'runs/run-history',
    'runs/run-of-trace',
    'runs/run-parts',
    'runs/run-reducer',
    'runs/run-settings',
    'runs/stream-line',
    'runs/tool-summary',
  ],
  evaluations: ['grading/grade-case', 'grading/grade-summary', 'grading/last-runs'],
  preview: [
    'invocation-preview',
    'left-after-compaction',
    'preview-calls',
    'preview-injections',
    'preview-subject',
    'too-much-to-preview',
  ],
  sessions: ['transcript-lines', 'transcript-reader'],
  skills: ['templates/new-file', 'templates/plugin-template', 'templates/render-template', 'tree/skill-node'],
};

/** The rooms of the extension for what people do, lowest first: each may import those before it, as far as they are open. */
const clientRooms = [
  'extension',
  'skills',
  'answers',
  'reports',
  'sessions',
  'preview',
  'claude-code',
  'budget',
  'evaluations',
  'rules',
  'review',
  'publishing',
  'language-model-tools',
];

/** What all rooms of the extension build on, and the code of its pages: none of them knows a room. */
const clientGround = ['changes', 'contributions', 'git', 'host', 'language-server', 'text', 'views', 'webviews'];

/** What a room of the extension has for other rooms. `extension.ts` puts all together and may look into each. */
const clientOpenings: Readonly<Record<string, readonly string[]>> = {
  answers: ['answer-messages', 'answer-panel'],
  'claude-code': ['runs/report-problem', 'runs/run-choice'],
  evaluations: ['usual-maximum'],
  preview: [
    'arguments/argument-history',
    'arguments/choose-arguments',
    'create-previews',
    'documents/preview-documents',
    'injections/ask-consent',
    'injections/consented-commands',
    'injections/injection-runs',
    'preview-panels',
  ],
  reports: ['report-documents'],
  sessions: ['choose-session', 'past-sessions'],
  skills: [
    'choose-group',
    'create-skill-parts',
    'import/find-skills',
    'import/import-skills',
    'node-flags',
    'skill-choice',
    'skill-overrides',
    'skill-picks',
    'view/skills-view',
  ],
};

/** What a room shares with the code of its page: their messages, and what both write in the same way. */
const sharedWithPages =
  /^client\/src\/(.*\/[\w-]+-messages|claude-code\/runs\/run-words|preview\/page\/span-marks)\.ts$/;

const answers = (file: string): boolean => /^server\/src\/(features|jobs)\//.test(file);

/** Where rules are, which know nothing of one another. */
const ruleRooms =
  /^server\/src\/rules\/(file|name-and-description|fields|tools|body|across-files|plugins|evaluations)\//;

/** Packages that compute and touch nothing outside. */
const purePackages =
  /^(yaml|jsonc-parser|diff|fflate|markdown-it|get-east-asian-width|vscode-uri|vscode-languageserver-types|vscode-languageserver-textdocument)$/;

/** What of the language server protocol may reach which layer: types of results, in features alone. */
const protocolPackage = 'vscode-languageserver-types';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** The folders that take each other's place in browsers and in Node. */
const hosts: Readonly<Record<string, { readonly browser: string; readonly default: string }>> = JSON.parse(
  read('package.json'),
).imports;

const sources = ['server/src', 'client/src', 'docs/playground'].flatMap(listSources);
const imports = sources.flatMap(readImports);

function listSources(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
}

function readImports(from: string): Import[] {
  const text = readFileSync(path.join(root, from), 'utf8');
  const statements = text.matchAll(
    /^(?:import|export)\s+(type\s+)?(?:([\w*$\s{},]+?)\s+from\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm,
  );
  return [...statements].map(([, type, names, statically, dynamically]) => {
    const name = (statically ?? dynamically)!;
    const to = importedFile(from, name);
    const inner =
      /^\{([^}]*)\}$/
        .exec((names ?? '').trim())?.[1]
        ?.split(',')
        .filter((it) => it.trim() !== '') ?? [];
    const typeOnly = type !== undefined || (inner.length > 0 && inner.every((it) => it.trim().startsWith('type ')));
    return { from, to, typeOnly };
  });
}

/** The file that an import names, relative to the repository, for Node; the name of a package as it is. */
function importedFile(from: string, name: string): string {
  if (name.startsWith('.')) return path.posix.join(path.posix.dirname(from), name);
  const [pattern, host] = Object.entries(hosts).find(([it]) => name.startsWith(it.slice(0, -1))) ?? [];
  return host ? host.default.replace(/^\.\//, '').replace('*', name.slice(pattern!.length - 1)) : name;
}

function show({ from, to }: Import): string {
  return `${from} imports ${to}`;
}

/**
 * Values that no other source file uses, with the reason why they are exported. A test may ask for a part of what a module
 * does where the whole says too little about it.
 */
const exportedForOthers: Readonly<Record<string, string>> = {
  'client/src/extension.ts activate': 'VS Code calls it',
  'client/src/extension.ts deactivate': 'VS Code calls it',
  'server/src/cli/cache/compiled-scripts.ts CompiledScripts': 'its test loads a script of its own',
  'server/src/cli/help-examples.ts helpExamples': 'every example is run',
  'server/src/cli/reports/checks/fold-shared.ts sharedMessage': 'verdicts are about what the command line says',
  'server/src/cli/session-options.ts relativePaths': 'recorded sessions are laid out as the command line does',
  'server/src/dialect/tools/tools.ts RENAMED_TOOLS': 'every entry of the table is compared with the tools',
  'server/src/jobs/budget/target-budgets.ts fitTarget': 'the documented lists, without a catalog',
  'server/src/jobs/claude-code/prove/request-texts.ts addedTexts': 'recordings are read with it',
  'server/src/jobs/claude-code/prove/request-texts.ts blocksOf': 'recordings are read with it',
  'server/src/jobs/claude-code/prove/request-texts.ts contentText': 'recordings are read with it',
  'server/src/jobs/claude-code/prove/request-texts.ts isPrompt': 'recordings are read with it',
  'server/src/jobs/claude-code/prove/request-texts.ts isReminder': 'recordings are read with it',
  'server/src/lsp/state/settings.ts readSettings': 'settings as the editor sends them, without an editor',
  'server/src/lsp/playground-requests.ts answerViews': 'takes the place of the one for views in the playground',
  'server/src/platform/node/v8-flags.ts lateOptimizationFlag': 'settings as the editor sends them, without an editor',
  'server/src/runtime/skill-tool/call-skill.ts handedOn': 'which permissions a call hands on, without a call',
  'server/src/runtime/skill-tool/slash-command.ts readSlashCommand': 'how a prompt is read, without a catalog',
  'server/src/skills-api.node.ts skillsApi': 'the extension loads it, as a bundle of its own',
  'server/src/shell/grammar/shell-reader.ts stepLimit': 'tests count the steps against it',
};

/** Every value that a file exports, as `file name`. */
function exportedValues(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const names = text.matchAll(/^export (?:async )?(?:function\*?|const|let|(?:abstract )?class|enum) +(\w+)/gm);
  return [...names].map(([, name]) => `${file} ${name}`);
}

/** Every name that a file imports from another one, as `file name`. */
function importedNames(from: string): string[] {
  const text = readFileSync(path.join(root, from), 'utf8');
  const statements = text.matchAll(
    /\b(?:import|export|const)\s+(?:type\s+)?\{([^}]*)\}\s*(?:from|= await import\()\s*'([.#][^']+)'/g,
  );
  const loaded = text.matchAll(/\(await import\('(\.[^']+)'\)\)\.(\w+)/g);
  const found = [...[...statements].map((it) => it.slice(1)), ...[...loaded].map(([, target, name]) => [name, target])];
  return found.flatMap(([names, target]) => {
    const file = importedFile(from, target!);
    return names!.split(',').map(
      (name) =>
        `${file} ${name
          .trim()
          .split(/ as |: /)[0]!
          .replace(/^type /, '')}`,
    );
  });
}

/** Rooms of a layer are entered through their openings alone, and each opening is used. */
function expectThroughOpenings(across: readonly Import[], layer: string, open: typeof openings): void {
  const enteredBy = ({ to }: Import) => to.slice(layer.length).replace(/\.ts$/, '');
  const all = Object.entries(open).flatMap(([room, files]) => files.map((file) => `${room}/${file}`));
  expect(across.filter((it) => !all.includes(enteredBy(it))).map(show)).toEqual([]);
  const used = new Set(across.map(enteredBy));
  expect(all.filter((it) => !used.has(it))).toEqual([]);
}

describe('the house', () => {
  test('has sources to look at', () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(imports.length).toBeGreaterThan(100);
  });

  test('keeps the editor, Node and connections out of the core', () => {
    const breaches = imports.filter(({ from, to }) => {
      const layer = layerOf(from);
      if (layer < 0 || to.startsWith('server/') || to.startsWith('schemas/') || to.startsWith('docs/')) return false;
      if (to === protocolPackage) return !answers(from);
      return !purePackages.test(to);
    });
    expect(breaches.map(show)).toEqual([]);
  });

  test('lets imports point one way', () => {
    const breaches = imports.filter(({ from, to, typeOnly }) => {
      const layer = layerOf(from);
      if (layer < 0 || !to.startsWith('server/')) return false;
      // What a feature answers may be a message of ours.
      if (answers(from) && to === 'server/src/protocol.ts') return !typeOnly;
      if (to.startsWith('server/src/platform/'))
        return to.startsWith('server/src/platform/node/') || layer < layers.indexOf('server/src/catalog/facts/');
      const imported = layerOf(to);
      return imported < 0 || imported > layer;
    });
    expect(breaches.map(show)).toEqual([]);
  });

  test('keeps its rooms in order', () => {
    for (const [layer, order] of Object.entries(rooms)) {
      const folders = readdirSync(path.join(root, layer), { withFileTypes: true }).filter((it) => it.isDirectory());
      expect(folders.map(({ name }) => name).toSorted(), layer).toEqual(order.toSorted());
      const roomOf = (file: string) => {
        if (!file.startsWith(layer)) return -1;
        const [room] = file.slice(layer.length).split('/');
        return order.indexOf(room!);
      };
      const breaches = imports.filter(({ from, to }) => roomOf(from) >= 0 && roomOf(to) > roomOf(from));
      expect(breaches.map(show)).toEqual([]);
    }
  });

  test('keeps what answers in order, and each job to itself but for what it has for others', () => {
    const folders = ['features', 'jobs'].flatMap((layer) =>
      readdirSync(path.join(root, 'server/src', layer), { withFileTypes: true })
        .filter((it) => it.isDirectory())
        .map(({ name }) => `${layer}/${name}`),
    );
    expect(folders.toSorted()).toEqual(answering.toSorted());
    const roomOf = (file: string) => (answers(file) ? file.split('/').slice(2, 4).join('/') : '');
    const across = imports.filter(({ from, to }) => answers(from) && answers(to) && roomOf(from) !== roomOf(to));
    expect(
      across.filter(({ from, to }) => answering.indexOf(roomOf(to)) > answering.indexOf(roomOf(from))).map(show),
    ).toEqual([]);
    expectThroughOpenings(
      across.filter(({ to }) => to.startsWith('server/src/jobs/')),
      'server/src/jobs/',
      openings,
    );
  });

  test('keeps the rooms of the extension in order, and each to itself but for what it has for others', () => {
    const layer = 'client/src/';
    const folders = readdirSync(path.join(root, layer), { withFileTypes: true }).filter((it) => it.isDirectory());
    expect(folders.map(({ name }) => name).toSorted()).toEqual([...clientRooms, ...clientGround].toSorted());
    const roomOf = (file: string) => clientRooms.indexOf(file.startsWith(layer) ? file.split('/')[2]! : '');
    const across = imports.filter(({ from, to }) => roomOf(to) >= 0 && roomOf(from) !== roomOf(to));
    const isOfPage = ({ from }: Import) =>
      from.startsWith('client/src/webviews/') || from.startsWith('docs/playground/');
    expect(across.filter((it) => isOfPage(it) && !sharedWithPages.test(it.to)).map(show)).toEqual([]);
    const others = across.filter((it) => !isOfPage(it) && it.from !== 'client/src/extension.ts');
    expect(others.filter(({ from, to }) => roomOf(to) > roomOf(from)).map(show)).toEqual([]);
    expectThroughOpenings(others, layer, clientOpenings);
  });

  test('has no room with more files than one can overlook', () => {
    const counts = new Map<string, number>();
    for (const room of sources.map((file) => path.posix.dirname(file))) counts.set(room, (counts.get(room) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 30)).toEqual([]);
  });

  test('keeps rules apart from one another', () => {
    const roomOf = (file: string) => ruleRooms.exec(file)?.[1];
    const breaches = imports.filter(({ from, to }) => roomOf(to) && roomOf(from) && roomOf(to) !== roomOf(from));
    expect(breaches.map(show)).toEqual([]);
  });

  test('has no circles, not even of types', () => {
    const next = new Map<string, string[]>();
    for (const { from, to } of imports) {
      if (/^(server|client|docs)\//.test(to)) next.set(from, [...(next.get(from) ?? []), to]);
    }
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, trail: readonly string[]) => {
      if (trail.includes(file)) circles.push([...trail.slice(trail.indexOf(file)), file].join(' > '));
      if (trail.includes(file) || done.has(file)) return;
      for (const imported of next.get(file) ?? []) visit(imported, [...trail, file]);
      done.add(file);
    };
    for (const file of sources) visit(file, []);
    expect(circles).toEqual([]);
  });

  test('shows the client nothing of the server but the types of its messages, and the reader of archives', () => {
    const breaches = imports.filter(
      ({ from, to, typeOnly }) =>
        from.startsWith('client/') &&
        !/^(client\/|vscode|node:|@vscode-elements\/|dompurify$)/.test(to) &&
        !to.startsWith('server/src/archive/') &&
        !(to === 'server/src/protocol.ts' && typeOnly),
    );
    expect(breaches.map(show)).toEqual([]);
  });

  test('shows the playground the parts of pages that VS Code is not needed for, and the types of messages', () => {
    const allowed =
      /^(docs\/playground\/|client\/src\/webviews\/|client\/src\/text\/counted|client\/src\/preview\/page\/span-marks)/;
    const breaches = imports.filter(
      ({ from, to, typeOnly }) =>
        from.startsWith('docs/playground/') &&
        !allowed.test(to) &&
        !/^(@codemirror\/|@lezer\/|marked$)/.test(to) &&
        !(/^(server\/src\/protocol\.ts|vscode-languageserver-protocol)$/.test(to) && typeOnly),
    );
    expect(breaches.map(show)).toEqual([]);
    expect(
      imports.filter(({ from, to }) => /^(server|client)\//.test(from) && to.startsWith('docs/')).map(show),
    ).toEqual([]);
  });

  test('asks Node only where the extension has another answer in a browser', () => {
    const breaches = imports.filter(
      ({ from, to }) =>
        from.startsWith('client/') &&
        !from.startsWith('client/src/host/node/') &&
        (to.startsWith('node:') || to === 'vscode-languageclient/node' || to.startsWith('client/src/host/browser/')),
    );
    expect(breaches.map(show)).toEqual([]);
  });

  test.each(Object.values(hosts))('has the same names for both hosts: $browser', (host) => {
    const namesIn = (pattern: string) => {
      const folder = pattern.slice(2, -1);
      const own = sources.filter((it) => it.startsWith(folder)).flatMap(exportedValues);
      return own.map((it) => it.slice(folder.length)).toSorted();
    };
    expect(namesIn(host.browser)).toEqual(namesIn(host.default));
    expect(namesIn(host.default)).not.toEqual([]);
  });

  test('leaves the ground to the entries', () => {
    const entries =
      /^server\/src\/((main\.\w+|skills-api\.node|archive\/host\/node\/inflate|lsp\/start-node-server|cli)\.ts|cli\/|platform\/node\/)/;
    const breaches = imports.filter(({ from, to }) => {
      if (!from.startsWith('server/') || entries.test(from)) return false;
      return to.startsWith('node:') || to.startsWith('server/src/platform/node/');
    });
    expect(breaches.map(show)).toEqual([]);
  });

  test('decides by what a release can do, never by which one it is', () => {
    const ids = RUNTIMES.map(({ id }) => id.replaceAll('.', '\\.')).join('|');
    const literal = new RegExp(`['"\`](${ids})['"\`]|['"\`/]claude-code@`);
    const breaches = sources.filter(
      (file) => !file.startsWith('server/src/dialect/') && literal.test(readFileSync(path.join(root, file), 'utf8')),
    );
    expect(breaches).toEqual([]);
  });

  test('names releases in the schemas alone', () => {
    const release = /\b2\.\d+\.\d+\b/;
    const ids = /claude-code@[\d.]+/g;
    const comments = sources.filter((file) => release.test(read(file).replaceAll(ids, '')));
    // The release of a standard.
    expect(comments).toEqual(['server/src/cli/reports/checks/sarif-report.ts']);

    // What a release is called, which version has a field, and the one version that everything was verified with.
    const inFields = /"(?:since|verified|title)": "[^"]*"/g;
    const schemas = readdirSync(path.join(root, 'schemas'))
      .filter((name) => name.endsWith('.json'))
      .map((name) => `schemas/${name}`);
    const facts = schemas.filter((file) => release.test(read(file).replaceAll(inFields, '').replaceAll(ids, '')));
    expect(facts).toEqual([]);
  });

  test('names the verified release once, so that one line changes with it', () => {
    const generated = /<!-- begin generated[\s\S]*?<!-- end generated -->/g;
    const pages = readdirSync(path.join(root, 'docs/rules')).map((name) => `docs/rules/${name}`);
    const records = readdirSync(path.join(root, 'test/record')).map((name) => `test/record/${name}`);
    const tests = readdirSync(path.join(root, 'test/conformance'))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `test/conformance/${name}`);
    const texts = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...pages, ...records, ...tests];
    const breaches = texts.filter((file) => read(file).replaceAll(generated, '').includes(RUNTIMES[0]!.verified));
    expect(breaches).toEqual([]);
    // What other programs accept may have been asked of the same release.
    const [runtimes] = read('schemas/dialects.json').split('"targets":');
    expect(runtimes!.split(`"verified": "${RUNTIMES[0]!.verified}"`)).toHaveLength(2);
  });

  test('exports only what others use', () => {
    const generators = readdirSync(path.join(root, 'schemas/generate')).map((name) => `schemas/generate/${name}`);
    const used = new Set([...sources, ...generators.filter((it) => it.endsWith('.ts'))].flatMap(importedNames));
    // Those for browsers are the same as for Node.
    const inNode = sources.filter((it) => !it.includes('/host/browser/'));
    const unused = inNode.flatMap(exportedValues).filter((value) => !used.has(value));
    expect(unused.toSorted()).toEqual(Object.keys(exportedForOthers).toSorted());
  });

  test('reaches for no network and evaluates no text', () => {
    const forbidden = /\bnode:(http|https|http2|net|tls|dgram|vm)\b|\bfetch\(|\beval\(|new Function\(/;
    const breaches = sources.filter((file) => forbidden.test(readFileSync(path.join(root, file), 'utf8')));
    // It only listens, and only where no other machine can reach it.
    // The other one only sends what the official library asks it to send.
    const sender = 'server/src/platform/node/bounded-send.ts';
    // It loads the scripts of the bundle itself, and nothing else, to keep their compiled code.
    const loader = 'server/src/cli/cache/compiled-scripts.ts';
    expect(breaches.toSorted()).toEqual([loader, sender, 'server/src/platform/node/node-model-server.ts']);
    expect(imports.filter(({ to }) => to === loader).map((it) => it.from)).toEqual([
      'server/src/cli.ts',
      'server/src/main.node.ts',
    ]);
    const senders = imports.filter(({ to }) => to === sender || to.startsWith('@anthropic-ai/')).map((it) => it.from);
    expect([...new Set(senders)]).toEqual(['server/src/platform/node/anthropic-skills-api.ts']);
    // Loaded by the commands about uploads alone.
    const askers = imports.filter(({ to }) => to === senders[0]).map((it) => it.from);
    expect(askers.toSorted()).toEqual(['server/src/cli/uploads/api-call.ts', 'server/src/skills-api.node.ts']);
    const text = read('server/src/platform/node/node-model-server.ts');
    expect(text.match(/import .* from 'node:(http|net)';/g)).toEqual([
      "import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';",
      "import type { AddressInfo } from 'node:net';",
    ]);
    expect(text.match(/\.listen\(.*/g)).toEqual(['.listen(0, loopback, resolve);']);
    expect(text).toContain("const loopback = '127.0.0.1';");
  });
});
