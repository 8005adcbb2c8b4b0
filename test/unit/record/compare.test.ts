import { describe, expect, test } from 'vitest';
import { compare, inShapeOf, isSame } from '../../record/compare.ts';

const complete = { exit: 0, requests: 1, listing: ['- s: D'] };

describe('an answer is compared with a recording', () => {
  test('equal fields are the same, in any order', () => {
    expect(isSame(complete, { requests: 1, listing: ['- s: D'], exit: 0 })).toBe(true);
  });

  test('each field that differs is told', () => {
    expect(compare(complete, { ...complete, listing: ['- s: E'], exit: 1 })).toEqual([
      { field: 'exit', recorded: 0, answered: 1 },
      { field: 'listing', recorded: ['- s: D'], answered: ['- s: E'] },
    ]);
  });

  test('a new field and a missing one count for a complete recording', () => {
    expect(compare(complete, { exit: 0, requests: 1, stderr: 'x' }).map(({ field }) => field)).toEqual([
      'listing',
      'stderr',
    ]);
  });

  test('only the fields of a recording that was cut down count', () => {
    expect(compare({ toolResults: [] }, { ...complete, toolResults: [] })).toEqual([]);
    expect(inShapeOf({ toolResults: [] }, { ...complete, toolResults: [1] })).toEqual({ toolResults: [1] });
  });

  test('the text of the Skill tool counts only where it was recorded', () => {
    expect(isSame(complete, { ...complete, tool: { name: 'Skill' } })).toBe(true);
    expect(isSame({ tool: { name: 'Skill' } }, { ...complete, tool: { name: 'Other' } })).toBe(false);
  });
});

describe('what no release decides is left out', () => {
  test('the notice about another model', () => {
    const notice = 'You are powered by the model named X. The exact model ID is x.';
    expect(isSame({ injected: ['a', notice] }, { injected: ['a'] })).toBe(true);
  });

  test('random ids and times', () => {
    const text = (id: string, time: number) => ({
      result: `agentId: ${id} (use SendMessage with to: '${id}')\nduration_ms: ${time}`,
    });
    expect(isSame(text('a69d44af86fd9fff7', 34), text('a34383e4210e32604', 7))).toBe(true);
    const uuid = (last: number) => ({ result: `x 01234567-89ab-cdef-0123-45678901234${last}` });
    expect(isSame(uuid(1), uuid(2))).toBe(true);
  });

  test('names of tools and their results where only the Skill tool was recorded', () => {
    const text = { role: 'user', type: 'text', text: 'hello' };
    const recorded = { exit: 0, fullRequests: [{ model: 'm', new: [text], skillTool: true }] };
    const result = { role: 'user', type: 'tool_result', text: 'r' };
    const answered = {
      exit: 0,
      toolResults: [result],
      fullRequests: [{ model: 'm', tools: ['Read', 'Skill'], new: [result, text] }],
    };
    expect(compare(recorded, answered)).toEqual([]);
    expect(isSame(recorded, { exit: 0, fullRequests: [{ model: 'm', tools: ['Read'], new: [text] }] })).toBe(false);
    expect(inShapeOf(recorded, inShapeOf(recorded, answered))).toEqual(recorded);
  });
});
