import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scanInjections } from '../../server/src/document/injections.ts';
import { readDocument } from '../../server/src/document/read-document.ts';
import type { RuntimeId } from '../../server/src/document/runtime-id.ts';
import { applyOutcomes } from '../../server/src/runtime/render/apply-outcomes.ts';
import { renderSkill } from '../../server/src/runtime/render/render-skill.ts';
import type { RenderableSkill } from '../../server/src/runtime/render/renderable-skill.ts';
import type { CommandOutcome } from '../../server/src/runtime/render/rendering.ts';
import { runs } from '../every-test.ts';
import { rebuiltText } from './rebuilt-text.ts';

const session = { folder: '/work', sessionId: 'an-id', effort: 'medium', shellDisabled: false };

function skillOf(text: string, runtime: RuntimeId = 'claude-code'): RenderableSkill {
  const document = readDocument(text, runtime);
  return { name: 'greet', kind: 'skill', folder: '/work/greet', document, tier: 'project', plugin: undefined };
}

/** Bodies made of all that means something, and of what only looks like it. */
const pieces = [
  ...[
    '$ARGUMENTS',
    '$ARGUMENTS[0]',
    '$ARGUMENTS[7]',
    '$0',
    '$1',
    '$01',
    '$9',
    '$who',
    '$whose',
    '\\$0',
    '\\\\$1',
    '\\$who',
  ],
  ...['${CLAUDE_EFFORT}', '${CLAUDE_SKILL_DIR}', '${CLAUDE_', '}', '$', '\\', '[0]', 'EFFORT}'],
  ...['!`', '`', '```!', '```', '!', ' ', '\n', '\r\n', '\t', 'echo a', '!`echo a`', '```!\necho b\n```', '`code`'],
  ...['x', 'ARGUMENTS', '😀', '名前', '\u00a0', '\ufeff', '\uffff', '\ufffe', '$&', '$$', '"', "'"],
];
const mixed = fc
  .array(fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...pieces) }, fc.string()), { maxLength: 14 })
  .map((it) => it.join(''));
const runtimes = fc.constantFrom<RuntimeId>('claude-code', 'claude-code@2.1.7');
const frontmatter = '---\narguments: [who, "whose", "a$b"]\n---\n';

describe('a rendered text', () => {
  test('is the file if nothing is replaced', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), runtimes, (written, prefix, runtime) => {
        const body = written.replace(/[$!`\\\ufffe\uffff]/g, '_').replace(/^\s+|---/g, '');
        const file = `---\ndescription: ${prefix.replace(/[^a-z]/g, '')}\n---\n${body}`;
        const { text, bodyStart, spans } = renderSkill(skillOf(file, runtime), '', session);
        expect(text.slice(bodyStart)).toBe(body);
        expect(spans).toEqual([]);
      }),
    );
  });

  test('is rebuilt from the file and its spans', () => {
    fc.assert(
      fc.property(mixed, mixed, runtimes, (written, given, runtime) => {
        const file = frontmatter + written;
        const rendering = renderSkill(skillOf(file, runtime), given, session);
        expect(rebuiltText(rendering, file, rendering.bodyInFile)).toBe(rendering.text);
      }),
      { numRuns: runs(500) },
    );
  });

  test('is rebuilt also with outputs in it', () => {
    fc.assert(
      fc.property(mixed, mixed, mixed, runtimes, (written, given, output, runtime) => {
        const file = frontmatter + written;
        const rendering = renderSkill(skillOf(file, runtime), given, session);
        const outcomes = rendering.injections.map(
          (): CommandOutcome => ({ status: 'ok', output, failure: undefined, exitCode: 0, ms: 1 }),
        );
        const filled = applyOutcomes(rendering, outcomes, runtime);
        expect(rebuiltText(filled, file, rendering.bodyInFile)).toBe(filled.text);
      }),
      { numRuns: runs(500) },
    );
  });

  test('changes only what its spans replace', () => {
    const isSource = /^(\$\{CLAUDE_\w+\}|\$ARGUMENTS(\[\d+\])?|\$\d+|\$(who|whose|a\$b)|\\\$|[\ufffe\uffff]+)$/;
    fc.assert(
      fc.property(mixed, mixed, (written, given) => {
        const file = frontmatter + written;
        for (const { kind, source } of renderSkill(skillOf(file), given, session).spans) {
          const stoodThere = file.slice(source.start, source.end);
          if (kind === 'appended') expect([source.start, source.end]).toEqual([file.length, file.length]);
          else expect(stoodThere).toMatch(isSource);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  test('keeps whole what the arguments are where they are added', () => {
    fc.assert(
      fc.property(
        fc.string().filter((it) => it.trim() !== '' && !/[!$\ufffe\uffff]/.test(it)),
        (given) => {
          expect(renderSkill(skillOf('Body.\n'), given, session).text.endsWith(`Body.\n\n\nARGUMENTS: ${given}`)).toBe(
            true,
          );
        },
      ),
    );
  });
});

/** A stretch of a file in which no placeholder takes an argument, as it is sent. */
function authored(written: string, runtime: RuntimeId): string {
  if (runtime !== 'claude-code') return written;
  return written
    .replaceAll('${CLAUDE_EFFORT}', 'medium')
    .replaceAll('${CLAUDE_SKILL_DIR}', '/work/greet')
    .replace(/(?<!\\)\\\$(?=ARGUMENTS|\d|(who|whose|a\$b)(?![[\w]))/g, '$')
    .replace(/[\ufffe\uffff]/g, '\ufffd');
}

describe('a command', () => {
  test('that the arguments make is never the author’s', () => {
    fc.assert(
      fc.property(mixed, mixed, runtimes, (written, given, runtime) => {
        const file = frontmatter + written;
        const { text, injections } = renderSkill(skillOf(file, runtime), given, session);
        const inFile = scanInjections(file, { start: frontmatter.length, end: file.length }, runtime);
        for (const { origin, source, pattern, range } of injections) {
          expect(text.slice(range.start, range.end)).toBe(pattern);
          if (origin === 'argument') expect(source).toBeUndefined();
          else expect(inFile.map((it) => it.range)).toContainEqual(source);
          // What is the author's alone can be told without the arguments.
          if (origin === 'body') expect(pattern).toBe(authored(file.slice(source!.start, source!.end), runtime));
        }
      }),
      { numRuns: runs(500) },
    );
  });

  test.for([
    ['!`date`', '', 'body'],
    ['!`date ${CLAUDE_EFFORT}`', '', 'body'],
    ["!`awk '{print \\$1}'`", 'x', 'body'],
    ['!`date $0`', 'x', 'contains-argument'],
    ['!$ARGUMENTS', '`date`', 'argument'],
    ['!`$0', '"a`"', 'argument'],
    ['```!\ndate $0\n```', 'x', 'contains-argument'],
    ['```$0\ndate\n```', '!', undefined],
  ] as const)('%s with %s', ([body, given, origin]) => {
    const { injections } = renderSkill(skillOf(body), given, session);
    expect(injections.map((it) => it.origin)).toEqual(origin === undefined ? [] : [origin]);
  });
});

describe('large texts', () => {
  const size = 1_000_000;

  test.for([
    ['placeholders', '$0 ${CLAUDE_EFFORT} \\$1 '],
    ['dollars', '$'],
    ['backslashes', '\\'],
    ['back-ticks', '`'],
    ['marks', '!`'],
    ['fences', '```!'],
    ['names', '$who$whose'],
    ['brackets', '$ARGUMENTS['],
  ] as const)('of %s', ([, piece]) => {
    const file = frontmatter + piece.repeat(size / piece.length);
    const rendering = renderSkill(skillOf(file), 'a', session);
    expect(rebuiltText(rendering, file, rendering.bodyInFile) === rendering.text).toBe(true);
  });

  test('are rejected above the size that Claude Code sends, without being rendered', () => {
    const { text, refusal } = renderSkill(skillOf('$ARGUMENTS '.repeat(90_000)), 'x'.repeat(size), session);
    expect(refusal).toMatch(
      /^This skill, command or hook and the arguments filled into it add up to more than 4,000,000/,
    );
    expect(text.length).toBeLessThan(2 * size);
  });
});
