import type { CancellationToken, Connection } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import type { ShownSession } from '../../features/shown-skills/shown-session.ts';
import { compareCatalogs } from '../../jobs/review/compare/compare-catalogs.ts';
import { comparisonAnswer } from '../../jobs/review/compare/comparison-answer.ts';
import { riskyLines } from '../../jobs/review/trust/risky-lines.ts';
import { trustAnswer } from '../../jobs/review/trust/trust-answer.ts';
import { trustDocument } from '../../jobs/review/trust/trust-document.ts';
import { reviewTrust } from '../../jobs/review/trust/trust-review.ts';
import {
  groupSubject,
  sessionSubject,
  skillSubject,
  type TrustSubject,
} from '../../jobs/review/trust/trust-subject.ts';
import { MAX_FILE_BYTES } from '../../platform/bounds.ts';
import { memoisingFileSystem } from '../../platform/file-systems/memoising-file-system.ts';
import { revisedFileSystem } from '../../platform/file-systems/revised-file-system.ts';
import type { CompareParams, RevisionFileParams, TrustDocument, TrustParams, WhyReport } from '../../protocol.ts';
import { resourcePath } from '../resource-path.ts';
import { safely } from '../safely.ts';
import type { Catalogs } from '../state/catalogs.ts';

/** Answers the requests for documents about trust and changes. */
export function answerReviewRequests(connection: Connection, catalogs: Catalogs): void {
  connection.onRequest(
    'skillwright/trust',
    (params: TrustParams, token: CancellationToken): Promise<unknown> =>
      safely<TrustDocument | null>('Reviewing trust', null, connection.console, token, () => review(params)),
  );
  connection.onRequest(
    'skillwright/compare',
    (params: CompareParams, token: CancellationToken): Promise<unknown> =>
      safely<WhyReport | null>('Comparing skills', null, connection.console, token, () => compare(params)),
  );

  async function review(params: TrustParams): Promise<TrustDocument | null> {
    const found = await reviewed(params);
    if (!found) return null;
    const [{ session }, subject] = found;
    const result = await reviewTrust(subject, session);
    const uri = URI.file(subject.roots.length === 1 ? subject.roots[0]! : subject.folder).toString();
    const answer = trustAnswer(subject, result, await riskyLines(result, session.files));
    return { title: subject.title, uri, answer, text: trustDocument(subject, result), hash: result.hash };
  }

  async function reviewed({
    skill,
    node,
    session,
  }: TrustParams): Promise<readonly [ShownSession, TrustSubject] | undefined> {
    if (skill !== undefined) {
      const served = await catalogs.withSkill(skill);
      const found = served?.catalog.get(skill);
      return served && found && [served, skillSubject(found)];
    }
    if (node === undefined) {
      const served = await catalogs.session(session);
      return served && [served, sessionSubject(served.info.name, served, served.repository)];
    }
    for (const served of await catalogs.sessions()) {
      const subject = groupSubject(node, served, served.repository);
      if (subject) return [served, subject];
    }
    return undefined;
  }

  async function compare(params: CompareParams): Promise<WhyReport | null> {
    const served = await catalogs.session(params.session);
    if (!served) return null;
    const { session, catalog } = served;
    const { revision, title } = params;
    const files = revisedFileSystem(session.files, {
      absent: new Set(params.absent.map(resourcePath)),
      other: new Set(params.other.map(resourcePath)),
      read: (path) => readRevision({ revision, uri: URI.file(path).toString() }),
    });
    const saved = params.saved.flatMap(({ uri, arguments: all }) => {
      const name = catalog.at(resourcePath(uri))?.name;
      return name === undefined ? [] : all.map((given) => ({ name, arguments: given }));
    });
    const before = { ...session, files: memoisingFileSystem(files) };
    const after = { ...session, files: memoisingFileSystem(session.files) };
    const comparison = await compareCatalogs(before, after, saved);
    return comparisonAnswer(title, comparison, session);
  }

  async function readRevision(params: RevisionFileParams): Promise<Uint8Array | undefined> {
    const content: unknown = await connection.sendRequest('skillwright/revisionFile', params);
    if (typeof content !== 'string' || content.length > MAX_FILE_BYTES * 2) return undefined;
    return Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  }
}
