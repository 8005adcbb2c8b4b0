import { pathFromHome } from '../../catalog/shown-path.ts';
import { nestedInjections } from '../../document/injections.ts';
import type { Injection } from '../../document/skill-document.ts';
import { ordinal } from '../../document/text/numbers.ts';
import type { PreviewSubject } from '../../jobs/preview/preview-subject.ts';
import { tooMuchToPreview } from '../../jobs/preview/too-much-to-preview.ts';
import type { RuleId } from '../../rules/rule-id.ts';
import { checkCommand } from '../../runtime/permissions/check-command.ts';
import { renderSkill } from '../../runtime/render/render-skill.ts';
import {
  codeSpan,
  joinMarkdown,
  type Markdown,
  markdown,
  ownMarkdown,
  sentence,
  shortened,
} from '../text/markdown-text.ts';
import type { HoveredFile } from './hover-text.ts';
import type { PreviewedWords } from './placeholder-text.ts';

/** Maximum length of a command with its arguments, in UTF-16 units. */
const maxShown = 80;

/** Rules that report whether a command is allowed, so that the hover does not have to. */
const rulesOfPermission: ReadonlySet<RuleId> = new Set(['injection-not-allowed']);

/**
 * Explains in paragraphs how Claude Code treats a command when the skill loads.
 *
 * @param subject the session in which it would run; undefined if it is not known
 */
export function injectionText(
  injection: Injection,
  open: HoveredFile,
  subject: PreviewSubject | undefined,
  previewed: PreviewedWords | undefined,
): (Markdown | undefined)[] {
  const { injections } = open.document.body;
  const place = injections.indexOf(injection) + 1;
  const where =
    subject &&
    markdown`Bash runs it in ${codeSpan(pathFromHome(subject.session.folder, subject.permissions))}, not in the skill’s folder.`;
  const order =
    injections.length > 1
      ? markdown`It is the ${ownMarkdown(ordinal(place))} of ${injections.length} commands, which all run at the same time.`
      : undefined;
  return [
    markdown`Claude Code runs this command when the skill is invoked and replaces it with the output. If it fails, nothing is sent.`,
    nestedInjections(injections).has(injection)
      ? markdown`It runs on its own, as well as in the block of commands around it.`
      : undefined,
    joinMarkdown([where, order], ' '),
    subject && permissionText(injection, open, subject, previewed),
  ];
}

function permissionText(
  { range }: Injection,
  open: HoveredFile,
  { skill, session, permissions }: PreviewSubject,
  previewed: PreviewedWords | undefined,
): Markdown | undefined {
  if (session.shellDisabled) return ownMarkdown('`disableSkillShellExecution` in the settings disables it.');
  const { document } = open;
  if (tooMuchToPreview(document)) return undefined;
  const { injections } = renderSkill(skill, previewed?.argumentText ?? '', session);
  const rendered = injections.find(({ source }) => source?.start === range.start);
  if (!rendered) return undefined;
  const { command, origin } = rendered;
  const takesArguments = document.body.placeholders.some(
    ({ kind, escaped, range: { start } }) =>
      kind !== 'variable' && !escaped && range.start < start && start < range.end,
  );
  if (!previewed && takesArguments)
    return markdown`Whether Claude Code runs it without asking depends on the arguments.`;
  const now = origin === 'contains-argument' && markdown`Now ${codeSpan(shortened(command, maxShown))}`;
  const describeVerdict = (...more: readonly (Markdown | false)[]) =>
    joinMarkdown(
      [now, ...more].map((it) => it && sentence(it)),
      ' ',
    );
  const verdict = checkCommand(command, permissions);
  if (verdict.allowed) return describeVerdict(markdown`Claude Code runs it without asking`);
  if (verdict.allowed === undefined) return describeVerdict();
  const isReported = open.findings.some(
    (it) => rulesOfPermission.has(it.rule) && range.start <= it.range.start && it.range.end <= range.end,
  );
  if (isReported) return describeVerdict();
  const { message, suggestedRule } = verdict;
  const rule = suggestedRule !== undefined && markdown`The rule ${codeSpan(suggestedRule)} allows it`;
  return describeVerdict(markdown`Claude Code does not run it: ${codeSpan(message)}`, rule);
}
