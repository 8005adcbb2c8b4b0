import type { LanguageServer } from '../language-server/language-server.ts';
import { activeFile } from './active-file.ts';
import type { LanguageModelTool } from './language-model-api.ts';

/** The listing that Claude Code sends to its model, after its budget. */
export function listSkillsTool(server: LanguageServer): LanguageModelTool {
  return {
    prepare: async () => ({ invocationMessage: 'Listing the skills' }),
    invoke: async () => {
      const listing = await server.request('skillwright/skillsForModel', activeFile());
      return listing === '' ? 'There are no skills that a model may load.' : listing;
    },
  };
}
