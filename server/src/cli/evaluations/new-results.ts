import { outputFiles, type PromptRun } from '../../jobs/evaluations/prompts/judged-run.ts';
import type { KeptSession } from '../../jobs/evaluations/prompts/kept-session.ts';
import type { KeptPrompt } from '../../jobs/evaluations/prompts/run-prompts.ts';
import { findResults } from '../../jobs/evaluations/results/find-results.ts';
import { promptItemId } from '../../jobs/evaluations/running/evaluation-items.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { CaseFile } from '../../protocol.ts';
import { createFolder } from '../files/create-files.ts';
import { openWithEarlier } from './opened-results.ts';
import type { OpenedWithEarlier } from './print-results.ts';

/** The sessions of prompts, until all have ended. */
export class KeptPrompts {
  readonly #runs = new Map<string, KeptPrompt & Partial<Pick<PromptRun, 'withSkill' | 'withoutSkill'>>>();

  add(of: KeptPrompt, session: KeptSession, isWithSkill: boolean): void {
    const id = promptItemId(of.set, of.prompt);
    const known = this.#runs.get(id) ?? of;
    this.#runs.set(id, { ...known, [isWithSkill ? 'withSkill' : 'withoutSkill']: session });
  }

  /** Writes what is not kept yet of them next to the evaluations, as skill-creator lays it out. Returns the folders. */
  async write(files: FileSystem): Promise<readonly string[]> {
    const folders = new Map<string, CaseFile[]>();
    for (const { withSkill, withoutSkill, ...of } of this.#runs.values()) {
      if (!withSkill) continue;
      const { folder, files: written } = await outputFiles({ ...of, withSkill, withoutSkill }, files);
      folders.set(folder, [...(folders.get(folder) ?? []), ...written]);
    }
    for (const [folder, written] of folders) if (written.length > 0) await createFolder(folder, written);
    return [...folders.keys()];
  }
}

/** Reads results that were just written, and those before them. */
export async function openResults(paths: readonly string[], files: FileSystem) {
  const opened: OpenedWithEarlier[] = [];
  for (const path of paths) {
    for (const place of (await findResults(path, files)).places) {
      const { places } = await findResults(place.suite, files);
      opened.push(await openWithEarlier(place, places, files));
    }
  }
  return opened;
}
