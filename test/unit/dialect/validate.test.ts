import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../server/src/dialect/text/to-json.ts';
import { checkHooks, checkPlugin, checkPluginPart, isValidFieldValue } from '../../../server/src/dialect/validate.ts';

describe('the value of a skill field', () => {
  it.each<[string, JsonValue]>([
    ['name', 'a'],
    ['name', 3000],
    ['description', null],
    ['argument-hint', ['topic']],
    ['arguments', 'a b'],
    ['arguments', ['a', 'b']],
    ['user-invocable', false],
    ['user-invocable', 'No'],
    ['user-invocable', ' TRUE '],
    ['disable-model-invocation', 1],
    ['allowed-tools', 'Read, Bash(git log *)'],
    ['allowed-tools', ['Read']],
    ['allowed-tools', null],
    ['model', 'whatever-model'],
    ['effort', 'HIGH'],
    ['context', 'something'],
    ['paths', ['**/*.ts']],
    ['hooks', {}],
    ['metadata', { a: { b: [1] } }],
    ['no-such-field', [{}]],
    ['__proto__', 1],
    ['toString', 1],
  ])('%s accepts %j', (name, value) => {
    expect(isValidFieldValue(name, value)).toBe(true);
  });

  it.each<[string, JsonValue]>([
    ['name', ['a']],
    ['name', 1.5],
    ['description', { a: 1 }],
    ['description', true],
    ['when_to_use', ['a', 'b']],
    ['argument-hint', [{ optional: 'date' }]],
    ['arguments', 3],
    ['arguments', ['a', 1]],
    ['user-invocable', null],
    ['user-invocable', 'maybe'],
    ['user-invocable', 'y'],
    ['user-invocable', [true]],
    ['background', 2],
    ['allowed-tools', 5],
    ['allowed-tools', { Bash: 'x' }],
    ['model', ['Claude Opus 4.6']],
    ['effort', 3],
    ['paths', { a: 1 }],
    ['hooks', 'nope'],
    ['metadata', 'text'],
  ])('%s refuses %j', (name, value) => {
    expect(isValidFieldValue(name, value)).toBe(false);
  });

  it('has its own type in agents', () => {
    expect(isValidFieldValue('maxTurns', 20, 'agent')).toBe(true);
    expect(isValidFieldValue('maxTurns', 0, 'agent')).toBe(false);
    expect(isValidFieldValue('name', null, 'agent')).toBe(false);
    expect(isValidFieldValue('mcpServers', ['slack', { own: { command: 'x' } }], 'agent')).toBe(true);
  });
});

describe('hooks', () => {
  const run = { type: 'command', command: 'true' };

  it('may name events that are not known yet', () => {
    expect(checkHooks({ PreToolUse: [{ matcher: 'Bash', hooks: [run] }], Tomorrow: [{ hooks: [run] }] })).toEqual([]);
  });

  it('say where a handler lacks what it needs', () => {
    const handlers = [
      { command: 'x' },
      { type: 'comand' },
      { type: 'http' },
      { ...run, timeout: '5' },
      { ...run, timeout: 0 },
    ];
    const at = (index: number, ...rest: string[]) => ['Stop', '0', 'hooks', `${index}`, ...rest];
    expect(checkHooks({ Stop: [{ hooks: handlers }] })).toEqual([
      { path: at(0), kind: 'missing', detail: 'type' },
      { path: at(1, 'type'), kind: 'unknown-kind', detail: 'type' },
      { path: at(2), kind: 'missing', detail: 'url' },
      { path: at(3, 'timeout'), kind: 'type', detail: 'number' },
      { path: at(4, 'timeout'), kind: 'value', detail: 'exclusiveMinimum' },
    ]);
  });

  it('need a list of groups, each with its own list', () => {
    expect(checkHooks({ PreToolUse: [{ matcher: 'Bash', command: 'x' }], 'a/b~': run })).toEqual([
      { path: ['a/b~'], kind: 'type', detail: 'array' },
      { path: ['PreToolUse', '0'], kind: 'missing', detail: 'hooks' },
    ]);
  });
});

describe('a plugin manifest', () => {
  it('may have other keys and name its parts in every way', () => {
    expect(
      checkPlugin({
        name: 'office',
        skills: './skills',
        agents: ['./a.md'],
        commands: { x: { content: 'X' } },
        keywords: [],
      }),
    ).toEqual([]);
    expect(checkPluginPart('skills', '.')).toEqual([]);
    expect(checkPluginPart('engines', 3)).toEqual([]);
  });

  it.each<[JsonValue]>([['./a/../b'], ['./../outside'], ['./..']])('loads with the skills path %j', (skills) => {
    expect(checkPluginPart('skills', skills)).toEqual([]);
  });

  it.each<[JsonValue]>([['skills'], ['/abs'], ['../x'], ['.x'], ['']])('is lost with the skills path %j', (path) => {
    const problem = { kind: 'value', detail: 'pattern', form: 'a path that begins with `./`' };
    expect(checkPluginPart('skills', path)).toEqual([{ path: [], ...problem }]);
    expect(checkPluginPart('skills', ['./ok', path])).toEqual([{ path: ['1'], ...problem }]);
  });

  it('needs a name without spaces', () => {
    expect(checkPlugin({})).toEqual([{ path: [], kind: 'missing', detail: 'name' }]);
    expect(checkPlugin({ name: 'my plugin' })).toEqual([{ path: ['name'], kind: 'value', detail: 'pattern' }]);
    expect(checkPlugin({ name: 'x', skills: 3 })).toEqual([{ path: ['skills'], kind: 'type', detail: 'string' }]);
  });
});
