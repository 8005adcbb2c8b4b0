import { isolatedText } from './isolated-text.ts';
import { revealInvisible } from './reveal-invisible.ts';

/*
 * VS Code renders links and icons even in some texts that are meant to be plain. Names and paths of a repository are
 * inserted into such texts, so each of them goes through the function for the place where it is shown.
 */

/** For notifications, and for prompts and messages of input boxes: `[text](address)` does not become a link. */
export function messageText(text: string): string {
  return revealInvisible(text).replaceAll(/\](?=\([a-z][a-z\d+.-]*:)/gi, '] ');
}

/** For dialogs and notifications with words of the server, where nothing renders code: what is typed is in quotes instead. */
export function dialogText(text: string): string {
  return messageText(text.replaceAll(/`([^`\n]+)`/g, '“$1”'));
}

/** For entries of quick picks and the status bar: `$(name)` does not become an icon. */
export function labelText(text: string): string {
  return isolatedText(revealInvisible(text)).replaceAll(/\$(?=\([\w-]+(?:~[\w-]+)?\))/g, '\\$');
}

/** For the text below an input box, where VS Code renders both links and icons. */
export function inputBoxText(text: string): string {
  return labelText(messageText(text));
}
