import type { Tier } from '../../catalog/catalog-skill.ts';

const labels: Readonly<Record<Tier | 'bundled', string>> = {
  managed: 'Managed',
  user: 'User',
  project: 'Project',
  nested: 'Nested',
  added: 'Added folder',
  command: 'Commands',
  plugin: 'Plugins',
  bundled: 'Claude Code',
};

/** What a person calls a tier; `bundled` are the skills that Claude Code brings along. */
export function tierLabel(tier: Tier | 'bundled'): string {
  return labels[tier];
}
