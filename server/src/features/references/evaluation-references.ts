import { readSkillRule } from '../../catalog/settings/skill-rules.ts';
import { WITH_ONLY_TOOL } from '../../dialect/evaluations.ts';
import { DEFAULT_RUNTIME } from '../../dialect/runtimes/capabilities.ts';
import type { EvaluationKind } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { callsOf, typeOf } from '../../evaluation/cases/case-expressions.ts';
import type { CaseGrader } from '../../evaluation/cases/merged-case.ts';
import { type EvaluationFile, readEvaluation } from '../../evaluation/cases/read-evaluation.ts';
import { type TextValue, textAt, textsAt, type Value, valueAt } from '../../evaluation/values/value.ts';
import { folderOf, foldersAbove, isWithin, partsInside, resolve } from '../../platform/paths.ts';
import type { PathBases } from './file-references.ts';
import type { Reference } from './reference.ts';
import { skillsInText } from './skill-references.ts';

/** The skills, tools with mocks, files and folders that a file of an evaluation names. */
export function referencesInEvaluation(document: SkillDocument, kind: EvaluationKind, bases: PathBases): Reference[] {
  const file = readEvaluation(document.text, kind);
  return new EvaluationReferences(document.text, file, bases).found(document, kind);
}

class EvaluationReferences {
  readonly #text: string;
  readonly #file: EvaluationFile;
  readonly #bases: PathBases;

  constructor(text: string, file: EvaluationFile, bases: PathBases) {
    this.#text = text;
    this.#file = file;
    this.#bases = bases;
  }

  found(document: SkillDocument, kind: EvaluationKind): Reference[] {
    const { data, body } = this.#file;
    const { folder } = this.#bases;
    switch (kind) {
      case 'eval-prompt': {
        const inBody = skillsInText(document, false).filter(({ range }) => range.start >= body.start);
        return [...this.#settings(data, data), ...inBody];
      }
      case 'eval-case': {
        const graders = valueAt(data, 'graders');
        const inContext = [
          ...textsAt(data, 'context', 'add_dirs'),
          ...['history_file', 'scaffold_script'].flatMap((key) => textAt(data, 'context', key) ?? []),
        ];
        return [
          ...this.#settings(data, valueAt(data, 'execution')),
          ...inContext.flatMap((path) => this.#path(path, folder)),
          ...(graders?.kind === 'list' ? graders.items.flatMap((grader) => this.#grader(grader, folder)) : []),
        ];
      }
      case 'eval-grader':
        return data ? this.#grader(data, folderOf(folder)) : [];
      case 'eval-set': {
        const skill = folderOf(folder);
        const evals = valueAt(data, 'evals');
        const files = evals?.kind === 'list' ? evals.items.flatMap((item) => textsAt(item, 'files')) : [];
        const name = textAt(data, 'skill_name');
        return [
          ...(name ? this.#skill(name, name.value, skill) : []),
          ...files.flatMap((path) => this.#path(path, skill)),
        ];
      }
      default:
        return [];
    }
  }

  /** References in the plugins and session of a case. */
  #settings(data: Value | undefined, execution: Value | undefined): Reference[] {
    const rules = ['allowed_tools', 'disallowed_tools'].flatMap((key) => textsAt(execution, key));
    return [
      ...textsAt(data, 'plugins').flatMap((path) => this.#path(path, this.#bases.folder)),
      ...rules.flatMap((rule) => this.#rule(rule)),
    ];
  }

  #rule(rule: TextValue): Reference[] {
    const read = readSkillRule(rule.value, DEFAULT_RUNTIME);
    if (read?.kind === 'exact' && read.text !== '') return this.#skill(rule, read.text);
    return this.#tool(rule);
  }

  #grader(value: Value, caseFolder: string): Reference[] {
    if (value.kind !== 'map') return [];
    const nowhere = textRange(0, 0);
    const grader: CaseGrader = {
      name: '',
      value,
      fileName: undefined,
      isOpen: true,
      body: '',
      bodyRange: nowhere,
      head: nowhere,
    };
    const baseline = typeOf(grader) === 'baseline' ? textAt(value, 'baseline_file') : undefined;
    const calls = callsOf(grader).flatMap(({ tool, input }) => {
      const name = tool.value === WITH_ONLY_TOOL ? nameIn(input?.value ?? '') : undefined;
      return [...this.#tool(tool), ...(input && name !== undefined ? this.#skill(input, name) : [])];
    });
    return [...calls, ...(baseline ? this.#path(baseline, caseFolder) : [])];
  }

  /** A tool of an MCP server: its mock is in the folder of the case, or in one above. */
  #tool(written: TextValue): Reference[] {
    const [, server, tool] = /^mcp__(?:plugin_[A-Za-z0-9-]+_)?(.+?)__([\w-]+)$/.exec(written.value) ?? [];
    const range = this.#rangeOf(written.value, written.range);
    if (server === undefined || !range) return [];
    const { path, evaluations } = this.#bases;
    const folders = foldersAbove(path).filter((folder) => isWithin(folder, evaluations));
    const paths = folders.flatMap((folder) => [
      `${folder}/mocks/${server}/${tool}.md`,
      `${folder}/mocks/${server}/_server.md`,
    ]);
    return [{ target: { kind: 'tool', name: written.value, paths }, range }];
  }

  /** @param elsewhere the skill's folder, if no session has it */
  #skill(written: TextValue, name: string, elsewhere = this.#inPlugin(name)): Reference[] {
    const range = this.#rangeOf(name, written.range);
    return range ? [{ target: { kind: 'skill', name, by: 'invocation', elsewhere }, range }] : [];
  }

  #inPlugin(name: string): string | undefined {
    const { plugin } = this.#bases;
    return plugin === undefined ? undefined : `${plugin}/skills/${name.slice(name.indexOf(':') + 1)}`;
  }

  #path(written: TextValue, base: string): Reference[] {
    const { value } = written;
    const range = /^[/~]|^[a-z]+:|[*?{]/i.test(value) ? undefined : this.#rangeOf(value, written.range);
    const path = range && resolve(base, value);
    // The plugin of a case is above it; nothing else is outside.
    if (!range || path === undefined || (!partsInside(value)?.length && !isWithin(base, path))) return [];
    const form = this.#file.kind === 'eval-set' ? 'manifest' : 'code';
    return [
      {
        target: { kind: 'file', path, heading: undefined, written: { range, anchorRange: undefined, base, form } },
        range,
      },
    ];
  }

  /** Where a text is written in a value; undefined if it is written in another way there. */
  #rangeOf(text: string, { start, end }: TextRange): TextRange | undefined {
    const at = this.#text.slice(start, end).lastIndexOf(text);
    return at < 0 ? undefined : textRange(start + at, start + at + text.length);
  }
}

/** The skill that an expression for the input of the Skill tool is about. */
function nameIn(expression: string): string | undefined {
  if (/^[\w:-]+$/.test(expression)) return expression;
  return /"skill"\s*:\s*"([\w:-]+)/.exec(expression)?.[1];
}
