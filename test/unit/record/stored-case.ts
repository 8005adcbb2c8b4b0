import type { Observed, StoredCase } from '../../record/recorded-case.ts';

/** A stored recording of these fields. */
export function storedCase(observed: Observed, others: Partial<StoredCase> = {}): StoredCase {
  return {
    key: 'group/one#0',
    id: 'one',
    kind: 'kind',
    group: 'group',
    input: { files: {}, prompt: 'hello' },
    observed,
    ...others,
  };
}
