import { type Uri, workspace } from 'vscode';

/** Explains why there is no preview of a file, and what to do. */
export async function explainMissingPreview(uri: Uri): Promise<{ readonly title: string; readonly advice: string }> {
  if (uri.scheme === 'untitled') {
    const advice = 'Save it as SKILL.md in its own folder in .claude/skills.';
    return { title: 'This file is not saved yet, so it is not a skill.', advice };
  }
  const isThere = await workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    const advice = 'It was deleted or moved. Open another skill, or choose one.';
    return { title: `${nameOf(uri)} no longer exists.`, advice };
  }
  const advice = 'Open a SKILL.md or a file in .claude/commands to preview it here.';
  return { title: `${nameOf(uri)} is neither a skill nor a command.`, advice };
}

/** The file with its folder, which identifies a skill. */
export function nameOf({ path }: Uri): string {
  return path.split('/').slice(-2).join('/');
}
