import { followRelease } from './follow-release.ts';

process.exitCode = await followRelease(process.env, process.cwd());
