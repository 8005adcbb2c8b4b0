import { homedir } from 'node:os';

/** The program that runs the extension, for the log. */
export const hostName = `Node ${process.versions.node}`;

/** Whether there are no programs and no home folder. */
export const isInBrowser: boolean = false;

/** The user's home folder; empty if there is none. */
export function homeFolder(): string {
  return homedir();
}

/** The value of an environment variable. */
export function variable(name: string): string | undefined {
  return process.env[name];
}
