import { locationOfPath } from '../../../server/src/catalog/file/file-location.ts';
import { scanInjections } from '../../../server/src/document/injections.ts';
import { invocationPreview } from '../../../server/src/jobs/preview/invocation-preview.ts';
import { applyOutcomes } from '../../../server/src/runtime/render/apply-outcomes.ts';
import { contextChange } from '../../../server/src/runtime/render/context-change.ts';
import { renderSkill } from '../../../server/src/runtime/render/render-skill.ts';
import type { RenderableSkill } from '../../../server/src/runtime/render/renderable-skill.ts';
import type { CommandOutcome } from '../../../server/src/runtime/render/rendering.ts';
import { replacedPlaceholders, shownPlaceholders } from '../../unit/document/placeholder-values.ts';
import { previewSubject } from '../../unit/features/preview-of.ts';
import { rebuiltText } from '../../unit/rebuilt-text.ts';
import { type FuzzInput, type FuzzTarget, hold, holdEqual } from '../fuzz-input.ts';
import { makeFile } from '../inputs/make-input.ts';
import { read } from './document.ts';

const session = { folder: '/work', sessionId: 'an-id', effort: 'medium', shellDisabled: false };

function skillOf(input: FuzzInput): RenderableSkill {
  const kind = locationOfPath(input.path, undefined)?.kind === 'command' ? 'command' : 'skill';
  return { name: 'demo', kind, folder: '/work/demo', document: read(input), tier: 'project', plugin: undefined };
}

/** What Claude Code sends: always something, made of the file and of what replaces parts of it. */
export const renderTarget: FuzzTarget = {
  name: 'render',
  share: 20,
  make: (random, seeds) => makeFile(random, seeds, ['skill', 'skill', 'command']),
  check(input) {
    const { given, text: file, runtime } = input;
    const skill = skillOf(input);
    const rendering = renderSkill(skill, given, session);
    const { text, injections, bodyInFile } = rendering;
    hold(rebuiltText(rendering, file, bodyInFile) === text, 'the text is made of the file and its spans');
    const inFile = scanInjections(file, { start: bodyInFile, end: file.length }, runtime);
    for (const { origin, source, pattern, range } of injections) {
      holdEqual(text.slice(range.start, range.end), pattern, 'a command is where it says');
      if (origin === 'argument') hold(source === undefined, 'a command of the arguments comes from the file');
      else
        hold(
          inFile.some((it) => it.range.start === source!.start && it.range.end === source!.end),
          'a command of the file is not in it',
        );
    }
    const outcomes = injections.map(
      (_, at): CommandOutcome => ({
        status: (input.cursor + at) % 5 === 0 ? 'failed' : 'ok',
        output: (input.cursor + at) % 3 === 0 ? file.slice(0, 200) : given,
        failure: 'failed',
        exitCode: 0,
        ms: at % 2,
      }),
    );
    const filled = applyOutcomes(rendering, outcomes, runtime);
    hold(
      rebuiltText(filled, file, bodyInFile) === filled.text,
      'the text with outputs is made of the file and its spans',
    );
    contextChange(skill, { text: filled.text, availableModels: undefined });
    holdSamePlaceholders(input);
  },
};

/** The scan of the body shows the placeholders that rendering replaces, and no others. */
function holdSamePlaceholders(input: FuzzInput): void {
  const words = Array.from({ length: [1, 3, 80][input.cursor % 3]! }, (_, index) => `word-${index}-`);
  const document = read({ ...input, path: '/project/.claude/skills/demo/SKILL.md' });
  if (document.body.scanned.end < document.body.range.end) return;
  const replaced = replacedPlaceholders(document, words.join(' '));
  if (replaced)
    holdEqual(shownPlaceholders(document, words), replaced, 'the scan and the renderer agree on placeholders');
}

/** The preview: the same text, with its explanations. */
export const previewTarget: FuzzTarget = {
  name: 'preview',
  share: 3,
  make: (random, seeds) => makeFile(random, seeds, ['skill']),
  async check({ text, runtime, given }) {
    const subject = await previewSubject(text, { runtime });
    const { preview, rendering } = await invocationPreview(subject, given);
    hold(
      preview.bodyStart >= 0 && preview.bodyStart <= preview.text.length,
      'the body of a preview starts in its text',
    );
    let end = 0;
    for (const span of preview.spans) {
      hold(
        span.start >= end && span.end >= span.start && span.end <= preview.text.length,
        'spans of a preview are in order',
      );
      end = span.end;
    }
    hold(preview.injections.length === rendering.injections.length, 'every command is in the preview');
  },
};
