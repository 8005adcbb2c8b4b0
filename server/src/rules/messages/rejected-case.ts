/** The consequence of a case that the runner of Claude Code cannot read, as the end of a clause. */
export const caseRejected = 'so `claude plugin eval` rejects the case';

/** The rules about evaluations have one source. */
export const evaluationsRecorded = 'test/conformance: own-evaluations';
