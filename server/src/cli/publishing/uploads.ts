import { type Command, InvalidArgumentError, Option } from 'commander';
import { addSessionOptions } from '../session-options.ts';
import type { ApiOptions, DeleteOptions, DownloadOptions, UploadOptions } from '../uploads/upload-options.ts';

const access = [
  '',
  'The API key is read from ANTHROPIC_API_KEY, the address from ANTHROPIC_BASE_URL if it is set. Requests are sent again',
  'after passing failures. Ctrl+C cancels. Exits with 2 if the API rejects a request or cannot be reached.',
];

/** Adds `skillwright upload`, `uploads`, `download` and `delete-upload`. */
export function addUploadCommands(program: Command): void {
  const upload = program
    .command('upload')
    .description('upload a skill to the Claude API, as a new version of the uploaded skill with its name')
    .argument('<skill>', 'folder of the skill, or its SKILL.md');
  // Loaded on use: what asks the API is large.
  addApiOptions(addSessionOptions(upload))
    .addOption(new Option('--new', 'upload it as a new skill').conflicts('skill'))
    .option('--skill <id>', 'upload it as a new version of this skill')
    .option('--dry-run', 'check, and with an API key ask what is uploaded, but send nothing of the skill')
    .addHelpText(
      'after',
      ['', 'What `skillwright pack` rejects is not sent, nor a skill whose name has changed.', ...access.slice(1)].join(
        '\n',
      ),
    )
    .action(async (skill: string, options: UploadOptions) => {
      const { uploadSkill } = await import('../uploads/upload-skill.ts');
      process.exitCode = await uploadSkill(skill, options);
    });

  addApiOptions(
    program
      .command('uploads')
      .description('list the skills that are uploaded to the Claude API, or the versions of one')
      .argument('[id]', 'skill whose versions are listed'),
  )
    .addHelpText('after', access.join('\n'))
    .action(async (id: string | undefined, options: ApiOptions) => {
      const { listUploads } = await import('../uploads/list-uploads.ts');
      process.exitCode = await listUploads(id, options);
    });

  addApiOptions(
    program
      .command('download')
      .description('download an uploaded skill from the Claude API into a new folder')
      .argument('<id>', 'skill to download'),
  )
    .option('--version-id <id>', 'version to download (default: the latest)')
    .option('--out <dir>', 'folder to create (default: the name of the skill, in the current folder)')
    .addHelpText('after', ['', 'Nothing that exists is replaced.', ...access.slice(1)].join('\n'))
    .action(async (id: string, options: DownloadOptions) => {
      const { downloadSkill } = await import('../uploads/download-skill.ts');
      process.exitCode = await downloadSkill(id, options);
    });

  addApiOptions(
    program
      .command('delete-upload')
      .description('delete an uploaded skill with all its versions, or one version, from the Claude API')
      .argument('<id>', 'skill to delete'),
  )
    .option('--version-id <id>', 'delete only this version')
    .option('--yes', 'do not ask')
    .addHelpText('after', ['', 'Files on this machine stay.', ...access.slice(1)].join('\n'))
    .action(async (id: string, options: DeleteOptions) => {
      const { deleteUpload } = await import('../uploads/delete-upload.ts');
      process.exitCode = await deleteUpload(id, options);
    });
}

function addApiOptions(command: Command): Command {
  return command
    .option('--timeout <seconds>', 'time for each attempt of a request (default: 300)', parseSeconds)
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'));
}

function parseSeconds(value: string): number {
  const seconds = Number(value);
  if (seconds > 0 && seconds <= 86_400) return seconds;
  throw new InvalidArgumentError('It must be a number of seconds.');
}
