import commitMessage from './examples/commit-message.md';
import deploy from './examples/deploy.md';
import reviewDiff from './examples/review-diff.md';
import type { SharedSkill } from './shared-link.ts';

/** A skill to begin with. */
interface Example extends SharedSkill {
  readonly title: string;
}

/** The first one is shown at the start. */
export const examples: readonly [Example, ...Example[]] = [
  { title: 'Many mistakes', folder: 'review-diff', arguments: 'feature/login security', text: reviewDiff },
  { title: 'One quote too many', folder: 'deploy', arguments: 'web', text: deploy },
  { title: 'No mistakes', folder: 'commit-message', arguments: '482', text: commitMessage },
];
