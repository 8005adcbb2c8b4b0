import { isMap } from '../../../document/json-values.ts';

/** How the user wants Claude Code to be started. */
export interface RunSettings {
  /** The program; undefined to search for it. */
  readonly path: string | undefined;
  readonly extraArguments: readonly string[];
  readonly model: string | undefined;
  readonly permissionMode: string | undefined;
  /** US dollars. */
  readonly maximumCost: number | undefined;
  readonly maximumTurns: number | undefined;
  /** As written. */
  readonly folder: string | undefined;
}

/** Reads the section `claudeCode` of the settings. An invalid value counts as not set. */
export function readRunSettings(section: unknown): RunSettings {
  const { path, extraArguments, model, permissionMode, maximumCost, maximumTurns, folder } = isMap(section)
    ? section
    : {};
  return {
    path: filled(path),
    extraArguments: Array.isArray(extraArguments) ? extraArguments.filter((it) => typeof it === 'string') : [],
    model: filled(model),
    permissionMode: filled(permissionMode),
    maximumCost: positive(maximumCost),
    maximumTurns: positive(maximumTurns),
    folder: filled(folder),
  };
}

function filled(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;
}
