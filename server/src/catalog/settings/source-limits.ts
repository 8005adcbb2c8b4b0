import dialects from '../../../../schemas/dialects.json' with { type: 'json' };
import { isSwitchedOn } from '../../dialect/booleans.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { SkillSource } from '../catalog-skill.ts';
import type { Session } from '../session.ts';
import type { SessionSettings } from './session-settings.ts';

/** A setting or option that restricts the locations of skills. */
interface SourceLimit {
  readonly environment?: string;
  readonly managedSetting?: string;
  /** Locations such as `plugin`, or one kind of file in a location: `managed/skills`. */
  readonly keeps: readonly string[];
  /** The model sees no skill at all. */
  readonly hidesListing?: boolean;
}

/** The limits that apply to a session; none in a release without them. */
export function sourceLimits({ runtime, environment }: Session, settings: SessionSettings): readonly SourceLimit[] {
  if (!capabilities(runtime).hasSourceLimits) return [];
  const rows: readonly SourceLimit[] = dialects.sourceLimits.rows;
  return rows.filter((row) =>
    row.environment === undefined
      ? settings.files.some(({ scope, values }) => scope === 'managed' && isStrict(values[row.managedSetting!]))
      : isSwitchedOn(environment.variable(row.environment)),
  );
}

/** Why skills and commands of a location are not loaded under such limits; undefined if they are. */
export function whyNotLoaded(
  { origin, kind }: Pick<SkillSource, 'origin' | 'kind'>,
  limits: readonly SourceLimit[],
): string | undefined {
  const part = kind === 'skill' || kind === 'skills' ? 'skills' : 'commands';
  const limit = limits.find(({ keeps }) => !keeps.includes(origin) && !keeps.includes(`${origin}/${part}`));
  if (!limit) return undefined;
  return limit.environment === undefined
    ? `\`${limit.managedSetting}\` in the managed settings keeps Claude Code from loading it`
    : `The environment variable \`${limit.environment}\` keeps Claude Code from loading it`;
}

/** Whether the model sees no skill at all. */
export function isListingHidden(session: Session, settings: SessionSettings): boolean {
  return sourceLimits(session, settings).some(({ hidesListing }) => hidesListing);
}

function isStrict(value: unknown): boolean {
  return value === true || (Array.isArray(value) && value.includes('skills'));
}
