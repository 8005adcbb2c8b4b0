import type { Session } from '../../../catalog/session.ts';
import { decodeText } from '../../../platform/decode-text.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { resolve } from '../../../platform/paths.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import { isAbsolutePath, slashedPath } from '../../../platform/slashed-path.ts';
import { previewCalls } from '../../preview/preview-calls.ts';
import type { PreviewSubject } from '../../preview/preview-subject.ts';
import { type RunChoice, runArguments } from './run-arguments.ts';
import type { RunSettings } from './run-settings.ts';

/** A run that can be started. */
export interface RunPlan {
  /** As it is typed: `/review main..HEAD`. */
  readonly invocation: string;
  /** The name of the skill. */
  readonly command: string;
  /** Absolute, with `/`. */
  readonly folder: string;
  readonly args: readonly string[];
  /** The folder of a plugin that is loaded for this run only. */
  readonly pluginFolder: string | undefined;
  /** The session that Claude Code starts, as far as it is known. */
  readonly session: Session;
  /** A fact that the user should know before reading the results. */
  readonly notice: string | undefined;
}

export interface PlannedRun extends RunChoice {
  readonly subject: PreviewSubject;
  readonly settings: RunSettings;
  /** The text that the user typed after the name of the skill. */
  readonly arguments: string;
  /** The folder to run in, absolute; undefined for the one in the settings. */
  readonly folder: string | undefined;
  readonly files: FileSystem;
  readonly home: string | undefined;
}

/** Plans the run of a skill, or says why it cannot run. */
export async function planRun(asked: PlannedRun): Promise<RunPlan | Refusal> {
  const { subject, settings, files } = asked;
  const { known, skillTool } = subject;
  if (subject.isUntitled) return { problem: 'Save the skill first: Claude Code runs files' };
  const offered = known?.source.repository === undefined ? undefined : pluginOf(subject);
  const refusal = offered === undefined ? whyRefused(subject) : undefined;
  if (refusal !== undefined) return { problem: refusal };
  const folder = await folderOfRun(asked);
  if (typeof folder !== 'string') return folder;
  if (!skillTool) return { problem: 'Claude Code has no folder to run in. Open one first' };
  const session: Session = { ...skillTool.session, folder };
  return {
    invocation: [subject.name, asked.arguments.trim()].filter((it) => it !== '').join(' '),
    command: subject.name.replace(/^\//, ''),
    folder,
    pluginFolder: offered,
    args: runArguments(settings, session, { ...asked, pluginFolder: offered }),
    session,
    notice: (await isSaved(subject, files))
      ? undefined
      : 'The file has changes that are not saved. This run does not have them',
  };
}

/** The folder of a plugin that is in the workspace but not installed: it can be loaded for one run. */
function pluginOf({ known }: PreviewSubject): string | undefined {
  return known?.source.plugin === undefined ? undefined : known.source.owner;
}

function whyRefused(subject: PreviewSubject): string | undefined {
  const { user } = previewCalls(subject, subject.known, '', false);
  return user.decision === 'deny' ? `Claude Code does not run ${subject.name}: ${user.text}` : undefined;
}

async function folderOfRun({ subject, settings, folder, files, home }: PlannedRun): Promise<string | Refusal> {
  const base = subject.skillTool?.session.folder ?? home ?? '/';
  const written = settings.folder;
  const chosen = folder ?? (written === undefined ? base : absolute(written, base, home));
  if (chosen !== undefined && (await files.typeOf(chosen)) === 'folder') return chosen;
  const problem = `There is no folder ${chosen ?? written} to run in`;
  return folder === undefined && written !== undefined
    ? { problem, setting: 'skillwright.claudeCode.folder' }
    : { problem };
}

function absolute(written: string, base: string, home: string | undefined): string | undefined {
  const path = slashedPath(written);
  if (path === '~') return home;
  if (path.startsWith('~/')) return home === undefined ? undefined : resolve(home, path.slice(2));
  return isAbsolutePath(path) ? path : resolve(base, path);
}

async function isSaved({ version, path, skill }: PreviewSubject, files: FileSystem): Promise<boolean> {
  if (version === undefined) return true;
  const bytes = await files.readFile(path);
  const plain = (text: string) => text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  return bytes !== undefined && plain(decodeText(bytes)) === plain(skill.document.text);
}
