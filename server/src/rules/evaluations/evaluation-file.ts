import { maxListedDepth } from '../../catalog/discover/plugin-files.ts';
import { jsonEntry, jsonRange } from '../../document/json-document.ts';
import { typeOf } from '../../evaluation/cases/case-expressions.ts';
import type { CaseGrader } from '../../evaluation/cases/merged-case.ts';
import type { OpenEvaluation } from '../../evaluation/cases/open-evaluation.ts';
import { readEvaluationsFolder } from '../../evaluation/surroundings/evaluations-folder.ts';
import type { MisnamedPart } from '../../evaluation/surroundings/misnamed-parts.ts';
import type { PluginEntry } from '../../evaluation/surroundings/plugin-entries.ts';
import { type TextValue, textAt, textsAt, valueAt } from '../../evaluation/values/value.ts';
import { folderOf, isInside, isWithin, partsInside, relativeTo, resolve } from '../../platform/paths.ts';
import { showText } from '../messages/show-value.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { caseRejected, evaluationIn, evaluationsRecorded } from './shared/evaluation-rule.ts';
import { adviceOn } from './shared/misnamed-part.ts';

export const evaluationFile: Rule = {
  id: 'evaluation-file',
  level: 'error',
  kinds: ['plugin', 'eval-prompt', 'eval-case', 'eval-grader', 'eval-set'],
  summary: 'A file or folder in an evaluation that does not exist, that it cannot reach or that is not read',
  source: evaluationsRecorded,
  check(context, report) {
    if (context.file.kind === 'plugin') for (const found of folderOfPlugin(context)) report(found);
    const open = evaluationIn(context);
    if (!open) return;
    for (const grader of open.case?.graders ?? []) {
      const path = grader.isOpen && typeOf(grader) === 'baseline' ? textAt(grader.value, 'baseline_file') : undefined;
      const found = path && wrongBaseline(path, context);
      if (found) report(found);
    }
    for (const found of [...plugins(open, context), ...misnamedParts(open, context)]) report(found);
    const { kind, data } = open.file;
    if (kind === 'eval-set') for (const found of inputFiles(data, context)) report(found);
    if (kind !== 'eval-case') return;
    for (const path of textsAt(data, 'context', 'add_dirs')) {
      const found = outside(path, context) ?? missing(path, context, fails) ?? notToAdd(path, context);
      if (found) report(found);
    }
    for (const key of ['history_file', 'scaffold_script'] as const) {
      const path = textAt(data, 'context', key);
      const happens = key === 'history_file' ? fails : 'so every run with `--scaffold` fails';
      const found =
        path &&
        (outside(path, context) ??
          missing(path, context, happens) ??
          (key === 'history_file' ? noTranscript(path) : undefined) ??
          notAFile(path, context, happens));
      if (found) report(found);
    }
  },
};

const fails = 'so every run of the case fails';

/** The folder of evaluations that a manifest names, or that is called differently. */
function folderOfPlugin({ document, file: { pluginFiles } }: RuleContext): Report[] {
  const root = document.json?.root;
  const { folder, ignored, named } = readEvaluationsFolder(root);
  if (ignored) {
    const message = `The folder of evaluations ${ignored.reason}, so \`claude plugin eval\` looks in \`evals\`. Write, for example, \`"experimental": { "evals": "quality/evals" }\``;
    return [{ range: jsonRange(ignored.node), severity: 'warning', message }];
  }
  if (!pluginFiles?.complete || folder.split('/').length > maxListedDepth || pluginFiles.folders.includes(folder))
    return [];
  if (named) {
    const message = `There is no folder ${showText(folder)} in the plugin, so \`claude plugin eval\` finds no cases. Create it, or correct the path`;
    return [{ range: jsonRange(named), severity: 'warning', message }];
  }
  const name = jsonEntry(root, 'name')?.value;
  const other = otherFolders.find((it) => hasCase(it, pluginFiles.files));
  if (!other || !name) return [];
  const message = `There are cases in ${showText(other)}, but \`claude plugin eval\` looks in \`evals\`. Rename the folder, or write \`"experimental": { "evals": "${other}" }\``;
  return [{ range: jsonRange(name), severity: 'warning', message }];
}

/** Wrong names for a folder of evaluations. */
const otherFolders = ['eval', 'evaluations', 'evaluation', 'Evals'];

function hasCase(folder: string, files: readonly string[]): boolean {
  const prompts = files.filter((path) => path.startsWith(`${folder}/`) && /^[^/]+\/[^/]+\/prompt\.md$/.test(path));
  return prompts.some((path) => files.some((it) => it.startsWith(`${folderOf(path)}/graders/`)));
}

/** Parts of a case that are not read, unless another rule says that the case has no such part. */
function misnamedParts({ file, case: around }: OpenEvaluation, { file: { evaluation } }: RuleContext): Report[] {
  if (!around || around.isInCase || file !== (around.prompt ?? around.definition)) return [];
  const isMissing: Readonly<Record<MisnamedPart['meant'], boolean>> = {
    'prompt.md': true,
    'case.yaml': false,
    graders: around.graders.length === 0,
    mocks: around.graders.some(readsMocks),
    server: false,
  };
  // A fault that all cases share is reported in the first of them.
  const [first] = [...(evaluation?.caseNames.values() ?? [])].flat().sort();
  const isFirst = first === evaluation?.case?.folder;
  return around.misnamed
    .filter(({ name, meant }) => !isMissing[meant] && (isFirst || !name.startsWith('..')))
    .map((part) => ({ range: file.head, severity: 'warning', message: adviceOn(part) }));
}

function readsMocks({ value }: CaseGrader): boolean {
  return (textAt(value, 'target') ?? textAt(value, 'focus'))?.value === 'mock_calls';
}

/** The plugins of a case: those in the prompt, or else in the definition, as far as they are saved. */
function plugins({ file, case: around }: OpenEvaluation, { file: { evaluation } }: RuleContext): Report[] {
  const { prompt, definition } = around ?? {};
  const counts = [prompt, definition].find((it) => valueAt(it?.data, 'plugins'));
  if (file !== counts) return [];
  return textsAt(file.data, 'plugins').flatMap(({ value, range }): Report[] => {
    const found = evaluation?.plugins.get(value);
    const message = found && messages[found]?.(showText(value));
    return message ? [{ range, message, ...(found === 'no-plugin' && { severity: 'warning' }) }] : [];
  });
}

const messages: Readonly<Partial<Record<PluginEntry, (entry: string) => string>>> = {
  missing: (entry) => `There is no ${entry}, ${caseRejected}. Write a path relative to the folder of the case`,
  outside: (entry) => `${entry} is outside of the plugin, ${caseRejected}. Write the path of a plugin in it`,
  'in-case': (entry) =>
    `${entry} is a part of the case, ${fails}. Move the plugin into a folder of its own, such as \`plugin\``,
  file: (entry) => `${entry} is a file, ${fails}. Write the path of the folder of a plugin`,
  archive: (entry) => `${entry} is an archive, whose MCP servers are not known, ${fails}. Unpack it`,
  broken: (entry) => `The manifest of ${entry} cannot be read or has no \`name\`, ${fails}. Fix the manifest`,
  'no-plugin': (entry) =>
    `${entry} contains no part of a plugin, so the runs have none. Write the path of a plugin’s folder`,
};

/** A recorded run with which a grader compares others. */
function wrongBaseline(path: TextValue, context: RuleContext): Report | undefined {
  const found = missing(path, context, 'so the grader fails after every run');
  if (found) return found;
  const message = `${showText(path.value)} is outside the folder of the case, so the grader fails after every run. Move the file into that folder, and correct the path`;
  return placeOf(path, context) === undefined ? { range: path.range, message } : notAFile(path, context, fails);
}

/** The path of something in the folder of a case, relative to it and without `..`; undefined for other paths, and empty for the folder. */
function placeOf({ value }: TextValue, { file }: RuleContext): string | undefined {
  const { root } = file.evaluation!;
  if (root === undefined || isAbsolute(value)) return undefined;
  const target = resolve(root, value);
  if (target === root) return '';
  return target !== undefined && isInside(target, root) ? relativeTo(target, root) : undefined;
}

function isAbsolute(path: string): boolean {
  return /^[/~]|^[A-Za-z]:/.test(path);
}

/** Folders and files of the case are in it. */
function outside(path: TextValue, context: RuleContext): Report | undefined {
  if (placeOf(path, context)) return undefined;
  return {
    range: path.range,
    message: `${showText(path.value)} is not inside the folder of the case, ${fails}. Write the path of something in it`,
  };
}

/** Folders that are added hold what the session may read, and not what it is judged by. */
function notToAdd(path: TextValue, context: RuleContext): Report | undefined {
  const place = placeOf(path, context)!;
  const { range } = path;
  if (context.file.evaluation!.paths?.get(place) === 'file') {
    const message = `${showText(path.value)} is a file, and only folders can be added, ${fails}. Move the file into a folder, and write the path of that`;
    return { range, message };
  }
  const part = ['graders', 'mocks'].find((name) => isWithin(place, name));
  if (part === undefined) return undefined;
  return {
    range,
    message: `The session may not read the ${part} of its case, ${fails}. Write the path of another folder in the case`,
  };
}

/** A value without the ending of a transcript, which is taken for the ID of a session. */
function noTranscript({ value, range }: TextValue): Report | undefined {
  if (/\.jsonl$/i.test(value)) return undefined;
  const message = `The name of a transcript must end with \`.jsonl\`, ${fails}. Rename the file`;
  return { range, message };
}

function notAFile(path: TextValue, context: RuleContext, happens: string): Report | undefined {
  if (context.file.evaluation!.paths?.get(placeOf(path, context) ?? '') !== 'folder') return undefined;
  return { range: path.range, message: `${showText(path.value)} is a folder, ${happens}. Write the path of a file` };
}

function missing(path: TextValue, context: RuleContext, happens: string): Report | undefined {
  const { value, range } = path;
  const { pluginRoot } = context.file;
  const { paths, root } = context.file.evaluation!;
  if (isAbsolute(value)) {
    return {
      range,
      message: `The path must be relative to the folder of the case, ${fails}. Write the path from there`,
    };
  }
  const target = root === undefined ? undefined : resolve(root, value);
  if (pluginRoot !== undefined && root !== undefined && !(target && isWithin(target, pluginRoot))) {
    return { range, message: `The path points outside the plugin, ${fails}. Write the path of a file in it` };
  }
  const place = placeOf(path, context);
  if (!place || !paths || paths.has(place)) return undefined;
  const inGraders = paths.has(`graders/${place}`)
    ? ' Paths are relative to the folder of the case, not to `graders`.'
    : '';
  return {
    range,
    message: `There is no ${showText(value)} in the folder of the case, ${happens}.${inGraders} Add it, or correct the path`,
  };
}

/** Input files are named from the skill's folder; some name them from that of the evaluations. */
function inputFiles(data: Parameters<typeof valueAt>[0], { file }: RuleContext): Report[] {
  const { paths } = file.evaluation!;
  const evals = valueAt(data, 'evals');
  if (!paths || evals?.kind !== 'list') return [];
  return evals.items.flatMap((item) =>
    textsAt(item, 'files').flatMap(({ value, range }): Report[] => {
      const path = /^[a-z]+:|^[/~]/i.test(value) ? undefined : partsInside(value)?.join('/');
      if (!path || /[*?{]/.test(path)) return [];
      const places = [path, `evals/${path}`, `evals/files/${path}`, `evals/fixtures/${path}`, `assets/${path}`];
      if (places.some((place) => paths.has(place))) return [];
      const message = `The skill's folder has no ${showText(value)}, so the prompt is given without it. Add the file, or correct the path`;
      return [{ range, severity: 'information', message }];
    }),
  );
}
