import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { ModelServer } from '../../server/src/platform/model-server.ts';
import { bareEnvironment } from '../record/client-run.ts';

/** A home and a project for one test, removed after it. */
export interface ScratchSession {
  readonly home: string;
  readonly project: string;
  /** Writes files, named relative to the project or with `~/` to the home. */
  write(files: Readonly<Record<string, string>>): void;
  /** The whole environment of a client: no key that works, and no server but this one. */
  environment(server: Pick<ModelServer, 'address' | 'key'>): Record<string, string>;
}

/** Creates them with these files. */
export function scratchSession(files: Readonly<Record<string, string>> = {}): ScratchSession {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'skillwright-claude-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  const home = path.join(root, 'home');
  const project = path.join(root, 'project');
  for (const folder of [home, project]) mkdirSync(folder);
  const write = (more: Readonly<Record<string, string>>): void => {
    for (const [name, text] of Object.entries(more)) {
      const file = name.startsWith('~/') ? path.join(home, name.slice(2)) : path.join(project, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  };
  write(files);
  return {
    home,
    project,
    write,
    environment: (server) => ({
      ...bareEnvironment(home),
      ANTHROPIC_BASE_URL: server.address,
      ANTHROPIC_API_KEY: server.key,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
  };
}
