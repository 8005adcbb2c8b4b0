import type { Tier } from '../../catalog/catalog-skill.ts';

const labels: Readonly<Record<Tier | 'bundled' | 'repository', string>> = {
  managed: 'Managed',
  user: 'User',
  project: 'Project',
  nested: 'Nested',
  added: 'Added folder',
  command: 'Commands',
  plugin: 'Plugins',
  bundled: 'Claude Code',
  repository: 'In this repository',
};

/** The name of a tier for users; `bundled` are the skills of Claude Code itself, `repository` what a folder offers. */
export function tierLabel(tier: Tier | 'bundled' | 'repository'): string {
  return labels[tier];
}
