import { describe, expect, it } from 'vitest';
import { bundledSkills, bundledTextColumns } from '../../../server/src/dialect/names/bundled-skills.ts';

const namesWithout = (...set: string[]) =>
  bundledSkills('claude-code', ({ setting, environment }) =>
    [setting, environment].some((it) => set.includes(it!)),
  ).map(({ name }) => name);

describe('bundled skills', () => {
  it('are those of the release, protected but for two', () => {
    const skills = bundledSkills('claude-code', () => false);
    expect(skills).toHaveLength(13);
    expect(skills.filter((it) => !it.protected).map(({ name }) => name)).toEqual(['init', 'security-review']);
    expect(bundledSkills('claude-code@2.1.7', () => false)).toEqual([]);
  });

  it('can be switched off', () => {
    expect(namesWithout('disableBundledSkills')).toEqual(['plugin-authoring']);
    expect(namesWithout('CLAUDE_CODE_DISABLE_BUNDLED_SKILLS')).toEqual(['plugin-authoring']);
    expect(namesWithout('CLAUDE_CODE_DISABLE_CRON')).not.toContain('loop');
    expect(namesWithout('disableWorkflows')).not.toContain('workflow-authoring');
  });

  it('are cut at the cap like others, and their line endings take no column', () => {
    const skill = { name: 'x', units: 100, lineEnds: [50], protected: true };
    expect([1536, 100, 99, 52, 51, 50, 1].map((cap) => bundledTextColumns(skill, cap))).toEqual([
      99, 99, 98, 51, 51, 50, 1,
    ]);
  });
});
