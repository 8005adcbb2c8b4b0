import { Uri } from 'vscode';

/** The scheme of the pages about rules; package.json makes VS Code open it in its markdown preview. */
export const rulePageScheme = 'skillwright-rule';

/** The URI of a rule's page. */
export function rulePageUri(rule: string): Uri {
  return Uri.from({ scheme: rulePageScheme, path: `/${rule}.md` });
}
