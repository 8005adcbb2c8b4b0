import type { InvocationPreview, OffsetRange } from '../../../../server/src/protocol.ts';

/** The views of what an invocation sends, and of what is left of it after `/compact`. */
export type PreviewView = 'rendered' | 'exact' | 'messages' | 'compaction';

/** The state of a page that VS Code keeps while it is hidden, and when the window reloads. */
export interface KeptPreview {
  /** Absent if no skill was shown. */
  readonly uri?: string;
  readonly arguments: string;
  readonly locked: boolean;
  readonly view: PreviewView;
  /** Whitespace and invisible characters are drawn. */
  readonly invisibles: boolean;
  /** Names of the skills that are invoked after it, before `/compact`. */
  readonly newer: readonly string[];
  readonly scroll: KeptScroll;
}

/** How far a view was scrolled. */
export interface KeptScroll {
  readonly view: PreviewView;
  /** The offset of the text at the top. */
  readonly offset: number;
  /** In pixels. */
  readonly top: number;
}

/** Markdown as VS Code renders it, or why its source is shown: there is no renderer, or it is too long. */
export type RenderedPreview =
  | { readonly html: string }
  | { readonly html: null; readonly why: 'no-renderer' | 'too-long' };

/** Messages from the extension to the page of a preview. Offsets refer to the text of the latest preview. */
export type ToPreviewPage =
  /** The current skill and arguments. The arguments field takes these. */
  | {
      readonly kind: 'target';
      readonly uri: string | undefined;
      readonly arguments: string;
      readonly locked: boolean;
      /** Arguments that were used before, most recent first. */
      readonly history: readonly string[];
      /** The user opened the preview and will want to type. */
      readonly focus: boolean;
      /** Names of the skills that are invoked after it. */
      readonly newer: readonly string[];
    }
  | {
      readonly kind: 'preview';
      readonly preview: InvocationPreview;
      readonly trusted: boolean;
      /** The file is not on a machine that could run its commands. */
      readonly elsewhere: boolean;
      /** The hashes of the commands that are running. */
      readonly running: readonly string[];
    }
  /** Selects a tab. */
  | { readonly kind: 'choose'; readonly view: PreviewView }
  | ({ readonly kind: 'rendered' } & RenderedPreview)
  | { readonly kind: 'running'; readonly running: readonly string[] }
  | { readonly kind: 'history'; readonly history: readonly string[] }
  /** The value typed for this declared argument cannot be expressed by any arguments. */
  | { readonly kind: 'argument-refused'; readonly index: number }
  /** There is no preview of this file, which is not a failure. */
  | { readonly kind: 'nothing'; readonly title: string; readonly advice: string }
  | { readonly kind: 'failed'; readonly reason: string }
  /** The editor's selection as a range of the text; absent if it is not in the text. */
  | { readonly kind: 'point'; readonly range?: OffsetRange }
  /** The offset of the first visible line of the editor. */
  | { readonly kind: 'scroll'; readonly offset: number };

/** Messages from the page to the extension. */
export type FromPreviewPage =
  /** The first message of a page. It is sent previews until it closes. */
  | { readonly kind: 'ready'; readonly view: PreviewView; readonly newer: readonly string[] }
  | { readonly kind: 'view'; readonly view: PreviewView }
  | { readonly kind: 'arguments'; readonly arguments: string }
  /** A declared argument has a new value. */
  | { readonly kind: 'argument'; readonly index: number; readonly value: string }
  /** One more skill is invoked after it, the longest of the others, or one less. */
  | { readonly kind: 'newer'; readonly change: 1 | -1 }
  /** The user has finished typing the arguments, which are added to the history. */
  | { readonly kind: 'remember' }
  | { readonly kind: 'run'; readonly hash: string }
  | { readonly kind: 'cancel'; readonly hash: string }
  /** Adds the rules that a command lacks to the skill. */
  | { readonly kind: 'allow'; readonly hash: string }
  /** Selects a range of the file. */
  | { readonly kind: 'select'; readonly source: OffsetRange }
  /** The offset in the text of what the page shows at its top. */
  | { readonly kind: 'scroll'; readonly offset: number }
  | { readonly kind: 'link'; readonly address: string }
  | { readonly kind: 'copy'; readonly text: string }
  | { readonly kind: 'command'; readonly command: PreviewPageCommand };

/** The commands that the page has buttons for. */
export type PreviewPageCommand =
  | 'chooseHistory'
  | 'chooseNewer'
  | 'runAll'
  | 'manageTrust'
  | 'choose'
  | 'restartServer'
  | 'showOutput';
