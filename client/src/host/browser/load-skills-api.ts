import type { Uri } from 'vscode';
import type { SkillsApiBundle } from '../../../../server/src/protocol.ts';

/** Is never reached: what needs it is not offered in a browser. */
export function loadSkillsApi(_extension: Uri): SkillsApiBundle {
  throw new Error('VS Code in a browser cannot send skills to the Claude API');
}
