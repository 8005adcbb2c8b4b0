import { nestedInjections } from '../../document/injections.ts';
import type { RenderedInjection } from '../../runtime/render/rendering.ts';

/** A sentence about commands inside the blocks of other commands; undefined if there are none. */
export function nestedNote(injections: readonly RenderedInjection[]): string | undefined {
  const { size } = nestedInjections(injections);
  if (size === 0) return undefined;
  const [are, them, their] = size === 1 ? ['One command is', 'it', 'its'] : [`${size} commands are`, 'them', 'their'];
  return `${are} inside the block of another command. Claude Code runs ${them} on ${their} own, as well as in the block, and which finishes first determines the text`;
}
