/** The folder under `projects` in which Claude Code keeps what belongs to a project. */
export function projectSlug(folder: string): string {
  return folder.replace(/[^a-zA-Z0-9]/g, '-');
}
