import { Uri, workspace } from 'vscode';
import type { LanguageServer } from '../language-server/language-server.ts';
import type { LanguageModelTool } from './language-model-api.ts';

/** Lets a model that writes a skill check it. */
export function validateSkillTool(server: LanguageServer): LanguageModelTool {
  return {
    prepare: async () => ({ invocationMessage: 'Checking a skill' }),
    async invoke({ input }) {
      const { path, text } = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
      if (typeof path !== 'string' || path === '') return 'Give the path of the file to check as `path`.';
      const uri = uriOf(path);
      if (!uri) return `There is no folder open, so \`path\` must be absolute: ${path}`;
      const params = { uri: uri.toString(), ...(typeof text === 'string' && { text }) };
      const findings = await server.request('skillwright/validate', params);
      if (!findings)
        return `${path} does not exist, or is not a file that Claude Code reads as a skill, command or agent.`;
      if (findings.length === 0) return 'No problems.';
      return findings
        .map(({ line, column, severity, rule, message }) => `${line}:${column} ${severity} ${rule}: ${message}`)
        .join('\n');
    },
  };
}

/** The file at a path that is absolute or relative to the first workspace folder. */
function uriOf(path: string): Uri | undefined {
  if (/^([\\/]|[A-Za-z]:[\\/])/.test(path)) return Uri.file(path);
  const [folder] = workspace.workspaceFolders ?? [];
  return folder && Uri.joinPath(folder.uri, path);
}
