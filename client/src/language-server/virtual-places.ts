import { Uri, workspace } from 'vscode';
import type { VirtualPlace } from './virtual-uris.ts';

/** Where the virtual folders of the workspace are: not on a disk, as far as this extension can tell. */
export function virtualPlaces(): VirtualPlace[] {
  const places = (workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme !== 'file')
    .map(({ uri }): VirtualPlace => {
      const root = uri.with({ path: '/', query: '', fragment: '' });
      return {
        inEditor: root.toString().replace(/\/$/, ''),
        inServer: Uri.file(`/${uri.scheme}:${uri.authority}`).toString(),
      };
    });
  return [...new Map(places.map((place) => [place.inEditor, place])).values()];
}
