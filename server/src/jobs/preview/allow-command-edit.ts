import { readDocument } from '../../document/read-document.ts';
import {
  type EditableText,
  type NotEditable,
  nothingOpen,
  readEditableText,
  toFileEdit,
} from '../../features/edits/editable-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { AllowCommandParams, FileEdit } from '../../protocol.ts';
import { missingRules, ruleWithVariables } from '../../rules/commands/missing-rules.ts';
import { allowToolEdit } from '../../rules/edits/allow-tool-edit.ts';
import { renderTyped } from '../../runtime/invocation/prepare-invocation.ts';
import { variableValues } from '../../runtime/render/substitute-variables.ts';
import { previewedCommands, withMissingArguments } from './preview-commands.ts';
import type { PreviewSubject } from './preview-subject.ts';

/** The edit of a skill that adds the rules one command of its preview lacks to `allowed-tools`. */
export async function allowCommandEdit(
  subject: PreviewSubject,
  params: Pick<AllowCommandParams, 'arguments' | 'hash'>,
  files: FileSystem,
): Promise<FileEdit | Refusal> {
  const { skill, session, path, permissions } = subject;
  const { rendering } = renderTyped(subject, params.arguments);
  const commands = await previewedCommands(rendering, session.folder, path, skill.document.runtime);
  const found = commands.find(({ hash }) => hash === params.hash);
  if (!found) return { problem: 'the text no longer contains this command' };
  const rules = missingRules(withMissingArguments(found.injection, rendering, skill.document), permissions);
  if (!rules) return { problem: 'no rule can allow this command' };
  if (rules.length === 0) return { problem: 'the command is allowed already' };
  const editable = await textOf(subject, files);
  if (typeof editable === 'string') return { problem: `the file is ${editable}` };
  const { kind, document } = skill;
  const variables = variableValues(skill, session);
  const edit = allowToolEdit(
    readDocument(editable.text, document.runtime, kind),
    rules.map((rule) => ruleWithVariables(rule, variables)),
  );
  if (!edit)
    return { problem: `its value cannot be extended. Add ${rules.map((it) => `\`${it}\``).join(', ')} yourself` };
  return toFileEdit(editable, [edit]);
}

async function textOf(
  { uri, version, path, skill }: PreviewSubject,
  files: FileSystem,
): Promise<EditableText | NotEditable> {
  if (version !== undefined) return { uri, text: skill.document.text, version };
  return readEditableText(path, files, nothingOpen);
}
