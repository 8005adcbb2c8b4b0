import { beforeEach, expect } from 'vitest';

// A recording that nothing is compared with proves nothing.
beforeEach(({ task }) => {
  if (task.file.name.startsWith('test/conformance/')) expect.hasAssertions();
});
