import { answerQuestions } from './answer-case.ts';
import { answering } from './isolation.ts';
import { recordRelease } from './record-release.ts';

/* `npm run record`: asks a release of Claude Code again what the recordings hold, and reports what differs. */
if (process.argv[2] === answering) await answerQuestions();
else await recordRelease(process.argv.slice(2));
