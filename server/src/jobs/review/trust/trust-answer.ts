import { URI } from 'vscode-uri';
import { counted, inThousands } from '../../../document/text/numbers.ts';
import { isInside, relativeTo } from '../../../platform/paths.ts';
import type { WhyLocation, WhyReport, WhyStep } from '../../../protocol.ts';
import { inWords } from '../../../rules/messages/in-words.ts';
import type { RiskyLine } from './risky-lines.ts';
import { type TrustItem, type TrustKind, trustKinds, trustTitles } from './trust-item.ts';
import type { TrustReview } from './trust-review.ts';
import type { TrustSubject } from './trust-subject.ts';

/** Links of one kind: more than anybody follows. The document lists more. */
const maxLinks = 50;

/** UTF-16 units of an item that a link shows. */
const maxLabel = 200;

const riskTitle = 'Lines that download and run something, delete files, or read secrets';

/** Kinds that run without anybody asking for it, or that a reader does not see. */
const runsByItself: ReadonlySet<TrustKind> = new Set(['injection', 'hook', 'server', 'hidden-text']);

/** A review as the answer to a question: each kind with links to where it is, what there is none of, and the hash last. */
export function trustAnswer(
  { title, folder }: TrustSubject,
  { files, items, hash, notes }: TrustReview,
  risks: readonly RiskyLine[],
): WhyReport {
  const pathOf = (path: string) => (isInside(path, folder) ? relativeTo(path, folder) : path);
  const kinds = trustKinds
    .map((kind) => ({ kind, found: items.filter((item) => item.kind === kind) }))
    .filter(({ found }) => found.length > 0);
  const absent = trustKinds.filter((kind) => !kinds.some((it) => it.kind === kind));
  return {
    title: `What can \`${title}\` do?`,
    verdict:
      kinds.length === 0
        ? 'It is granted nothing, and runs nothing'
        : [
            ...(risks.length === 0 ? [] : [`${counted(risks.length, 'dangerous line')} to read first`]),
            ...kinds.map(({ kind, found }) => `${trustTitles[kind]}: ${inThousands(found.length)}`),
          ].join(' · '),
    steps: [
      ...notes.map((text): WhyStep => ({ state: 'warning', text: `Not reviewed: ${text}` })),
      ...(risks.length === 0
        ? []
        : [{ state: 'warning', text: riskTitle, locations: linksTo(risks, pathOf) } as const]),
      ...kinds.map(
        ({ kind, found }): WhyStep => ({
          state: runsByItself.has(kind) ? 'warning' : 'note',
          text: trustTitles[kind],
          locations: linksTo(found, pathOf),
        }),
      ),
      ...(absent.length === 0 ? [] : [{ state: 'good', text: noneOf(absent) } as const]),
      { state: 'note', text: `${counted(files.length, 'file')} searched. SHA-256 of all of this: \`${hash}\`` },
    ],
  };
}

/** Kinds of which most people want to know that there are none. */
const feared: readonly TrustKind[] = ['hook', 'server', 'script', 'hidden-text'];

function noneOf(absent: readonly TrustKind[]): string {
  const named = feared.filter((kind) => absent.includes(kind)).map((kind) => trustTitles[kind].toLowerCase());
  return named.length === 0 ? 'Nothing else was found' : `Nothing else was found: no ${inWords(named, 'or')}`;
}

function linksTo(
  found: readonly (RiskyLine & Pick<TrustItem, 'tokens'>)[],
  pathOf: (path: string) => string,
): readonly WhyLocation[] {
  const links = found.slice(0, maxLinks).map(({ text, path, line, tokens }) => {
    const where = line === undefined ? pathOf(path) : `${pathOf(path)}:${line + 1}`;
    const cost = tokens === undefined ? '' : `, about ${inThousands(tokens)} tokens`;
    const label = text.length > maxLabel ? `${text.slice(0, maxLabel)}…` : text;
    return { label, place: `${where}${cost}`, uri: URI.file(path).toString(), ...(line !== undefined && { line }) };
  });
  const rest = found.length - links.length;
  return rest === 0 ? links : [...links, { label: `${inThousands(rest)} more` }];
}
