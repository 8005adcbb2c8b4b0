import type { Session } from '../../../catalog/session.ts';
import type { SessionSettings, SettingsFile } from '../../../catalog/settings/session-settings.ts';
import { shownPath } from '../../../catalog/shown-path.ts';
import { mapOf } from '../../../document/json-values.ts';
import { isHarmlessVariable } from './proof-environment.ts';

/** Settings that name a program which prints a key or another secret. */
const helperKey = /(Helper|Refresh|Export)$/;

const startedTools = ['Bash', 'PowerShell', 'Monitor'];

/**
 * The settings of the command line in a proof, which take precedence over those of the user and the project: no hooks, no
 * helpers, and no other server than this one.
 */
export function proofSettings(
  { files }: SessionSettings,
  variables: Readonly<Record<string, string>>,
  runsCommands: boolean,
): Record<string, unknown> {
  const others = files.filter(({ scope }) => scope !== 'managed');
  const helpers = others.flatMap(({ values }) => Object.keys(values).filter((key) => helperKey.test(key)));
  const directing = others.flatMap(directingVariables);
  return {
    disableAllHooks: true,
    ...Object.fromEntries(['apiKeyHelper', ...helpers].map((key) => [key, ''])),
    ...(!runsCommands && {
      disableSkillShellExecution: true,
      // Should a release not know the setting, it runs nothing either.
      permissions: { deny: startedTools },
    }),
    env: { ...Object.fromEntries(directing.map((name) => [name, ''])), ...variables },
  };
}

/**
 * Why Claude Code cannot be started without starting other programs or asking another server: what an organization sets
 * takes precedence over everything. Undefined if it can.
 */
export async function startedByOrganization(session: Session, settings: SessionSettings): Promise<string | undefined> {
  const { managed } = session.environment;
  const servers = managed && `${managed}/managed-mcp.json`;
  if (servers && (await session.files.typeOf(servers)) !== undefined) return because(servers, 'MCP servers', session);
  for (const file of settings.files) {
    if (file.scope !== 'managed') continue;
    const [what] = [
      ...Object.keys(file.values).filter((key) => ['hooks', 'enabledPlugins'].includes(key) || helperKey.test(key)),
      ...directingVariables(file),
    ];
    if (what !== undefined) return because(file.path, `\`${what}\``, session);
  }
  return undefined;
}

function because(path: string, what: string, session: Session): string {
  return `${shownPath(path, session)} of your organization sets ${what}, which cannot be turned off, so Claude Code is not started here`;
}

/** Variables of a settings file that could direct Claude Code to another server. */
function directingVariables({ values }: SettingsFile): readonly string[] {
  return Object.keys(mapOf(values.env) ?? {}).filter((name) => !isHarmlessVariable(name));
}
