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

/** The name of a tier for users; `bundled` are the skills of Claude Code itself. */
export function tierLabel(tier: Tier | 'bundled'): string {
  return labels[tier];
}
