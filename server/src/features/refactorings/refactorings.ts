import { CodeActionKind } from 'vscode-languageserver-types';
import type { Reference } from '../../catalog/file/references.ts';
import { consumerFacts } from '../../dialect/targets.ts';
import { pathMentions } from '../../document/markdown/path-mentions.ts';
import { readDocument } from '../../document/read-document.ts';
import { isEvaluationKind, isJsonKind } from '../../document/runtime-id.ts';
import { rangesTouch, type TextRange, textRange } from '../../document/text/text-range.ts';
import { folderOf, partsInside } from '../../platform/paths.ts';
import type { CommandId } from '../../protocol.ts';
import { inWords } from '../../rules/messages/in-words.ts';
import type { CheckedOpenFile, OpenFile } from '../check/open-file.ts';
import { readEditableText, toFileEdit } from '../edits/editable-text.ts';
import { addContents } from './add-contents.ts';
import { convertCommand, skillForCommand } from './convert-command.ts';
import { extractSection, nameForSection, replacedIn, sectionAt, sectionToExtract } from './extract-section.ts';
import type { FilesChange, RefactoringSurroundings } from './files-change.ts';
import { canMakePortable, makePortable } from './make-portable.ts';
import { organizeFrontmatter } from './organize-frontmatter.ts';
import { type InstructionText, skillForSection } from './section-to-skill.ts';
import { splitDescription } from './split-description.ts';

/** The kind of the action that orders the fields, as `source.organizeImports` orders imports. */
export const organizeFrontmatterKind = `${CodeActionKind.Source}.organizeFrontmatter`;

/** The command of our extension that asks for targets. */
const makePortableCommand: CommandId = 'skillwright.makePortable';

/** A change that keeps what a file means. */
export interface Refactoring {
  readonly title: string;
  readonly kind: string;
  /** Abilities with files that the editor must have besides editing them. */
  readonly needs?: 'create' | 'rename';
  /** The command of our extension that asks for more and then makes the change. Its argument is the file's URI. */
  readonly command?: string;
  /** Why it is not possible here. */
  readonly disabled?: string;
  /** Undefined if there is nothing to change. */
  readonly change: () => FilesChange | undefined | Promise<FilesChange | undefined>;
}

/** Where a refactoring is offered. */
interface RefactoringContext {
  readonly open: CheckedOpenFile;
  /** Undefined where only the text itself is known. */
  readonly around: RefactoringSurroundings | undefined;
}

/** The refactorings for a range; `wants` says which kinds are asked for. */
export async function refactorings(
  context: RefactoringContext,
  range: TextRange,
  wants: (kind: string) => boolean,
): Promise<Refactoring[]> {
  const { document, file } = context.open;
  if (isJsonKind(file.kind) || isEvaluationKind(file.kind)) return [];
  const found: Refactoring[] = [];
  if (wants(organizeFrontmatterKind)) {
    const edit = organizeFrontmatter(document, file.kind);
    const title = 'Organize the frontmatter';
    if (edit) found.push({ title, kind: organizeFrontmatterKind, change: () => ({ edits: [edit] }) });
  }
  if (wants(CodeActionKind.RefactorExtract)) found.push(...extractions(context, range));
  if (wants(CodeActionKind.RefactorRewrite)) {
    found.push(...rewritings(context, range), ...(await conversions(context, range)));
  }
  return found;
}

/** The refactorings of instructions, whose sections cost something in every session. */
export async function refactoringsOfInstructions(
  text: InstructionText,
  range: TextRange,
  around: RefactoringSurroundings,
): Promise<Refactoring[]> {
  const section = sectionAt(text.document, range);
  const skill = section && (await skillForSection(text, section, around));
  if (!skill) return [];
  return [
    {
      title: `Move the section to the skill \`${skill.name}\``,
      kind: CodeActionKind.RefactorExtract,
      needs: 'create',
      ...(skill.obstacle !== undefined && { disabled: skill.obstacle }),
      change: skill.change,
    },
  ];
}

function extractions({ open, around }: RefactoringContext, range: TextRange): Refactoring[] {
  const section = around && sectionToExtract(open, range);
  if (!section) return [];
  const replaced = replacedIn(open.document, section);
  return [
    {
      title: `Extract the section to \`references/${nameForSection(section)}.md\``,
      kind: CodeActionKind.RefactorExtract,
      needs: 'create',
      ...(replaced !== undefined && { disabled: `Claude Code replaces \`${replaced}\` only in SKILL.md` }),
      change: () => extractSection(open, section, around.files),
    },
  ];
}

function rewritings(context: RefactoringContext, range: TextRange): Refactoring[] {
  const { document, file } = context.open;
  const kind = CodeActionKind.RefactorRewrite;
  const found: Refactoring[] = [];
  const description = document.frontmatter.fields.get('description');
  const split =
    description && rangesTouch(description.range, range) ? splitDescription(document, file.kind) : undefined;
  const splitTitle = 'Split the description into `description` and `when_to_use`';
  if (split) found.push({ title: splitTitle, kind, change: () => ({ edits: [split] }) });
  found.push(...portable(context.open, range));
  const isHeading = document.body.headings.some((heading) => rangesTouch(heading.range, range));
  const contents = isHeading ? addContents(document) : undefined;
  if (contents) found.push({ title: 'Add a table of contents', kind, change: () => ({ edits: [contents] }) });
  const reference = context.around && referenceAt(context.open, range);
  if (reference) found.push(contentsOfReference(context, reference));
  return found;
}

async function conversions({ open, around }: RefactoringContext, range: TextRange): Promise<Refactoring[]> {
  const converted = around && skillForCommand(open);
  const { lines, frontmatter } = open.document;
  const head = frontmatter.block?.range ?? textRange(0, lines.endOf(0));
  if (!converted || !rangesTouch(head, range)) return [];
  const exists = (await around.files.typeOf(folderOf(converted.path))) !== undefined;
  return [
    {
      title: `Convert to the skill \`${converted.to}\``,
      kind: CodeActionKind.RefactorRewrite,
      needs: 'rename',
      ...(exists && { disabled: `There is a skill \`${converted.to}\` already` }),
      change: () => convertCommand(open, converted, around),
    },
  ];
}

function portable(open: CheckedOpenFile, range: TextRange): Refactoring[] {
  const { document, file, targets } = open;
  const kind = CodeActionKind.RefactorRewrite;
  const { block } = document.frontmatter;
  if (file.kind !== 'skill' || !block || !rangesTouch(block.range, range)) return [];
  if (targets.length === 0) {
    const title = 'Make portable for other products…';
    return [{ title, kind, command: makePortableCommand, change: () => undefined }];
  }
  if (!canMakePortable(open)) return [];
  const titles = targets.map((target) => consumerFacts(target).title);
  return [
    {
      title: `Make portable for ${inWords(titles)}`,
      kind,
      change: async () => ({ edits: (await makePortable(open, targets)).edits }),
    },
  ];
}

/** The file that is named in a range, if it has sections and no list of them. */
function referenceAt({ document, file }: OpenFile, range: TextRange): Reference | undefined {
  const without = file.references?.filter((it) => !it.hasContents && (it.headings?.length ?? 0) > 2) ?? [];
  if (without.length === 0) return undefined;
  for (const mention of pathMentions(document)) {
    if (!rangesTouch(mention.range, range)) continue;
    const path = partsInside(mention.path)?.join('/');
    const reference = without.find((it) => it.path === path);
    if (reference) return reference;
  }
  return undefined;
}

function contentsOfReference({ open, around }: RefactoringContext, { path }: Reference): Refactoring {
  return {
    title: `Add a table of contents to \`${path}\``,
    kind: CodeActionKind.RefactorRewrite,
    async change() {
      const { document, file } = open;
      const read = await readEditableText(`${folderOf(file.path)}/${path}`, around!.files, around!.openTexts);
      const edit = typeof read === 'string' ? undefined : addContents(readDocument(read.text, document.runtime));
      if (typeof read === 'string' || !edit) return undefined;
      return { edits: [], others: [await toFileEdit(read, [edit])] };
    },
  };
}
