import { type Disposable, window } from 'vscode';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { ApiKey } from '../uploads/api-key.ts';

/** "API Key of the Claude API…": asks for the key, or what should become of the one that is stored. */
export function registerApiKey(failures: FailureReporter, key: ApiKey): Disposable {
  return registerCommand('apiKey', () =>
    failures.guard('Could not change the API key', async () => {
      if ((await key.isStored()) && (await chooseChange()) !== 'replace') return;
      if (await key.change()) void window.showInformationMessage('The API key is in the secret storage.');
    }),
  );

  /** Asks whether to replace or forget the stored key; it is forgotten at once. */
  async function chooseChange(): Promise<'replace' | 'forget' | undefined> {
    const picks = [
      { label: 'Replace…', change: 'replace' },
      { label: 'Forget', description: 'deletes it from the secret storage', change: 'forget' },
    ] as const;
    const change = (
      await window.showQuickPick(picks, { placeHolder: 'An API key is already stored. Select what to do with it' })
    )?.change;
    if (change === 'forget') await forget();
    return change;
  }

  async function forget(): Promise<void> {
    const remains = await key.forget();
    void window.showInformationMessage(
      remains
        ? 'The API key is no longer in the secret storage. The environment still has one, in ANTHROPIC_API_KEY.'
        : 'The API key is no longer in the secret storage.',
    );
  }
}
