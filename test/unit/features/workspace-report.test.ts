import { expect, test } from 'vitest';
import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver-types';
import { workspaceReport } from '../../../server/src/jobs/skills/report/workspace-report.ts';
import { catalogOf, skillPath } from './session-of.ts';

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
const finding = (code: string, severity: DiagnosticSeverity): Diagnostic => ({ range, code, severity, message: 'm' });
const { Error: error, Warning: warning, Hint: hint } = DiagnosticSeverity;

test('the report counts findings by rule and by skill, and shows what the budget leaves out', async () => {
  const skill = (description: string) => `---\ndescription: ${description}\n---\nBody.\n`;
  const { catalog } = await catalogOf(
    { [skillPath('notes')]: skill('Keeps notes'), [skillPath('re|view')]: skill('Reviews a diff '.repeat(20)) },
    { variables: { SLASH_COMMAND_TOOL_CHAR_BUDGET: '60' } },
  );
  const findings = new Map([
    [skillPath('notes'), [finding('name-format', warning)]],
    [
      skillPath('re|view'),
      [finding('yaml-syntax', error), finding('name-format', warning), finding('name-format', hint)],
    ],
    ['/home/me/.claude/agents/a.md', []],
  ]);
  const text = workspaceReport([{ name: 'app', catalog, findings }]);
  expect(text.split('\n')).toEqual([
    '# Skills',
    '',
    '1 error, 2 warnings and 1 other finding in 3 files.',
    '',
    '## By rule',
    '',
    '| Rule | Level | Findings | Files |',
    '|---|---|---:|---:|',
    '| `yaml-syntax` | error | 1 | 1 |',
    '| `name-format` | warning | 3 | 2 |',
    '',
    '## By skill',
    '',
    '| Skill | Errors | Warnings | Others | File |',
    '|---|---:|---:|---:|---|',
    '| `re\\|view` | 1 | 1 | 1 | `.claude/skills/re\\|view/SKILL.md` |',
    '| `notes` | 0 | 1 | 0 | `.claude/skills/notes/SKILL.md` |',
    '',
    '## Listing',
    '',
    expect.stringMatching(/^The listing takes 30 of 60 \(50\u00A0%\); in full it would take \d+\.$/),
    '',
    '| Skill | The model sees |',
    '|---|---|',
    '| `re\\|view` | name only |',
    '',
  ]);
});
