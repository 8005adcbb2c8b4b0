import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FileSystem } from '../../../server/src/platform/file-system.ts';
import { runs } from '../../every-test.ts';
import { memoryFileSystem } from '../memory-file-system.ts';
import { EditorInMemory } from './editor-in-memory.ts';

const home = '/home/me';
const project = `${home}/app`;
const own = `${project}/.claude/skills`;
const collection = `${project}/skills`;
const opened = `${own}/opened/SKILL.md`;
const settings = `${project}/.claude/settings.json`;

/** Alike, so that findings about one skill depend on all others. */
const skillText = (name: string, more = '') =>
  `---\nname: ${name}\ndescription: Reviews pull requests of a release and reports problems with their places${more}\n---\nSee /agenda.\n`;

const firstContent = (): Record<string, string> => ({
  [`${home}/.claude.json`]: '{}',
  [`${project}/.git/HEAD`]: '',
  [settings]: '{}',
  [opened]: skillText('opened'),
  [`${own}/agenda/SKILL.md`]: skillText('agenda'),
  [`${collection}/review/SKILL.md`]: skillText('review'),
  [`${project}/office/.claude-plugin/plugin.json`]: '{"name": "office"}',
  [`${project}/office/skills/letters/SKILL.md`]: skillText('letters'),
});

/** Everything that waits, in the order that a seed determines: each choice is another interleaving. */
class Interleaving {
  /** Grows with whatever happens. */
  activity = 0;
  readonly #waiting: (() => void)[] = [];
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A whole number below `limit`. */
  below(limit: number): number {
    this.#state = (Math.imul(this.#state ^ (this.#state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    const mixed = Math.imul(this.#state ^ (this.#state >>> 13), 0x297a2d39);
    return ((mixed ^ (mixed >>> 16)) >>> 0) % limit;
  }

  oneOf<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)]!;
  }

  async pass(): Promise<void> {
    this.activity++;
    if (this.below(3) > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Lets a few of those that wait go on, and what follows from it happen. */
  async step(): Promise<void> {
    for (let count = this.below(4); count > 0 && this.#waiting.length > 0; count--)
      this.#waiting.splice(this.below(this.#waiting.length), 1)[0]!();
    if (this.below(4) === 0) vi.advanceTimersByTime(this.oneOf([0, 1, 100, 500]));
    for (let round = this.below(6); round >= 0; round--) await new Promise(setImmediate);
  }

  /** Until nothing happens any more. */
  async settle(): Promise<void> {
    for (let quiet = 0, before = -1; quiet < 10; ) {
      for (const go of this.#waiting.splice(0)) go();
      vi.advanceTimersByTime(600);
      for (let round = 0; round < 4; round++) await new Promise(setImmediate);
      quiet = this.activity === before ? quiet + 1 : 0;
      before = this.activity;
    }
  }
}

/** The files of a project, which may change between any two times that they are read. */
class ChangingFiles {
  content = firstContent();
  readonly files: FileSystem;

  constructor(pass: () => Promise<void>) {
    const names = Object.keys(memoryFileSystem({})) as (keyof FileSystem)[];
    const entries = names.map((name) => [
      name,
      async (...given: unknown[]) => {
        await pass();
        const ask = memoryFileSystem(this.content)[name] as (...given: unknown[]) => Promise<unknown>;
        const answer = await ask(...given);
        // It may be known late, when it is no longer true.
        await pass();
        return answer;
      },
    ]);
    this.files = Object.fromEntries(entries) as unknown as FileSystem;
  }

  get skills(): readonly string[] {
    return Object.keys(this.content).filter((path) => path.endsWith('/SKILL.md'));
  }

  moveFolder(from: string, to: string): void {
    const entries = Object.entries(this.content).map(([path, text]) =>
      path.startsWith(`${from}/`) ? [to + path.slice(from.length), text] : [path, text],
    );
    this.content = Object.fromEntries(entries);
  }

  write(path: string, text: string): void {
    this.content = { ...this.content, [path]: text };
  }

  delete(folder: string): void {
    this.content = Object.fromEntries(Object.entries(this.content).filter(([path]) => !path.startsWith(`${folder}/`)));
  }
}

/** What happens to the files, and how an editor reports it. */
type Change = (
  files: ChangingFiles,
  interleaving: Interleaving,
) => readonly (readonly [readonly string[], 1 | 2 | 3])[];

const names = ['agenda', 'minutes', 'notes'];

function anySkill(files: ChangingFiles, interleaving: Interleaving): string | undefined {
  const folders = files.skills.filter((path) => path !== opened).map((path) => path.slice(0, -'/SKILL.md'.length));
  return folders.length === 0 ? undefined : interleaving.oneOf(folders);
}

const changes: readonly Change[] = [
  function rename(files, interleaving) {
    const from = anySkill(files, interleaving);
    const to = from && `${from.slice(0, from.lastIndexOf('/'))}/${interleaving.oneOf(names)}`;
    if (from === undefined || to === undefined || files.skills.includes(`${to}/SKILL.md`)) return [];
    files.moveFolder(from, to);
    return [
      [[from], 3],
      [[to], 1],
    ];
  },
  function create(files, interleaving) {
    const folder = `${interleaving.oneOf([own, collection])}/${interleaving.oneOf(names)}`;
    if (files.skills.includes(`${folder}/SKILL.md`)) return [];
    files.write(`${folder}/SKILL.md`, skillText(interleaving.oneOf(names)));
    return [[[folder, `${folder}/SKILL.md`], 1]];
  },
  function edit(files, interleaving) {
    const folder = anySkill(files, interleaving);
    if (folder === undefined) return [];
    files.write(`${folder}/SKILL.md`, skillText(interleaving.oneOf(names), ` ${interleaving.below(100)}`));
    return [[[`${folder}/SKILL.md`], 2]];
  },
  function remove(files, interleaving) {
    const folder = anySkill(files, interleaving);
    if (folder === undefined) return [];
    files.delete(folder);
    return [[[folder], 3]];
  },
  function set(files, interleaving) {
    files.write(settings, JSON.stringify({ skillOverrides: { [interleaving.oneOf(names)]: 'off' } }));
    return [[[settings], 2]];
  },
];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function tryOut(seed: number): Promise<void> {
  const interleaving = new Interleaving(seed);
  // So much time passes that every turn ends with its first piece of work.
  let time = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    interleaving.activity++;
    time += 30;
    return time;
  });
  const happened = () => interleaving.activity++;
  const disk = new ChangingFiles(() => interleaving.pass());
  const editor = new EditorInMemory(disk.files, home, project, opened, happened);
  const failures: unknown[] = [];
  const inBackground = (work: Promise<unknown>) => void work.catch((error: unknown) => failures.push(error));
  inBackground(editor.start(disk.content[opened]!));
  inBackground(editor.refresh());
  for (let count = interleaving.below(60); count > 0; count--) await interleaving.step();

  const done: string[] = [];
  for (let count = 1 + interleaving.below(5); count > 0; count--) {
    const change = interleaving.oneOf(changes);
    done.push(change.name);
    for (const [paths, type] of change(disk, interleaving)) {
      for (let wait = interleaving.below(5); wait > 0; wait--) await interleaving.step();
      inBackground(editor.changed(paths, type));
    }
    if (interleaving.below(3) === 0) inBackground(editor.ask('skillwright/reload', {}));
    if (interleaving.below(3) === 0) inBackground(editor.refresh());
    for (let wait = interleaving.below(30); wait > 0; wait--) await interleaving.step();
  }
  await interleaving.settle();
  expect(failures).toEqual([]);
  expect(editor.errors).toEqual([]);

  const later = new EditorInMemory(memoryFileSystem(disk.content), home, project, opened, happened);
  inBackground(later.start(disk.content[opened]!));
  inBackground(later.refresh());
  await interleaving.settle();
  const answersOf = async (asked: EditorInMemory) => {
    const answers = asked.answers(disk.skills);
    inBackground(answers);
    await interleaving.settle();
    return answers;
  };
  const expected = await answersOf(later);
  expect(await answersOf(editor), done.join(', ')).toEqual(expected);
  // What the server said made the editor ask again after the last change.
  expect(editor.shown, done.join(', ')).toEqual(expected.rows);
  expect(expected.rows.join()).toContain('opened');
  editor.dispose();
  later.dispose();
  await interleaving.settle();
}

test('after changes at any time of the reading, a server answers as a new one, and has said so', async () => {
  const tried = Number(process.env.INTERLEAVINGS ?? runs(50));
  await fc.assert(fc.asyncProperty(fc.nat(), tryOut), { numRuns: tried, endOnFailure: true });
});
