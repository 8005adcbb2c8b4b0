import { type InjectionRun, runInjections } from '../commands/run-injections.ts';
import type { CommandPermissions } from '../permissions/command-permissions.ts';
import { commandPermissions } from '../permissions/session-permissions.ts';
import { renderSkill } from '../render/render-skill.ts';
import type { RenderableSkill, RenderSession } from '../render/renderable-skill.ts';
import type { CommandOutcome, Rendering } from '../render/rendering.ts';
import { typedArguments } from '../skill-tool/slash-command.ts';
import type { InvocationTurn } from './invocation-turn.ts';

/** A skill in a turn, whoever invokes it and whatever the arguments will be. */
export interface PreparedInvocation {
  readonly skill: RenderableSkill;
  /** As messages name it: `/greet`. */
  readonly name: string;
  readonly session: RenderSession;
  /** What decides whether its commands run. */
  readonly permissions: CommandPermissions;
}

/** Puts a skill into a turn. */
export function prepareInvocation(skill: RenderableSkill, turn: InvocationTurn): PreparedInvocation {
  const { rendered, session, rules, mode } = turn;
  const permissions = { ...commandPermissions(skill, rendered, session, undefined, rules), mode };
  return { skill, name: `/${skill.name}`, session: rendered, permissions };
}

/** A text, no command of which has run, and the arguments as Claude Code hands them to the skill. */
export interface TypedInvocation {
  readonly given: string;
  readonly rendering: Rendering;
}

/** What comes of a skill when `text` is typed after its name. */
export function renderTyped({ skill, session }: PreparedInvocation, text: string): TypedInvocation {
  const given = typedArguments(text, skill.document.runtime);
  return { given, rendering: renderSkill(skill, given, session) };
}

/** Who runs the commands of a text, and which. */
export type InvocationRun = Pick<InjectionRun, 'shell' | 'checked' | 'mayRun' | 'variable' | 'signal'>;

/** Runs the commands of a text where the skill was invoked; one outcome for each, in their order. */
export function runInvocation(
  rendering: Rendering,
  { permissions, session, name }: PreparedInvocation,
  run: InvocationRun,
): Promise<readonly CommandOutcome[]> {
  return runInjections(rendering, { ...run, permissions, session, name });
}
