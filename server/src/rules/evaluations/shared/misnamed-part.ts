import type { MisnamedPart } from '../../../evaluation/surroundings/misnamed-parts.ts';
import { showText } from '../../messages/show-value.ts';

/** Advice on a file or folder of a case that is not read because of its name or place. */
export function adviceOn({ name, meant }: MisnamedPart): string {
  if (meant === 'server') {
    return `${showText(name)} is not read: move it into a folder of \`mocks\` with the name of its server`;
  }
  const isInside = /^\w+\//.test(name);
  return `${showText(name)} is not read: ${isInside ? 'move its files into' : 'rename it to'} ${showText(meant)}`;
}
