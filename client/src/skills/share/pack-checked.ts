import { Uri, window, workspace } from 'vscode';
import type { PackedUpload, SkillInfo } from '../../../../server/src/protocol.ts';
import { messageText } from '../../text/displayed-text.ts';
import type { ReportDocuments } from '../../views/reports/report-documents.ts';
import type { SkillActions } from '../skill-actions.ts';
import { repairProblems } from './repair-problems.ts';

/** What is done with a packed skill. */
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
  actions: SkillActions,
  skill: SkillInfo,
  documents: ReportDocuments,
  { done, asArchive }: Packing,
): Promise<PackedUpload | undefined> {
  if (!(await areSaved(skill, done))) return undefined;
  let packed = await pack();
  if (packed.problems.length > 0 && !asArchive && !packed.problems.some(({ fix }) => fix)) {
    await showProblems(packed, documents, done);
    return undefined;
  }
  const answer = await repairProblems(actions, {
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
    return actions.server.request('skillwright/packSkill', params);
  }
}

/** What is packed is what is on the disk. */
async function areSaved({ uri }: SkillInfo, done: Packing['done']): Promise<boolean> {
  const folder = Uri.joinPath(Uri.parse(uri), '..').toString();
  const unsaved = workspace.textDocuments.filter((it) => it.isDirty && it.uri.toString().startsWith(`${folder}/`));
  if (unsaved.length === 0) return true;
  const save = 'Save';
  const question = `The saved files are ${done}. Save your changes first?`;
  if ((await window.showInformationMessage(question, { modal: true }, save)) !== save) return false;
  return (await Promise.all(unsaved.map((document) => document.save()))).every((saved) => saved);
}

async function showProblems(
  { name, problems }: PackedUpload,
  documents: ReportDocuments,
  done: Packing['done'],
): Promise<void> {
  const [first] = problems;
  const others = problems.length > 1 ? `, and ${problems.length - 1} more` : '';
  const show = 'Show Problems';
  const text = messageText(`“${name}” was not ${done}, because it would be rejected: ${first!.message}${others}`);
  if ((await window.showErrorMessage(text, show)) !== show) return;
  const lines = problems.map(({ message, rule, line }) => {
    const place = line === undefined ? '' : `Line ${line + 1}: `;
    return `- ${place}${message.replace(/[<>&]/g, (it) => `&#${it.charCodeAt(0)};`)}${rule === undefined ? '' : ` (\`${rule}\`)`}`;
  });
  await documents.open('Problems of the upload', `# Problems of the upload\n\n${lines.join('\n')}\n`);
}
