import { visibleText } from './views/preview/visible-text.ts';

/*
 * VS Code makes links and icons of some of the texts that it is given as plain ones. Names and paths of a repository are
 * put into such texts, so whatever holds one goes through a function for the place where it is shown.
 */

/** For notifications, and for prompts and remarks of input boxes: `[text](address)` becomes no link, commands included. */
export function messageText(text: string): string {
  return visibleText(text).replaceAll(/\](?=\([a-z][a-z\d+.-]*:)/gi, '] ');
}

/** For entries of quick picks and the status bar: `$(name)` becomes no icon. */
export function labelText(text: string): string {
  return visibleText(text).replaceAll(/\$(?=\([\w-]+(?:~[\w-]+)?\))/g, '\\$');
}

/** For the text below an input box, where VS Code renders both. */
export function inputBoxText(text: string): string {
  return labelText(messageText(text));
}
