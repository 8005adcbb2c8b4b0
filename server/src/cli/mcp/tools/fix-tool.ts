import { UsageError } from '../../exit-code.ts';
import { checkedReport } from './checked-report.ts';
import { defineTool, folderField } from './tool.ts';

export const fixTool = defineTool({
  name: 'fix',
  title: 'Fix Skills',
  description:
    'Shows as a `diff` what the safe fixes of `check` would change: those that cannot change what the author meant. With `write: true`, writes them into the files instead and returns the findings that remain.',
  mayWrite: true,
  fields: {
    paths: { type: 'array', description: 'Files or folders to fix', items: { type: 'string' } },
    write: {
      type: 'boolean',
      description: 'Write the fixes; only if the server was started with --write (default: false)',
    },
    folder: folderField,
  },
  required: ['paths'],
  async run({ paths, write = false }, call) {
    if (paths.length === 0) throw new UsageError('Specify at least one file or folder in `paths`');
    const places = await Promise.all(paths.map(write ? call.writablePlace : call.place));
    return checkedReport(places, write ? { fix: true } : { fixDryRun: true }, call);
  },
});
