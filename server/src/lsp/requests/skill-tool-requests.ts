import type { Connection } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { checkFile } from '../../features/check/check-file.ts';
import type { CheckInputs } from '../../features/check/check-inputs.ts';
import type { ShownSession } from '../../features/shown-skills/shown-session.ts';
import { answerSkillCall } from '../../jobs/claude-code/skill-tool/answer-skill-call.ts';
import { readTextFile } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { ValidatedFinding } from '../../protocol.ts';
import { readTurn } from '../../runtime/invocation/invocation-turn.ts';
import { findCalled } from '../../runtime/skill-tool/find-called.ts';
import { answerRequest } from '../answer-request.ts';
import { isOnDisk, resourcePath } from '../resource-path.ts';
import { logFailure } from '../safely.ts';
import type { Catalogs } from '../state/catalogs.ts';
import type { PreviewSubjects } from '../state/preview-subjects.ts';
import type { ResourceSettings } from '../state/settings.ts';

interface SkillToolDependencies {
  readonly catalogs: Catalogs;
  readonly subjects: PreviewSubjects;
  readonly checkInputs: CheckInputs;
  readonly settings: Pick<ResourceSettings, 'of'>;
  readonly files: FileSystem;
  /** The text of a file that is open in the editor. */
  readonly openText: (path: string) => string | undefined;
}

/** Answers the extension's requests for the tools that it gives to language models. */
export function answerSkillToolRequests(connection: Connection, dependencies: SkillToolDependencies): void {
  const { catalogs, subjects, checkInputs, settings, files, openText } = dependencies;

  answerRequest(connection, 'skillwright/callSkill', null, async (call) => {
    const { skill } = call.input;
    const served = await sessionFor(call.active, typeof skill === 'string' ? skill : undefined);
    if (!served) return null;
    const { session, catalog } = served;
    const turn = await readTurn({ within: { session, settings: catalog.settings }, folder: catalog.folder });
    const subjectOf = (path: string) => subjects.of(URI.file(path).toString());
    return answerSkillCall(call, { session, catalog, turn, subjectOf });
  });
  answerRequest(connection, 'skillwright/skillsForModel', '', async ({ active }) => {
    return (await sessionFor(active, undefined))?.catalog.listing().text ?? '';
  });
  answerRequest(connection, 'skillwright/validate', null, async ({ uri, text: given }) => {
    if (!isOnDisk(uri)) return null;
    const path = resourcePath(uri);
    const found = await checkInputs.fileToCheck(path, { settings: await settings.of(uri) });
    if (typeof found === 'string') return null;
    const text = given ?? openText(path) ?? (await readTextFile(path, files));
    if (text === undefined) return null;
    const { document, findings } = checkFile(text, found.file, found.settings, (rule, error) =>
      logFailure(`The rule ${rule.id}`, error, connection.console),
    );
    return findings.map(({ rule, severity, message, range }): ValidatedFinding => {
      const { line, character } = document.lines.positionAt(range.start);
      return { rule, severity, message, line: line + 1, column: character + 1 };
    });
  });

  /** The session of the active file, or the first one; if it does not have the skill, the first one that does. */
  async function sessionFor(active: string | undefined, skill: string | undefined): Promise<ShownSession | undefined> {
    const [first, ...others] = await catalogs.sessions();
    const around = active !== undefined && isOnDisk(active) ? catalogs.around(resourcePath(active)) : undefined;
    const preferred = around ?? first;
    const name = skill?.trim().replace(/^\//, '');
    if (!preferred || !first || name === undefined) return preferred;
    const has = ({ catalog }: ShownSession) => findCalled(name, catalog) !== undefined;
    return [preferred, first, ...others].find(has) ?? preferred;
  }
}
