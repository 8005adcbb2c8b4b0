import { all, inView, isSkill } from './conditions.ts';
import type { Place } from './menu-places.ts';

/** A submenu in the menu of a skill. Its entries are the commands that have a place in a menu of its name. */
interface Submenu {
  readonly title: string;
  readonly place: Place;
}

const inSkillMenu = all(inView('skills'), isSkill);

/** The submenus of a skill, in the order of their titles in the menu. */
export const submenus = {
  investigate: { title: 'Investigate', place: { when: inSkillMenu, group: '2_why@2' } },
  evaluate: { title: 'Evaluate', place: { when: inSkillMenu, group: '3_evaluate@1' } },
  settings: { title: 'Visibility and Permissions', place: { when: inSkillMenu, group: '4_edit@1' } },
  organize: { title: 'Organize', place: { when: inSkillMenu, group: '4_edit@2' } },
  copy: { title: 'Copy and Reveal', place: { when: inSkillMenu, group: '5_copy@1' } },
} as const satisfies Readonly<Record<string, Submenu>>;

export type SubmenuName = keyof typeof submenus;
