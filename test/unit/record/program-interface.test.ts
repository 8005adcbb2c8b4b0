import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Asker } from '../../record/isolation.ts';
import { namesInHelp, readInterface } from '../../record/program-interface.ts';

const program = fileURLToPath(new URL('fake-help.mjs', import.meta.url));

test('options and commands are read from help, and not from what explains them', () => {
  const help = [
    'Usage: claude [options] [command]',
    '',
    'Options:',
    '  -p, --print                      Print, as --verbose does',
    '  --allowedTools, --allowed-tools <tools...>',
    '      Comma-separated, such as --tools',
    '  -h, --help                       Display help',
    '',
    'Commands:',
    '  mcp                              Configure servers',
    '                                   again',
    '  plugin|plugins [options]         Manage plugins',
  ].join('\n');
  expect(namesInHelp(help)).toEqual({
    options: ['--print', '--allowed-tools', '--help'],
    commands: ['mcp', 'plugin'],
  });
  expect(namesInHelp('Options:\n  --json  As JSON\n').options).toEqual(['--json']);
  expect(namesInHelp('error')).toEqual({ options: [], commands: [] });
});

test('every command is asked for its own', async () => {
  const asker = {
    isIsolated: true,
    ask: async () => ({ observed: { tools: ['Bash', 'Bash command'] } }),
    close: () => {},
  } as unknown as Asker;
  const release = { version: '1.0.0', command: [process.execPath, program] as const, program };
  const found = await readInterface(release, asker);
  expect([...found].map(([what, names]) => [what, [...names].sort()])).toEqual([
    ['Commands and options', ['--help', 'plugin', 'plugin --help', 'plugin list', 'plugin list --json']],
    ['Tools and their parameters', ['Bash', 'Bash command']],
  ]);
});
