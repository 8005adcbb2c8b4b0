import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  FIELDS,
  type FieldFacts,
  fieldsFor,
  findField,
  findValue,
  nearestField,
  nearestValue,
} from '../../../server/src/dialect/fields.ts';
import { acceptedFields } from '../../../server/src/dialect/targets.ts';
import { isValidFieldValue } from '../../../server/src/dialect/validate.ts';
import type { FileKind } from '../../../server/src/document/runtime-id.ts';

const named = FIELDS.map((field) => [`${field.name} in ${field.kinds.join(', ')}`, field] as const);

/** What the editor inserts when every placeholder of a snippet is accepted as it is. */
function accept(snippet: string): string {
  return snippet.replace(/\$\{\d+\|([^,|]*)[^}]*\|\}/g, '$1').replace(/\$\{\d+:([^}]*)\}/g, '$1');
}

function onlyValue(yaml: string, field: FieldFacts) {
  const parsed = parse(yaml);
  expect(Object.keys(parsed)).toEqual([field.name]);
  return parsed[field.name];
}

describe('every field', () => {
  it.each(named)('%s says what it does in one sentence, and where that is written', (_, field) => {
    expect(field.description).toMatch(/^[`A-Z].*\.$/);
    expect(field.description.length).toBeLessThan(120);
    expect(field.source.title).not.toBe('');
    expect(new URL(field.source.url).protocol).toBe('https:');
    expect(field.required || field.default).toBeTruthy();
    expect(field.kinds).not.toHaveLength(0);
  });

  it.each(named)('%s has a valid example', (_, field) => {
    const value = onlyValue(field.example, field);
    expect(isValidFieldValue(field.name, value, field.kinds[0])).toBe(true);
    if (field.form === 'word') expect(findValue(field, value)).toBeDefined();
  });

  it.each(named)('%s has a snippet that makes a valid value', (_, field) => {
    const value = onlyValue(accept(field.snippet), field);
    expect(value).not.toBeNull();
    expect(isValidFieldValue(field.name, value, field.kinds[0])).toBe(true);
  });

  it.each(named.filter(([, field]) => field.values.length > 0))('%s explains each value', (_, field) => {
    for (const value of field.values) expect(value.description).toMatch(/^[A-Z].*\.$/);
  });

  it.each(named)('%s is not accepted by a release before its first', (_, field) => {
    const [major = 0, minor = 0, patch = 0] = (field.since ?? '0.0.0').split('.').map(Number);
    const after217 = major > 2 || (major === 2 && (minor > 1 || (minor === 1 && patch > 7)));
    if (after217) expect(field.acceptedBy).not.toContain('claude-code@2.1.7');
    expect(field.acceptedBy).toContain('claude-code');
  });

  it.each(named)('%s is found by each wrong name, and no wrong name is a field', (_, field) => {
    for (const kind of field.kinds) {
      for (const wrong of field.wrongNames) {
        expect(findField(wrong, kind)).toBeUndefined();
        expect(nearestField(wrong, kind)).toEqual({ field, how: 'alias' });
      }
    }
  });
});

it('gives a command the fields of a skill but for the name and the paths', () => {
  const names = (kind: FileKind) => fieldsFor(kind).map(({ name }) => name);
  expect(names('command')).toEqual(names('skill').filter((name) => name !== 'name' && name !== 'paths'));
});

describe('the fields that a consumer accepts', () => {
  it.each([
    ['agentskills', 'allowed-tools compatibility description license metadata name'],
    ['claude-api', 'allowed-tools compatibility description license metadata name'],
    [
      'vscode',
      'argument-hint compatibility context description disable-model-invocation license metadata name user-invocable',
    ],
    [
      'claude-code@2.1.7',
      'agent allowed-tools argument-hint compatibility context description disable-model-invocation hooks license metadata model name user-invocable when_to_use',
    ],
  ] as const)('%s', (id, expected) => {
    expect([...acceptedFields(id)].sort().join(' ')).toBe(expected);
  });

  it('are none for an agent outside Claude Code', () => {
    expect(acceptedFields('vscode', 'agent').size).toBe(0);
  });
});

describe('the nearest field', () => {
  it.each<[string, FileKind, string | undefined]>([
    ['when-to-use', 'skill', 'alias when_to_use'],
    ['whenToUse', 'skill', 'alias when_to_use'],
    ['allowed_tools', 'skill', 'alias allowed-tools'],
    ['allowedTools', 'command', 'alias allowed-tools'],
    ['tools', 'skill', 'alias allowed-tools'],
    ['tools', 'agent', undefined],
    ['allowed-tools', 'agent', 'alias tools'],
    ['Name', 'skill', 'alias name'],
    ['user-invokable', 'skill', 'alias user-invocable'],
    ['user_invocable', 'skill', 'alias user-invocable'],
    ['disallowed_tools', 'skill', 'alias disallowed-tools'],
    ['disallowedTools', 'skill', undefined],
    ['disallowed-tools', 'agent', 'alias disallowedTools'],
    ['licence', 'skill', 'alias license'],
    ['descripton', 'skill', 'slip description'],
    ['desciption', 'agent', 'slip description'],
    ['path', 'skill', 'alias paths'],
    ['hook', 'skill', 'alias hooks'],
    ['nmae', 'skill', 'slip name'],
    ['permisionMode', 'agent', 'slip permissionMode'],
    ['disable-model-invokation', 'skill', 'alias disable-model-invocation'],
    ...[
      'version',
      'author',
      'tags',
      'date',
      'title',
      'type',
      'mode',
      'skill',
      'content',
      'source',
      'origin',
      'risk',
    ].map((key): [string, FileKind, undefined] => [key, 'skill', undefined]),
    ...['triggers', 'requires', 'created', 'category', 'env', 'timeout', 'id', ''].map(
      (key): [string, FileKind, undefined] => [key, 'skill', undefined],
    ),
    ['description', 'skill', undefined],
    ['__proto__', 'skill', undefined],
    ['constructor', 'skill', undefined],
  ])('of %j in a %s is %s', (key, kind, expected) => {
    const near = nearestField(key, kind);
    expect(near && `${near.how} ${near.field.name}`).toBe(expected);
  });
});

describe('a word of a field', () => {
  const effort = findField('effort', 'skill')!;
  const context = findField('context', 'skill')!;

  it('counts in any case only where the runtime says so', () => {
    expect(findValue(effort, 'HIGH')?.value).toBe('high');
    expect(findValue(context, 'Fork')).toBeUndefined();
    expect(nearestValue(context, 'Fork')?.value).toBe('fork');
  });

  it('is guessed from a slip but not from another word', () => {
    expect(nearestValue(effort, 'meduim')?.value).toBe('medium');
    expect(nearestValue(context, 'auto')).toBeUndefined();
    expect(nearestValue(context, 'inline')).toBeUndefined();
  });

  it('is the same for agents, which share the levels of effort', () => {
    expect(findField('effort', 'agent')!.values).toEqual(effort.values);
  });
});
