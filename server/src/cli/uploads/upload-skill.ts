import { counted } from '../../document/text/numbers.ts';
import { planUpload, type UploadPlan, type UploadWish } from '../../jobs/publishing/upload/plan-upload.ts';
import { memoisingFileSystem } from '../../platform/file-systems/memoising-file-system.ts';
import { blockingFileSystem } from '../../platform/node/blocking-file-system.ts';
import { type ExitCode, exitCode, UsageError } from '../exit-code.ts';
import { problemLines } from '../publishing/pack.ts';
import { type PackedSkill, packSkill } from '../publishing/packed-skill.ts';
import { readSession } from '../session-options.ts';
import { folderOfSkill } from '../skills/skill-folder.ts';
import { coloursFor, printLine } from '../terminal/terminal.ts';
import { asking, hasKey, noCancel, openApi, printAnswer } from './api-call.ts';
import type { UploadOptions } from './upload-options.ts';

/** Uploads a skill, unless the API would reject it or its name has changed. */
export async function uploadSkill(written: string, options: UploadOptions): Promise<ExitCode> {
  const session = await readSession(options, memoisingFileSystem(blockingFileSystem));
  const folder = await folderOfSkill(written, session);
  // The API's own limits always count.
  const targets = [...new Set([...(options.target ?? []), 'claude-api'] as const)];
  const packed = await packSkill(folder, targets, session);
  if (packed.problems.length > 0) return rejected(packed, options);

  const { name } = packed;
  if (options.dryRun && !hasKey()) {
    // Nothing of it would be sent anyway, and a new skill needs no answer.
    const plan = options.new ? ({ becomes: 'skill' } as const) : undefined;
    printAnswer(options, answerOf(packed, plan, options.skill ?? null, null), [
      `${name} can be uploaded${plan ? ` ${asWhat(plan)}` : ''}: ${size(packed)}`,
      ...(plan ? [] : ['Not compared with what is uploaded, because there is no API key: set ANTHROPIC_API_KEY']),
    ]);
    return exitCode.clean;
  }
  const api = openApi(options);
  const plan = await asking(api, () => planUpload(name, wishOf(options), api, noCancel));
  if ('problem' in plan) {
    const hint =
      options.skill === undefined ? '. --new uploads a new skill, --skill ID names the one it belongs to' : '';
    throw new UsageError(`Not uploaded: ${plan.problem}${hint}`);
  }
  if (options.dryRun) {
    printAnswer(options, answerOf(packed, plan, null, null), [
      `${name} can be uploaded ${asWhat(plan)}: ${size(packed)}`,
    ]);
    return exitCode.clean;
  }
  const files = packed.files.map(({ path, bytes }) => ({ path: `${name}/${path}`, bytes }));
  const [skill, version] = await asking(
    api,
    async () => {
      if (plan.becomes === 'skill') {
        const { id, latestVersion } = await api.create(files, noCancel);
        return [id, latestVersion];
      }
      return [plan.of.id, (await api.createVersion(plan.of.id, files, noCancel)).id];
    },
    'uploaded',
  );
  printAnswer(options, answerOf(packed, plan, skill!, version!), [
    `Uploaded ${name} ${asWhat(plan)}: ${size(packed)}`,
    `Skill ${skill}, version ${version}`,
  ]);
  return exitCode.clean;
}

function wishOf({ new: isNew, skill }: UploadOptions): UploadWish {
  if (isNew) return { becomes: 'skill' };
  return skill === undefined ? undefined : { becomes: 'version', of: skill };
}

function rejected({ problems }: PackedSkill, { format }: UploadOptions): ExitCode {
  if (format === 'json') printAnswer({ format }, { problems }, []);
  else process.stdout.write(problemLines(problems, coloursFor(process.stdout)));
  printLine(`Not uploaded: ${counted(problems.length, 'problem')}`);
  return exitCode.findings;
}

function asWhat(plan: UploadPlan): string {
  return plan.becomes === 'skill' ? 'as a new skill' : `as a new version of ${plan.of.id}`;
}

function size({ files }: PackedSkill): string {
  return `${counted(files.length, 'file')}, ${counted(bytesOf(files), 'byte')}`;
}

function bytesOf(files: PackedSkill['files']): number {
  return files.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

function answerOf(
  { name, files }: PackedSkill,
  plan: UploadPlan | undefined,
  skill: string | null,
  version: string | null,
) {
  const becomes = plan?.becomes ?? null;
  const known = plan?.becomes === 'version' ? plan.of.id : null;
  return { name, becomes, skill: skill ?? known, version, files: files.length, bytes: bytesOf(files) };
}
