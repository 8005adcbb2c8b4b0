import { isWithin } from '../../../platform/paths.ts';
import { severities } from '../../../rules/rule.ts';
import { repositoryOf } from '../../files/discover-files.ts';
import { checkedReport } from './checked-report.ts';
import { type Call, defineTool, folderField } from './tool.ts';

export const checkTool = defineTool({
  name: 'check',
  title: 'Check Skills',
  description:
    'Reports what Claude Code misreads or ignores in skills (SKILL.md), commands, agents, plugins, hooks and settings. Call it after you have written or changed such a file. Each finding has a file, a rule, a message and a zero-based range, and `fix: "safe"` if the tool `fix` can repair it. The tool `explain` says more about a rule.',
  fields: {
    paths: {
      type: 'array',
      description: "Files or folders (default: the session directory's repository)",
      items: { type: 'string' },
    },
    severity: { type: 'string', description: 'Leave out findings below this one (default: hint)', enum: severities },
    folder: folderField,
  },
  async run({ paths = [], severity }, call) {
    const places = paths.length > 0 ? await Promise.all(paths.map(call.place)) : [await everything(call)];
    return checkedReport(places, severity ? { quiet: true, failOn: severity } : {}, call);
  },
});

/** The repository, or the session directory where the host's roots do not contain the repository. */
async function everything({ workspace: { folder, roots }, machine }: Call): Promise<string> {
  const repository = await repositoryOf(folder, machine.files);
  return roots.some((root) => isWithin(repository, root)) ? repository : folder;
}
