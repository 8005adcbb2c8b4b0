import { Uri } from 'vscode';
import type { SkillsApiBundle } from '../../../../server/src/protocol.ts';

/** Loads what asks the Claude API, which most windows never need. */
export function loadSkillsApi(extension: Uri): SkillsApiBundle {
  const file = Uri.joinPath(extension, 'dist', 'skills-api.cjs').fsPath;
  return (require(file) as { readonly skillsApi: SkillsApiBundle }).skillsApi;
}
