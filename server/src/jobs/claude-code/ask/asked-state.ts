import type { Catalog } from '../../../catalog/catalog.ts';
import type { Asked } from './asked-session.ts';

/** What is known of the answers about a session; `at` in milliseconds since 1970. */
export type AskedState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'answered'; readonly asked: Asked; readonly at: number }
  /** The catalog has changed since. */
  | { readonly kind: 'outdated'; readonly asked: Asked; readonly at: number }
  | { readonly kind: 'failed'; readonly problem: string; readonly at: number };

/** Everything in a catalog that answers are compared with, as a text that differs if any of it does. */
export function catalogKey(catalog: Catalog): string {
  const { permissions } = catalog.settings;
  const skills = catalog.skills().map(({ id, name, status, userInvocable }) => [id, name, status, userInvocable]);
  const { text, budget } = catalog.listing();
  return JSON.stringify([skills, text, budget, permissions, catalog.errors()]);
}
