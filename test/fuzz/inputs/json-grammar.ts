import type { Random } from '../../mutation/random.ts';
import { makeShell } from './shell-grammar.ts';

const settingsKeys = [
  ...[
    'permissions',
    'allow',
    'deny',
    'ask',
    'defaultMode',
    'additionalDirectories',
    'hooks',
    'PreToolUse',
    'Stop',
    'matcher',
    'type',
    'command',
  ],
  ...[
    'skillOverrides',
    'skillListingBudgetFraction',
    'skillListingMaxDescChars',
    'enabledPlugins',
    'extraKnownMarketplaces',
    'disableSkillShellExecution',
  ],
  ...['model', 'env', 'availableModels', 'statusLine', 'apiKeyHelper', '__proto__', 'constructor', '', 'a b', '名'],
];
const manifestKeys = [
  'name',
  'version',
  'description',
  'skills',
  'commands',
  'agents',
  'hooks',
  'mcpServers',
  'source',
  'plugins',
  'author',
  '__proto__',
  'x',
];
const strings = [
  ...[
    'Bash(git:*)',
    'Skill(demo)',
    'Skill',
    'Read(~/**)',
    'mcp__a',
    'Bash(',
    'off',
    'name-only',
    'on',
    'acceptEdits',
    './skills',
    '../x',
    '/etc',
    'a',
  ],
  ...[
    '${CLAUDE_PLUGIN_ROOT}/a',
    '//server/share',
    'C:\\x',
    'a@b',
    '',
    '\\ud800',
    '\\u0000',
    '😀',
    '\\',
    '"',
    'a\\nb',
    '1.0.0',
  ],
];
const others = [
  'true',
  'false',
  'null',
  '0',
  '-1',
  '0.01',
  '1e999',
  '1e',
  'NaN',
  'undefined',
  "'x'",
  '// c\n1',
  '/* c */ 2',
  '',
];

/** Settings or a manifest: JSON, or nearly so. */
export function makeJson(random: Random, kind: 'settings' | 'plugin'): string {
  const bom = random.below(30) === 0 ? '\ufeff' : '';
  return bom + makeObject(random, kind === 'settings' ? settingsKeys : manifestKeys, 0);
}

function makeValue(random: Random, keys: readonly string[], depth: number): string {
  switch (random.below(depth > 4 ? 4 : 9)) {
    case 0:
      return random.one(others);
    case 1:
      return JSON.stringify(makeShell(random, 3));
    case 2:
    case 3:
      return `"${random.one(strings)}"`;
    case 4:
    case 5:
      return makeArray(random, keys, depth + 1);
    default:
      return makeObject(random, keys, depth + 1);
  }
}

function makeArray(random: Random, keys: readonly string[], depth: number): string {
  const items = Array.from({ length: random.below(4) }, () => makeValue(random, keys, depth));
  return `[${items.join(random.one([', ', ',', ',\n  ', ' ']))}${random.one(['', '', '', ',', ' '])}${random.below(20) === 0 ? '' : ']'}`;
}

function makeObject(random: Random, keys: readonly string[], depth: number): string {
  const items = Array.from({ length: random.below(5) }, () => {
    const key = random.one(keys);
    return `${random.below(15) === 0 ? key : `"${key}"`}${random.one([': ', ': ', ':', ' '])}${makeValue(random, keys, depth)}`;
  });
  const end = random.one(['\n', '\n', '\r\n', ' ']);
  return `{${end}${items.join(`,${end}  `)}${random.one(['', '', '', ',', ' // c'])}${end}${random.below(20) === 0 ? '' : '}'}`;
}
