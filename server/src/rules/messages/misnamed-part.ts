import type { MisnamedPart } from '../../catalog/evaluations/misnamed-parts.ts';
import { showText } from './show-value.ts';

/** What to do with a file or folder of a case that is not read because of its name or place. */
export function adviceOn({ name, meant }: MisnamedPart): string {
  const isInside = /^\w+\//.test(name);
  return `${showText(name)} is not read: ${isInside ? 'move its files into' : 'rename it to'} ${showText(meant)}`;
}
