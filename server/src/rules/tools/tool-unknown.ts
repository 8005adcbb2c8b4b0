import { nearestWords } from '../../dialect/text/edit-distance.ts';
import {
  findForeignTool,
  findRemovedTool,
  findRenamedTool,
  findTool,
  isMcpToolName,
  nearestTool,
  TOOLS,
} from '../../dialect/tools/tools.ts';
import { showText } from '../messages/show-value.ts';
import { lostEffects, soundToolRules } from '../readings/tools/tool-rule-faults.ts';
import { offerToolRemoval } from '../readings/tools/tool-rule-removal.ts';
import { type ToolInProse, toolsInProse } from '../readings/tools/tools-in-prose.ts';
import { type ToolList, toolLists, type WrittenToolRule } from '../readings/tools/written-tool-rules.ts';
import type { Fix, Report, Rule, RuleContext } from '../rule.ts';

export const toolUnknown: Rule = {
  id: 'tool-unknown',
  level: 'warning',
  kinds: ['skill', 'command', 'agent'],
  summary: 'A tool that Claude Code does not have, or no longer has, in a field that lists tools or in an instruction',
  source: 'https://code.claude.com/docs/en/tools-reference',
  *check(context, report) {
    const { place } = context.file;
    if (place === 'other-product') return;
    for (const list of toolLists(context)) {
      // Elsewhere, a list without a single tool of Claude Code is written for another product.
      if (place === 'unknown' && !list.rules.some(({ name }) => findTool(name))) continue;
      for (const rule of soundToolRules(list)) {
        yield;
        const found = judge(context, list, rule);
        if (found) report(found);
      }
    }
    // The text may be written for another product.
    if ((place !== 'claude' && place !== 'plugin') || context.file.insideSkill) return;
    for (const tool of toolsInProse(context.document)) report(describeInProse(tool));
  },
};

function judge(context: RuleContext, list: ToolList, rule: WrittenToolRule): Report | undefined {
  const { name, nameRange } = rule;
  if (!isPlainName.test(name) || findTool(name) || isMcpToolName(name)) return undefined;
  const renamed = findRenamedTool(name);
  if (renamed?.stillAccepted) return undefined;
  const removed = findRemovedTool(name);
  const outcome = outcomeOf(list);
  const removal = offerToolRemoval(context.document, list, rule);
  const fixes = [...offerNames(list, rule), ...removal];
  if (renamed || removed) {
    // Such a list was written for a release that had both: nothing is missing from it.
    const instead = renamed ? [renamed.now] : (removed!.instead.match(/(?<=`)\w+(?=`)/g) ?? []);
    if ([...instead, removed?.alsoIn].some((it) => it !== undefined && hasWhole(list, it))) return undefined;
    const cause = renamed
      ? `${showText(name)} is now \`${renamed.now}\``
      : `Claude Code no longer has ${showText(name)}`;
    // Without commands there is no output to read, so nothing is lost either, unless the agent is left without tools.
    const hasOthers = list.rules.some((it) => findTool(it.name) !== undefined);
    if (renamed && needsAShell.has(renamed.now) && list.purpose === 'offer' && hasOthers && !mayHaveOutput(list))
      return undefined;
    const advice = renamed ? `Write \`${renamed.now}\`` : `Remove it, or replace it with ${removed!.instead}`;
    return {
      range: nameRange,
      severity: 'hint',
      tag: 'deprecated',
      message: `${cause}, so this ${outcome}. ${advice}`,
      fixes,
    };
  }
  const foreign = context.file.place === 'unknown' ? undefined : findForeignTool(name)?.now;
  const near = foreign ?? nearestTool(name)?.name;
  if (near !== undefined && hasWhole(list, near) && !rule.specifier) {
    // The list is shared with a product that calls the same tool so.
    if (near === foreign) return undefined;
    const message = `Claude Code has no tool ${showText(name)}, so this ${outcome}. Remove it: \`${near}\` is listed already`;
    return { range: nameRange, severity: 'hint', message, fixes: removal };
  }
  if (near !== undefined) {
    const isSame = near.toLowerCase() === name.toLowerCase();
    return {
      range: nameRange,
      // A name that resembles none of ours is not misspelled.
      ...(nearestTool(name) === undefined && { severity: 'hint' as const }),
      message: `Claude Code has no tool ${showText(name)}, so this ${outcome}. ${isSame ? `It is written \`${near}\`` : `Did you mean \`${near}\`?`}`,
      fixes: isSame ? [...fixes, ...correctCase(list)] : fixes,
    };
  }
  // Other products have tools of other names, mostly in lower case.
  if (!/^[A-Z]/.test(name) || context.file.place === 'unknown') return undefined;
  return {
    range: nameRange,
    severity: 'hint',
    message: `Claude Code has no tool ${showText(name)}, so this ${outcome}. Use the name of a tool, or \`mcp__server__tool\` for one of an MCP server`,
    fixes,
  };
}

function describeInProse({ name, range, now, instead, isMisspelled }: ToolInProse): Report {
  return {
    range,
    severity: isMisspelled ? 'information' : 'hint',
    ...(!isMisspelled && { tag: 'deprecated' as const }),
    message: `Claude Code ${isMisspelled ? 'has no' : 'no longer has the'} tool ${showText(name)}, so the model cannot use it. ${instead}`,
    fixes: now === undefined ? [] : [{ title: `Change to \`${now}\``, safe: false, edits: [{ range, newText: now }] }],
  };
}

/** What reads the output of commands. */
const needsAShell: ReadonlySet<string> = new Set(['TaskOutput']);

function mayHaveOutput({ rules }: ToolList): boolean {
  return rules.some(
    ({ name }) => name === '*' || findTool(name)?.specifier === 'command' || name === 'Agent' || name === 'Task',
  );
}

/** Whether a list has a tool without any limits. */
function hasWhole({ rules }: ToolList, tool: string): boolean {
  return rules.some(({ name, specifier }) => name === tool && !specifier);
}

/** Servers and other products bring names with other characters, and words between tools are harmless. */
const isPlainName = /^[A-Za-z][A-Za-z\d]{2,}$|^LS$/i;

function outcomeOf(list: ToolList): string {
  const isOnly = list.purpose === 'offer' && !list.rules.some(({ name }) => isOffered(name));
  return isOnly ? 'leaves the agent without tools' : lostEffects[list.purpose];
}

function isOffered(name: string): boolean {
  return name === '*' || findTool(name) !== undefined || findRenamedTool(name) !== undefined || isMcpToolName(name);
}

/** A list that was written for another product often has all names in another case. */
function correctCase({ rules }: ToolList): Fix[] {
  const edits = rules.flatMap(({ name, nameRange, isVerbatim }) => {
    const near = isVerbatim && !findTool(name) ? nearestTool(name)?.name : undefined;
    return near?.toLowerCase() === name.toLowerCase() ? [{ range: nameRange, newText: near }] : [];
  });
  return edits.length < 2 ? [] : [{ title: `Correct the case of ${edits.length} tools`, safe: false, edits }];
}

/** The new name, or up to three similar ones; none that the list has already. */
function offerNames(list: ToolList, { name, nameRange, isVerbatim, specifier }: WrittenToolRule): Fix[] {
  if (!isVerbatim) return [];
  const renamed = findRenamedTool(name)?.now ?? findForeignTool(name)?.now ?? nearestTool(name)?.name;
  const similar = nearestWords(
    name,
    TOOLS.map((tool) => tool.name),
  );
  const names = [...new Set(renamed === undefined ? similar : [renamed, ...similar])].slice(0, 3);
  return names
    .filter((tool) => specifier || !hasWhole(list, tool))
    .map((tool) => ({ title: `Change to \`${tool}\``, safe: false, edits: [{ range: nameRange, newText: tool }] }));
}
