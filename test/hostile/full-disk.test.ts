import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { URI } from 'vscode-uri';
import { DeletedItems } from '../../client/src/changes/deleted-items.ts';
import { SkillChanges } from '../../client/src/changes/skill-changes.ts';
import { FailureReporter } from '../../client/src/failure-reporter.ts';
import { registerDeleteSkill } from '../../client/src/skills/commands/delete-skill.ts';
import { SkillChoice } from '../../client/src/skills/skill-choice.ts';

/* Deleting a skill from the Skills view where the disk fails. Changes of texts: test/e2e/in-host/full-disk.ts. */

/** What the user is asked and told, the button that they press, and what the disk does to a copy and to a deletion. */
const scene = vi.hoisted(() => ({
  asked: [] as string[],
  told: [] as string[],
  answers: [] as (string | undefined)[],
  onCopy: (_to: string) => undefined as unknown,
  onDelete: (_path: string) => undefined as unknown,
  command: async (_argument?: unknown) => undefined as unknown,
}));

vi.mock('vscode', async () => {
  const { URI, Utils } = await import('vscode-uri');
  return {
    FileType: { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 },
    ProgressLocation: { Notification: 15 },
    QuickPickItemKind: { Separator: -1 },
    StatusBarAlignment: { Left: 1 },
    Uri: { parse: URI.parse, file: URI.file, joinPath: Utils.joinPath },
    commands: {
      executeCommand: async () => undefined,
      registerCommand(_name: string, run: typeof scene.command) {
        scene.command = run;
      },
    },
    window: {
      setStatusBarMessage: () => undefined,
      showErrorMessage: async (text: string) => void scene.told.push(text),
      async showWarningMessage(question: string, { detail }: { detail: string }, yes: string) {
        scene.asked.push(`${question}\n${detail}\n[${yes}]`);
        return scene.answers.shift() === yes ? yes : undefined;
      },
    },
    workspace: {
      getWorkspaceFolder: () => undefined,
      fs: {
        async stat(uri: URI) {
          const found = await stat(uri.fsPath);
          return { type: found.isDirectory() ? 2 : 1, size: found.size, mtime: found.mtimeMs };
        },
        readDirectory: async (uri: URI) => (await readdir(uri.fsPath)).map((name) => [name, 1]),
        createDirectory: (uri: URI) => mkdir(uri.fsPath, { recursive: true }),
        async copy(from: URI, to: URI) {
          await mkdir(to.fsPath, { recursive: true });
          await scene.onCopy(to.fsPath);
          await cp(from.fsPath, to.fsPath, { recursive: true });
        },
        async delete(uri: URI, { useTrash }: { useTrash?: boolean }) {
          if (useTrash) throw new Error('There is no trash');
          await scene.onDelete(uri.fsPath);
          await rm(uri.fsPath, { recursive: true });
        },
      },
    },
  };
});

const noSpace = () => {
  throw new Error('ENOSPC: no space left on device, write');
};

let root: string;
let skill: string;
let changes: SkillChanges;
const kept = () =>
  existsSync(path.join(root, 'storage/deleted')) ? readdirSync(path.join(root, 'storage/deleted')) : [];

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'skillwright-full-'));
  skill = path.join(root, 'skills/review');
  mkdirSync(skill, { recursive: true });
  writeFileSync(path.join(skill, 'SKILL.md'), 'Review.\n');
  writeFileSync(path.join(skill, 'notes.md'), 'Notes.\n');
  Object.assign(scene, { asked: [], told: [], answers: [], onCopy: () => undefined, onDelete: () => undefined });
  changes = new SkillChanges(async () => undefined);
  const uri = URI.file(skill).toString();
  const info = {
    id: 'review',
    kind: 'skill',
    baseName: 'review',
    name: 'review',
    itemUri: uri,
    uri: `${uri}/SKILL.md`,
  };
  const choice = new SkillChoice({ request: async () => info } as never, { selected: undefined } as never);
  const failures = new FailureReporter({ error: () => undefined } as never, async () => undefined);
  const deleted = new DeletedItems(URI.file(path.join(root, 'storage')));
  registerDeleteSkill(choice, changes, failures, deleted);
});

afterEach(() => {
  changes.dispose();
  rmSync(root, { recursive: true, force: true });
});

const remove = () => scene.command({ skill: 'review' });

test('a skill on a full disk can be deleted without Undo, after a question', async () => {
  scene.onCopy = noSpace;
  scene.answers = ['Move to Trash', undefined];
  await remove();
  expect(existsSync(skill)).toBe(true);
  expect(scene.asked[1]).toMatch(
    /Delete “review” although that cannot be undone\?\n.*ENOSPC.*The disk is full\. Free/s,
  );

  scene.answers = ['Move to Trash', 'Delete Without Undo', 'Delete Permanently'];
  await remove();
  expect(scene.asked.at(-1)).toContain('It cannot be restored.');
  expect([existsSync(skill), kept(), scene.told]).toEqual([false, [], []]);
});

test('a deletion that fails before it began leaves the skill, and no copy', async () => {
  scene.answers = ['Move to Trash', 'Delete Permanently'];
  scene.onDelete = (file) => {
    if (file === skill) throw new Error(`EROFS: read-only file system, rmdir '${file}'`);
  };
  await remove();
  expect(scene.told).toEqual([expect.stringMatching(/^Could not delete the skill: EROFS.*The disk is read-only\./)]);
  expect(readdirSync(skill)).toEqual(['SKILL.md', 'notes.md']);
  expect(kept()).toEqual([]);
});

test('a deletion that fails half-way says where all of the skill still is', async () => {
  scene.answers = ['Move to Trash', 'Delete Permanently'];
  scene.onDelete = async (file) => {
    if (file !== skill) return;
    await rm(path.join(skill, 'notes.md'));
    throw new Error('EACCES: permission denied');
  };
  await remove();
  const [copy] = kept();
  const whole = path.join(root, 'storage/deleted', copy!);
  expect(scene.told).toEqual([expect.stringContaining('Only a part was deleted. All of it is still in ')]);
  expect(scene.told[0]).toContain(copy);
  expect(readFileSync(path.join(whole, 'notes.md'), 'utf8')).toBe('Notes.\n');
});

test('an undo of a deletion that finds no space leaves nothing half, and works later', async () => {
  scene.answers = ['Move to Trash', 'Delete Permanently'];
  await remove();
  scene.onCopy = (to) => {
    writeFileSync(path.join(to, 'SKILL.md'), '');
    noSpace();
  };
  await expect(changes.undoLast()).rejects.toThrow('ENOSPC');
  expect(existsSync(skill)).toBe(false);
  scene.onCopy = () => undefined;
  await changes.undoLast();
  expect(readFileSync(path.join(skill, 'SKILL.md'), 'utf8')).toBe('Review.\n');
  expect(kept()).toEqual([]);
});
