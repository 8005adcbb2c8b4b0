import { type ArgumentHint, readArgumentHint } from '../../../document/arguments/argument-hint.ts';
import type { SkillDocument } from '../../../document/skill-document.ts';
import { oncePer } from '../../../platform/once.ts';

/** The `argument-hint` of a document; undefined if there is none, or nothing in it. */
export const argumentHintOf = oncePer(({ frontmatter, text }: SkillDocument): ArgumentHint | undefined =>
  readArgumentHint(frontmatter.fields.get('argument-hint')?.value, text),
);
