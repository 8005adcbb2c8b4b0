import { EVALUATION_LIMITS } from '../../dialect/evaluations.ts';
import { formatOf } from '../../document/runtime-id.ts';
import { inThousands } from '../../document/text/numbers.ts';
import { type DisplacedFrontmatter, displacedFrontmatter } from '../../evaluation/cases/displaced-frontmatter.ts';
import { openEvaluation } from '../../evaluation/cases/open-evaluation.ts';
import type { EvaluationFile, ReadingFault } from '../../evaluation/cases/read-evaluation.ts';
import { faultInWords, rangeOfFault } from '../messages/json-fault.ts';
import type { Report, Rule } from '../rule.ts';
import { caseRejected, evaluationsRecorded } from './shared/evaluation-rule.ts';

export const evaluationSyntax: Rule = {
  id: 'evaluation-syntax',
  level: 'error',
  kinds: ['eval-prompt', 'eval-case', 'eval-grader', 'eval-mock', 'eval-tools', 'eval-set', 'trigger-set'],
  summary:
    'A file of an evaluation that cannot be read: not YAML, not JSON, or frontmatter without an end or not at the start',
  source: evaluationsRecorded,
  check({ document, file }, report) {
    const open = openEvaluation(document, file);
    const found = open?.file;
    const displaced = found && displacedFrontmatter(found);
    if (displaced && !open.case?.isInCase) return report(notFirst(displaced, found));
    const fault = found?.fault;
    // A case in the folder of another one is not read.
    if (!found || !fault || open.case?.isInCase) return;
    const [jsonFault] = document.json?.faults ?? [];
    if (jsonFault) {
      const range = rangeOfFault(jsonFault, document.text);
      report({
        range,
        message: `${faultInWords(jsonFault)}, ${found.kind === 'eval-tools' ? caseRejected : 'so nothing of the file is read'}. Write strict JSON${document.text[range.start] === "'" ? ', with double quotes' : ''}`,
      });
      return;
    }
    const what = formatOf(found.kind) === 'yaml' ? 'The file' : 'The frontmatter';
    report({ range: fault.range, message: `${said(fault, what)}` });
  },
};

/** Lost frontmatter. Its fields are not read, so nothing else is reported about them. */
function notFirst({ before, isBlank }: DisplacedFrontmatter, { kind }: EvaluationFile): Report {
  const happens =
    kind === 'eval-grader'
      ? 'so `claude plugin eval` ignores the file'
      : `so \`claude plugin eval\` reads it as a part of the ${kind === 'eval-mock' ? 'answer' : 'prompt'}`;
  const fix = { title: 'Remove what is before `---`', safe: true, edits: [{ range: before, newText: '' }] };
  return {
    range: before,
    message: `The frontmatter does not begin at the start of the file, ${happens}. ${isBlank ? 'Remove the whitespace before `---`' : 'Move the text before `---` below it'}`,
    alone: true,
    fixes: isBlank ? [fix] : [],
  };
}

function said({ reason }: ReadingFault, what: string): string {
  switch (reason) {
    case 'unterminated':
      return `The frontmatter has no closing \`---\`, ${caseRejected}. Write \`---\` after it`;
    case 'not-a-mapping':
      return `${what} must be a mapping of keys to values, ${caseRejected}. Write \`key: value\` lines`;
    case 'too-large':
      return `The file has more than ${inThousands(EVALUATION_LIMITS['file-bytes'])} characters, ${caseRejected}. Shorten it`;
    default:
      return `${what} is not valid YAML here, ${caseRejected}. Quote values that contain \`: \`, \`#\`, brackets or quotes`;
  }
}
