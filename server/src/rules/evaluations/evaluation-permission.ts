import { READ_ONLY_TOOLS } from '../../dialect/evaluations.ts';
import { allowedToolsEdit, allowedToolsIn } from '../../evaluation/cases/allowed-tools-edit.ts';
import { askedRules, grantsOf } from '../../evaluation/cases/case-grants.ts';
import { missingTools } from '../../evaluation/cases/missing-tools.ts';
import type { EvaluationFile } from '../../evaluation/cases/read-evaluation.ts';
import type { Fix, Rule } from '../rule.ts';
import { evaluationIn, evaluationsRecorded } from './shared/evaluation-rule.ts';
import { neededBy, toolsText } from './shared/missing-tools.ts';

export const evaluationPermission: Rule = {
  id: 'evaluation-permission',
  level: 'warning',
  kinds: ['eval-prompt', 'eval-case'],
  summary: 'A case whose sessions may not use tools that its skill needs',
  source: evaluationsRecorded,
  check(context, report) {
    const open = evaluationIn(context);
    const skills = context.file.evaluation?.skills;
    if (!open?.case?.isReadable || open.case.isInCase || !skills) return;
    const { file, case: merged } = open;
    // A case has one finding: where its session is described.
    if (file.kind === 'eval-case' && merged.prompt) return;
    const missing = missingTools(merged, skills, grantsOf(merged, askedRules(merged)));
    if (missing.length === 0) return;
    const tools = missing.map(({ tool }) => tool);
    const gated = tools.filter((tool) => !READ_ONLY_TOOLS.has(tool));
    const also =
      gated.length === 0 ? '' : `, and allow ${toolsText(gated)} when it runs (\`--allow-tools ${gated.join(',')}\`)`;
    report({
      range: allowedToolsIn(file)?.range ?? file.head,
      message: `Sessions of this case may not use ${toolsText(tools)}, which ${neededBy(missing)}. Add ${toolsText(tools)} to \`allowed_tools\`${also}`,
      fixes: fixesFor(file, tools),
    });
  },
};

function fixesFor(file: EvaluationFile, tools: readonly string[]): readonly Fix[] {
  const edit = allowedToolsEdit(file, tools);
  return edit ? [{ title: `Add ${toolsText(tools)} to \`allowed_tools\``, safe: false, edits: [edit] }] : [];
}
