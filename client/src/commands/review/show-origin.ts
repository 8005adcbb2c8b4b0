import { commands, type Disposable, Uri, window } from 'vscode';
import type { OriginDocument } from '../../../../server/src/protocol.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import { chooseSkill } from '../../skills/choose-skill.ts';
import { type SkillActions, withErrorMessage } from '../../skills/skill-actions.ts';
import { labelText, messageText } from '../../text/displayed-text.ts';
import type { ReportDocuments } from '../../views/reports/report-documents.ts';

/** A file in two folders, and the one that names the pair; undefined where there is no such file. */
type ComparedFile = readonly [label: Uri, before: Uri | undefined, after: Uri | undefined];

/** "Show Origin": where a skill was installed from, and what differs here, in a copy and in the source. Writes nothing. */
export function registerShowOrigin(actions: SkillActions, documents: ReportDocuments): Disposable {
  return registerCommand('showOrigin', (argument?: unknown) =>
    withErrorMessage(actions, 'Could not show the origin', async () => {
      const skill = await chooseSkill(argument, actions, 'Select the skill whose origin to show');
      if (!skill) return;
      const origin = await actions.server.request('skillwright/origin', { skill: skill.id });
      if (!origin) throw new Error('the skill no longer exists');
      if (origin.sides.length === 0) {
        void window.showInformationMessage(
          messageText(`No origin is recorded for ${origin.name}, and there is no other copy of it.`),
        );
        return;
      }
      const compared = origin.files.length === 0 ? [] : await chooseComparison(origin);
      if (!compared) return;
      if (compared.length === 0) await documents.open(`Origin of ${origin.name}`, origin.text);
      else await commands.executeCommand('vscode.changes', `Origin of ${labelText(origin.name)}`, compared);
    }),
  );
}

/** The files to compare; none for the report, and undefined if the user chose nothing. */
async function chooseComparison(origin: OriginDocument): Promise<readonly ComparedFile[] | undefined> {
  const { sides } = origin;
  const pairs = sides.flatMap((_, after) => sides.slice(0, after).map((_, before) => [before, after] as const));
  const items = pairs.flatMap(([before, after]) => {
    const files = comparedFiles(origin, before, after);
    return files.length === 0 ? [] : [itemOf(`${sides[before]!.name} ↔ ${sides[after]!.name}`, files)];
  });
  const all = items.flatMap(({ files }) => files);
  const report = { label: '$(output) Report', description: 'what is recorded, and which files differ', files: [] };
  const together = items.length > 1 ? [itemOf(sides.map(({ name }) => name).join(' ↔ '), all)] : [];
  return (await window.showQuickPick([report, ...together, ...items], { placeHolder: 'Select what to compare' }))
    ?.files;
}

function itemOf(label: string, files: readonly ComparedFile[]) {
  const description = files.length === 1 ? '1 difference' : `${files.length} differences`;
  return { label: `$(diff) ${label}`, description, files };
}

function comparedFiles({ files }: OriginDocument, before: number, after: number): ComparedFile[] {
  return files.flatMap(({ uris, versions }) => {
    if (versions[before] === versions[after]) return [];
    const [old, now] = [uris[before], uris[after]].map((uri) => (uri == null ? undefined : Uri.parse(uri)));
    const label = now ?? old;
    return label ? [[label, old, now] as const] : [];
  });
}
