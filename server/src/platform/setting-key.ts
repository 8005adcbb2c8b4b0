import type manifest from '../../../package.json';

type KeyIn<Category> = Category extends { readonly properties: infer Properties } ? keyof Properties : never;

/** The key of a setting, as package.json has it. */
export type SettingKey = KeyIn<(typeof manifest.contributes.configuration)[number]> & string;
