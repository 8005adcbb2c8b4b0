import { attachedTexts } from '../../catalog/file/mentioned-files.ts';
import { shownPath } from '../../catalog/shown-path.ts';
import { readLooseText } from '../../dialect/coercion.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type {
  InvocationPreview,
  PreviewArgument,
  PreviewAttachment,
  PreviewOutcome,
  PreviewParams,
} from '../../protocol.ts';
import { renderTyped } from '../../runtime/invocation/prepare-invocation.ts';
import { contextChange } from '../../runtime/render/context-change.ts';
import type { Rendering } from '../../runtime/render/rendering.ts';
import { sentTexts } from '../../runtime/skill-tool/slash-command.ts';
import { knownAsWritten } from './known-as-written.ts';
import { withoutPending } from './pending-outputs.ts';
import { previewCalls } from './preview-calls.ts';
import { previewChanges } from './preview-changes.ts';
import { previewCompaction } from './preview-compaction.ts';
import { noPause, type Pause, previewInjections } from './preview-injections.ts';
import { previewMessages } from './preview-messages.ts';
import { previewNotes } from './preview-notes.ts';
import { previewNotice } from './preview-notice.ts';
import { previewSpans } from './preview-spans.ts';
import type { PreviewSubject } from './preview-subject.ts';
import { textCounts } from './text-counts.ts';

/*
 * The preview is created again on every keystroke from the text in the editor. The extension keeps command outcomes
 * under a hash of the command and its position, and sends them with each request. So the server keeps no state, and a
 * command that changes loses its outcome and its consent.
 */

/** A preview, and its text before commands run. */
interface PreviewedInvocation {
  readonly preview: InvocationPreview;
  readonly rendering: Rendering;
}

/**
 * The text that Claude Code would send for `/name arguments`, with explanations.
 *
 * @param outcomes of commands that have run, by their hashes
 * @param pause called between steps, because a megabyte takes some time
 * @param compaction what is invoked afterwards, if it is asked what is left after `/compact`
 */
export async function invocationPreview(
  subject: PreviewSubject,
  argumentString: string,
  outcomes: Readonly<Record<string, PreviewOutcome>> = {},
  pause: Pause = noPause,
  compaction?: PreviewParams['compaction'],
): Promise<PreviewedInvocation> {
  const { uri, version, skill, session } = subject;
  const { document } = skill;
  const { given, rendering } = renderTyped(subject, argumentString);
  await pause();
  const { injections, applied, pending, problem } = await previewInjections(subject, given, rendering, outcomes, pause);
  await pause();
  const spans = previewSpans(document, rendering, applied, injections);
  await pause();
  const change = contextChange(skill, { text: applied.text, availableModels: session.availableModels });
  const sent = pending.length > 0 ? [applied.text] : sentTexts(applied.text, document.runtime, change.fork !== null);
  const known = knownAsWritten(subject);
  const calls = previewCalls(subject, known, given, problem !== undefined);
  const notice = previewNotice(subject, known, calls);
  const isReached = Object.values(previewCalls(subject, known, given, false)).some(
    ({ decision }) => decision !== 'deny',
  );
  const byModel = calls.user.decision === 'deny' && calls.model.decision !== 'deny';
  const hint = readLooseText(document.frontmatter.fields.get('argument-hint')?.value, document.runtime);
  const preview: InvocationPreview = {
    invocation: `/${skill.name}`,
    uri,
    ...(version !== undefined && { version }),
    text: applied.text,
    bodyStart: applied.bodyStart,
    spans,
    injections,
    messages: problem ? [] : previewMessages({ skill, given, text: applied.text, pending, change, byModel }),
    changes: previewChanges(change),
    folder: session.folder,
    arguments: declaredArguments(rendering, subject),
    ...(hint !== undefined && { argumentHint: hint }),
    ...(problem && { aborted: { ...problem, ...(!isReached && { hypothetical: true }) } }),
    calls: [calls.user, calls.model],
    ...(notice && { notice }),
    notes: previewNotes(subject, rendering, injections, { ...applied, pending, sent: sent.join('') }),
    ...(compaction && {
      compaction: await previewCompaction(subject, compaction.newer, {
        text: applied.text,
        bodyStart: applied.bodyStart,
        spans: applied.spans,
        bodyInFile: rendering.bodyInFile,
        isAborted: problem !== undefined,
        isPending: pending.length > 0,
      }),
    }),
    attachments: problem ? [] : await attachedFiles(applied.text, subject),
    counts: textCounts(pending.length > 0 ? withoutPending(applied.text, pending) : sent.join('')),
  };
  return { preview, rendering };
}

function declaredArguments({ words }: Rendering, { skill: { document } }: PreviewSubject): PreviewArgument[] {
  if (capabilities(document.runtime).argumentSubstitution !== 'words') return [];
  return document.argumentNames.map(({ name }, index) => ({
    name,
    index,
    ...(words[index] !== undefined && { value: words[index] }),
  }));
}

/** The files that the text of an invocation adds to the conversation, with what they cost. */
async function attachedFiles(
  text: string,
  { skill, session, skillTool }: PreviewSubject,
): Promise<readonly PreviewAttachment[]> {
  if (!skillTool) return [];
  const { files, environment } = skillTool.session;
  const others = [skill.folder, ...(skill.plugin ? [skill.plugin.root] : [])];
  const found = await attachedTexts(text, skill.document.runtime, { folder: session.folder, others }, files);
  return found.map(({ path, tokens }) => ({ path: shownPath(path, { folder: session.folder, environment }), tokens }));
}
