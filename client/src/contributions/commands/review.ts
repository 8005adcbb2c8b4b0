import type { Commands } from '../command.ts';
import { all, has, hasFolder, inView, isSkill, isSkillFile, isTrusted, onMachine } from '../conditions.ts';

/** Commands that say what a skill may do, where it is from and why it is used. */
export const reviewCommands = {
  whyUsed: {
    title: 'Why Is This Skill Used, or Not?',
    menus: {
      'view/item/context': { when: all(inView('skills'), isSkill), group: '2_why@1' },
    },
  },
  showFieldMatrix: {
    title: 'Show Field Support',
    palette: isSkillFile,
    menus: {
      investigate: { when: has('skill'), group: '3_files@3' },
    },
  },
  reviewTrust: {
    title: 'Review Trust',
    icon: 'shield',
    menus: {
      'view/title': { when: inView('skills'), group: '4_review@1' },
      'view/item/context': { when: all(inView('skills'), has('plugin', 'session')), group: '2_why@3' },
      investigate: { when: isSkill, group: '3_files@1' },
    },
  },
  showOrigin: {
    title: 'Show Origin',
    palette: isSkillFile,
    menus: {
      investigate: { when: has('skill'), group: '3_files@2' },
    },
  },
  compareWith: {
    title: 'Compare with Revision…',
    icon: 'git-compare',
    enabled: all(isTrusted, onMachine),
    palette: hasFolder,
    menus: {
      'view/title': { when: all(inView('skills'), hasFolder, onMachine), group: '4_review@2' },
    },
  },
} as const satisfies Commands;
