import { Uri, window, workspace } from 'vscode';
import type { PackedUpload, SkillInfo } from '../../../../server/src/protocol.ts';
import type { Answer, AnswerStep } from '../../answers/answer-messages.ts';
import type { AnswerPanel } from '../../answers/answer-panel.ts';
import { parentOf } from '../../changes/file-uris.ts';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { repairProblems } from './repair-problems.ts';

/** The purpose of a packed skill, in the words of its questions. */
interface Packing {
  /** Such as "uploaded". */
  readonly done: 'uploaded' | 'packed';
  readonly asArchive?: true;
}

/**
 * Packs the saved files of a skill. If it would be rejected, the user can repair it first, or save the archive as it is;
 * undefined if that ended without either.
 */
export async function packChecked(
  server: LanguageServer,
  changes: SkillChanges,
  skill: SkillInfo,
  panel: AnswerPanel,
  { done, asArchive }: Packing,
): Promise<PackedUpload | undefined> {
  if (!(await areSaved(skill, done))) return undefined;
  let packed = await pack();
  if (packed.problems.length > 0 && !asArchive && !packed.problems.some(({ fix }) => fix)) {
    panel.show({
      title: `Upload of ${packed.name}`,
      ask: async () => [problemsAnswer(await pack(), skill)],
      folder: parentOf(Uri.parse(skill.uri)),
    });
    return undefined;
  }
  const answer = await repairProblems(changes, {
    title: ({ length }) =>
      `${skill.baseName} would be rejected ${asArchive ? 'by claude.ai and the Claude API' : 'and is not uploaded yet'}: ${length === 1 ? '1 problem' : `${length} problems`}`,
    uri: skill.uri,
    async read() {
      packed = await pack();
      return packed.problems;
    },
    // Who gets the file may want it for something else than an upload.
    ...(asArchive && packed.archive !== undefined && { goOn: 'Save Anyway' }),
  });
  return answer && packed;

  function pack(): Promise<PackedUpload> {
    const params = { uri: skill.uri, workspaceTrusted: workspace.isTrusted, ...(asArchive && { asArchive }) };
    return server.request('skillwright/packSkill', params);
  }
}

/** The files on disk are packed. */
async function areSaved({ uri }: SkillInfo, done: Packing['done']): Promise<boolean> {
  const folder = Uri.joinPath(Uri.parse(uri), '..').toString();
  const unsaved = workspace.textDocuments.filter((it) => it.isDirty && it.uri.toString().startsWith(`${folder}/`));
  if (unsaved.length === 0) return true;
  const save = 'Save';
  const question = `The saved files are ${done}. Save your changes first?`;
  if ((await window.showInformationMessage(question, { modal: true }, save)) !== save) return false;
  return (await Promise.all(unsaved.map((document) => document.save()))).every((saved) => saved);
}

/** Why a skill cannot be uploaded, each reason with its place, until nothing is left. */
function problemsAnswer({ name, problems }: PackedUpload, { uri }: SkillInfo): Answer {
  const { length } = problems;
  const steps = problems.map(({ message, line }): AnswerStep => {
    if (line === undefined) return { state: 'bad', text: message };
    return { state: 'bad', text: message, fix: { kind: 'open', title: `Go to Line ${line + 1}`, uri, line } };
  });
  const verdict =
    length === 0
      ? 'The Claude API would accept it now'
      : `It was not uploaded, because the Claude API would reject it: ${length === 1 ? '1 problem' : `${length} problems`}`;
  return {
    title: `Upload of \`${name}\``,
    verdict,
    steps,
    heading: 'Problems',
    ...(length === 0 && { next: { kind: 'upload', title: 'Upload to the Claude API…', uri } }),
  };
}
