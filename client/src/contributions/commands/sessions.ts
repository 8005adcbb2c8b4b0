import type { Commands } from '../command.ts';
import { all, inView, isSkill, isSkillFile, isTrusted, key, onMachine } from '../conditions.ts';

/** Commands on past sessions. */
export const sessionsCommands = {
  showSkillSessions: {
    title: 'Show Past Sessions of This Skill',
    icon: 'history',
    enabled: all(isTrusted, onMachine),
    palette: isSkillFile,
    menus: {
      investigate: { when: all(isSkill, onMachine), group: '1_why@2' },
    },
  },
  showSession: {
    title: 'Show Past Session…',
    icon: 'history',
    enabled: all(isTrusted, onMachine),
    menus: {
      'view/title': [
        { when: all(inView('skills'), onMachine), group: '4_review@3' },
        { when: all(inView('runs'), onMachine), group: '1_show@1' },
      ],
    },
  },
  stopReadingSessions: {
    title: 'Stop Reading Past Sessions',
    icon: 'debug-stop',
    palette: key('readingSessions'),
    menus: {
      'view/title': { when: all(inView('skills'), key('readingSessions')), group: 'navigation@0' },
    },
  },
} as const satisfies Commands;
