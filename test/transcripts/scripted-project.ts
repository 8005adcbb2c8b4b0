import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Script, scriptSessions } from './scripted-sessions.ts';

/** Skills that sessions use. */
export const scriptedNames = ['review', 'notes', 'deploy', 'release', 'triage', 'office:pdf', 'changelog'];

/** Those of them that run as forks. */
export const scriptedForks = ['survey', 'audit'];

const body = (name: string) => `# ${name}\n\nDo the work of ${name} with $ARGUMENTS.\n`;

/** A project with its skills, and what sessions said about them. */
export interface ScriptedProject {
  readonly project: string;
  /** The folder of all transcripts. */
  readonly projects: string;
  readonly script: Script;
}

/**
 * Writes skills and the transcripts of 50 sessions: of the project `app`, and of two others.
 *
 * @param ofUser the names of skills that are the user's instead of the project's
 */
export async function writeScriptedProject(
  root: string,
  seed: number,
  ofUser: readonly string[] = [],
): Promise<ScriptedProject> {
  const project = path.join(root, 'app');
  const folderOf = (name: string) =>
    path.join(ofUser.includes(name) ? path.join(root, 'home') : project, '.claude/skills', name);
  for (const name of [...scriptedNames, ...scriptedForks, 'idle']) {
    const fork = scriptedForks.includes(name) ? 'context: fork\n' : '';
    await write(path.join(folderOf(name), 'SKILL.md'), `---\ndescription: D\n${fork}---\n\n${body(name)}`);
  }
  const folders = ['app', 'lib', 'web'].map((name) => path.join(root, name));
  const script = scriptSessions(seed, 50, folders, {
    names: scriptedNames,
    forks: scriptedForks,
    text: (name, given) =>
      `Base directory for this skill: ${folderOf(name)}\n\n${body(name).replace('$ARGUMENTS', () => given)}`,
  });
  const projects = path.join(root, 'home/.claude/projects');
  for (const [name, text] of script.files) await write(path.join(projects, name), text);
  return { project, projects, script };
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}
