import { runInOneWindow } from './host/one-window.ts';

// Its first test needs a window in which no skill was open.
runInOneWindow(import.meta.filename, 'server.test.ts');
