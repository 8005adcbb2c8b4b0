import type { RuntimeId } from '../document/runtime-id.ts';

/** Another consumer that a skill should also satisfy. Their facts are in `schemas/dialects.json`. */
export type TargetId = 'agentskills' | 'claude-api' | 'vscode' | 'codex' | 'gemini' | 'cursor';

/** A runtime or a target: whoever reads a skill. */
export type ConsumerId = RuntimeId | TargetId;
