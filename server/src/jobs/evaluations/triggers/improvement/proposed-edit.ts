import { type OpenTexts, readEditableText, toFileEdit } from '../../../../features/edits/editable-text.ts';
import type { Refusal } from '../../../../platform/refusal.ts';
import type { ProposedDescription } from '../../../../protocol.ts';
import type { AskingMachine } from '../../../claude-code/ask/ask-once.ts';
import type { TriggerPlan } from '../measure-triggers.ts';
import type { TriggerReport } from '../trigger-report.ts';
import type { TriggerSubject } from '../trigger-subject.ts';
import { applied, descriptionEdit } from './description-edit.ts';
import { proposeDescription } from './propose-description.ts';

/** The measurement that a description is improved by. */
interface Improved {
  readonly subject: TriggerSubject;
  readonly session: TriggerPlan['session'];
  readonly report: TriggerReport;
  /** US dollars; undefined without a maximum. */
  readonly dollars: number | undefined;
}

/** Asks for a description with what the train queries have shown, as an edit of the SKILL.md that nobody has made yet. */
export async function proposedEdit(
  { subject, session, report, dollars }: Improved,
  open: OpenTexts,
  machine: AskingMachine,
): Promise<Omit<ProposedDescription, 'repeats'> | Refusal> {
  const { skill } = subject;
  const train = report.queries.filter(({ part }) => part === 'train');
  if (train.every(({ isAsExpected }) => isAsExpected !== false))
    return { problem: 'every train query did what it should in at least half of its runs' };
  const path = (await session.files.realPath(skill.path)) ?? skill.path;
  const file = await readEditableText(path, session.files, open);
  if (typeof file === 'string') return { problem: `the SKILL.md is ${file}` };
  const facts = { name: skill.name, description: skill.facts.description ?? '', skill: file.text, queries: train };
  const proposal = await proposeDescription(facts, session, dollars, machine);
  if ('problem' in proposal) return { problem: proposal.problem };
  const { description, cost } = proposal;
  const edit = descriptionEdit(file.text, description, session.runtime);
  if (!edit) return { problem: 'there is no place for a description in the frontmatter of the SKILL.md' };
  const made = await toFileEdit(file, [edit]);
  return { description, text: applied(file.text, edit), edit: made, ...(cost !== undefined && { cost }) };
}
