import { type QuickPickOptions, window } from 'vscode';
import type { Destination, DestinationsParams } from '../../../server/src/protocol.ts';
import { confirmOutside } from '../changes/confirm-outside.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import { labelText } from '../text/displayed-text.ts';

/** The folder to put a skill into: the only one, or else chosen from a list; undefined for none. */
export async function chooseDestination(
  server: LanguageServer,
  params: DestinationsParams,
  question: string,
  fits: (destination: Destination) => boolean = () => true,
  title?: string,
): Promise<Destination | undefined> {
  const destinations = (await server.request('skillwright/destinations', params)).filter(fits);
  if (destinations.length === 0) throw new Error('there is no folder to put it in');
  const chosen =
    params.node !== undefined && destinations.length === 1
      ? destinations[0]
      : await chooseAmong(destinations, { placeHolder: question, ...(title !== undefined && { title }) });
  if (!chosen) return undefined;
  return (await confirmOutside(chosen.outside === undefined ? [] : [chosen.outside])) ? chosen : undefined;
}

async function chooseAmong(
  destinations: readonly Destination[],
  texts: Pick<QuickPickOptions, 'placeHolder' | 'title'>,
): Promise<Destination | undefined> {
  const items = destinations.map((destination) => ({
    label: labelText(destination.label),
    description: labelText(destination.detail),
    ...(destination.readers !== undefined && { detail: destination.readers }),
    destination,
  }));
  return (await window.showQuickPick(items, { ...texts, matchOnDescription: true }))?.destination;
}
