import type { WhyReport } from '../../../../server/src/protocol.ts';
import { RecentByUri, type State } from '../../recent-by-uri.ts';

/** Measurements that are kept, and characters of each: what is larger is not shown again. */
const maxMeasured = 20;
const maxLength = 200_000;

interface Measured {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly report: WhyReport;
}

/** The last measurement of each trigger set, to be read again later. Stored with the workspace. */
export class MeasuredBefore {
  readonly #measured: RecentByUri<Measured>;

  constructor(state: State) {
    this.#measured = new RecentByUri(state, 'skillwright.triggers.measured', maxMeasured);
  }

  /** @param set the URI of a trigger set */
  of(set: string): Measured | undefined {
    return this.#measured.of(set);
  }

  remember(set: string, report: WhyReport): void {
    const isShort = JSON.stringify(report).length <= maxLength;
    this.#measured.remember(set, isShort ? { time: Date.now(), report } : undefined);
  }
}
