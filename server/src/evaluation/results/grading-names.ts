/** The names of the list of expectations: skill-creator's own, and those of other pages and older results. */
export const listNames = ['expectations', 'assertion_results', 'assertions'] as const;

/** The names of what an expectation has. Only the first of each is what the viewer of skill-creator reads. */
export const textNames = ['text', 'assertion', 'expectation', 'name'] as const;
export const passedNames = ['passed', 'pass', 'met'] as const;
export const evidenceNames = ['evidence', 'reasoning', 'reason', 'details'] as const;
