import dialects from '../../../../schemas/dialects.json' with { type: 'json' };
import { isSwitchedOn } from '../../dialect/environment-flag.ts';
import type { SkillSource } from '../catalog-skill.ts';
import type { Session } from '../session.ts';
import type { SessionSettings } from './session-settings.ts';

/** Something that leaves only some places of skills. */
export interface SourceLimit {
  readonly environment?: string;
  readonly managedSetting?: string;
  /** Places such as `plugin`, or one kind of file in a place: `managed/skills`. */
  readonly keeps: readonly string[];
  /** The model is told of no skill at all. */
  readonly hidesListing?: boolean;
}

/** The limits that hold in a session. 2.1.7 knows none. */
export function sourceLimits({ runtime, environment }: Session, settings: SessionSettings): readonly SourceLimit[] {
  if (runtime !== 'claude-code') return [];
  const rows: readonly SourceLimit[] = dialects.sourceLimits.rows;
  return rows.filter((row) =>
    row.environment === undefined
      ? settings.files.some(({ scope, values }) => scope === 'managed' && isStrict(values[row.managedSetting!]))
      : isSwitchedOn(environment.variable(row.environment)),
  );
}

/** Why skills and commands of a place are not loaded under such limits; undefined where they are. */
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

/** Whether the model is told of no skill at all. */
export function isListingHidden(session: Session, settings: SessionSettings): boolean {
  return sourceLimits(session, settings).some(({ hidesListing }) => hidesListing);
}

function isStrict(value: unknown): boolean {
  return value === true || (Array.isArray(value) && value.includes('skills'));
}
