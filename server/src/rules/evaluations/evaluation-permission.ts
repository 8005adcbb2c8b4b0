import { READ_ONLY_TOOLS } from '../../dialect/evaluations.ts';
import type { TextRange } from '../../document/text/text-range.ts';
import { askedRules, grantsOf } from '../../evaluation/cases/case-grants.ts';
import { missingTools } from '../../evaluation/cases/missing-tools.ts';
import type { EvaluationFile } from '../../evaluation/cases/read-evaluation.ts';
import { type Value, valueAt } from '../../evaluation/values/value.ts';
import { neededBy, toolsText } from '../messages/missing-tools.ts';
import { evaluationsRecorded } from '../messages/rejected-case.ts';
import { evaluationIn } from '../readings/evaluation-in.ts';
import type { Fix, Rule } from '../rule.ts';

export const evaluationPermission: Rule = {
  id: 'evaluation-permission',
  level: 'warning',
  kinds: ['eval-prompt', 'eval-case'],
  summary: 'A case whose sessions may not use tools that its skill needs',
  source: evaluationsRecorded,
  *check(context, report) {
    const open = evaluationIn(context);
    const skills = context.file.evaluation?.skills;
    if (!open?.case?.isReadable || open.case.isInCase || !skills) return;
    const { file, case: merged } = open;
    // A case has one finding: where its session is described.
    if (file.kind === 'eval-case' && merged.prompt) return;
    yield;
    const missing = missingTools(merged, skills, grantsOf(merged, askedRules(merged)));
    if (missing.length === 0) return;
    const tools = missing.map(({ tool }) => tool);
    const gated = tools.filter((tool) => !READ_ONLY_TOOLS.has(tool));
    const also =
      gated.length === 0 ? '' : `, and allow ${toolsText(gated)} when it runs (\`--allow-tools ${gated.join(',')}\`)`;
    const written = allowedTools(file);
    report({
      range: written?.range ?? file.head,
      message: `Sessions of this case may not use ${toolsText(tools)}, which ${neededBy(missing)}. Add ${toolsText(tools)} to \`allowed_tools\`${also}`,
      fixes: fixesFor(file, written, tools),
    });
  },
};

function allowedTools({ kind, data }: EvaluationFile): Value | undefined {
  return kind === 'eval-prompt' ? valueAt(data, 'allowed_tools') : valueAt(data, 'execution', 'allowed_tools');
}

/** In a definition, and in a list in lines of its own, where it goes depends on how the author indents. */
function fixesFor(file: EvaluationFile, written: Value | undefined, tools: readonly string[]): readonly Fix[] {
  const place = placeFor(file, written);
  if (!place) return [];
  const list = tools.join(', ');
  const newText = place.isInList ? `${place.isEmpty ? '' : ', '}${list}` : `${place.lineBreak}allowed_tools: [${list}]`;
  const edits = [{ range: place.range, newText }];
  return [{ title: `Add ${toolsText(tools)} to \`allowed_tools\``, safe: false, edits }];
}

function placeFor({ kind, text, head, hasFrontmatter }: EvaluationFile, written: Value | undefined) {
  if (written?.kind === 'list' && text[written.range.end - 1] === ']') {
    const end = text.slice(0, written.range.end - 1).trimEnd().length;
    // After a comma at the end, another one would be an empty item.
    if (text[end - 1] === ',') return undefined;
    return { range: emptyAt(end), isInList: true, isEmpty: written.items.length === 0, lineBreak: '' };
  }
  if (written || kind !== 'eval-prompt' || !hasFrontmatter) return undefined;
  const lineBreak = text.startsWith('\r\n', head.end) ? '\r\n' : '\n';
  return { range: emptyAt(head.end), isInList: false, isEmpty: false, lineBreak };
}

function emptyAt(offset: number): TextRange {
  return { start: offset, end: offset };
}
