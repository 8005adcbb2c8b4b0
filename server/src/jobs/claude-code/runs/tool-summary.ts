import { isMap } from '../../../document/json-values.ts';
import { isInside, relativeTo } from '../../../platform/paths.ts';
import { slashedPath } from '../../../platform/slashed-path.ts';

/** The inputs that say most about a call, the first of them that is there. */
const tellingInputs: Readonly<Record<string, readonly string[]>> = {
  Bash: ['description', 'command'],
  PowerShell: ['description', 'command'],
  Read: ['file_path'],
  Write: ['file_path'],
  Edit: ['file_path'],
  MultiEdit: ['file_path'],
  NotebookEdit: ['notebook_path'],
  Grep: ['pattern'],
  Glob: ['pattern'],
  Task: ['description'],
  Agent: ['description'],
  WebFetch: ['url'],
  WebSearch: ['query'],
};

/** UTF-16 units. */
const longestSummary = 200;

/** The most important part of the input of a call, in one line. Paths in the folder of the run are relative to it. */
export function toolSummary(tool: string, input: unknown, folder: string): string {
  if (!isMap(input)) return '';
  if (tool === 'Skill')
    return oneLine([`/${input.skill}`, input.args].filter((it) => typeof it === 'string').join(' '));
  const texts = Object.entries(input).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const telling = (tellingInputs[tool] ?? []).find((name) => typeof input[name] === 'string' && input[name] !== '');
  const text = telling === undefined ? (texts[0]?.[1] ?? '') : (input[telling] as string);
  return oneLine(/_path$/.test(telling ?? '') ? pathInFolder(text, folder) : text);
}

/** The same of a denied call: the command itself, not what the model says of it. */
export function deniedCall(tool: string, input: unknown, folder: string): string {
  const command = isMap(input) ? input.command : undefined;
  return typeof command === 'string' && command !== '' ? oneLine(command) : toolSummary(tool, input, folder);
}

/** The input of a call in full: as JSON, or the command of a shell as it is, with what else was given. */
export function writtenInput(input: unknown): string {
  if (!isMap(input) || typeof input.command !== 'string' || input.command === '') return json(input);
  // The summary is the description.
  const { command, description: _, ...others } = input;
  return Object.keys(others).length === 0 ? command : `${command}\n\n${json(others)}`;
}

function json(value: unknown): string {
  return JSON.stringify(value, undefined, 2) ?? '';
}

function pathInFolder(path: string, folder: string): string {
  const written = slashedPath(path);
  return isInside(written, folder) ? relativeTo(written, folder) : path;
}

/** A text in one line that is not too long. */
export function oneLine(text: string): string {
  // Only the beginning is looked at: an input may be a whole file.
  const line = text
    .slice(0, 4 * longestSummary)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > longestSummary ? `${line.slice(0, longestSummary - 1)}…` : line;
}
