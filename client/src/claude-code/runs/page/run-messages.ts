import type { RunPart, RunSummary } from '../../../../../server/src/protocol.ts';

/** The state of a page that VS Code keeps while it is hidden, and when the window reloads. */
export interface KeptRun {
  readonly id: string;
  /** Steps that the user has opened or closed, by their ids. */
  readonly opened: readonly string[];
  readonly closed: readonly string[];
  /** The first visible step and its distance from the top in pixels; absent at the end. */
  readonly place?: { readonly step: string; readonly top: number };
}

export type ToRunPage =
  | { readonly kind: 'summary'; readonly summary: RunSummary; readonly trusted: boolean }
  /** Answered with `taken`: the next parts follow then. */
  | { readonly kind: 'parts'; readonly parts: readonly RunPart[]; readonly removed: readonly string[] }
  /** Markdown as VS Code renders it; null if it cannot. */
  | { readonly kind: 'rendered'; readonly key: number; readonly html: string | null }
  /** The run was deleted. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly reason: string };

/** Messages from the page to the extension. */
export type FromRunPage =
  /** The first message of a page. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'taken' }
  | { readonly kind: 'render'; readonly key: number; readonly text: string }
  /** Adds the rules that a denied call lacks to the settings. */
  | { readonly kind: 'allow'; readonly part: string }
  /** Opens the setting that would help a run which failed. */
  | { readonly kind: 'setting' }
  /** Opens the file of the skill. */
  | { readonly kind: 'skill' }
  | { readonly kind: 'link'; readonly address: string }
  | { readonly kind: 'command'; readonly command: RunPageCommand };

/** The commands that the page has buttons for. */
export type RunPageCommand =
  | 'stop'
  | 'again'
  | 'withArguments'
  | 'withModel'
  | 'resume'
  | 'session'
  | 'copySessionId'
  | 'run'
  | 'restartServer'
  | 'showOutput';
