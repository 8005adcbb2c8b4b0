import { describe, expect, it } from 'vitest';
import {
  findHookEvent,
  findHookHandler,
  HOOK_EVENTS,
  HOOK_HANDLERS,
  nearestHookEvent,
  readMatcher,
} from '../../../server/src/dialect/hooks.ts';
import { findTool, isMcpToolName, nearestTool, RENAMED_TOOLS, TOOLS } from '../../../server/src/dialect/tools/tools.ts';

describe('tools', () => {
  it('are sorted, unique and explained', () => {
    const names = TOOLS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' })));
    for (const tool of TOOLS) expect(tool.description).toMatch(/^[A-Z].*\.$/);
    for (const { name, now } of RENAMED_TOOLS) {
      expect(findTool(name)).toBeUndefined();
      expect(findTool(now)).toBeDefined();
    }
  });

  it.each([
    ['Task', 'Agent'],
    ['read', 'Read'],
    ['WebFecth', 'WebFetch'],
    ['BashOutput', 'TaskOutput'],
    ['StitchMCP', undefined],
    ['sql', undefined],
    ['Question', undefined],
  ])('are guessed: %s is %s', (name, expected) => {
    expect(nearestTool(name)?.name).toBe(expected);
  });

  it('of MCP servers are told by their form', () => {
    for (const name of ['mcp__github', 'mcp__github__*', 'mcp__git-hub__get_*']) expect(isMcpToolName(name)).toBe(true);
    for (const name of ['mcp__', 'mcp__*', 'mcp_github', 'mcp__a(b)', 'Read']) expect(isMcpToolName(name)).toBe(false);
  });
});

describe('hooks', () => {
  it('name handlers that exist, with a sentence for each thing', () => {
    const types = HOOK_HANDLERS.map(({ type }) => type);
    for (const event of HOOK_EVENTS) {
      expect(event.description).toMatch(/^[A-Z].*\.$/);
      for (const type of event.handlers) expect(types).toContain(type);
    }
    for (const { keys } of HOOK_HANDLERS) for (const key of keys) expect(key.description).toMatch(/\.$/);
    expect(findHookEvent('PreToolUse')).toMatchObject({ isToolEvent: true, matches: "the tool's name" });
  });

  it('put needed keys first', () => {
    const keys = findHookHandler('mcp_tool')!.keys;
    expect(keys.slice(0, 3).map(({ name, required }) => [name, required])).toEqual([
      ['server', true],
      ['tool', true],
      ['input', false],
    ]);
    expect(findHookHandler('command')!.keys.find(({ name }) => name === 'onFailure')!.values).toEqual(['block']);
  });

  it('guess an event', () => {
    expect(nearestHookEvent('preToolUse')).toBe('PreToolUse');
    expect(nearestHookEvent('PostToolUsed')).toBe('PostToolUse');
    expect(nearestHookEvent('on-activate')).toBeUndefined();
  });

  it.each([
    ['', 'everything'],
    ['*', 'everything'],
    ['Edit|Write', 'names'],
    ['Edit, Write', 'names'],
    ['mcp__x__.*', 'expression'],
    ['Bash(git *', 'broken-expression'],
  ])('read the matcher %j as %s', (matcher, reading) => {
    expect(readMatcher(matcher)).toBe(reading);
  });
});
