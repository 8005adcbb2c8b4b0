import { describe, expect, test } from 'vitest';
import { renderReport } from '../../server/src/cli/reports/render-report.ts';
import { readDocument } from '../../server/src/document/read-document.ts';
import { invocationPreview } from '../../server/src/jobs/preview/invocation-preview.ts';
import { readTurn } from '../../server/src/runtime/invocation/invocation-turn.ts';
import { prepareInvocation } from '../../server/src/runtime/invocation/prepare-invocation.ts';
import { renderSkill } from '../../server/src/runtime/render/render-skill.ts';
import type { RenderableSkill } from '../../server/src/runtime/render/renderable-skill.ts';
import { readSlashCommand } from '../../server/src/runtime/skill-tool/slash-command.ts';
import { recordings, runtimes, textOf } from './recordings.ts';

const skillFile = /^\.claude\/skills\/([^/]+)\/SKILL\.md$/;

// Another test checks that `render` prints what Claude Code sends.
describe.each(runtimes)('the preview of what was recorded with %s', (runtime) => {
  const previewed = recordings('substitution', runtime).flatMap(({ id, input: { files, prompt } }) => {
    const [[file, content] = ['', '']] = Object.entries(files);
    const name = skillFile.exec(file)?.[1];
    const command = typeof prompt === 'string' ? readSlashCommand(prompt, runtime) : undefined;
    return name === undefined || command === undefined
      ? []
      : [[id, { name, text: textOf(content), given: command.arguments }] as const];
  });

  test('recordings are at hand', () => expect(previewed.length).toBeGreaterThan(30));

  test.for(previewed)('%s', async ([, { name, text, given }]) => {
    const folder = `/project/.claude/skills/${name}`;
    const document = readDocument(text, runtime);
    const skill: RenderableSkill = { name, kind: 'skill', folder, document, tier: 'project', plugin: undefined };
    // What Claude Code does not run does not affect the text.
    const mode = 'bypassPermissions';
    const turn = await readTurn({ within: undefined, folder: '/project', sessionId: 'the-session', mode });
    const invocation = prepareInvocation(skill, turn);
    const path = `${folder}/SKILL.md`;
    const subject = {
      uri: `file://${path}`,
      version: 1,
      path,
      file: { place: 'claude', misplaced: undefined } as const,
      isUntitled: false,
      known: undefined,
      instead: undefined,
      skillTool: undefined,
      ...invocation,
    };
    const { preview } = await invocationPreview(subject, given);
    const rendering = renderSkill(skill, given, invocation.session);
    const report = renderReport({ skill, arguments: given, rendering, outcomes: undefined });
    expect(preview.aborted?.message ?? null).toBe(report.aborted);
    if (report.text === null) return;
    expect(preview.text).toBe(report.text);
    expect(preview.messages.map(({ role, isMeta, text }) => ({ role, isMeta, text }))).toEqual(report.messages);
    // With the placeholders where the spans are, it is the file again.
    const restored = preview.spans.reduceRight(
      (shown, { start, end, source }) =>
        shown.slice(0, start) + text.slice(source.start, source.end) + shown.slice(end),
      preview.text,
    );
    expect(restored.slice(preview.bodyStart)).toBe(text.slice(document.body.range.start));
    expect(preview.spans.every(({ label }) => label !== '')).toBe(true);
  });
});
