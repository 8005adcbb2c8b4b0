import { describe, expect, test } from 'vitest';
import { parseConfiguration } from '../../../server/src/features/check/configuration.ts';
import { nothingOpen } from '../../../server/src/features/edits/editable-text.ts';
import { turnOffRuleEdit } from '../../../server/src/features/edits/turn-off-rule.ts';
import { memoryFileSystem } from '../memory-file-system.ts';
import { applyEdits } from './open-text.ts';

const skill = '/project/.claude/skills/plan-bed/SKILL.md';

async function turnedOff(before: string, name = 'skillwright.config.json'): Promise<string> {
  const path = `/project/${name}`;
  const configuration = parseConfiguration(before, path, '/project');
  const edit = await turnOffRuleEdit(
    'body-empty',
    skill,
    configuration!,
    memoryFileSystem({ [path]: before }),
    nothingOpen,
  );
  if ('problem' in edit) throw new Error(edit.problem);
  return applyEdits(before, [...edit.edits] as Parameters<typeof applyEdits>[1]);
}

describe('turning off a rule in a project’s configuration', () => {
  test.for([
    ['{}', '{\n  "rules": {\n    "body-empty": "off"\n  }\n}'],
    ['{ "rules": {} }', '{ "rules": {\n  "body-empty": "off"\n} }'],
    ['{ "rules": { "name-format": "error" } }', '{ "rules": { "name-format": "error", "body-empty": "off" } }'],
    ['{ "rules": { "body-empty": "error" } }', '{ "rules": { "body-empty": "off" } }'],
    [
      '{\r\n\t"exclude": ["x"]\r\n}\r\n',
      '{\r\n\t"exclude": ["x"],\r\n\t"rules": {\r\n\t\t"body-empty": "off"\r\n\t}\r\n}\r\n',
    ],
  ])('changes %j only there', async ([before, after]) => {
    expect(await turnedOff(before!)).toBe(after);
  });

  test('in the override that sets the level of the file', async () => {
    const overridden = (level: string, other: string) =>
      `{ "overrides": [{ "files": ["**"], "rules": { "body-empty": "${level}" } }, { "files": ["docs/**"], "rules": { "body-empty": "${other}" } }] }`;
    expect(await turnedOff(overridden('error', 'error'))).toBe(overridden('off', 'error'));
  });

  test('below the key in a package.json', async () => {
    expect(
      await turnedOff('{ "name": "a", "skillwright": { "rules": { "name-format": "off" } } }', 'package.json'),
    ).toBe('{ "name": "a", "skillwright": { "rules": { "name-format": "off", "body-empty": "off" } } }');
  });

  test('not in a file that has changed and is broken now', async () => {
    const path = '/project/skillwright.config.json';
    const configuration = parseConfiguration('{}', path, '/project')!;
    const files = memoryFileSystem({ [path]: '{ "rules": ' });
    expect(await turnOffRuleEdit('body-empty', skill, configuration, files, nothingOpen)).toEqual({
      problem: 'skillwright.config.json is not valid JSON. Fix it first',
    });
  });
});
