import type { SkillNames } from '../catalog/catalog-place.ts';

/** Which skill a name means. */
export function skillText({ name, plugin, path }: SkillNames): string {
  if (path === undefined) return `\`${name}\` is a skill of Claude Code’s own`;
  return `\`${name}\`${plugin === undefined ? '' : `, of the plugin \`${plugin}\``}  \n\`${path}\``;
}
