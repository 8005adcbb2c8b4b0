import { DEFAULT_MODEL, MODEL_ALIASES, modelOfSkill, modelWithoutSuffix } from './models.ts';

/** Words that mean every model of a family, such as `sonnet`. */
const families: ReadonlySet<string> = new Set(
  MODEL_ALIASES.filter(({ alias, model }) => model?.includes(alias)).map(({ alias }) => alias),
);

/**
 * Whether `availableModels` of the settings lets a session use a model. An entry is an alias, a full ID or the
 * beginning of one (`claude-haiku-4-5`, `haiku-4-5`). The alias of a family allows all of it, unless another entry
 * names one of its versions. The account's default model is always available. Recorded in test/conformance, own-models.
 */
export function isAvailableModel(model: string, availableModels: readonly string[]): boolean {
  const entries = availableModels.map(normalized).filter((entry) => entry !== '');
  const resolved = modelOfSkill(model).toLowerCase();
  if (resolved === DEFAULT_MODEL) return true;
  return entries.some((entry) => {
    if (families.has(entry)) return resolved.includes(entry) && !entries.some((it) => isVersionOf(it, entry));
    return entry === normalized(model) || startsWithVersion(resolved, entry);
  });
}

function normalized(model: string): string {
  return modelWithoutSuffix(model.trim().toLowerCase());
}

function isVersionOf(entry: string, family: string): boolean {
  return entry !== family && !MODEL_ALIASES.some(({ alias }) => alias === entry) && entry.includes(family);
}

/** Whether an ID equals an entry or continues it with a dash; both with or without `claude-`. */
function startsWithVersion(id: string, entry: string): boolean {
  return [entry, `claude-${entry}`].some((start) => id === start || id.startsWith(`${start}-`));
}
