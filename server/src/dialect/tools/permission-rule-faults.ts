import settingsSchema from '../../../../schemas/settings.schema.json' with { type: 'json' };
import { nearestTool } from './tools.ts';

/*
 * Permission rules of the settings that Claude Code leaves out, or never matches, as they are written. Recorded in
 * test/conformance/own-permission-rules.*.jsonl.
 */

/** The lists of permission rules in settings. */
export type PermissionList = 'allow' | 'deny' | 'ask';

/** Why a rule has no effect. */
export type PermissionRuleFault =
  | 'nothing'
  /** `Bash(git *` */
  | 'unclosed'
  /** `Bash(git *) # all of git`, `Bash(ls)(`. */
  | 'form'
  /** `Bash()` */
  | 'empty'
  /** `bash(git *)` */
  | 'case'
  /** `Bash(f\\(x)`: parentheses with and without a backslash that do not match. */
  | 'escapes'
  /** `mcp__server__tool(x)` */
  | 'mcp-content'
  /** `mcp__*` in `allow`. */
  | 'wide'
  /** `Bash(:*)` */
  | 'prefix'
  /** `Read(src:*)` */
  | 'file-prefix'
  /** `WebFetch(https://example.com)` */
  | 'domain'
  /** `WebSearch(a*)` */
  | 'search'
  /** `Write(src/**)`: it is read, but only rules for Edit and Read are compared with files. */
  | 'other-tool';

/** A rule without effect. */
interface IdlePermissionRule {
  readonly fault: PermissionRuleFault;
  /** The whole rule that was probably meant; undefined if that is unclear. */
  readonly meant: string | undefined;
}

const notes = settingsSchema['x-skillwright'];
const fileTools: ReadonlySet<string> = new Set(notes.fileRuleTools);
const comparedTools: ReadonlyMap<string, string> = new Map(Object.entries(notes.unmatchedFileTools));

/** Why a permission rule has no effect as it is written, whatever tools there are; undefined if it may have one. */
export function whyPermissionRuleIsIdle(rule: string, list: PermissionList): IdlePermissionRule | undefined {
  const idle = (fault: PermissionRuleFault, meant?: string): IdlePermissionRule => ({ fault, meant });
  if (rule.trim() === '') return idle('nothing');
  const parts = partsOf(rule);
  if (parts === undefined) return malformed(rule, list);
  const { tool, content } = parts;
  if (content === '') return idle('empty', tool === '' ? undefined : tool);
  if (/^mcp__(?!_)./.test(tool)) {
    if (content !== undefined) return idle('mcp-content', tool);
    const server = /^mcp__(.*?)(?:__|$)/.exec(tool)![1]!;
    return list === 'allow' && server.includes('*') ? idle('wide') : undefined;
  }
  if (list === 'allow' && tool.includes('*')) return idle('wide');
  if (!tool.includes('_') && tool[0] !== tool[0]?.toUpperCase()) return idle('case', withTool(tool, content));
  if (content !== undefined && isAmbiguous(content)) return idle('escapes');
  if (content === undefined || content === '*') return undefined;
  return contentFault(tool, content);
}

/** A tool and what is in its parentheses, in which a backslash makes a parenthesis part of the text. */
function partsOf(rule: string): { readonly tool: string; readonly content: string | undefined } | undefined {
  const places = [...rule.matchAll(/[()]/g)].filter(({ index }) => !isEscaped(rule, index));
  const open = places.find(([character]) => character === '(')?.index;
  const close = places.findLast(([character]) => character === ')')?.index;
  if (open === undefined && close === undefined) return { tool: rule, content: undefined };
  if (open === undefined || close !== rule.length - 1 || close <= open) return undefined;
  const tool = rule.slice(0, open);
  return /[()]/.test(tool) ? undefined : { tool, content: rule.slice(open + 1, close) };
}

/** Whether a text has escaped parentheses next to others, of which not every one has its other half. */
function isAmbiguous(text: string): boolean {
  const plain = [...text.matchAll(/[()]/g)].filter(({ index }) => !isEscaped(text, index));
  const opened = plain.filter(([character]) => character === '(').length;
  return /(?:^|[^\\])\\[()]/.test(text) && 2 * opened !== plain.length;
}

function isEscaped(text: string, index: number): boolean {
  let start = index;
  while (text[start - 1] === '\\') start--;
  return (index - start) % 2 === 1;
}

function malformed(rule: string, list: PermissionList): IdlePermissionRule {
  const isUnclosed = /^[^()]+\([^()]*$/.test(rule);
  const meant = isUnclosed ? `${rule.trimEnd()})` : rule.trim();
  const isFixed = meant !== rule && whyPermissionRuleIsIdle(meant, list) === undefined;
  return { fault: isUnclosed ? 'unclosed' : 'form', meant: isFixed ? meant : undefined };
}

function withTool(written: string, content: string | undefined): string {
  const near = nearestTool(written)?.name;
  const tool =
    near?.toLowerCase() === written.toLowerCase() ? near : written.charAt(0).toUpperCase() + written.slice(1);
  return content === undefined ? tool : `${tool}(${content})`;
}

function contentFault(tool: string, content: string): IdlePermissionRule | undefined {
  if (tool === 'WebSearch') return /[*?]/.test(content) ? { fault: 'search', meant: undefined } : undefined;
  if (tool === 'WebFetch')
    return content.startsWith('domain:') ? undefined : { fault: 'domain', meant: domainRule(content) };
  if (tool === 'Bash') return content === ':*' ? { fault: 'prefix', meant: 'Bash' } : undefined;
  if (fileTools.has(tool) && content.includes(':*')) {
    const folder = /^([^*:]+):\*$/.exec(content)?.[1]?.replace(/\/+$/, '');
    return {
      fault: 'file-prefix',
      meant: folder === undefined ? undefined : `${comparedTools.get(tool) ?? tool}(${folder}/**)`,
    };
  }
  const compared = comparedTools.get(tool);
  return compared === undefined ? undefined : { fault: 'other-tool', meant: `${compared}(${content})` };
}

/** The rule for the host of an address, or for a domain without its prefix. */
function domainRule(content: string): string | undefined {
  const [, host] = /^(?:https?:\/\/)?((?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+)(?:[/:].*)?$/i.exec(content) ?? [];
  return host === undefined ? undefined : `WebFetch(domain:${host})`;
}
