import { READ_ONLY_TOOLS, UNAVAILABLE_TOOLS, WRITING_TOOLS } from '../../../dialect/evaluations.ts';
import { findTool } from '../../../dialect/tools/tools.ts';
import type { NewFile } from '../../skills/templates/new-file.ts';
import { freeCaseName } from './case-name.ts';
import {
  asWritten,
  criterionText,
  type FrontmatterLine,
  newCaseTools,
  withFrontmatter,
  yamlList,
  yamlText,
} from './case-texts.ts';
import type { ObservedWork } from './observed-work.ts';

/** The skill that a case is about. */
export interface CaseSkill {
  /** Without the name of the plugin. */
  readonly name: string;
  readonly plugin: string | undefined;
  /** Whether the model may call it. */
  readonly isForModel: boolean;
  /** Tools that it needs. */
  readonly tools?: readonly string[];
}

/** The material for a new case. */
interface CaseWish {
  readonly skill: CaseSkill;
  /** The prompt of the case; undefined for that of the work. */
  readonly prompt: string | undefined;
  /** The criteria for a model as judge, in the user's words. */
  readonly criteria: readonly string[];
  readonly work: ObservedWork | undefined;
}

/** The files of a case, relative to its folder. */
export interface NewCase {
  readonly files: readonly NewFile[];
  /** The parts of the work that the case does not ask for, and why: sentences without a full stop. */
  readonly notes: readonly string[];
}

/** Why no case can be made, in words that say what to do. */
interface NoCase {
  readonly problem: 'no-prompt' | 'nothing-to-check';
}

/** More files of one run are not asked for. */
const maxFileGraders = 20;

/**
 * Makes a case from a prompt, and from what a model did for it. Graders only ask for what happened, or for what the user
 * wrote: nothing is made up.
 */
export function newCase({ skill, prompt, criteria, work }: CaseWish): NewCase | NoCase {
  const text = asWritten(prompt ?? work?.prompt ?? '');
  if (text === '') return { problem: 'no-prompt' };
  const typed = /^\/(\S+)/.exec(text)?.[1];
  const written = work?.written ?? [];
  const used = [...(work?.tools ?? [])].filter(isGranted).toSorted();
  const tools = [...new Set([...used, ...(skill.tools ?? []).filter(isGranted)])];
  const asked = written.slice(0, maxFileGraders);
  const others = used.filter((tool) => WRITING_TOOLS.has(tool) && !(tool === 'Write' && asked.length > 0));
  const isCalled = typed === undefined && (work ? work.calledSkill : skill.isForModel);
  const graders: NewFile[] = [
    ...(isCalled ? [{ path: 'uses-skill', text: skillGrader(skill) }] : []),
    ...asked.map((path) => ({ path: `creates ${path}`, text: fileGrader(path) })),
    ...others.map((tool) => ({ path: `calls ${tool}`, text: toolGrader(tool) })),
    ...criteria.filter((it) => it.trim() !== '').map((it) => ({ path: 'criterion', text: criterionText(it) })),
  ];
  if (graders.length === 0) return { problem: 'nothing-to-check' };
  const lines: FrontmatterLine[] = [
    ['max_turns', '10'],
    ['allowed_tools', yamlList([...newCaseTools, ...tools])],
  ];
  const files = [{ path: 'prompt.md', text: withFrontmatter(lines, named(text, typed, skill)) }, ...inFiles(graders)];
  return { files, notes: notesOn(work, asked.length) };
}

/** Whether a case has to ask for a tool. Tools of servers would need mocks. */
function isGranted(tool: string): boolean {
  return findTool(tool) !== undefined && !READ_ONLY_TOOLS.has(tool) && !UNAVAILABLE_TOOLS.has(tool);
}

/** The prompt, with the full name of the skill: only its plugin is loaded in the runs. */
function named(text: string, typed: string | undefined, { name, plugin }: CaseSkill): string {
  return plugin !== undefined && typed === name ? `/${plugin}:${text.slice(1)}` : text;
}

function skillGrader({ name, plugin }: CaseSkill): string {
  const escaped = (text: string) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const prefix = plugin === undefined ? '' : `(?:${escaped(plugin)}:)?`;
  return withFrontmatter([
    ['type', 'tool_used'],
    ['tool', 'Skill'],
    ['input_match', yamlText(`"skill":"${prefix}${escaped(name)}"`)],
  ]);
}

/** Characters with a special meaning elsewhere are matched by a wildcard. */
function fileGrader(path: string): string {
  return withFrontmatter([
    ['type', 'file_exists'],
    ['path', yamlText(asWritten(path).replaceAll(/[[\]{}\\]|^~/g, '?'))],
  ]);
}

function toolGrader(tool: string): string {
  return withFrontmatter([
    ['type', 'tool_used'],
    ['tool', tool],
  ]);
}

function inFiles(graders: readonly NewFile[]): NewFile[] {
  const taken = new Set<string>();
  return graders.map(({ path, text }) => {
    const name = freeCaseName(path, taken);
    taken.add(name);
    return { path: `graders/${name}.md`, text };
  });
}

function notesOn(work: ObservedWork | undefined, asked: number): string[] {
  if (!work) return [];
  const { written, writtenElsewhere, tools } = work;
  const servers = [...tools].filter((tool) => tool.startsWith('mcp__'));
  return [
    ...(written.length > asked ? [`Only the first ${asked} of ${written.length} files are asked for`] : []),
    ...writtenElsewhere.map((path) => `\`${path}\` is outside of the folder of the run, so no grader asks for it`),
    ...(servers.length > 0
      ? [
          `The tools of MCP servers need mocks, so the case does not ask for ${servers.map((it) => `\`${it}\``).join(', ')}`,
        ]
      : []),
  ];
}
