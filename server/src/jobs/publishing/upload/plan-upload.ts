import { mapConcurrently } from '../../../platform/map-concurrently.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { SkillsApi, UploadedSkill } from '../../../platform/skills-api.ts';

/** A skill that is uploaded, with the name that all its versions have. */
export interface NamedUpload extends UploadedSkill {
  readonly name: string;
}

/** The result of an upload: a new skill, or a new version of this one. */
export type UploadPlan = { readonly becomes: 'skill' } | { readonly becomes: 'version'; readonly of: NamedUpload };

/** The result that the user wants: undefined finds the skill by its name. */
export type UploadWish =
  | { readonly becomes: 'skill' }
  | { readonly becomes: 'version'; readonly of: string }
  | undefined;

/** Requests under way at a time. */
const concurrency = 4;

/** All uploaded skills with their names, which only their versions have. */
export async function namedUploads(api: SkillsApi, signal: AbortSignal): Promise<readonly NamedUpload[]> {
  const skills = await api.skills(signal);
  return mapConcurrently(skills, concurrency, async (skill) => {
    const { name } = await api.version(skill.id, skill.latestVersion, signal);
    return { ...skill, name };
  });
}

/**
 * Decides what an upload becomes, before anything of it is sent. An error says in words why it must not be sent: above all,
 * the name of an uploaded skill never changes.
 */
export async function planUpload(
  name: string,
  wish: UploadWish,
  api: SkillsApi,
  signal: AbortSignal,
): Promise<UploadPlan | Refusal> {
  if (wish?.becomes === 'skill') return wish;
  if (wish) {
    const skill = await api.skill(wish.of, signal);
    const { name: uploaded } = await api.version(skill.id, skill.latestVersion, signal);
    const of = { ...skill, name: uploaded };
    const problem = changedName(name, of);
    return problem === undefined ? { becomes: 'version', of } : { problem };
  }
  const [first, ...others] = (await namedUploads(api, signal)).filter((it) => it.name === name);
  if (!first) return { problem: `No uploaded skill is named ${name}` };
  if (others.length > 0) {
    return {
      problem: `Several uploaded skills are named ${name}: ${[first, ...others].map(({ id }) => id).join(', ')}`,
    };
  }
  return { becomes: 'version', of: first };
}

/** Why an upload with this name cannot be a version of a skill; undefined if it can. */
export function changedName(name: string, { id, name: uploaded }: NamedUpload): string | undefined {
  if (name === uploaded) return undefined;
  return `The name of an uploaded skill never changes: ${id} is named ${uploaded}, and this skill ${name}. Change \`name\` back, or upload it as a new skill`;
}
