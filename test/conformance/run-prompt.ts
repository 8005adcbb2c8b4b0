import type { Catalog } from '../../server/src/catalog/catalog.ts';
import { loadCatalog } from '../../server/src/catalog/load-catalog.ts';
import type { Session } from '../../server/src/catalog/session.ts';
import type { PermissionRule } from '../../server/src/catalog/settings/session-settings.ts';
import { renderReport } from '../../server/src/cli/reports/render-report.ts';
import { nodeShell } from '../../server/src/platform/node/node-shell.ts';
import { readTurn, type TurnChoices } from '../../server/src/runtime/invocation/invocation-turn.ts';
import { prepareInvocation, runInvocation } from '../../server/src/runtime/invocation/prepare-invocation.ts';
import { checkCommand } from '../../server/src/runtime/permissions/check-command.ts';
import { readRenderable } from '../../server/src/runtime/render/read-renderable.ts';
import { renderSkill } from '../../server/src/runtime/render/render-skill.ts';
import type { CommandOutcome } from '../../server/src/runtime/render/rendering.ts';
import { resolveSlashCommand, type SlashOutcome } from '../../server/src/runtime/skill-tool/slash-command.ts';
import { inEveryOrder } from './races.ts';
import type { SessionRecording } from './recorded-session.ts';

/** The session in which prompts are run. */
export const sessionId = '00000000-0000-4000-8000-000000000000';

/** What a prompt sends. */
export interface RanPrompt {
  readonly text: string | null;
  readonly aborted: string | null;
  readonly outcomes: readonly CommandOutcome[];
  /** What is sent if the commands had ended in other orders: the text, or else the message. */
  readonly inOtherOrders: () => readonly (string | null)[];
  /** Whether it is not known if Claude Code runs one of the commands. */
  readonly isUnknown: boolean;
}

/** Runs what a prompt sends, its commands really run with the variables of this process. */
export async function runPrompt(
  { prompt, args = [] }: Pick<SessionRecording['input'], 'prompt' | 'args'>,
  session: Session,
): Promise<RanPrompt> {
  const { catalog } = await loadCatalog(session);
  const command = resolveSlashCommand(prompt, catalog);
  if (command.kind !== 'skill') throw new Error(`no skill: ${prompt}`);
  const { rendering, invocation, outcomes, report } = await runCommand(command, catalog, session, {
    rules: commandLineRules(args),
    mode: args.includes('--permission-mode') ? args[args.indexOf('--permission-mode') + 1] : undefined,
  });
  const { text, aborted } = report(outcomes);
  const inOtherOrders = () =>
    inEveryOrder(outcomes)
      .map(report)
      .map((it) => it.text ?? it.aborted);
  const verdicts = rendering.injections.map((it) => checkCommand(it.command, invocation.permissions));
  return { text, aborted, outcomes, inOtherOrders, isUnknown: verdicts.some((it) => it.allowed === undefined) };
}

/** Runs a skill that a prompt names, its commands really run with the variables of this process. */
export async function runCommand(
  command: Extract<SlashOutcome, { kind: 'skill' }>,
  catalog: Catalog,
  session: Session,
  given: Pick<TurnChoices, 'rules' | 'mode' | 'effort'>,
) {
  const skill = (await readRenderable(command.skill, session))!;
  const within = { session, settings: catalog.settings };
  const turn = await readTurn({ within, folder: session.folder!, sessionId, ...given });
  const invocation = prepareInvocation(skill, turn);
  const rendering = renderSkill(skill, command.arguments, invocation.session);
  const outcomes = await runInvocation(rendering, invocation, {
    shell: nodeShell,
    checked: true,
    mayRun: () => true,
    variable: session.environment.variable,
    signal: undefined,
  });
  /** What is sent if the commands have ended like this. */
  const report = (ended: readonly CommandOutcome[]) =>
    renderReport({ skill, arguments: command.arguments, rendering, outcomes: ended });
  return { rendering, invocation, outcomes, report };
}

function commandLineRules(args: readonly string[]): PermissionRule[] {
  return args.flatMap((rule, at): PermissionRule[] => {
    if (args[at - 1] === '--disallowedTools') return [{ rule, behavior: 'deny', path: '--disallowedTools' }];
    return args[at - 1] === '--allowedTools' ? [{ rule, behavior: 'allow', path: '--allowedTools' }] : [];
  });
}

/** Replaces all environment variables of this process: nothing else of this machine may show. */
export function setVariables(values: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, values);
}
