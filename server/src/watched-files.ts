import {
  type DidChangeWatchedFilesRegistrationOptions,
  type FileSystemWatcher,
  WatchKind,
} from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import type { Environment } from './platform/environment.ts';

/** The files around a document on which findings depend. */
export function watchedFiles(
  { home }: Environment,
  relativePatterns: boolean,
): DidChangeWatchedFilesRegistrationOptions {
  const comeAndGo = WatchKind.Create | WatchKind.Delete;
  const watchers: FileSystemWatcher[] = [
    { globPattern: '**/agents/**/*.md' },
    { globPattern: '**/SKILL.md', kind: comeAndGo },
    { globPattern: '**/.claude-plugin/plugin.json', kind: comeAndGo },
    { globPattern: '**/{skillwright.config,package}.json' },
  ];
  if (home && relativePatterns) {
    const baseUri = URI.file(`${home}/.claude/agents`).toString();
    watchers.push({ globPattern: { baseUri, pattern: '**/*.md' } });
  }
  return { watchers };
}
