import { findRemovedTool, findRenamedTool, findTool, nearestTool } from '../../../dialect/tools/tools.ts';
import type { SkillDocument } from '../../../document/skill-document.ts';
import { LookupInOrder } from '../../../document/text/lookup-in-order.ts';
import { type TextRange, textRange } from '../../../document/text/text-range.ts';

/** A tool that the text tells the model to use, and that Claude Code does not have under this name. */
export interface ToolInProse {
  readonly name: string;
  readonly range: TextRange;
  /** The tool that the model can use instead. */
  readonly instead: string;
  /** The tool of another name, if there is one. */
  readonly now: string | undefined;
  readonly isMisspelled: boolean;
}

/** "Use the `WebFecth` tool": only where it is certainly meant as the name of a tool. */
const used =
  /\b(?:us(?:e|es|ing)|call(?:s|ing)?|invok(?:e|es|ing)|with|via|through)[ \t]+(?:the[ \t]+)?`?([A-Z][A-Za-z]{1,24})`?[ \t]+tool(?![\w-])/gi;

/** Such a sentence may say that the tool is gone. */
const toldSo = /\b(?:no longer|not|never|renamed|removed|deprecated|former(?:ly)?|old|instead|replaced)\b|n[’']t\b/i;

/** The first mention of each name in prose. */
export function* toolsInProse({ text, lines, body }: SkillDocument): Generator<ToolInProse> {
  const prose = text.slice(body.range.start, body.scanned.end);
  if (!/ tool\b/.test(prose)) return;
  const code = new LookupInOrder(body.code.filter(({ kind }) => kind !== 'span'));
  const seen = new Set<string>();
  for (const { 0: written, 1: name = '', index } of prose.matchAll(used)) {
    const start = body.range.start + index + written.lastIndexOf(name, written.length - ' tool'.length);
    if (!/^[A-Z]/.test(name) || seen.has(name) || findTool(name) || code.at(start)) continue;
    if (toldSo.test(lines.textOf(lines.lineAt(start)))) continue;
    const found = judge(name);
    if (!found) continue;
    seen.add(name);
    yield { ...found, name, range: textRange(start, start + name.length) };
  }
}

function judge(name: string): Pick<ToolInProse, 'instead' | 'now' | 'isMisspelled'> | undefined {
  const renamed = findRenamedTool(name);
  if (renamed) {
    return renamed.stillAccepted
      ? undefined
      : { now: renamed.now, instead: `Use \`${renamed.now}\``, isMisspelled: false };
  }
  const removed = findRemovedTool(name);
  if (removed) return { now: undefined, instead: `Use ${removed.instead}`, isMisspelled: false };
  // Servers and texts have tools of their own; two words in one are hardly ever similar by chance.
  const near = /^[A-Z][a-z]+[A-Z][A-Za-z]{2,}$/.test(name) ? nearestTool(name)?.name : undefined;
  return near === undefined ? undefined : { now: near, instead: `Did you mean \`${near}\`?`, isMisspelled: true };
}
