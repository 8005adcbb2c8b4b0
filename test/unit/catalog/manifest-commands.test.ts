import { expect, test } from 'vitest';
import { catalogOf } from '../features/session-of.ts';

test('commands that a manifest names itself go by that name, and those without a file are reported', async () => {
  const { catalog } = await catalogOf(
    {
      '/office/.claude-plugin/plugin.json': {
        name: 'office',
        commands: {
          print: { source: './texts/one.md', description: 'Prints a page.' },
          scan: { source: './texts/two.md' },
          fax: { content: 'Send it.' },
          mail: { source: './../two.md' },
        },
      },
      '/office/texts/one.md': '---\ndescription: One\n---\nPrint it.\n',
      '/office/texts/two.md': '---\ndescription: Two\n---\nScan it.\n',
      '/office/commands/old.md': 'Not looked at.\n',
      '/two.md': 'Out of the plugin.\n',
    },
    { pluginFolders: ['/office'] },
  );
  expect(catalog.listing().text).toBe('- office:print: Prints a page.\n- office:scan: Two');
  expect(catalog.errors()).toEqual([
    {
      source: 'plugin',
      path: '/office/.claude-plugin/plugin.json',
      message: 'The command `fax` is defined in the manifest, so it is not shown with the others',
    },
  ]);
});
