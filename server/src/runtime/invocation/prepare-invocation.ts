import { type InjectionRun, runInjections } from '../commands/run-injections.ts';
import type { CommandPermissions } from '../permissions/command-permissions.ts';
import { commandPermissions } from '../permissions/session-permissions.ts';
import { renderSkill } from '../render/render-skill.ts';
import type { RenderableSkill, RenderSession } from '../render/renderable-skill.ts';
import type { CommandOutcome, Rendering } from '../render/rendering.ts';
import { typedArguments } from '../skill-tool/slash-command.ts';
import type { InvocationTurn } from './invocation-turn.ts';

/** A skill in a turn, regardless of who invokes it and of the arguments. */
export interface PreparedInvocation {
  readonly skill: RenderableSkill;
  /** As messages name it: `/greet`. */
  readonly name: string;
  readonly session: RenderSession;
  /** The permissions for its commands. */
  readonly permissions: CommandPermissions;
}

/** Prepares a skill for a turn. */
export function prepareInvocation(skill: RenderableSkill, turn: InvocationTurn): PreparedInvocation {
  const { rendered, permissions } = turn;
  return {
    skill,
    name: `/${skill.name}`,
    session: rendered,
    permissions: commandPermissions(skill, rendered, permissions),
  };
}

/** A text in which no command has run, and the arguments as Claude Code passes them to the skill. */
interface TypedInvocation {
  readonly given: string;
  readonly rendering: Rendering;
}

/** The rendering if the user types `text` after the name of the skill. */
export function renderTyped({ skill, session }: PreparedInvocation, text: string): TypedInvocation {
  const given = typedArguments(text, skill.document.runtime);
  return { given, rendering: renderSkill(skill, given, session) };
}

/** Who runs the commands of a text, and which of them. */
type InvocationRun = Pick<InjectionRun, 'shell' | 'checked' | 'mayRun' | 'variable' | 'signal'>;

/** Runs the commands of a text in the folder where the skill was invoked; one outcome per command, in their order. */
export function runInvocation(
  rendering: Rendering,
  { permissions, session, name }: PreparedInvocation,
  run: InvocationRun,
): Promise<readonly CommandOutcome[]> {
  return runInjections(rendering, { ...run, permissions, session, name });
}
