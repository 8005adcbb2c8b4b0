import { anchorsOfHeadings } from '../../document/markdown/heading-anchors.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { oncePer } from '../../platform/once.ts';

export const headingAnchors = oncePer(({ body }: SkillDocument): readonly string[] =>
  anchorsOfHeadings(body.headings.map(({ text }) => text)),
);
