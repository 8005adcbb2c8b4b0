import { commands, type Disposable } from 'vscode';
import { chooseArguments } from '../views/preview/choose-arguments.ts';
import { type PreviewActions, withPreview } from '../views/preview/preview-actions.ts';

/** "Skillwright: Compare with Other Arguments…": what both send, side by side. */
export function registerPreviewCompareArguments(actions: PreviewActions): Disposable {
  return commands.registerCommand('skillwright.previewCompareArguments', () =>
    withPreview(actions, 'Could not compare the arguments', async ({ panel, target, preview }) => {
      panel.remember();
      const uri = target.uri.toString();
      const earlier = actions.history.of(uri).filter((text) => text !== target.arguments);
      const others = target.arguments === '' ? earlier : [...earlier, ''];
      const chosen = await chooseArguments('Compare with Other Arguments', others);
      if (chosen === undefined) return;
      await actions.documents.compare(preview.invocation, { uri, arguments: target.arguments }, chosen);
    }),
  );
}
