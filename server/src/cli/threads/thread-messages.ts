import type { CatalogLocation } from '../../catalog/file/catalog-location.ts';
import type { RecordedInputs } from '../../platform/node/input-recorder.ts';
import type { CheckOptions } from '../check/check-options.ts';
import type { DiscoveredFile } from '../files/discover-files.ts';
import type { FileReport, StoredFindings } from '../reports/checks/check-report.ts';
import type { CollectedMessages } from '../run-messages.ts';

/** The task of a thread that checks files, given at its start. */
export interface ThreadTask {
  readonly options: CheckOptions;
  /** Whether it has to tell what the outcome depends on. */
  readonly isRecorded: boolean;
  /** The real paths of the files that it will be given first, to be read while the session is. */
  readonly first: readonly string[];
}

/** Some files in a row, with what the session makes of them. */
export interface Batch {
  readonly files: readonly DiscoveredFile[];
  /** By path. */
  readonly locations: ReadonlyMap<string, CatalogLocation | undefined>;
}

/** To a thread: the next files; or null, for it to end. */
export type ToThread = Batch | null;

/** The report for a file as it goes from thread to thread. */
export type SentReport = Omit<FileReport, 'findings'> & { readonly stored: StoredFindings };

/** From a thread. It has started, or checked a batch, or it was told to end, or it failed. */
export type FromThread =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'checked';
      readonly outcomes: readonly (SentReport | 'no-kind' | undefined)[];
      readonly messages: CollectedMessages;
    }
  | { readonly kind: 'ended'; readonly inputs: RecordedInputs | undefined }
  | {
      readonly kind: 'failed';
      readonly message: string;
      /** The stack of a bug; undefined for a problem that the user can put right. */
      readonly stack: string | undefined;
    };

/** A message of one kind. */
export type FromThreadOf<Kind extends FromThread['kind']> = Extract<FromThread, { readonly kind: Kind }>;
