import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as waysApart from '../../server/src/catalog/similar/ways-apart.ts';
import { checkPaths } from '../../server/src/cli/check/check-paths.ts';
import { startRun } from '../../server/src/cli/check/check-run.ts';
import * as tokens from '../../server/src/dialect/text/token-estimate.ts';
import * as frontmatter from '../../server/src/document/frontmatter/frontmatter.ts';
import * as documents from '../../server/src/document/read-document.ts';
import { defaultSettings } from '../../server/src/features/check/check-file.ts';
import { invocationPreview } from '../../server/src/jobs/preview/invocation-preview.ts';
import type { FileSystem } from '../../server/src/platform/file-system.ts';
import { nodeEnvironment } from '../../server/src/platform/node/node-environment.ts';
import { checkDocument } from '../../server/src/rules/check-document.ts';
import { rules } from '../../server/src/rules/index.ts';
import { bitsOf, traitsOf } from '../../server/src/rules/traits-of.ts';
import { previewSubject } from '../unit/features/preview-of.ts';
import { memoryFileSystem } from '../unit/memory-file-system.ts';
import { fileContext } from '../unit/rules/expect-findings.ts';

/*
 * The work that a check takes, counted: times depend on the machine, and these numbers on nothing but the code. A number
 * that has to grow is a decision; one that shrinks can be written down here.
 */

vi.mock(import('../../server/src/dialect/text/token-estimate.ts'), { spy: true });
vi.mock(import('../../server/src/document/read-document.ts'), { spy: true });
vi.mock(import('../../server/src/document/frontmatter/frontmatter.ts'), { spy: true });
vi.mock(import('../../server/src/catalog/similar/ways-apart.ts'), { spy: true });

beforeEach(() => {
  vi.clearAllMocks();
});

/** Questions to the disk, by what is asked. */
type Asked = Record<keyof FileSystem, Map<string, number>>;

function countedFileSystem(files: FileSystem): { readonly files: FileSystem; readonly asked: Asked } {
  const asked = {} as Asked;
  const counted = {} as Record<string, unknown>;
  for (const [name, ask] of Object.entries(files)) {
    const counts = new Map<string, number>();
    asked[name as keyof FileSystem] = counts;
    counted[name] = (path: string, ...others: never[]) => {
      counts.set(path, (counts.get(path) ?? 0) + 1);
      return (ask as (path: string, ...others: never[]) => unknown)(path, ...others);
    };
  }
  return { files: counted as unknown as FileSystem, asked };
}

const total = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, it) => sum + it, 0);

const unlike = (index: number): string => `Reads w${index} files. Use it for w${index}`;

/** Checks a project of so many skills. */
async function checkProject(skills: number, describe: (index: number) => string = unlike) {
  const content: Record<string, string> = { '/home/.claude/settings.json': '{}' };
  for (let index = 0; index < skills; index++) {
    content[`/work/.claude/skills/s${index}/SKILL.md`] =
      `---\nname: s${index}\ndescription: ${describe(index)}\n---\nRead the files of w${index}\n`;
  }
  const { files, asked } = countedFileSystem(memoryFileSystem(content));
  const { run, folder } = await startRun(
    { cwd: '/work', home: '/home', format: 'json', failOn: 'error', cache: false },
    { files, environment: nodeEnvironment },
  );
  const checked = await checkPaths([folder], folder, run);
  expect(checked.files).toHaveLength(skills);
  const reported = checked.files.flatMap(({ findings }) => findings.all());
  return { asked, reported, documents: vi.mocked(documents.readDocument).mock.calls.length };
}

describe('a check of a project', () => {
  test('reads, decodes and parses each skill once', async () => {
    const { asked, documents } = await checkProject(20);
    const skills = [...asked.readFile].filter(([path]) => path.endsWith('/SKILL.md'));
    expect(skills).toHaveLength(20);
    expect(skills.filter(([, count]) => count > 1)).toEqual([]);
    expect(documents).toBe(20);
    expect(vi.mocked(frontmatter.readFrontmatter)).toHaveBeenCalledTimes(20);
  });

  test('explains for each skill only how to tell it from the most similar one', async () => {
    const alike = (index: number) =>
      `Reviews database migrations and reports problems with locks, indexes and long transactions of table ${'abcdefgh'[index]}`;
    const { reported } = await checkProject(8, alike);
    expect(reported.filter(({ rule }) => rule === 'description-ambiguous')).toHaveLength(8);
    expect(waysApart.findWaysApart).toHaveBeenCalledTimes(8);
  });

  test('lists each folder once', async () => {
    const { asked } = await checkProject(5);
    expect([...asked.readFolder].filter(([, count]) => count > 1)).toEqual([]);
  });

  test('asks little of the disk for one more skill', async () => {
    const few = await checkProject(20);
    const many = await checkProject(60);
    const forOneMore = Object.fromEntries(
      (Object.keys(few.asked) as (keyof FileSystem)[]).map((name) => [
        name,
        (total(many.asked[name]) - total(few.asked[name])) / 40,
      ]),
    );
    expect(forOneMore).toEqual({
      readFile: 1,
      readFolder: 1,
      whyUnreadable: 0,
      sizeOf: 0,
      typeOf: 1,
      isExecutable: 0,
      realPath: 0,
      identityOf: 0,
    });
  });
});

describe('an edit', () => {
  const text =
    '---\nname: pdf\ndescription: Reads PDF files. Use it when the user has some\n---\n# Read\n\nRead `a.pdf`\n';

  test('reads the frontmatter once, and runs each rule whose needs are met once', () => {
    const runs = new Map<string, number>();
    const counted = rules.map((rule) => ({
      ...rule,
      check(...given: Parameters<typeof rule.check>) {
        runs.set(rule.id, (runs.get(rule.id) ?? 0) + 1);
        return rule.check(...given);
      },
    }));
    const document = documents.readDocument(text, 'claude-code');
    const file = fileContext({});
    const { levels } = defaultSettings;
    const context = { document, file, targets: new Set<never>() };
    checkDocument(counted, context, levels, (rule, error) => {
      throw new Error(rule.id, { cause: error });
    });
    expect([...runs].filter(([, count]) => count > 1)).toEqual([]);
    const applicable = rules.filter(({ kinds, level }) => kinds.includes('skill') && level !== 'off');
    const present = traitsOf(context);
    const needed = applicable.filter(({ needs = [] }) => (bitsOf(needs) & ~present) === 0);
    expect([...runs.keys()].sort()).toEqual(needed.map(({ id }) => id).sort());
    expect(runs.size).toBe(44);
    expect(applicable.length).toBe(86);
    expect(vi.mocked(frontmatter.readFrontmatter)).toHaveBeenCalledTimes(1);
  });
});

describe('a preview', () => {
  test('counts the tokens of what is sent, and of nothing else', async () => {
    const subject = await previewSubject('Read `$ARGUMENTS` and stop.\n'.repeat(100), { fields: ['model: opus'] });
    vi.clearAllMocks();
    const { preview } = await invocationPreview(subject, 'a.md');
    expect(preview.counts.lines).toBe(102);
    expect(vi.mocked(tokens.estimateTokens)).toHaveBeenCalledTimes(1);
  });
});
