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
  { extends: 'skillwright:strict' },
  { extends: ['./base.json', '@team/skills'] },
  { targets: ['vscode', 'vscode'] },
  { ruleOptions: { 'description-length': { max: 200 } }, overrides: [{ files: ['a'], ruleOptions: {} }] },
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
  { ruleOptions: [] },
  { ruleOptions: { 'description-length': 200 } },
  { ruleOptions: { 'description-length': { max: '200' } } },
  { ruleOptions: { 'description-length': { max: 0 } } },
  { ruleOptions: { 'description-length': { max: 1.5 } } },
  { ruleOptions: { 'description-length': { min: 1 } } },
  { ruleOptions: { 'name-format': { max: 1 } } },
  { extends: 1 },
  { extends: ['a', null] },
  { exclude: 'vendor' },
  { exclude: [1] },
  { overrides: {} },
  { overrides: [{}] },
  { overrides: [{ files: [] }] },
  { overrides: [{ files: ['a'], exclude: [] }] },
])('the schema rejects what cannot be read: %j', (configuration) => {
  expect({ read: isRead(configuration), accepted: accepts(configuration) }).toEqual({ read: false, accepted: false });
});
