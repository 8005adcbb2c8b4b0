/**
 * Whose rules apply. `claude-code` is the latest verified release; `claude-code@2.1.7` is the release around which the
 * skill system was first described. Their facts are in `schemas/dialects.json`.
 */
export type RuntimeId = 'claude-code' | 'claude-code@2.1.7';

/** What sort of file a text is; each is read by the same code but has its own fields and findings. */
export type FileKind = 'skill' | 'command' | 'agent';
