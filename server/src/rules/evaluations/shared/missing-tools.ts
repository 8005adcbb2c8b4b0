import type { MissingTool } from '../../../evaluation/cases/missing-tools.ts';
import { showText } from '../../messages/show-value.ts';

/** `Skill`, `Read` and `Bash` */
export function toolsText(tools: readonly string[]): string {
  const shown = tools.map((tool) => `\`${tool}\``);
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

/** The skills that need tools, and why: ``the skill `greet` needs: it names `references/tone.md` ``. */
export function neededBy(missing: readonly MissingTool[]): string {
  const skills = [...new Set(missing.map(({ skill }) => skill))];
  const what = skills.length === 1 ? `the skill ${showText(skills[0]!)} needs` : 'its skills need';
  return `${what}: ${[...new Set(missing.map(reason))].join(', ')}`;
}

function reason({ why, what, tool }: MissingTool): string {
  const [first = '', ...others] = what;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  switch (why) {
    case 'call':
      return 'calling it requires permission';
    case 'files':
      return `it names ${showText(first)}${more}`;
    case 'scripts':
      return `it runs ${showText(first)}${more}`;
    case 'declared':
      return `its \`allowed-tools\` include \`${tool}\``;
  }
}
