import { type JsonNode, jsonAt, readJson } from '../../document/json-document.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { lastPart } from '../../platform/paths.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { FileEdit } from '../../protocol.ts';
import type { RuleId } from '../../rules/rule-id.ts';
import { type Configuration, lastSettingOf } from '../check/configuration.ts';
import { type OpenTexts, readEditableText, toFileEdit } from './editable-text.ts';
import { setInJson } from './json-insertion.ts';

/**
 * The edit of a project's configuration that turns off a rule for a file: where the level that applies to it is set, or
 * else for all files.
 */
export async function turnOffRuleEdit(
  rule: RuleId,
  path: string,
  configuration: Configuration,
  files: FileSystem,
  open: OpenTexts,
): Promise<FileEdit | Refusal> {
  const shown = lastPart(configuration.path);
  const read = await readEditableText(configuration.path, files, open);
  if (typeof read === 'string') return { problem: `${shown} cannot be read` };
  // A space of the same length keeps the offsets: some editors keep the byte order mark in the text.
  const text = read.text.replace(/^\uFEFF/, ' ');
  const { root, faults } = readJson(text);
  const keys = lastSettingOf(rule, path, configuration);
  const object = faults.length === 0 ? jsonAt(root, keys) : undefined;
  if (object?.type !== 'object') return { problem: `${shown} is not valid JSON. Fix it first` };
  return toFileEdit(read, [setInJson(text, ...levelIn(object, rule))]);
}

/** The object to change, its key and the value. */
function levelIn(object: JsonNode, rule: RuleId): [JsonNode, string, unknown] {
  const rules = jsonAt(object, ['rules']);
  return rules?.type === 'object' ? [rules, rule, 'off'] : [object, 'rules', { [rule]: 'off' }];
}
