import type { Session } from '../../../catalog/session.ts';
import { SKILL_VARIABLES } from '../../../dialect/names/skill-variables.ts';
import { SECRET_VARIABLES } from '../../../dialect/shell/shell-risks.ts';

/** Variables that programs need to start and to print text as they do for the user. */
const systemVariables = [
  ...['PATH', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'LC_ALL', 'LC_CTYPE', 'LC_COLLATE', 'LC_MESSAGES', 'TZ'],
  ...['Path', 'PATHEXT', 'SystemRoot', 'SystemDrive', 'ComSpec', 'windir', 'USERNAME', 'APPDATA', 'LOCALAPPDATA'],
  ...['ProgramData', 'ProgramFiles', 'ProgramFiles(x86)', 'TEMP', 'TMP'],
];

/** Names by which a program finds another server, account or file of code than the one it is given here. */
const redirecting =
  /^(ANTHROPIC|CLAUDE|AWS|GOOGLE|GCLOUD|CLOUD|AZURE|VERTEX|OTEL|SSL|NODE|BUN|DYLD|LD)_|PROXY|^(CLAUDECODE|HOME|USERPROFILE|TMPDIR|BASH_ENV|ENV)$/i;

/** Whether a variable neither holds a secret nor directs Claude Code elsewhere. */
export function isHarmlessVariable(name: string): boolean {
  if (SKILL_VARIABLES.has(name)) return true;
  return !redirecting.test(name) && !SECRET_VARIABLES.test(name.toUpperCase());
}

/** The folders that the environment of a proof names. */
interface ProofPlaces {
  readonly session: Session;
  /** The scratch folder's mirrored configuration. */
  readonly config: string;
  /** A folder for temporary files. */
  readonly temporary: string;
  readonly server: { readonly address: string; readonly key: string };
  /** Commands of the skill run, which may use any harmless variable of the user. */
  readonly runsCommands: boolean;
}

/**
 * The whole environment of Claude Code in a proof. The home is the user's, because it limits where Claude Code looks for
 * projects, but the configuration is the mirrored one: nothing is written into the home.
 */
export function proofEnvironment(places: ProofPlaces): Record<string, string | undefined> {
  const { session, config, temporary, server, runsCommands } = places;
  const { home, variable, names } = session.environment;
  const passed = [...systemVariables, ...SKILL_VARIABLES, ...(runsCommands ? (names?.() ?? []) : [])];
  return {
    ...Object.fromEntries(passed.filter(isHarmlessVariable).map((name) => [name, variable(name)])),
    ...(home !== undefined && { HOME: home, USERPROFILE: home }),
    CLAUDE_CONFIG_DIR: config,
    CLAUDE_CODE_TMPDIR: temporary,
    // The preview runs commands in it, too.
    CLAUDE_CODE_SHELL: variable('CLAUDE_CODE_SHELL'),
    ...serverVariables(server),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // Git must not refresh the index of the project.
    GIT_OPTIONAL_LOCKS: '0',
    NO_PROXY: '127.0.0.1',
  };
}

/** Variables that name the only server that Claude Code may ask. */
export function serverVariables({ address, key }: ProofPlaces['server']): Record<string, string> {
  return { ANTHROPIC_BASE_URL: address, ANTHROPIC_API_KEY: key };
}
