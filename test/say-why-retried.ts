import type { Reporter, TestCase } from 'vitest/node';

/** Says of each test that passed only when it was run again why it had failed: nobody would ever know otherwise. */
export const sayWhyRetried: Reporter = {
  onTestCaseResult(test: TestCase) {
    const { state, errors = [] } = test.result();
    if (state !== 'passed' || errors.length === 0) return;
    const reasons = errors.map(({ stack = '', message, diff = '' }) => {
      const place = stack.split('\n').find((line) => line.includes('/test/') && !line.includes('node_modules'));
      return [message, place, diff].filter(Boolean).join('\n');
    });
    console.warn(`${test.module.relativeModuleId} > ${test.fullName} was run again, after\n${reasons.join('\n')}\n`);
  },
};
