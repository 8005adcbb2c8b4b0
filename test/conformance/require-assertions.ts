import { beforeEach, expect } from 'vitest';

// A recording that nothing is compared with proves nothing.
beforeEach((context) => {
  const { file, concurrent } = context.task;
  // Tests that run side by side count with an `expect` of their own.
  if (file.name.startsWith('test/conformance/')) (concurrent ? context.expect : expect).hasAssertions();
});
