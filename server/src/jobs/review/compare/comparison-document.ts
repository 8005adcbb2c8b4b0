import type { SkillStatus } from '../../../catalog/catalog-skill.ts';
import type { Session } from '../../../catalog/session.ts';
import { shownPath } from '../../../catalog/shown-path.ts';
import {
  codeBlock,
  codeSpan,
  joinMarkdown,
  type Markdown,
  markdown,
  ownMarkdown,
} from '../../../features/text/markdown-text.ts';
import { trustTitles } from '../trust/trust-item.ts';
import {
  changedLines,
  countedOrSame,
  displaced,
  invocationOf,
  isSameSize,
  listingPatch,
  lostBecause,
  MAX_CHANGES,
  MAX_TEXTS,
  renderingPatch,
  shownAgain,
  similarityText,
  sizeChange,
} from './changed-texts.ts';
import type { CatalogComparison, OfferedComparison } from './compare-catalogs.ts';
import type { ListingChange, StatusChange } from './compare-listings.ts';
import type { RenderingChange } from './compare-renderings.ts';
import type { TrustChange } from './compare-trust.ts';
import type { SkillRename } from './find-renames.ts';

/** The two states that are compared, as users name them. */
interface ComparedStates {
  readonly before: string;
  /** Undefined for the files as they are on disk. */
  readonly after: string | undefined;
}

/** UTF-16 units of one difference that are shown. */
const maxDifference = 6_000;

/** The comparison as a markdown document, for people. Texts of files are only data in it. */
export function comparisonDocument(
  { before, after }: ComparedStates,
  comparison: CatalogComparison,
  session: Pick<Session, 'folder' | 'environment' | 'runtime'>,
): Markdown {
  const { listing, size, renames, skills, renderings, trust, offered, notes } = comparison;
  const pathOf = (path: string) => shownPath(path, session);
  const parts = [
    ...listingPart(listing, size, session),
    ...renamePart(renames, pathOf),
    ...statusPart(skills, pathOf),
    ...renderingPart(renderings),
    ...trustPart(trust, pathOf),
    ...offered.flatMap((plugin) => offeredPart(plugin, pathOf)),
  ];
  return `${joinMarkdown(
    [
      ownMarkdown('# What changed for the model'),
      markdown`From ${codeSpan(before)} to ${after === undefined ? ownMarkdown('the files on disk') : codeSpan(after)}.`,
      ...(parts.length === 0
        ? [
            ownMarkdown(
              'Nothing: the model sees the same listing, skills send the same text, and nothing else may run.',
            ),
          ]
        : [sameOrNot(comparison), ...parts]),
      ...(notes.length === 0 ? [] : [ownMarkdown('## Not compared'), bullets(notes.map((note) => codeSpan(note)))]),
    ],
    '\n\n',
  )}\n` as Markdown;
}

/** Equal parts are named, too: silence could mean that they were not compared. */
function sameOrNot({ listing, size, renderings, trust, offered }: CatalogComparison): Markdown {
  const entries = listing.length + offered.reduce((sum, plugin) => sum + plugin.listing.length, 0);
  const texts = renderings.length + offered.reduce((sum, plugin) => sum + plugin.renderings.length, 0);
  const ofListing =
    entries === 0 && !isSameSize(size.before, size.after)
      ? 'the same entries, another size'
      : countedOrSame(entries, 'entry changed', 'entries changed');
  return bullets(
    [
      `Listing: ${ofListing}`,
      `Text that is sent: ${countedOrSame(texts, 'text changed', 'texts changed')}`,
      `What is granted and may run: ${countedOrSame(trust.length, 'change')}`,
    ].map(ownMarkdown),
  );
}

function listingPart(
  listing: readonly ListingChange[],
  { before, after }: CatalogComparison['size'],
  { runtime }: Pick<Session, 'runtime'>,
): Markdown[] {
  const isSame = isSameSize(before, after);
  if (listing.length === 0 && isSame) return [];
  const { lost, back } = displaced(listing);
  return [
    ownMarkdown('## Listing'),
    ...(listing.length === 0 ? [] : [linesBlock(listing)]),
    ...(lost.length === 0 ? [] : [ownMarkdown(lostBecause), bullets(lost.map(codeSpan))]),
    ...(back.length === 0 ? [] : [ownMarkdown(shownAgain), bullets(back.map(codeSpan))]),
    ...reasons(listing),
    ...(isSame ? [] : [ownMarkdown(`${sizeChange(before, after, runtime)}.`)]),
  ];
}

function reasons(listing: readonly ListingChange[]): Markdown[] {
  const known = listing.filter(({ reason }) => reason !== null);
  return known.length === 0
    ? []
    : [bullets(known.map(({ name, reason }) => markdown`${codeSpan(name)}: ${codeSpan(reason!)}`))];
}

/** The lines as the model sees them. */
function linesBlock(listing: readonly ListingChange[]): Markdown {
  return codeBlock(listingPatch(listing), 'diff', MAX_CHANGES * 2_000);
}

function renamePart(renames: readonly SkillRename[], pathOf: (path: string) => string): Markdown[] {
  if (renames.length === 0) return [];
  const rows = renames.slice(0, MAX_CHANGES).map(({ before, after, similarity }) => {
    const names =
      before.name === after.name ? codeSpan(after.name) : markdown`${codeSpan(before.name)} → ${codeSpan(after.name)}`;
    const from = before.path === after.path ? [] : [markdown`${codeSpan(pathOf(before.path))} → `];
    const place = joinMarkdown([...from, codeSpan(pathOf(after.path))], '');
    return markdown`${names}, ${place}, ${ownMarkdown(similarityText(similarity))}`;
  });
  return [ownMarkdown('## Renamed and moved'), bullets(rows)];
}

function statusPart(skills: readonly StatusChange[], pathOf: (path: string) => string): Markdown[] {
  if (skills.length === 0) return [];
  const rows = skills.slice(0, MAX_CHANGES).map((skill) => {
    const { name, before, after, path } = skill;
    const change = ownMarkdown(`${statusLabel(before)} → ${statusLabel(after)}${invokers(skill)}`);
    return markdown`${codeSpan(name)}: ${change}, in ${codeSpan(pathOf(path))}`;
  });
  return [ownMarkdown('## Skills'), bullets(rows)];
}

export function invokers({ after, userInvocable, modelInvocable }: StatusChange): string {
  if (after !== 'active' || (userInvocable && modelInvocable)) return '';
  return userInvocable ? ' (only for users)' : modelInvocable ? ' (only for the model)' : '';
}

export function statusLabel(status: SkillStatus | null): string {
  return status ?? 'absent';
}

function renderingPart(renderings: readonly RenderingChange[], title = '## Text that is sent'): Markdown[] {
  if (renderings.length === 0) return [];
  const shown = renderings.slice(0, MAX_TEXTS).flatMap((change) => {
    const { formerName, before, after } = change;
    const former = formerName === null ? ownMarkdown('') : markdown`, before ${codeSpan(`/${formerName}`)}`;
    const state = before === null ? ' is new' : after === null ? ' is gone' : '';
    const patch = renderingPatch(change);
    const size = ownMarkdown(`${state} (${changedLines(patch)})`);
    return [markdown`### ${codeSpan(invocationOf(change))}${former}${size}`, codeBlock(patch, 'diff', maxDifference)];
  });
  const more = renderings.length - MAX_TEXTS;
  return [
    ownMarkdown(title),
    ...shown,
    ...(more > 0 ? [ownMarkdown(`${more} more texts differ. The JSON report has all of them.`)] : []),
  ];
}

function trustPart(trust: readonly TrustChange[], pathOf: (path: string) => string): Markdown[] {
  if (trust.length === 0) return [];
  const rows = trust.slice(0, MAX_CHANGES).map(({ change, kind, text, path, line }) => {
    const where = codeSpan(line === undefined || change === 'removed' ? pathOf(path) : `${pathOf(path)}:${line + 1}`);
    return markdown`${ownMarkdown(change === 'added' ? '**New**' : '**Gone**')}, ${ownMarkdown(trustTitles[kind].toLowerCase())}: ${codeSpan(text)} in ${where}`;
  });
  return [ownMarkdown('## What is granted and may run'), bullets(rows)];
}

function offeredPart(
  { name, formerName, listing, skills, renderings }: OfferedComparison,
  pathOf: (path: string) => string,
): Markdown[] {
  return [
    formerName === null
      ? markdown`## ${codeSpan(name)}, once installed`
      : markdown`## ${codeSpan(name)}, before ${codeSpan(formerName)}, once installed`,
    ...(listing.length === 0 ? [] : [linesBlock(listing)]),
    ...statusPart(skills, pathOf).slice(1),
    ...renderingPart(renderings, '### Text that is sent'),
  ];
}

function bullets(items: readonly Markdown[]): Markdown {
  return joinMarkdown(
    items.map((item) => markdown`- ${item}`),
    '\n',
  );
}
