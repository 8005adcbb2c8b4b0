import type { InvocationPreview, OffsetRange } from '../../../../server/src/protocol.ts';

/** The three ways to look at what an invocation sends. */
export type PreviewView = 'rendered' | 'exact' | 'messages';

/** What VS Code keeps of a page while it is hidden, and over a reload. */
export interface KeptPreview {
  /** Absent where no skill was shown. */
  readonly uri?: string;
  readonly arguments: string;
  readonly locked: boolean;
  readonly view: PreviewView;
  /** White space and invisible characters are drawn. */
  readonly invisibles: boolean;
}

/** Markdown as VS Code renders it, or why it is shown as it is: nobody renders it, or it is too long for that. */
export type RenderedPreview =
  | { readonly html: string }
  | { readonly html: null; readonly why: 'no-renderer' | 'too-long' };

/** What the extension tells the page of a preview. Offsets are places in the text of the latest preview. */
export type ToPreviewPage =
  /** Which skill and arguments the page is about now; the field of the arguments takes these. */
  | {
      readonly kind: 'target';
      readonly uri: string | undefined;
      readonly arguments: string;
      readonly locked: boolean;
      /** Arguments that were used before, the latest first. */
      readonly history: readonly string[];
      /** The person asked for the preview and will want to type. */
      readonly focus: boolean;
    }
  | {
      readonly kind: 'preview';
      readonly preview: InvocationPreview;
      readonly trusted: boolean;
      /** The hashes of the commands that are running. */
      readonly running: readonly string[];
    }
  | ({ readonly kind: 'rendered' } & RenderedPreview)
  | { readonly kind: 'running'; readonly running: readonly string[] }
  | { readonly kind: 'history'; readonly history: readonly string[] }
  /** No arguments give this declared argument the value that was typed. */
  | { readonly kind: 'argument-refused'; readonly index: number }
  /** There is nothing to show, which is not a failure. */
  | { readonly kind: 'nothing'; readonly title: string; readonly advice: string }
  | { readonly kind: 'failed'; readonly reason: string }
  /** Where the cursor of the editor is; absent where that is not in the text. */
  | { readonly kind: 'point'; readonly place?: OffsetRange }
  /** What the editor shows at its top. */
  | { readonly kind: 'scroll'; readonly offset: number };

/** What the page asks of the extension. */
export type FromPreviewPage =
  /** The first message of a page, which then is sent previews until it closes. */
  | { readonly kind: 'ready'; readonly view: PreviewView }
  | { readonly kind: 'view'; readonly view: PreviewView }
  | { readonly kind: 'arguments'; readonly arguments: string }
  /** A declared argument gets another value. */
  | { readonly kind: 'argument'; readonly index: number; readonly value: string }
  /** The arguments are finished, and worth a place in the history. */
  | { readonly kind: 'remember' }
  | { readonly kind: 'run'; readonly hash: string }
  | { readonly kind: 'cancel'; readonly hash: string }
  /** Goes to a place in the file. */
  | { readonly kind: 'select'; readonly source: OffsetRange }
  /** What the page shows at its top, as a place in the text. */
  | { readonly kind: 'scroll'; readonly offset: number }
  | { readonly kind: 'link'; readonly address: string }
  | { readonly kind: 'copy'; readonly text: string }
  | { readonly kind: 'command'; readonly command: PreviewPageCommand };

/** The commands that the page has buttons for. */
export type PreviewPageCommand = 'chooseHistory' | 'runAll' | 'manageTrust' | 'choose' | 'restartServer' | 'showOutput';
