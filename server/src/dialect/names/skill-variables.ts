import bundled from '../../../../schemas/bundled-skills.json' with { type: 'json' };
import dialects from '../../../../schemas/dialects.json' with { type: 'json' };

/** A row of a table about environment variables. */
interface WithVariable {
  readonly environment?: string;
  readonly offSwitch?: { readonly environment?: string };
}

const rows = [
  ...Object.values(dialects.limits),
  ...dialects.sourceLimits.rows,
  ...bundled.skills,
  bundled.offSwitch,
] as readonly WithVariable[];

/** The environment variables of Claude Code that change which skills it loads, what it lists of them or what it sends. */
export const SKILL_VARIABLES: ReadonlySet<string> = new Set([
  ...rows.flatMap(({ environment, offSwitch }) =>
    [environment, offSwitch?.environment].filter((it) => it !== undefined),
  ),
  ...Object.values(dialects.models.environment),
  'CLAUDE_CODE_PLUGIN_DIRS',
  'CLAUDE_CODE_GIT_BASH_PATH',
]);

/** The settings that remove skills that Claude Code provides. */
export const BUNDLED_SKILL_SETTINGS: readonly string[] = [bundled.offSwitch, ...bundled.skills].flatMap((row) => {
  const { setting, offSwitch } = row as { setting?: string; offSwitch?: { setting?: string } };
  return [setting, offSwitch?.setting].filter((it) => it !== undefined);
});
