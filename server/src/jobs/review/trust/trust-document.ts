import { inThousands } from '../../../document/text/numbers.ts';
import { codeSpan, joinMarkdown, type Markdown, markdown, ownMarkdown } from '../../../features/text/markdown-text.ts';
import { isInside, relativeTo } from '../../../platform/paths.ts';
import { type TrustItem, type TrustKind, trustKinds, trustTitles } from './trust-item.ts';
import type { ReviewedFile, TrustReview } from './trust-review.ts';
import type { TrustSubject } from './trust-subject.ts';

/** Entries of one kind, and files, that are listed. */
const maxListed = 500;

/**
 * A review as a markdown document. Line by line it is the same for the same files, so that two of them can be compared.
 * Texts of files are only data in it.
 */
export function trustDocument({ title, folder }: TrustSubject, review: TrustReview): Markdown {
  const { files, items, hash, notes } = review;
  const pathOf = (path: string) => (isInside(path, folder) ? relativeTo(path, folder) : path);
  const present = trustKinds.filter((kind) => items.some((item) => item.kind === kind));
  const absent = trustKinds.filter((kind) => !present.includes(kind));
  const hasCosts = items.some(({ tokens }) => tokens !== undefined);
  const except = ownMarkdown(hasCosts ? ' except tokens' : '');
  const none = absent.map((kind) => trustTitles[kind].toLowerCase()).join(', ');
  return `${joinMarkdown(
    [
      markdown`# What ${codeSpan(title)} is granted and could do`,
      ...present.flatMap((kind) => [ownMarkdown(`## ${trustTitles[kind]}`), itemList(items, kind, pathOf)]),
      ...(absent.length === 0
        ? []
        : [ownMarkdown('## Not found'), ownMarkdown(`${none[0]!.toUpperCase()}${none.slice(1)}.`)]),
      ...(notes.length === 0 ? [] : [ownMarkdown('## Not reviewed'), bullets(notes.map((note) => codeSpan(note)))]),
      ownMarkdown('## Files'),
      markdown`${ownMarkdown(files.length === 1 ? 'One file' : `${inThousands(files.length)} files`)}. SHA-256 of all of this${except}: ${codeSpan(hash)}`,
      fileList(files, pathOf),
    ],
    '\n\n',
  )}\n` as Markdown;
}

function itemList(items: readonly TrustItem[], kind: TrustKind, pathOf: (path: string) => string): Markdown {
  const ofKind = items.filter((item) => item.kind === kind);
  const lines = ofKind.slice(0, maxListed).map(({ text, path, line, tokens }) => {
    const where = line === undefined ? pathOf(path) : `${pathOf(path)}:${line + 1}`;
    const cost = ownMarkdown(tokens === undefined ? '' : `: about ${inThousands(tokens)} tokens`);
    return markdown`${codeSpan(text)} in ${codeSpan(where)}${cost}`;
  });
  return bullets(withRest(lines, ofKind.length));
}

function fileList(files: readonly ReviewedFile[], pathOf: (path: string) => string): Markdown {
  const lines = files
    .slice(0, maxListed)
    .map(
      ({ path, bytes, hash }) =>
        markdown`${codeSpan(pathOf(path))}, ${ownMarkdown(inThousands(bytes))} bytes, ${codeSpan(hash.slice(0, 16))}`,
    );
  return bullets(withRest(lines, files.length));
}

function withRest(lines: readonly Markdown[], count: number): readonly Markdown[] {
  return count <= maxListed ? lines : [...lines, ownMarkdown(`${inThousands(count - maxListed)} more`)];
}

function bullets(items: readonly Markdown[]): Markdown {
  return joinMarkdown(
    items.map((item) => markdown`- ${item}`),
    '\n',
  );
}
