import type { CancellationToken, Connection } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { isSkillTargetId, TARGETS } from '../../dialect/targets.ts';
import { readDocument } from '../../document/read-document.ts';
import { checkInTurns } from '../../features/check/check-file.ts';
import type { CheckInputs } from '../../features/check/check-inputs.ts';
import { nothingOpen, readEditableText, toFileEdit } from '../../features/edits/editable-text.ts';
import { fixAllInTurns } from '../../features/fixes/fix-all.ts';
import { makePortable } from '../../features/refactorings/make-portable.ts';
import { filesInTree } from '../../jobs/skills/tree/tree-problems.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { FixedFile, ParamsOf, ResultOf } from '../../protocol.ts';
import type { Finding, TextEdit } from '../../rules/rule.ts';
import type { RuleId } from '../../rules/rule-id.ts';
import { answerRequest } from '../answer-request.ts';
import { safely } from '../safely.ts';
import { shortTurns } from '../short-turns.ts';
import type { Catalogs } from '../state/catalogs.ts';
import type { OpenDocuments } from '../state/open-documents.ts';
import type { ResourceSettings } from '../state/settings.ts';
import type { WorkspaceFolders } from '../state/workspace-folders.ts';
import { refused, seeOutput } from '../to-response.ts';

interface FixDependencies {
  readonly files: FileSystem;
  readonly checkInputs: CheckInputs;
  readonly settings: ResourceSettings;
  readonly folders: WorkspaceFolders;
  readonly documents: OpenDocuments;
  readonly catalogs: Catalogs;
}

/** Answers the extension's requests for changes that the user looks through before they are made. */
export function answerFixRequests(connection: Connection, dependencies: FixDependencies): void {
  const { console } = connection;
  connection.onRequest('skillwright/fixWorkspace', (_params, token) =>
    safely<ResultOf<'skillwright/fixWorkspace'>>('Fixing the workspace', [], console, token, () =>
      fixWorkspace(dependencies, token),
    ),
  );
  connection.onRequest('skillwright/portableTargets', ({ uri }: ParamsOf<'skillwright/portableTargets'>, token) =>
    safely<ResultOf<'skillwright/portableTargets'>>('Listing targets', [], console, token, async () => {
      const chosen = new Set((await dependencies.documents.read(uri))?.targets);
      return TARGETS.map(({ id, title }) => ({ id, title, isChosen: chosen.has(id) }));
    }),
  );
  answerRequest(connection, 'skillwright/makePortable', seeOutput, async (params) => {
    const open = await dependencies.documents.check(params.uri);
    if (open?.file.kind !== 'skill') return refused('this is not a skill');
    const { edits, remaining } = await makePortable(open, params.targets.filter(isSkillTargetId));
    const { uri, version, document } = open;
    return {
      edit: edits.length === 0 ? null : await toFileEdit({ uri, version, text: document.text }, edits),
      remaining: remaining.map(({ message }) => message),
    };
  });
}

/** The safe fixes of every file of the tree that is in the workspace, as far as there are any. */
async function fixWorkspace(dependencies: FixDependencies, token: CancellationToken): Promise<FixedFile[]> {
  const paths = filesInTree(await dependencies.catalogs.sessions());
  const fixed: FixedFile[] = [];
  // One at a time: a check takes the processor anyway.
  for (const path of paths) {
    if (token.isCancellationRequested) break;
    if (dependencies.folders.holding(path) === undefined) continue;
    const file = (await fixOpen(path, dependencies)) ?? (await fixOnDisk(path, dependencies));
    if (file) fixed.push(file);
  }
  return fixed;
}

async function fixOpen(path: string, { documents }: FixDependencies): Promise<FixedFile | undefined> {
  const text = documents.textAt(path);
  const open = text && (await documents.check(text.uri));
  if (!open) return undefined;
  const { uri, version, document, findings, check } = open;
  const edits = await fixedBy(document.text, (changed) => check(changed));
  return edits && { edit: await toFileEdit({ uri, version, text: document.text }, edits), rules: rulesOf(findings) };
}

async function fixOnDisk(path: string, dependencies: FixDependencies): Promise<FixedFile | undefined> {
  const { files, checkInputs, settings, folders, documents } = dependencies;
  if (documents.textAt(path)) return undefined;
  const read = await readEditableText(path, files, nothingOpen);
  if (typeof read === 'string') return undefined;
  const preferences = { settings: await settings.of(URI.file(path).toString()), root: folders.holding(path) };
  const found = await checkInputs.fileToCheck(path, preferences);
  if (typeof found === 'string') return undefined;
  const check = async (text: string): Promise<readonly Finding[]> => {
    const document = readDocument(text, found.settings.runtime, found.file.kind);
    return (await checkInTurns(document, found.file, found.settings, () => {}, shortTurns())) ?? [];
  };
  const edits = await fixedBy(read.text, check);
  return edits && { edit: await toFileEdit(read, edits), rules: rulesOf(await check(read.text)) };
}

async function fixedBy(
  text: string,
  check: (text: string) => Promise<readonly Finding[]>,
): Promise<readonly TextEdit[] | undefined> {
  const { edits } = await fixAllInTurns(text, check);
  return edits.length === 0 ? undefined : edits;
}

function rulesOf(findings: readonly Finding[]): RuleId[] {
  return [...new Set(findings.filter(({ fixes }) => fixes?.some(({ safe }) => safe)).map(({ rule }) => rule))];
}
