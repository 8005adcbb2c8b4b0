import { ALL_SETTING_SOURCES, type Session } from '../../server/src/catalog/session.ts';
import { DEFAULT_RUNTIME } from '../../server/src/dialect/runtimes/capabilities.ts';
import type { ClaudeCode } from '../../server/src/platform/claude-code.ts';
import { nodeClaudeCode } from '../../server/src/platform/node/node-claude-code.ts';
import { nodeFileSystem } from '../../server/src/platform/node/node-file-system.ts';
import type { ScratchSession } from './scratch-session.ts';
import type { ScriptedModel } from './scripted-model.ts';

/** A user who permits everything everywhere, and whose hooks leave a trace. */
export const permissive = {
  '~/.claude/settings.json': JSON.stringify({
    permissions: { allow: ['Bash', 'Write', 'Edit', 'Read'], defaultMode: 'bypassPermissions' },
    hooks: { SessionStart: [{ hooks: [{ type: 'command', command: 'touch hooked' }] }] },
  }),
};

/** Claude Code with the home of a test and no server but that of a script. */
export function isolated(
  scratch: ScratchSession,
  model: ScriptedModel,
  onStart: (args: readonly string[]) => void = () => {},
): ClaudeCode {
  return {
    ...nodeClaudeCode,
    start(given, start) {
      onStart(start.args);
      return nodeClaudeCode.start(given, { ...start, environment: scratch.environment(model), isolated: true });
    },
  };
}

export function sessionIn({ project, home }: ScratchSession): Session {
  return {
    folder: project,
    files: nodeFileSystem,
    runtime: DEFAULT_RUNTIME,
    model: undefined,
    settingSources: ALL_SETTING_SOURCES,
    touchedFiles: [],
    environment: { home, managed: undefined, variable: () => undefined },
    addedFolders: [],
    pluginFolders: [],
  };
}
