import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { repositoryRoot } from '../host/repository.ts';
import type { OpenVsCode, VsCodeOptions } from '../host/vscode.ts';
import { type TestWindowOptions, vscodeForTests } from '../host/vscode-for-tests.ts';

/** The packed extension in an empty folder, with an empty home. */
const packed: VsCodeOptions = { extension: { vsix: path.join(repositoryRoot, 'dist/skillwright.vsix') } };

/** Files by their paths, relative to what they are written into. */
type Files = Readonly<Record<string, string>>;

/** The files of a test's machine. */
export interface PreparedSkills {
  readonly workspace?: Files;
  readonly home?: Files;
  /** Files installed by an administrator. */
  readonly managed?: Files;
}

/** A VS Code window and the folder of its administrator. */
export type VsCodeWithSkills = OpenVsCode & { readonly managed: string };

/** Opens one VS Code for all tests of a file, on a machine with only these skills. */
export function vscodeWithSkills(skills: PreparedSkills, options: TestWindowOptions = {}): () => VsCodeWithSkills {
  // Before the window opens: file watchers may miss folders that are created in quick succession.
  const root = mkdtempSync(path.join(tmpdir(), 'skillwright-prepared-'));
  const [workspace, home] = ['workspace', 'home'].map((name) => path.join(root, name));
  writeFiles(workspace!, skills.workspace ?? {});
  writeFiles(home!, skills.home ?? {});
  afterAll(() => rm(root, { recursive: true, force: true }));
  const vscode = vscodeForTests({ ...packed, workspace: workspace!, home: home!, ...options });
  const withManaged = () => ({ ...vscode(), managed: path.join(path.dirname(vscode().home), 'managed') });
  beforeAll(async () => {
    const opened = withManaged();
    await rm(opened.managed, { recursive: true, force: true });
    writeFiles(opened.managed, skills.managed ?? {});
    await useManagedFolder(opened);
  });
  return withManaged;
}

export function skill(description: string, body = 'Do it.', more = ''): string {
  return `---\ndescription: ${description}\n${more}---\n\n${body}\n`;
}

/** Writes files into a folder, which is created. */
export function writeFiles(folder: string, files: Files): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** The folder of managed skills, which tests must not write to on any system. */
const managedFolders = ['/etc/claude-code', '/Library/Application Support/ClaudeCode', 'C:/Program Files/ClaudeCode'];

/** Makes this test's own installed extension look for managed skills in another folder. */
async function useManagedFolder(vscode: VsCodeWithSkills): Promise<void> {
  const chunks = path.join(path.dirname(await serverFile(vscode)), 'server');
  const managed = slashed(vscode.managed);
  let isNamed = false;
  for (const chunk of await readdir(chunks)) {
    const file = path.join(chunks, chunk);
    let code = await readFile(file, 'utf8');
    for (const folder of managedFolders) code = code.replaceAll(`"${folder}"`, JSON.stringify(managed));
    if (!code.includes(managed)) continue;
    isNamed = true;
    await writeFile(file, code);
  }
  if (!isNamed) throw new Error('The server does not name the folder of administrators');
}

/** The entry of the language server in the installed extension. */
export async function serverFile({ server }: VsCodeWithSkills): Promise<string> {
  const extensions = path.join(path.dirname(server.settingsFile), '..', '..', 'extensions');
  const installed = (await readdir(extensions)).find((name) => name.startsWith('skillwright.'));
  if (installed === undefined) throw new Error('The extension is not installed');
  return path.join(extensions, installed, 'dist', 'server.cjs');
}

function slashed(file: string): string {
  return file.replaceAll(path.sep, '/');
}
