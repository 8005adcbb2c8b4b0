import { type ClaudeCode, notStarted } from './claude-code.ts';

/** Claude Code where it may not always be started: in a workspace without trust, not even to ask for its version. */
export function confinedClaudeCode(claudeCode: ClaudeCode, mayStart: () => boolean): ClaudeCode {
  return {
    async find(named) {
      return mayStart() ? claudeCode.find(named) : { problem: notTrusted };
    },
    isInstalled: (named) => mayStart() && claudeCode.isInstalled(named),
    start(program, how) {
      return mayStart() ? claudeCode.start(program, how) : notStarted(notTrusted);
    },
  };
}

const notTrusted = 'The workspace is not trusted, so Claude Code is not started';
