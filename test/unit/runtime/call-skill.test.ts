import { expect, test } from 'vitest';
import type { ContextChange } from '../../../server/src/runtime/render/context-change.ts';
import { callSkill, handedOn } from '../../../server/src/runtime/skill-tool/call-skill.ts';

const change: ContextChange = {
  allowedTools: ['Read'],
  disallowedTools: [],
  model: 'haiku',
  effort: null,
  maxThinkingTokens: null,
  hooks: null,
  fork: null,
};
const call = { runtime: 'claude-code', name: 's', args: 'x', text: 'Body x', change } as const;

test('hands on what the model reads, marked with the call', () => {
  const attachment = { type: 'command_permissions', allowedTools: ['Read'], model: null } as const;
  const messages = [
    { type: 'progress', text: 'loading' },
    { type: 'metadata', text: '<command-message>s</command-message>' },
    { type: 'text', text: 'Read <command-message> literally' },
    { type: 'attachment', attachment },
  ] as const;
  expect(handedOn(messages, 'toolu_1')).toEqual({
    messages: [{ role: 'user', isMeta: true, text: 'Read <command-message> literally', toolUseId: 'toolu_1' }],
    attachments: [attachment],
  });
});

test('keeps the permissions next to the messages in the first releases', () => {
  expect(callSkill({ ...call, runtime: 'claude-code@2.1.7' }).attachments).toEqual([
    { type: 'command_permissions', allowedTools: ['Read'], model: 'haiku' },
  ]);
  expect(callSkill(call).attachments).toEqual([]);
});

test('does not send again what the conversation has', () => {
  const texts = (more: object) => callSkill({ ...call, ...more }).messages.map(({ text }) => text);
  expect(texts({})).toEqual(['Body x']);
  expect(texts({ loadedText: 'Body x' })).toEqual([
    'Skill /s is already loaded above; instructions unchanged. Arguments: x',
  ]);
  expect(texts({ loadedText: 'Body y' })).toEqual([
    '(Re-invocation of /s — the skill instructions were previously loaded; the arguments or dynamic output below are new.)',
    'Body x',
  ]);
  expect(texts({ loadedText: 'Body x', runtime: 'claude-code@2.1.7' })).toEqual(['Body x']);
});

test('has of a fork the answer alone', () => {
  const forked = callSkill({ ...call, change: { ...change, fork: { agent: 'Plan' } }, forkAnswer: 'Done.' });
  expect(forked).toMatchObject({
    toolResult: { isError: false, text: 'Skill "s" completed (forked execution).\n\nResult:\nDone.' },
    messages: [],
  });
});
