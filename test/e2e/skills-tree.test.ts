import { runInOneWindow } from './host/one-window.ts';

// Its first test looks at the sizes with which the views open.
runInOneWindow(import.meta.filename, 'skill-counts.test.ts');
