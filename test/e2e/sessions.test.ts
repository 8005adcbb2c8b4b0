import { runInOneWindow } from './host/one-window.ts';

// Nobody has allowed anything in a new window.
runInOneWindow(import.meta.filename, 'consent.test.ts');
