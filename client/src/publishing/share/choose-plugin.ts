import { type QuickPickItem, Uri, window, workspace } from 'vscode';
import type { NewOrExisting, SharePlace, SharePlaces } from '../../../../server/src/protocol.ts';
import { baseName, childOf, exists } from '../../changes/file-uris.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { inputBoxText, labelText } from '../../text/displayed-text.ts';
import { placeOf } from '../../text/place-of.ts';

/** Where skills are shared: in a plugin, which a marketplace may offer. */
interface ChosenPlace {
  readonly plugin: NewOrExisting;
  readonly marketplace?: NewOrExisting;
}

/** A plugin that exists, or the beginning of a new one; undefined if the user cancels. */
export async function choosePlugin({ plugins }: SharePlaces): Promise<SharePlace | 'new' | undefined> {
  if (plugins.length === 0) return 'new';
  const items: (QuickPickItem & { readonly of: SharePlace | 'new' })[] = [
    { label: '$(add) New Plugin…', of: 'new' },
    ...plugins.map((of) => ({ label: labelText(of.name), description: labelText(of.detail), of })),
  ];
  const title = 'Share in a Plugin';
  return (await window.showQuickPick(items, { title, placeHolder: 'Which plugin?', matchOnDescription: true }))?.of;
}

/** Asks for the name and the place of a new plugin; undefined if the user cancels. */
export async function newPlugin(
  server: LanguageServer,
  { marketplaces }: SharePlaces,
  proposed: string,
  needsMarketplace: boolean,
): Promise<ChosenPlace | undefined> {
  const name = await askName(server, 'plugin', proposed);
  if (name === undefined) return undefined;
  interface Place extends QuickPickItem {
    readonly folder?: Uri;
    readonly marketplace?: Uri;
    readonly isNew?: true;
  }
  const inMarketplaces = marketplaces.map(({ name: label, uri }): Place => {
    const folder = Uri.joinPath(Uri.parse(uri), 'plugins');
    return { label: labelText(`In the Marketplace ${label}`), folder, marketplace: Uri.parse(uri) };
  });
  const open = (workspace.workspaceFolders ?? []).map(({ uri }) => ({ uri, folder: Uri.joinPath(uri, 'plugins') }));
  const taken = new Set(marketplaces.map(({ uri }) => Uri.parse(uri).toString()));
  const inNew = open
    .filter(({ uri }) => !taken.has(uri.toString()))
    .map(({ uri, folder }): Place => {
      return { label: labelText(`In a New Marketplace in ${baseName(uri)}`), folder, marketplace: uri, isNew: true };
    });
  const alone = open.map(
    ({ uri, folder }): Place => ({ label: labelText(`In ${baseName(uri)}, without a Marketplace`), folder }),
  );
  const elsewhere: Place = { label: 'In Another Folder…', description: 'Without a marketplace' };
  const items = [...inMarketplaces, ...inNew, ...(needsMarketplace ? [] : [...alone, elsewhere])].map((item) => ({
    ...item,
    ...(item.folder && { description: labelText(workspace.asRelativePath(childOf(item.folder, name))) }),
  }));
  const title = `Share in the New Plugin ${name}`;
  const place = await window.showQuickPick(items, { title, placeHolder: 'Where should the plugin be?' });
  if (!place) return undefined;
  const around = place.folder ?? (await askFolder());
  if (!around) return undefined;
  const folder = childOf(around, name);
  if (await exists(folder)) throw new Error(`${placeOf(folder)} already exists`);
  const plugin = { uri: folder.toString(), newName: name };
  if (!place.marketplace) return { plugin };
  const marketplace = await marketplaceAt(server, place.marketplace, place.isNew === true);
  return marketplace && { plugin, marketplace };
}

/** The marketplace that should offer a plugin, or a new one around it; undefined if the user cancels. */
export async function chooseMarketplace(
  server: LanguageServer,
  { marketplaces }: SharePlaces,
  plugin: Uri,
): Promise<NewOrExisting | undefined> {
  const around = marketplaces.filter(({ uri }) => isWithin(plugin, Uri.parse(uri)));
  const folder = workspace.getWorkspaceFolder(plugin)?.uri ?? plugin;
  const isTaken = around.some(({ uri }) => Uri.parse(uri).toString() === folder.toString());
  const items: (QuickPickItem & { readonly at: Uri; readonly isNew: boolean })[] = [
    ...around.map(({ name, detail, uri }) => ({
      label: labelText(name),
      description: labelText(detail),
      at: Uri.parse(uri),
      isNew: false,
    })),
    ...(isTaken
      ? []
      : [
          {
            label: '$(add) New Marketplace…',
            description: labelText(workspace.asRelativePath(folder)),
            at: folder,
            isNew: true,
          },
        ]),
  ];
  const title = 'Share in a Marketplace';
  const chosen = await window.showQuickPick(items, {
    title,
    placeHolder: 'Which marketplace should offer the plugin?',
  });
  return chosen && marketplaceAt(server, chosen.at, chosen.isNew);
}

async function marketplaceAt(server: LanguageServer, at: Uri, isNew: boolean): Promise<NewOrExisting | undefined> {
  if (!isNew) return { uri: at.toString() };
  const newName = await askName(server, 'marketplace', toName(baseName(at)));
  return newName === undefined ? undefined : { uri: at.toString(), newName };
}

async function askName(
  server: LanguageServer,
  kind: 'plugin' | 'marketplace',
  value: string,
): Promise<string | undefined> {
  const prompt =
    kind === 'plugin'
      ? 'The name of its folder, and what is typed before “:” and the name of a skill'
      : 'What is typed after “@” to install a plugin from it';
  const name = await window.showInputBox({
    title: `Name of the New ${kind === 'plugin' ? 'Plugin' : 'Marketplace'}`,
    value,
    prompt: inputBoxText(prompt),
    placeHolder: 'For example, team-tools',
    ignoreFocusOut: true,
    validateInput: async (text) => {
      const problem = await server.request('skillwright/sharedNameProblem', { name: text.trim(), kind });
      return problem === null ? undefined : inputBoxText(problem);
    },
  });
  return name?.trim();
}

async function askFolder(): Promise<Uri | undefined> {
  const options = { canSelectFiles: false, canSelectFolders: true, openLabel: 'Create Plugin Here' };
  return (await window.showOpenDialog(options))?.[0];
}

/** The nearest name that a new plugin or marketplace can have. */
export function toName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

function isWithin(uri: Uri, folder: Uri): boolean {
  return `${uri.toString()}/`.startsWith(`${folder.toString().replace(/\/+$/, '')}/`);
}
