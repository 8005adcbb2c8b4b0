import { COMMAND_TOOLS, TOOLS_READING_TOGETHER, WITH_ONLY_TOOL, WRITING_TOOLS } from '../../../dialect/evaluations.ts';
import { isToolName } from '../../../dialect/tools/tools.ts';
import { askedRules, bareTool, type CaseGrants, grantsOf } from '../../../evaluation/cases/case-grants.ts';
import { missingTools } from '../../../evaluation/cases/missing-tools.ts';
import { type EvaluatedSkill, readEvaluatedSkills } from '../../../evaluation/surroundings/evaluated-skills.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { neededBy, toolsText } from '../../../rules/evaluations/shared/missing-tools.ts';
import { deniedText } from '../grading/denied-words.ts';
import { type LastRuns, lastRuns } from '../grading/last-runs.ts';
import { toolNamesIn } from './allowed-tools.ts';
import type { UnaskedTools } from './case-edits.ts';
import { deniedIn } from './case-outcome.ts';
import type { PlannedEvaluations } from './planned-evaluations.ts';
import type { SuiteCase } from './suite-cases.ts';

/** The rights of sessions, and those that could be added. */
interface SessionRights {
  /** Sentences without a full stop. */
  readonly rights: readonly string[];
  /** Tools that are missing: skills need them, cases ask for them, or their calls were denied last time. */
  readonly allowable: readonly string[];
  /** Those of them that the cases do not ask for. */
  readonly unasked?: readonly UnaskedTools[];
}

/** Characters of traces after which those of further cases are not read. */
const maxTraces = 16 * 1024 * 1024;

/** The rights of the sessions of cases, and those that they lack. */
export async function rightsOfCases(
  { works, choice, settings }: PlannedEvaluations,
  files: FileSystem,
  namesText: (names: readonly string[]) => string,
): Promise<SessionRights> {
  const allowed = [...choice.allowedTools, ...allowedByArguments(settings.extraArguments)];
  const cases = works.flatMap((work) => work.cases);
  const may = new Map<string, string[]>();
  const lacks = new Map<string, string[]>();
  const deniedBefore = new Map<string, string[]>();
  const allowable = new Set<string>();
  const unasked: UnaskedTools[] = [];
  const add = (to: Map<string, string[]>, text: string, name: string) => to.set(text, [...(to.get(text) ?? []), name]);
  let left = maxTraces;
  for (const it of cases) {
    const grants = grantsOf(it.merged, allowed);
    add(may, rightsText(grants), it.name);
    const asked = askedInVain(it, grants);
    if (asked.length > 0)
      add(lacks, `use ${toolsText(asked)}, which the case asks for, only if you allow it for this run`, it.name);
    const missing = missingTools(it.merged, it.skills ?? [], grants).filter(({ tool }) => !asked.includes(tool));
    const tools = missing.map(({ tool }) => tool);
    if (missing.length > 0) add(lacks, `may not use ${toolsText(tools)}, which ${neededBy(missing)}`, it.name);
    const last = left > 0 ? await lastRuns(it, files, { texts: new Set() }) : undefined;
    for (const { recorded } of last?.runs ?? []) left -= recorded?.trace.length ?? 0;
    const denied = last ? deniedStill(last, grants) : new Map<string, number>();
    const before = deniedText(denied);
    if (before !== undefined) add(deniedBefore, before, it.name);
    for (const tool of [...asked, ...tools, ...denied.keys()]) allowable.add(tool);
    const known = new Set(askedRules(it.merged).map(bareTool));
    const lacking = [...new Set([...tools, ...denied.keys()])].filter((tool) => !known.has(tool));
    if (lacking.length > 0) unasked.push({ it, tools: lacking });
  }
  const runsCommands = cases.some(({ merged }) => hasTool(grantsOf(merged, allowed), COMMAND_TOOLS));
  return {
    rights: [
      ...[...may, ...lacks].map(([text, names]) => `Sessions of ${namesText(names)} ${text}`),
      ...[...deniedBefore].map(([text, names]) => `The last runs of ${namesText(names)} had ${text}`),
      ...(runsCommands ? ['Claude Code refuses to run commands in them if this machine has no sandbox for it'] : []),
    ],
    allowable: [...allowable],
    unasked,
  };
}

/** The rights of the sessions of prompts. Rules of the user count there, so nobody knows what is missing. */
export async function rightsOfPrompts(
  { works, claudeCode, choice: { allowedTools } }: PlannedEvaluations,
  files: FileSystem,
): Promise<SessionRights> {
  const sets = works.flatMap(({ set, prompts }) => (set?.skill !== undefined && prompts.length > 0 ? [set.skill] : []));
  if (sets.length === 0) return { rights: [], allowable: [] };
  const skills = await Promise.all(sets.map((folder) => readEvaluatedSkills(folder, false, files)));
  const isAny = (holds: (skill: EvaluatedSkill) => boolean) => skills.flat().some((skill) => skill && holds(skill));
  const isUsual = claudeCode.permissionMode === undefined && claudeCode.extraArguments.length === 0;
  const also = allowedTools.length > 0 ? `, and use ${toolsText(allowedTools)}` : '';
  const wanted = [
    ...(isAny(({ needsPermission }) => needsPermission) ? [WITH_ONLY_TOOL] : []),
    ...(isAny(({ scripts }) => scripts.length > 0) ? ['Bash'] : []),
  ];
  const may = `Sessions of prompts may write files in a temporary project, which are kept, and do what your settings allow without asking${also}`;
  // Other settings may allow the rest, too.
  if (!isUsual) return { rights: [may], allowable: [] };
  return {
    rights: [`${may}. The rest is denied`],
    allowable: wanted.filter((tool) => !allowedTools.some((rule) => bareTool(rule) === tool)),
  };
}

/** The rules that arguments of the settings allow: all words up to the next option. */
function allowedByArguments(args: readonly string[]): readonly string[] {
  return args.flatMap((argument, index) => {
    if (argument.startsWith('--allow-tools=')) return toolNamesIn(argument.slice('--allow-tools='.length));
    if (argument !== '--allow-tools') return [];
    const next = args.findIndex((it, at) => at > index && it.startsWith('-'));
    return args.slice(index + 1, next < 0 ? args.length : next).flatMap(toolNamesIn);
  });
}

function rightsText(grants: CaseGrants): string {
  const { mayRead, mayCallSkills, others } = grants;
  const may = [...(mayRead ? TOOLS_READING_TOGETHER : []), ...(mayCallSkills ? [WITH_ONLY_TOOL] : []), ...others];
  const not = [
    ...(mayRead ? [] : ['read the files of skills']),
    ...(hasTool(grants, [...WRITING_TOOLS]) ? [] : ['write files']),
    ...(hasTool(grants, COMMAND_TOOLS) ? [] : ['run commands']),
  ];
  const denied = not.length < 2 ? not.join('') : `${not.slice(0, -1).join(', ')} or ${not.at(-1)}`;
  if (may.length === 0) return `may not ${denied}`;
  return `may use ${toolsText(may)}${denied === '' ? '' : `, but not ${denied}`}`;
}

/** The tools that a case asks for, and gets only if they are allowed for the run. */
function askedInVain({ merged }: SuiteCase, { others }: CaseGrants): readonly string[] {
  const asked = grantsOf(merged, askedRules(merged)).others.filter((rule) => askedRules(merged).includes(rule));
  const granted = new Set(others.map(bareTool));
  return [...new Set(asked.map(bareTool))].filter((tool) => !granted.has(tool));
}

/** The denied calls of the last runs that would still be denied now, with how often. */
function deniedStill(last: LastRuns, grants: CaseGrants): ReadonlyMap<string, number> {
  return new Map([...deniedIn(last)].filter(([tool]) => isToolName(tool) && !isAllowed(tool, grants)));
}

function isAllowed(tool: string, { mayRead, mayCallSkills, others }: CaseGrants): boolean {
  if (TOOLS_READING_TOGETHER.includes(tool)) return mayRead;
  return tool === WITH_ONLY_TOOL ? mayCallSkills : others.some((rule) => bareTool(rule) === tool);
}

function hasTool({ others }: CaseGrants, tools: readonly string[]): boolean {
  return others.some((rule) => tools.includes(bareTool(rule)));
}
