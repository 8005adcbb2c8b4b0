import type manifest from '../../../package.json';

type KeyIn<Category> = Category extends { readonly properties: infer Properties } ? keyof Properties : never;

/** The key of a setting, as package.json has it. */
export type SettingKey = KeyIn<(typeof manifest.contributes.configuration)[number]> & string;

/**
 * Why something cannot be done, in words for the user. Everything that can say no returns this in place of its result: a value,
 * not an exception, so that the compiler has every caller look, and it passes through messages as it is. What only stops in the
 * middle has its result, with `stopped` in it. An entry point turns it into what its user sees: an error of the command line, of a
 * command, or of the protocol (`toResponse`), where it stays a value only if the extension does more than show it, such as opening
 * the setting. Where callers decide by the reason, it is one of a closed set of words instead, as in `NotEditable`. What only
 * checks returns the reason as text, or undefined: `whyRefused`. Readers whose functions are inside each other may throw among
 * themselves, as those of configurations and archives do, but nobody else sees it.
 */
export interface Refusal {
  readonly problem: string;
  /** The setting of the editor that would help. */
  readonly setting?: SettingKey;
}
