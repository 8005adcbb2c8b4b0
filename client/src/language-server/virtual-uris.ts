import type { Message, MessageReader, MessageTransports, MessageWriter } from 'vscode-languageclient';

/*
 * Virtual workspaces: the server works with paths, so the extension gives it each URI of a virtual folder in another
 * form, as that of a file whose path no disk has (`/vscode-vfs:github/owner/repo`), and changes it back in every
 * message (`virtual-uris`). The server reads these files by requests to the editor (`client-file-system`), which
 * answers only for places where a folder of the workspace is. In a browser it reads all files so.
 */

/** A scheme and authority of a virtual workspace, as URIs begin in the editor and as they begin for the server. */
export interface VirtualPlace {
  /** `vscode-vfs://github`, or `memfs:` without an authority. */
  readonly inEditor: string;
  /** `file:///vscode-vfs%3Agithub` */
  readonly inServer: string;
}

/** Keys whose values a user or a model has written; these may be anything, even the URI of a file. */
const writtenByOthers = new Set(['text', 'arguments', 'args', 'newText', 'output']);

/**
 * Messages in which the URIs of virtual workspaces have the other form. The server works with paths, so it gets each of
 * these URIs as that of a file whose path no disk has, and the editor never sees that form.
 */
export class VirtualUris {
  readonly #places: readonly VirtualPlace[];

  constructor(places: readonly VirtualPlace[]) {
    this.#places = places;
  }

  toServer<Value>(message: Value): Value {
    return this.#places.length === 0 ? message : (replaced(message, (text) => this.#inServer(text)) as Value);
  }

  toEditor<Value>(message: Value): Value {
    return this.#places.length === 0 ? message : (replaced(message, (text) => this.#inEditor(text)) as Value);
  }

  #inServer(text: string): string {
    const place = this.#places.find(({ inEditor }) => text.startsWith(`${inEditor}/`));
    if (!place) return text;
    const path = text.slice(place.inEditor.length);
    // A query belongs to another version of the file.
    if (path.includes('?')) return text;
    return place.inServer + (path === '/' ? '' : path);
  }

  #inEditor(text: string): string {
    const place = this.#places.find(({ inServer }) => text === inServer || text.startsWith(`${inServer}/`));
    return place ? place.inEditor + (text.slice(place.inServer.length) || '/') : text;
  }
}

/** The same value with every text in it, and every key, replaced by another one; itself if nothing changes. */
function replaced(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((item) => replaced(item, replace));
  if (typeof value !== 'object' || value === null) return value;
  // Arguments of commands are a list, those of skills a text.
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => [
    replace(key),
    typeof item === 'string' && writtenByOthers.has(key) ? item : replaced(item, replace),
  ]);
  return Object.fromEntries(entries);
}

/** A connection to the server over which URIs change their form in both directions. */
export function translated(transports: MessageTransports, uris: VirtualUris): MessageTransports {
  const { reader, writer } = transports;
  const translatingReader: MessageReader = {
    onError: reader.onError,
    onClose: reader.onClose,
    onPartialMessage: reader.onPartialMessage,
    listen: (callback) => reader.listen((message) => callback(uris.toEditor(message))),
    dispose: () => reader.dispose(),
  };
  const translatingWriter: MessageWriter = {
    onError: writer.onError,
    onClose: writer.onClose,
    write: (message: Message) => writer.write(uris.toServer(message)),
    end: () => writer.end(),
    dispose: () => writer.dispose(),
  };
  return { ...transports, reader: translatingReader, writer: translatingWriter };
}
