import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import schema from '../../../schemas/skillwright.config.schema.json' with { type: 'json' };
import { parseConfiguration } from '../../../server/src/features/check/configuration.ts';

const accepts = new Ajv({ strict: false }).compile(schema);

function isRead(configuration: unknown): boolean {
  try {
    parseConfiguration(JSON.stringify(configuration), '/project/skillwright.config.json', '/project');
    return true;
  } catch {
    return false;
  }
}

const settings = { runtime: 'claude-code@2.1.7', targets: ['vscode'], rules: { 'suppression-unused': 'off' } };

test.each([
  {},
  settings,
  { $schema: './schema.json', exclude: ['vendor/**'] },
  { overrides: [{ files: ['a/**'], ...settings }, { files: ['b/**'] }] },
  { overrides: [] },
  { targets: ['vscode', 'vscode'] },
])('the schema accepts what is read: %j', (configuration) => {
  expect({ read: isRead(configuration), accepted: accepts(configuration) }).toEqual({ read: true, accepted: true });
});

test.each([
  [],
  'rules',
  { rule: {} },
  { $schema: 1 },
  { runtime: 'claude-code@1' },
  { runtime: ['claude-code'] },
  { targets: 'vscode' },
  { targets: ['emacs'] },
  { rules: [] },
  { rules: { 'no-such-rule': 'off' } },
  { rules: { 'name-format': 'info' } },
  { exclude: 'vendor' },
  { exclude: [1] },
  { overrides: {} },
  { overrides: [{}] },
  { overrides: [{ files: [] }] },
  { overrides: [{ files: ['a'], exclude: [] }] },
])('the schema rejects what cannot be read: %j', (configuration) => {
  expect({ read: isRead(configuration), accepted: accepts(configuration) }).toEqual({ read: false, accepted: false });
});
