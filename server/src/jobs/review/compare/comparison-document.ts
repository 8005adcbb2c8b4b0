import type { SkillStatus } from '../../../catalog/catalog-skill.ts';
import type { Session } from '../../../catalog/session.ts';
import { shownPath } from '../../../catalog/shown-path.ts';
import { withoutSecrets } from '../../../dialect/secrets/find-secrets.ts';
import { counted } from '../../../document/text/counted.ts';
import { inThousands } from '../../../document/text/in-thousands.ts';
import {
  codeBlock,
  codeSpan,
  joinMarkdown,
  type Markdown,
  markdown,
  ownMarkdown,
} from '../../../features/text/markdown-text.ts';
import { unifiedPatch } from '../../../features/text/unified-patch.ts';
import { trustTitles } from '../trust/trust-item.ts';
import type { CatalogComparison, OfferedComparison } from './compare-catalogs.ts';
import type { ListingChange, ListingSize, StatusChange } from './compare-listings.ts';
import type { RenderingChange } from './compare-renderings.ts';
import type { TrustChange } from './compare-trust.ts';
import type { SkillRename } from './find-renames.ts';

/** The two states that are compared, as users name them. */
interface ComparedStates {
  readonly before: string;
  /** Undefined for the files as they are on disk. */
  readonly after: string | undefined;
}

/** How differences are marked: VS Code shows removed lines of `diff` in red on red, other readers of Markdown in colours that fit. */
type DifferenceLanguage = 'diff' | 'text';

/** Texts of one comparison that are shown; a pull request has room for so many. */
const maxTexts = 30;

/** UTF-16 units of one difference that are shown. */
const maxDifference = 6_000;

/** Changes of one kind that are shown. */
const maxChanges = 200;

/** The comparison as a markdown document, for people. Texts of files are only data in it. */
export function comparisonDocument(
  { before, after }: ComparedStates,
  comparison: CatalogComparison,
  session: Pick<Session, 'folder' | 'environment'>,
  language: DifferenceLanguage = 'diff',
): Markdown {
  const { listing, size, renames, skills, renderings, trust, offered, notes } = comparison;
  const pathOf = (path: string) => shownPath(path, session);
  const parts = [
    ...listingPart(listing, size, language),
    ...renamePart(renames, pathOf),
    ...statusPart(skills, pathOf),
    ...renderingPart(renderings, language),
    ...trustPart(trust, pathOf),
    ...offered.flatMap((plugin) => offeredPart(plugin, pathOf, language)),
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

/** What is the same is said, too: silence could mean that it was not compared. */
function sameOrNot({ listing, size, renderings, trust, offered }: CatalogComparison): Markdown {
  const isSameSize = JSON.stringify(size.before) === JSON.stringify(size.after);
  const entries = listing.length + offered.reduce((sum, plugin) => sum + plugin.listing.length, 0);
  const texts = renderings.length + offered.reduce((sum, plugin) => sum + plugin.renderings.length, 0);
  const found = (count: number, one: string, many?: string) => (count === 0 ? 'the same' : counted(count, one, many));
  const ofListing =
    entries === 0 && !isSameSize
      ? 'the same entries, another size'
      : found(entries, 'entry changed', 'entries changed');
  return bullets(
    [
      `Listing: ${ofListing}`,
      `Text that is sent: ${found(texts, 'text changed', 'texts changed')}`,
      `What is granted and may run: ${found(trust.length, 'change')}`,
    ].map(ownMarkdown),
  );
}

function listingPart(
  listing: readonly ListingChange[],
  { before, after }: CatalogComparison['size'],
  language: DifferenceLanguage,
): Markdown[] {
  const isSameSize = JSON.stringify(before) === JSON.stringify(after);
  if (listing.length === 0 && isSameSize) return [];
  const byBudget = listing.filter(({ cause }) => cause === 'budget');
  const lost = byBudget.filter(({ state }) => state !== 'full');
  const back = byBudget.filter(({ state }) => state === 'full');
  return [
    ownMarkdown('## Listing'),
    ...(listing.length === 0 ? [] : [linesBlock(listing, language)]),
    ...(lost.length === 0
      ? []
      : [
          ownMarkdown('No longer shown in full, because others now take more of the budget:'),
          bullets(lost.map(({ name }) => codeSpan(name))),
        ]),
    ...(back.length === 0
      ? []
      : [ownMarkdown('Shown in full again:'), bullets(back.map(({ name }) => codeSpan(name)))]),
    ...reasons(listing),
    ...(isSameSize ? [] : [sizeLine(before, after)]),
  ];
}

function reasons(listing: readonly ListingChange[]): Markdown[] {
  const known = listing.filter(({ reason }) => reason !== null);
  return known.length === 0
    ? []
    : [bullets(known.map(({ name, reason }) => markdown`${codeSpan(name)}: ${codeSpan(reason!)}`))];
}

function sizeLine(before: ListingSize, after: ListingSize): Markdown {
  const amount = ({ used, wanted, budget }: ListingSize) =>
    `${inThousands(used)} of ${inThousands(budget)}${wanted > budget ? ` (${inThousands(wanted)} in full)` : ''}`;
  return ownMarkdown(`The listing takes ${amount(after)}, before ${amount(before)}.`);
}

/** The lines as the model sees them. */
function linesBlock(listing: readonly ListingChange[], language: DifferenceLanguage): Markdown {
  const lines = listing
    .slice(0, maxChanges)
    .flatMap(({ before, after }) => [
      ...(before === null ? [] : [`- ${before}`]),
      ...(after === null ? [] : [`+ ${after}`]),
    ]);
  return codeBlock(withoutSecrets(lines.join('\n')), language, maxChanges * 2_000);
}

function renamePart(renames: readonly SkillRename[], pathOf: (path: string) => string): Markdown[] {
  if (renames.length === 0) return [];
  const rows = renames.slice(0, maxChanges).map(({ before, after, similarity }) => {
    const names =
      before.name === after.name ? codeSpan(after.name) : markdown`${codeSpan(before.name)} → ${codeSpan(after.name)}`;
    const from = before.path === after.path ? [] : [markdown`${codeSpan(pathOf(before.path))} → `];
    const place = joinMarkdown([...from, codeSpan(pathOf(after.path))], '');
    const share = Math.min(99, Math.round(similarity * 100));
    return markdown`${names}, ${place}, ${ownMarkdown(similarity === 1 ? 'with the same text' : `${share} % of the text is the same`)}`;
  });
  return [ownMarkdown('## Renamed and moved'), bullets(rows)];
}

function statusPart(skills: readonly StatusChange[], pathOf: (path: string) => string): Markdown[] {
  if (skills.length === 0) return [];
  const rows = skills.slice(0, maxChanges).map((skill) => {
    const { name, before, after, path } = skill;
    const change = ownMarkdown(`${statusLabel(before)} → ${statusLabel(after)}${invokers(skill)}`);
    return markdown`${codeSpan(name)}: ${change}, in ${codeSpan(pathOf(path))}`;
  });
  return [ownMarkdown('## Skills'), bullets(rows)];
}

function invokers({ after, userInvocable, modelInvocable }: StatusChange): string {
  if (after !== 'active' || (userInvocable && modelInvocable)) return '';
  return userInvocable ? ' (only for users)' : modelInvocable ? ' (only for the model)' : '';
}

function statusLabel(status: SkillStatus | null): string {
  return status ?? 'absent';
}

function renderingPart(
  renderings: readonly RenderingChange[],
  language: DifferenceLanguage,
  title = '## Text that is sent',
): Markdown[] {
  if (renderings.length === 0) return [];
  const shown = renderings.slice(0, maxTexts).flatMap((change) => {
    const { name, formerName, arguments: given, before, after } = change;
    const invocation = codeSpan(`/${name}${given === '' ? '' : ` ${given}`}`);
    const former = formerName === null ? ownMarkdown('') : markdown`, before ${codeSpan(`/${formerName}`)}`;
    const state = before === null ? ' is new' : after === null ? ' is gone' : '';
    return [
      markdown`### ${invocation}${former}${ownMarkdown(state)}`,
      codeBlock(
        withoutSecrets(withoutHeader(unifiedPatch('a', 'b', before ?? '', after ?? ''))),
        language,
        maxDifference,
      ),
    ];
  });
  const more = renderings.length - maxTexts;
  return [
    ownMarkdown(title),
    ...shown,
    ...(more > 0 ? [ownMarkdown(`${more} more texts differ. The JSON report has all of them.`)] : []),
  ];
}

function withoutHeader(patch: string): string {
  return patch.replace(/^--- .*\n\+\+\+ .*\n/, '').replace(/\n$/, '');
}

function trustPart(trust: readonly TrustChange[], pathOf: (path: string) => string): Markdown[] {
  if (trust.length === 0) return [];
  const rows = trust.slice(0, maxChanges).map(({ change, kind, text, path, line }) => {
    const where = codeSpan(line === undefined || change === 'removed' ? pathOf(path) : `${pathOf(path)}:${line + 1}`);
    return markdown`${ownMarkdown(change === 'added' ? '**New**' : '**Gone**')}, ${ownMarkdown(trustTitles[kind].toLowerCase())}: ${codeSpan(text)} in ${where}`;
  });
  return [ownMarkdown('## What is granted and may run'), bullets(rows)];
}

function offeredPart(
  { name, formerName, listing, skills, renderings }: OfferedComparison,
  pathOf: (path: string) => string,
  language: DifferenceLanguage,
): Markdown[] {
  return [
    formerName === null
      ? markdown`## ${codeSpan(name)}, once installed`
      : markdown`## ${codeSpan(name)}, before ${codeSpan(formerName)}, once installed`,
    ...(listing.length === 0 ? [] : [linesBlock(listing, language)]),
    ...statusPart(skills, pathOf).slice(1),
    ...renderingPart(renderings, language, '### Text that is sent'),
  ];
}

function bullets(items: readonly Markdown[]): Markdown {
  return joinMarkdown(
    items.map((item) => markdown`- ${item}`),
    '\n',
  );
}
