import { config } from 'zod/v4/core';

// The library that reads messages would compile functions from text, unless it is told before its first schema.
config({ jitless: true });
