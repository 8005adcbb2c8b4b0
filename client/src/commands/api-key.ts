import { commands, Disposable, window } from 'vscode';
import { withErrorMessage } from '../skills/skill-actions.ts';
import type { UploadActions } from '../uploads/upload-actions.ts';

/** "Set API Key…" and "Forget API Key". */
export function registerApiKey({ skills, key }: UploadActions): Disposable {
  return Disposable.from(
    commands.registerCommand('skillwright.setApiKey', () =>
      withErrorMessage(skills, 'Could not store the API key', async () => {
        if (await key.change()) void window.showInformationMessage('The API key is in the secret storage.');
      }),
    ),
    commands.registerCommand('skillwright.forgetApiKey', () =>
      withErrorMessage(skills, 'Could not forget the API key', async () => {
        const remains = await key.forget();
        void window.showInformationMessage(
          remains
            ? 'The API key is no longer in the secret storage. The environment still has one, in ANTHROPIC_API_KEY.'
            : 'The API key is no longer in the secret storage.',
        );
      }),
    ),
  );
}
