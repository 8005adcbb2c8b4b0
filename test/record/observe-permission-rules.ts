import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bareEnvironment, collect } from './client-run.ts';

/** What a session says of permission rules: those that it leaves out, and those that it keeps but never matches. */
export interface PermissionRuleObservation {
  readonly skipped: readonly string[];
  readonly unmatched: readonly string[];
}

const timeout = 60_000;

/** Starts a program with rules in the settings of a new home, without a model or network, and reads its log. */
export async function askAboutPermissionRules(
  program: string,
  list: string,
  rules: readonly string[],
): Promise<PermissionRuleObservation> {
  const root = mkdtempSync(path.join(tmpdir(), 'skillwright-rules-'));
  const [home, project] = ['home', 'project'].map((name) => path.join(root, name)) as [string, string];
  for (const folder of [path.join(home, '.claude'), project]) mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(home, '.claude', 'settings.json'), JSON.stringify({ permissions: { [list]: rules } }));
  const log = path.join(root, 'log');
  const env = {
    ...bareEnvironment(home),
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  };
  try {
    await collect(
      program,
      ['-p', '--output-format', 'stream-json', '--verbose', '--debug-file', log],
      env,
      project,
      timeout,
      '/help',
    );
    const lines = readFileSync(log, 'utf8').split('\n');
    const isSkipped = (rule: string) => lines.some((line) => line.includes(`permission rule "${rule}" was skipped`));
    const isUnmatched = (rule: string) =>
      lines.some((line) => line.includes(`: ${rule} is not matched by file permission checks`));
    return { skipped: rules.filter(isSkipped), unmatched: rules.filter(isUnmatched) };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
