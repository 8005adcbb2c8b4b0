import { describe, expect, test } from 'vitest';
import { renderReport } from '../../../server/src/cli/reports/render-report.ts';
import { invocationPreview } from '../../../server/src/jobs/preview/invocation-preview.ts';
import { renderSkill } from '../../../server/src/runtime/render/render-skill.ts';
import { typedArguments } from '../../../server/src/runtime/skill-tool/slash-command.ts';
import type { PreviewedSkill } from './preview-of.ts';
import { previewSubject } from './preview-of.ts';
import { project } from './session-of.ts';

const review = `# Review

Look at $ARGUMENTS with \${CLAUDE_SKILL_DIR}/checklist.md in hand.

1. Run \`git diff $0\` and \`awk '{print $1}'\`
2. <!-- $1 --> \\$1 costs $5, $20.00 and \\\\$0

| a | b |
|---|---|
| $ARGUMENTS[0] | $ARGUMENTS[9] |
`;

const samples: Readonly<Record<string, string>> = {
  review,
  'windows line ends': review.replaceAll('\n', '\r\n'),
  plain: 'Do it.\n\n\n',
  empty: '',
  names: '$range and $focus, $ranges, ${range}, $$range\n',
  wide: '名前 $0 😀$1é\u00a0$ARGUMENTS',
  commands: 'Now: !`date` and (!`no`)\n```!\necho $0\n```\n!$ARGUMENTS\n',
  variables: '${CLAUDE_SESSION_ID} ${CLAUDE_EFFORT} ${CLAUDE_PROJECT_DIR} ${CLAUDE_PLUGIN_ROOT} $CLAUDE_EFFORT',
  'replacement patterns': "$& $` $' $$ $ARGUMENTS",
};

const given = ['', '  ', 'main..HEAD "only tests"', "it's $& and ${CLAUDE_EFFORT}", ' fix #1 !now\n`ls` ', '😀 名前'];

const skills: Readonly<Record<string, PreviewedSkill>> = {
  'a skill': { fields: ['arguments: range focus'] },
  'a command': { skill: { kind: 'command' } },
  'a skill of a plugin': { skill: { name: 'office:demo', plugin: { name: 'office', root: '/p', data: '/d' } } },
  'a fork': { fields: ['context: fork', 'effort: high'] },
  'a skill of 2.1.7': { runtime: 'claude-code@2.1.7' },
  'a skill without commands': { disk: { [`${project}/.claude/settings.json`]: { disableSkillShellExecution: true } } },
};

describe.each(Object.entries(skills))('the preview of %s is what render prints', (_, options) => {
  test.each(Object.entries(samples))('%s', async (_, body) => {
    const subject = await previewSubject(body, options);
    // What Claude Code would not run, render reports only when it runs commands.
    const allowing = { ...subject, permissions: { ...subject.permissions, mode: 'bypassPermissions' } };
    for (const typed of given) {
      const { preview } = await invocationPreview(allowing, typed);
      const { skill, session } = subject;
      const argumentsAsGiven = typedArguments(typed, skill.document.runtime);
      const report = renderReport({
        skill,
        arguments: argumentsAsGiven,
        rendering: renderSkill(skill, argumentsAsGiven, session),
        outcomes: undefined,
      });
      expect(preview.text).toBe(report.text);
      expect(preview.bodyStart).toBe(report.bodyStart);
      expect(preview.messages.map(({ role, isMeta, text }) => ({ role, isMeta, text }))).toEqual(report.messages);
      expect(preview.spans.map(({ start, end, kind, source }) => ({ start, end, kind, source }))).toEqual(
        report.spans.map(({ start, end, kind, source }) => ({ start, end, kind, source })),
      );
      // Commands that have not run count in what `render` prints, but not in the preview.
      const pending = preview.messages.flatMap((message) => message.pending);
      const { characters, tokens, lines } = report;
      if (pending.length === 0) expect(preview.counts).toEqual({ characters, tokens, lines });
      else expect(preview.counts.characters).toBe(characters - lengthOf(pending));
    }
  });
});

function lengthOf(ranges: readonly { readonly start: number; readonly end: number }[]): number {
  return ranges.reduce((total, { start, end }) => total + end - start, 0);
}
