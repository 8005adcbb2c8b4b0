import type { ClaudeCode } from '../platform/claude-code.ts';

/** Claude Code as the command line finds it: what is missing is named as the option of a command. */
export function withOptionName(claudeCode: ClaudeCode): ClaudeCode {
  return {
    ...claudeCode,
    async find(named) {
      const found = await claudeCode.find(named);
      // The setting is the editor's.
      return 'problem' in found
        ? { problem: found.problem.replaceAll('`skillwright.claudeCode.path`', '--claude') }
        : found;
    },
  };
}
