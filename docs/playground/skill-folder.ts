import type { ClientFile, ClientFileParams, ClientFileRequests } from '../../server/src/protocol.ts';

const project = '/project';

/** Where the skill of a folder is, as a URI. */
export function skillUri(folder: string): string {
  return `file://${project}/.claude/skills/${folder}/SKILL.md`;
}

/** The workspace. */
export const projectUri = `file://${project}`;

/** All that exists for the server: a project with one skill, whose text is that in the editor. */
export class SkillFolder {
  folder = '';
  text = '';

  /** Answers a request of the server for a file; undefined if it asks for something else. */
  answer(method: string, { uri }: ClientFileParams): ClientFileRequests[keyof ClientFileRequests] | null | undefined {
    const path = decodeURIComponent(new URL(uri).pathname).replace(/(?<=.)\/$/, '');
    if (method === 'skillwright/stat') return this.#stat(path);
    if (method === 'skillwright/readFile') return path === this.#file ? { base64: inBase64(this.text) } : null;
    if (method === 'skillwright/readFolder') return this.#entries(path);
    return undefined;
  }

  get #file(): string {
    return `${project}/.claude/skills/${this.folder}/SKILL.md`;
  }

  #stat(path: string): ClientFile | null {
    if (path === this.#file) return { type: 'file', size: new TextEncoder().encode(this.text).length };
    return this.#below(path) === undefined ? null : { type: 'folder', size: 0 };
  }

  #entries(path: string): ClientFileRequests['skillwright/readFolder'] | null {
    const name = this.#below(path);
    if (name === undefined) return null;
    return { entries: [{ name, type: name === 'SKILL.md' ? 'file' : 'folder' }] };
  }

  /** The only name in a folder; undefined if there is no such folder. */
  #below(path: string): string | undefined {
    const start = path === '/' ? '/' : `${path}/`;
    return this.#file.startsWith(start) ? this.#file.slice(start.length).split('/')[0] : undefined;
  }
}

function inBase64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}
