import type { LoadedSession } from '../../../catalog/load-catalog.ts';
import type { PreviewOutcome, SkillCallAnswer } from '../../../protocol.ts';
import type { InvocationTurn } from '../../../runtime/invocation/invocation-turn.ts';
import { skillPermissions } from '../../../runtime/invocation/invocation-turn.ts';
import { renderSkill } from '../../../runtime/render/render-skill.ts';
import type { SkillPermissions } from '../../../runtime/skill-tool/check-skill-call.ts';
import { invokeSkill } from '../../../runtime/skill-tool/invoke-skill.ts';
import type { SkillInput } from '../../../runtime/skill-tool/validate-skill-call.ts';
import { noPause, type PreviewedCommands, previewInjections } from '../../preview/preview-injections.ts';
import type { PreviewSubject } from '../../preview/preview-subject.ts';

/** A call of the Skill tool by a model in the editor. */
interface EditorSkillCall {
  readonly input: SkillInput;
  /** The user has agreed to the question of this call. */
  readonly isConfirmed: boolean;
  /** Outcomes of commands that have run, by their hashes. */
  readonly outcomes: Readonly<Record<string, PreviewOutcome>>;
}

/** The session in which it is called. */
interface ServedCall extends LoadedSession {
  readonly turn: InvocationTurn;
  /** The file of a skill, as it is open or on disk. */
  readonly subjectOf: (path: string) => Promise<PreviewSubject | undefined>;
}

/** The outcome of a call of Claude Code's Skill tool: its errors and rules, and the text of the skill. */
export async function answerSkillCall(
  { input, isConfirmed, outcomes }: EditorSkillCall,
  { session, catalog, turn, subjectOf }: ServedCall,
): Promise<SkillCallAnswer> {
  const permissions = skillPermissions(turn, session, catalog.settings);
  let previewed: PreviewedCommands | undefined;
  let subject: PreviewSubject | undefined;
  const invoked = await invokeSkill(input, {
    session,
    catalog,
    permissions: isConfirmed ? afterConsent(permissions) : permissions,
    render: async ({ name }, args, path) => {
      subject = await subjectOf(path);
      if (!subject) return { text: '', aborted: `The skill ${name} no longer exists` };
      const rendering = renderSkill(subject.skill, args, subject.session);
      previewed = await previewInjections(subject, args, rendering, outcomes, noPause);
      const { text, aborted } = previewed.applied;
      return { text, aborted };
    },
  });
  const { skill, builtIn, verdict, toolResult, text } = invoked;
  const name = skill?.name ?? '';
  const none = { name, question: '', commands: [], folder: turn.rendered.folder } as const;
  if (builtIn) {
    const result = `\`${builtIn.name}\` is a skill of Claude Code itself; its text is not available here.`;
    return { ...none, decision: 'deny', isError: true, result };
  }
  if (verdict?.decision === 'ask') {
    return { ...none, decision: 'ask', question: verdict.question, isError: true, result: toolResult!.text };
  }
  const commands = previewed?.injections.filter(({ status }) => status === 'not-run') ?? [];
  const uri = subject && { uri: subject.uri, arguments: typeof input.args === 'string' ? input.args : '' };
  if (text === undefined) {
    return { ...none, ...uri, decision: 'deny', isError: true, result: withoutTags(toolResult!.text) };
  }
  return {
    ...none,
    ...uri,
    decision: 'allow',
    commands: previewed!.pending.length > 0 ? commands : [],
    isError: false,
    result: text,
  };
}

/** The permissions once the user has agreed: only rules that deny still count. */
function afterConsent(permissions: SkillPermissions): SkillPermissions {
  const rules = permissions.rules.filter(({ behavior }) => behavior === 'deny');
  return { ...permissions, rules, mode: 'bypassPermissions' };
}

/** Marks of Claude Code around an error, which other models do not expect. */
function withoutTags(text: string): string {
  return text.replace(/^<tool_use_error>([\s\S]*)<\/tool_use_error>$/, '$1');
}
