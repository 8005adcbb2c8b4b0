import { isAvailableModel } from '../../dialect/available-models.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { Session } from '../session.ts';
import type { SessionSettings } from './session-settings.ts';

/**
 * The model that a session uses; undefined for Claude Code's default, which replaces a chosen model that
 * `availableModels` of the settings does not include. Recorded in test/conformance, own-models.
 */
export function sessionModel(
  { model, runtime }: Pick<Session, 'model' | 'runtime'>,
  settings: Pick<SessionSettings, 'availableModels'>,
): string | undefined {
  return unavailableModel({ model, runtime }, settings) === undefined ? model : undefined;
}

/** The chosen model of a session, if it is not available there. */
export function unavailableModel(
  { model, runtime }: Pick<Session, 'model' | 'runtime'>,
  { availableModels }: Pick<SessionSettings, 'availableModels'>,
): string | undefined {
  // Releases that use any model of a skill were not recorded with such a setting.
  if (capabilities(runtime).modelChange === 'always' || availableModels === undefined) return undefined;
  return model === undefined || isAvailableModel(model, availableModels) ? undefined : model;
}
