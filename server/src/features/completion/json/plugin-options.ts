import { CompletionItemKind } from 'vscode-languageserver-types';
import type { PluginOption } from '../../../catalog/settings/plugin-options.ts';
import { plainMarkdown } from '../../text/markdown-text.ts';
import type { Proposal } from '../proposal.ts';

/** `${user_config.…}` for the options that a plugin's manifest declares. Sensitive ones are never inserted into a text. */
export function proposeOptions(options: readonly PluginOption[] = []): Proposal[] {
  return options
    .filter(({ isSensitive }) => !isSensitive)
    .map(({ name, title, description }) => {
      const label = `\${user_config.${name}}`;
      return {
        label,
        kind: CompletionItemKind.Variable,
        text: label,
        detail: title,
        documentation: description === undefined ? undefined : plainMarkdown(description),
      };
    });
}
