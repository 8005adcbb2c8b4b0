import { resolveModel } from '../../dialect/models.ts';

/** The label of a model: `Opus 5.5` for `opus` and `claude-opus-5-5`; other names are unchanged. */
export function modelLabel(model: string): string {
  const [, family, major, minor] =
    /^claude-([a-z]+)-(\d{1,2})(?:-(\d{1,2}))?(?:-\d{6,8})?$/.exec(resolveModel(model)) ?? [];
  if (family === undefined) return model;
  const longContext = /\[1m\]\s*$/i.test(model) ? ' (1M)' : '';
  return `${family[0]!.toUpperCase()}${family.slice(1)} ${major}${minor === undefined ? '' : `.${minor}`}${longContext}`;
}
