import type { Places } from '../conformance/lay-out-files.ts';
import type { Observed } from './recorded-case.ts';

/** Values that differ from run to run, and are replaced. */
export interface RunNames extends Pick<Places, 'home' | 'project'> {
  /** The folder around home and project. */
  readonly root: string;
  readonly session: string | undefined;
}

/** Replaces the folders and the session of a run by placeholders, so that runs can be compared. */
export function withPlaceholders(observed: Observed, { root, home, project, session }: RunNames): Observed {
  const replacements: readonly (readonly [string | undefined, string])[] = [
    [project, '${PROJECT}'],
    [home, '${HOME}'],
    [root, '${ROOT}'],
    // Names of folders that are made from a path, such as those in ~/.claude/projects.
    [project.replaceAll(/[^A-Za-z0-9]/g, '-'), '${PROJECT_SLUG}'],
    [session, '${SESSION}'],
  ];
  let text = JSON.stringify(observed);
  for (const [name, placeholder] of replacements) {
    if (name) text = text.replaceAll(JSON.stringify(name).slice(1, -1), placeholder);
  }
  const replaced = JSON.parse(text) as Observed;
  const attached = replaced.attached as readonly string[] | undefined;
  // What was attached is recorded relative to the project.
  return attached ? { ...replaced, attached: attached.map((it) => it.replaceAll('${PROJECT}/', '')) } : replaced;
}
