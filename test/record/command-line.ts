import { parseArgs } from 'node:util';
import { verifiedRelease } from '../conformance/recording-files.ts';
import type { WriteChoice } from './write-recordings.ts';

/** What `npm run record` was asked to do. */
export interface Options {
  readonly release: string | undefined;
  readonly client: string | undefined;
  /** The release whose recordings are asked again. */
  readonly from: string;
  /** The release, or the program, that is asked again about what differs. */
  readonly compareWith: string | undefined;
  readonly only: string | undefined;
  /** Ask only what is likely to show a change. */
  readonly quick: boolean;
  readonly jobs: number | undefined;
  readonly cache: string | undefined;
  readonly output: string | undefined;
  readonly limit: number | undefined;
  readonly write: WriteChoice;
  readonly reportOnly: boolean;
}

export const usage = `npm run record -- --release VERSION | --client PATH [options]

Asks a release of Claude Code everything that test/conformance has recorded, and reports what differs.

  --release VERSION       install this release from the npm registry, or use the installed copy
  --client PATH           use this program: a native "claude" or a "cli.js"
  --from VERSION          the recordings to ask again (default ${verifiedRelease})
  --compare-with VERSION  the release, or the path of a program, to ask again where answers differ
                          (default: the release of --from, if it is in the cache)
  --only TEXT             only cases whose id, kind or file contains TEXT
  --quick                 only a selection that has each setting, flag and sentence of the client once
  --limit N               at most N cases that are not answered yet
  --jobs N                clients at the same time (default 1)
  --cache FOLDER          where releases are installed
  --output FOLDER         where answers and the report are written (default .test-output/record/VERSION)
  --report                write the report about the stored answers, and ask nothing
  --write                 store the confirmed changes in test/conformance
  --write-all             store every confirmed answer in test/conformance
`;

/** Reads the arguments; throws an error that tells the user what is wrong with them. */
export function parseOptions(argv: readonly string[], processors: number): Options {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({
    args: [...argv],
    options: {
      release: text,
      client: text,
      from: text,
      'compare-with': text,
      only: text,
      quick: flag,
      jobs: text,
      cache: text,
      output: text,
      limit: text,
      write: flag,
      'write-all': flag,
      report: flag,
    },
  });
  if ((values.release === undefined) === (values.client === undefined)) {
    throw new Error('Give either --release or --client');
  }
  return {
    release: values.release,
    client: values.client,
    from: values.from ?? verifiedRelease,
    compareWith: values['compare-with'],
    only: values.only,
    quick: values.quick ?? false,
    // A client waits for its server and for disks now and then.
    jobs: wholeNumber('--jobs', values.jobs, 2 * processors),
    cache: values.cache,
    output: values.output,
    limit: wholeNumber('--limit', values.limit, Number.MAX_SAFE_INTEGER),
    write: values['write-all'] ? 'everything' : values.write ? 'differences' : 'nothing',
    reportOnly: values.report ?? false,
  };
}

function wholeNumber(name: string, text: string | undefined, maximum: number): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > maximum) {
    throw new Error(`${name} must be a whole number from 1 to ${maximum}`);
  }
  return number;
}
