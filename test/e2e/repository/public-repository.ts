import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../host/repository.ts';

/** A plugin that people have published, if copies of public skills are available: they are no part of this repository. */
const published = path.resolve(repositoryRoot, '../shared/corpus/obra+superpowers');

/** The name of the published plugin, and the number of its skills. */
export interface PublicPlugin {
  readonly name: string;
  readonly skills: readonly string[];
}

export const publicPlugin: PublicPlugin | undefined = existsSync(published)
  ? { name: 'superpowers', skills: readdirSync(path.join(published, 'skills')) }
  : undefined;

/** Its text files in a folder of this name, as a test writes them into a workspace; none without it. */
export function publicFiles(folder: string): Readonly<Record<string, string>> {
  if (!publicPlugin) return {};
  const names = readdirSync(published, { recursive: true, encoding: 'utf8' });
  const texts = names.filter((name) => /\.(md|json)$/.test(name));
  return Object.fromEntries(
    texts.map((name) => [
      `${folder}/${name.replaceAll(path.sep, '/')}`,
      readFileSync(path.join(published, name), 'utf8'),
    ]),
  );
}
