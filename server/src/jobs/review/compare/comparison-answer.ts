import type { Session } from '../../../catalog/session.ts';
import { shownPath } from '../../../catalog/shown-path.ts';
import { counted } from '../../../document/text/numbers.ts';
import type { WhyLocation, WhyReport, WhyStep } from '../../../protocol.ts';
import { inWords } from '../../../rules/messages/in-words.ts';
import { inCode, linkTo } from '../answer-text.ts';
import { trustKinds, trustTitles } from '../trust/trust-item.ts';
import {
  changedLines,
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
import { invokers, statusLabel } from './comparison-document.ts';

/** UTF-16 units of one difference that are shown. */
const maxPatch = 20_000;

type Shown = Pick<Session, 'folder' | 'environment' | 'runtime'>;

/** The comparison with the files on disk as the answer to a question: how much changed, what may run, and each text. */
export function comparisonAnswer(before: string, comparison: CatalogComparison, session: Shown): WhyReport {
  const { listing, size, renames, skills, renderings, trust, offered, notes } = comparison;
  const steps: WhyStep[] = [
    ...trustSteps(trust, session),
    ...listingSteps(listing, size, session),
    ...renames.slice(0, MAX_CHANGES).map((rename): WhyStep => {
      const { before: was, after: is, similarity } = rename;
      const names = was.name === is.name ? inCode(is.name) : `${inCode(was.name)} → ${inCode(is.name)}`;
      const moved = was.path === is.path ? '' : `, from ${inCode(shownPath(was.path, session))}`;
      const text = `Renamed or moved: ${names}${moved}, ${similarityText(similarity)}`;
      return { state: 'note', text, locations: [linkTo(is.path, session)] };
    }),
    ...skills.slice(0, MAX_CHANGES).map((skill) => statusStep(skill, session)),
    ...renderingSteps(renderings),
    ...offered.flatMap((plugin) => offeredSteps(plugin, session)),
  ];
  return {
    title: `What changed for the model since ${inCode(before)}?`,
    verdict: verdictOf(comparison, steps.length === 0),
    steps: [...steps, ...notes.map((note): WhyStep => ({ state: 'warning', text: `Not compared: ${inCode(note)}` }))],
  };
}

/** How much changed, in one line. */
function verdictOf({ listing, renderings, trust, offered }: CatalogComparison, isSame: boolean): string {
  if (isSame) return 'Nothing: the model sees the same listing, skills send the same text, and nothing else may run';
  const entries = [listing, ...offered.map((plugin) => plugin.listing)].flat();
  const texts = [renderings, ...offered.map((plugin) => plugin.renderings)].flat();
  const added = trust.filter(({ change }) => change === 'added').length;
  const parts = [
    ...(entries.length === 0 ? [] : [counted(entries.length, 'entry of the listing', 'entries of the listing')]),
    ...(texts.length === 0 ? [] : [`${counted(texts.length, 'text')} (${changedLines(...texts.map(renderingPatch))})`]),
    ...(added === 0 ? [] : [counted(added, 'new permission or command', 'new permissions and commands')]),
  ];
  return parts.length === 0 ? 'Neither the entries of the listing nor a text that is sent' : parts.join(' · ');
}

/** New items come first, with their places. */
function trustSteps(trust: readonly TrustChange[], session: Shown): WhyStep[] {
  return (['added', 'removed'] as const).flatMap((change) =>
    trustKinds.flatMap((kind): WhyStep[] => {
      const found = trust.filter((it) => it.change === change && it.kind === kind);
      if (found.length === 0) return [];
      const locations = found.slice(0, MAX_CHANGES).map(({ text, path, line }): WhyLocation => {
        const at = line === undefined ? {} : { line };
        const { label, uri } = linkTo(path, session);
        // A removed item has no place any more.
        if (change === 'removed') return { label: `${text}, ${label}` };
        return { label: text, place: line === undefined ? label : `${label}:${line + 1}`, uri, ...at };
      });
      const title = trustTitles[kind].toLowerCase();
      return change === 'added'
        ? [{ state: 'warning', text: `New: ${title}`, locations }]
        : [{ state: 'note', text: `Gone: ${title}`, locations }];
    }),
  );
}

function listingSteps(
  listing: readonly ListingChange[],
  { before, after }: CatalogComparison['size'],
  session: Shown,
): WhyStep[] {
  const isSame = isSameSize(before, after);
  if (listing.length === 0 && isSame) return [];
  const { lost, back } = displaced(listing);
  const size = isSame ? 'The listing takes as much as before' : sizeChange(before, after, session.runtime);
  return [
    { state: 'note', text: size, ...(listing.length > 0 && { patch: cut(listingPatch(listing)) }) },
    ...(lost.length === 0 ? [] : [{ state: 'warning', text: `${lostBecause} ${inWords(lost.map(inCode))}` } as const]),
    ...(back.length === 0 ? [] : [{ state: 'good', text: `${shownAgain} ${inWords(back.map(inCode))}` } as const]),
    ...listing.flatMap(({ name, reason }): WhyStep[] => {
      return reason === null ? [] : [{ state: 'note', text: `${inCode(name)}: ${reason}` }];
    }),
  ];
}

function statusStep(skill: StatusChange, session: Shown): WhyStep {
  const { name, before, after, path } = skill;
  const change =
    before === null
      ? ` is new${after === 'active' ? '' : `, ${statusLabel(after)}`}`
      : after === null
        ? ' is gone'
        : `: ${statusLabel(before)} → ${statusLabel(after)}`;
  const text = `${inCode(name)}${change}${invokers(skill)}`;
  return { state: 'note', text, locations: after === null ? [] : [linkTo(path, session)] };
}

function renderingSteps(renderings: readonly RenderingChange[]): WhyStep[] {
  const steps = renderings.slice(0, MAX_TEXTS).map((change): WhyStep => {
    const { formerName, before, after } = change;
    const former = formerName === null ? '' : `, before ${inCode(`/${formerName}`)},`;
    const verb = before === null ? 'is new' : after === null ? 'is gone' : 'sends another text';
    const patch = renderingPatch(change);
    const text = `${inCode(invocationOf(change))}${former} ${verb}: ${changedLines(patch)}`;
    return { state: 'note', text, patch: cut(patch) };
  });
  const more = renderings.length - steps.length;
  return more > 0 ? [...steps, { state: 'note', text: `${counted(more, 'more text')} changed` }] : steps;
}

function offeredSteps({ name, formerName, listing, skills, renderings }: OfferedComparison, session: Shown): WhyStep[] {
  const former = formerName === null ? '' : `, before ${inCode(formerName)}`;
  const title = `${inCode(name)}${former}, once installed`;
  return [
    listing.length === 0
      ? { state: 'note', text: title }
      : { state: 'note', text: `${title}: entries of the listing`, patch: cut(listingPatch(listing)) },
    ...skills.slice(0, MAX_CHANGES).map((skill) => statusStep(skill, session)),
    ...renderingSteps(renderings),
  ];
}

function cut(patch: string): string {
  if (patch.length <= maxPatch) return patch;
  return `${patch.slice(0, patch.lastIndexOf('\n', maxPatch))}\n…`;
}
