import { runInOneWindow } from './host/one-window.ts';

runInOneWindow(import.meta.filename);
