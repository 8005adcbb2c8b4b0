import { counted } from '../../document/text/numbers.ts';
import { namedUploads } from '../../jobs/publishing/upload/plan-upload.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { asking, noCancel, openApi, printAnswer } from './api-call.ts';
import type { ApiOptions } from './upload-options.ts';

/** Lists the uploaded skills, or the versions of one. */
export async function listUploads(id: string | undefined, options: ApiOptions): Promise<ExitCode> {
  const api = openApi(options);
  if (id === undefined) {
    const skills = await asking(api, () => namedUploads(api, noCancel));
    const lines = skills.map(({ id: skill, name, displayName, updatedAt }) => {
      const label = displayName === name || displayName === '' ? '' : `  “${displayName}”`;
      return `${name}  ${skill}  ${dayOf(updatedAt)}${label}`;
    });
    printAnswer(options, { skills }, [...lines, counted(skills.length, 'uploaded skill')]);
  } else {
    const [skill, versions] = await asking(api, () =>
      Promise.all([api.skill(id, noCancel), api.versions(id, noCancel)]),
    );
    const lines = versions.map((version) => {
      const latest = version.id === skill.latestVersion ? '  latest' : '';
      return `${version.id}  ${version.name}  ${dayOf(version.createdAt)}${latest}`;
    });
    printAnswer(options, { skill, versions }, [...lines, counted(versions.length, 'version')]);
  }
  return exitCode.clean;
}

/** The day of a time, as the API writes it. */
function dayOf(time: string): string {
  return time.slice(0, 10);
}
