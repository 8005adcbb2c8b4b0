import { type ExitCode, exitCode, UsageError } from '../exit-code.ts';
import { escapeControlCharacters } from '../terminal/escape-control-characters.ts';
import { userAtTerminal } from '../terminal/terminal-user.ts';
import { asking, noCancel, openApi, printAnswer } from './api-call.ts';
import type { DeleteOptions } from './upload-options.ts';

/** Deletes a skill with all its versions, or one version, once the user has agreed. */
export async function deleteUpload(id: string, options: DeleteOptions): Promise<ExitCode> {
  const api = openApi(options);
  const { versionId: version } = options;
  const [skill, versions] = await asking(api, () => Promise.all([api.skill(id, noCancel), api.versions(id, noCancel)]));
  if (version !== undefined && !versions.some((it) => it.id === version)) {
    throw new UsageError(`${id} has no version ${version}`);
  }
  const name = versions.find((it) => it.id === skill.latestVersion)?.name || id;
  const what =
    version === undefined
      ? `${name} (${id}) with ${versions.length === 1 ? 'its only version' : `all its ${versions.length} versions`}`
      : `version ${version} of ${name} (${id})`;
  if (!options.yes)
    await confirm(name, `This deletes ${what} from ${api.host}, for everyone who uses it. It cannot be undone.`);
  await asking(
    api,
    () => (version === undefined ? api.deleteSkill(id, noCancel) : api.deleteVersion(id, version, noCancel)),
    'deleted',
  );
  const deleted = version === undefined ? versions.map((it) => it.id) : [version];
  printAnswer(options, { skill: id, name, versions: deleted }, [`Deleted ${what}`]);
  return exitCode.clean;
}

/** Lets the user type the name, because a key that is pressed by habit must not delete anything. */
async function confirm(name: string, warning: string): Promise<void> {
  const user = userAtTerminal();
  if (!user) throw new UsageError('Not deleted, because nobody can be asked here; --yes agrees in advance');
  user.show(`${escapeControlCharacters(warning)}\n`);
  const question = `Type ${escapeControlCharacters(name)} to delete: `;
  const answer = await user.answers((ask) => ask(question));
  if (answer.trim() !== name) throw new UsageError('Not deleted');
}
