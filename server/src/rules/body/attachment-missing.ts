import type { MentionedFile } from '../../catalog/file/mentioned-files.ts';
import { isVariable } from '../../dialect/names/variables.ts';
import { type LocatedMention, locateMentions } from '../../document/markdown/file-mentions.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { partsInside } from '../../platform/paths.ts';
import { offerEdit } from '../edits/field-edits.ts';
import { showText } from '../messages/show-value.ts';
import { placeOfVariables } from '../readings/arguments/variables-in-body.ts';
import { bundledInOtherCase, isBundled, nearestBundled } from '../readings/links/bundled-files.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';

export const attachmentMissing: Rule = {
  id: 'attachment-missing',
  level: 'warning',
  kinds: ['skill', 'command'],
  summary: 'A mention `@path` of a file that is not in the folder of the session, such as one of the skill',
  source: 'test/conformance: own-attach',
  check(context, report) {
    const { document, file } = context;
    if (!file.mentions?.size || file.insideSkill || file.misplaced) return;
    const { start, end } = document.body.scanned;
    const seen = new Set<string>();
    for (const mention of locateMentions(document.text.slice(start, end), document.runtime)) {
      const found = file.mentions.get(mention.path);
      if (!found || seen.has(mention.path)) continue;
      seen.add(mention.path);
      const fault = faultOf(mention, found, context);
      if (fault) report(fault);
    }
  },
};

function faultOf(mention: LocatedMention, found: MentionedFile, context: RuleContext): Report | undefined {
  const { document, file } = context;
  const { path } = mention;
  if (found.inProject === 'file' || found.inProject === 'folder') return undefined;
  const offset = document.body.scanned.start;
  const range = textRange(offset + mention.range.start, offset + mention.range.end);
  const inSkill = file.kind === 'skill' && path.startsWith(skillFolder) ? path.slice(skillFolder.length) : undefined;
  if (inSkill !== undefined) return missingInSkill(inSkill, range, context);
  if (isOfSkill(path, found, context)) {
    return meant(range, path, 'the skill', 'CLAUDE_SKILL_DIR', context);
  }
  if (found.inPlugin) return meant(range, path, 'the plugin', 'CLAUDE_PLUGIN_ROOT', context);
  if (found.inProject !== 'missing' || !/\.\w+$/.test(path) || isInCode(range, document)) return undefined;
  return {
    range,
    severity: 'information',
    message: `${showText(path)} does not exist in the folder of the project, so Claude Code attaches nothing. Correct the path, or remove the \`@\``,
  };
}

const skillFolder = '${CLAUDE_SKILL_DIR}/';

function missingInSkill(written: string, mentioned: TextRange, { document, file }: RuleContext): Report | undefined {
  const path = partsInside(written)?.join('/');
  const bundled = file.bundledPaths;
  if (!path || !bundled || isBundled(path, bundled) !== 'missing' || !/\.\w+$/.test(path)) return undefined;
  if (!isVariable('CLAUDE_SKILL_DIR', placeOfVariables(file), document.runtime)) return undefined;
  const near = bundledInOtherCase(path, bundled) ?? nearestBundled(path, bundled);
  const start = document.text.indexOf(written, mentioned.start);
  const range = textRange(start, start + written.length);
  return {
    range,
    message: `The skill has no file ${showText(path)}, so Claude Code attaches nothing. ${near ? `Did you mean ${showText(near)}?` : 'Add the file, or remove the `@`'}`,
    fixes: near && !/\s/.test(near) ? offerEdit(`Change to ${showText(near)}`, false, { range, newText: near }) : [],
  };
}

/** Examples of commands in which something is mentioned. */
function isInCode({ start, end }: TextRange, { body }: SkillDocument): boolean {
  return body.code.some(({ range }) => range.start <= start && end <= range.end);
}

/** A file of the skill, and not one that every project has. */
function isOfSkill(path: string, { inProject }: MentionedFile, { file }: RuleContext): boolean {
  if (!/\.\w+$/.test(path) || !file.bundledPaths?.has(path)) return false;
  return (
    inProject !== undefined || path.includes('/') || !/^(?:readme|claude|agents|license|package|skill)\./i.test(path)
  );
}

function meant(
  range: TextRange,
  path: string,
  owner: string,
  variable: string,
  { document, file }: RuleContext,
): Report {
  const isReplaced = isVariable(variable, placeOfVariables(file), document.runtime);
  const written = `\${${variable}}/${path}`;
  return {
    range,
    message: `Claude Code looks for ${showText(path)} in the folder of the session, not in that of ${owner}, and attaches nothing${isReplaced ? `. Write ${showText(`@${written}`)}` : ''}`,
    fixes: isReplaced
      ? offerEdit(`Change to ${showText(`@${written}`)}`, false, {
          range: textRange(range.start, range.start),
          newText: `\${${variable}}/`,
        })
      : [],
  };
}
