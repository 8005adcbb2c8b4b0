import type { Catalog } from '../../../catalog/catalog.ts';
import type { SessionAnswer } from './asked-session.ts';

/** The state of the answer about a session; `at` in milliseconds since 1970. */
export type AnswerState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'answered'; readonly asked: SessionAnswer; readonly at: number }
  /** The catalog has changed since. */
  | { readonly kind: 'outdated'; readonly asked: SessionAnswer; readonly at: number }
  | { readonly kind: 'failed'; readonly problem: string; readonly at: number };

/** Everything in a catalog that answers are compared with, as a text that differs if any of it does. */
export function catalogKey(catalog: Catalog): string {
  const { permissions } = catalog.settings;
  const skills = catalog.skills().map(({ id, name, status, userInvocable }) => [id, name, status, userInvocable]);
  const { text, budget } = catalog.listing();
  return JSON.stringify([skills, text, budget, permissions, catalog.errors()]);
}
