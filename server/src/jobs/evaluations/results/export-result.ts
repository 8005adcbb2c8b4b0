import { jsonText } from '../../../document/json-values.ts';
import { type EvaluationResult, roleOf } from '../../../evaluation/results/evaluation-result.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { ExportedResult, ResultExportFormat } from '../../../protocol.ts';
import { aggregateExport } from './aggregate-export.ts';
import { benchmarkExport, gradingExport } from './benchmark-export.ts';
import { htmlExport } from './html-export.ts';
import { junitExport } from './junit-export.ts';
import { markdownExport } from './markdown-export.ts';

/** The names that each program gives its files, or that people give reports. */
const fileNames: Readonly<Record<ResultExportFormat, string>> = {
  'aggregate-result': 'aggregate-result.json',
  benchmark: 'benchmark.json',
  grading: 'grading.json',
  html: 'evaluation-results.html',
  junit: 'evaluation-results.xml',
  markdown: 'evaluation-results.md',
};

export function exportResult(result: EvaluationResult, format: ResultExportFormat): ExportedResult | Refusal {
  const fileName = fileNames[format];
  switch (format) {
    case 'aggregate-result':
      return { fileName, text: jsonText(aggregateExport(result)) };
    case 'benchmark':
      return { fileName, text: jsonText(benchmarkExport(result)) };
    case 'grading': {
      // It has no place for several runs.
      const runs = result.cases.flatMap((it) => it.runs.filter(({ arm }) => roleOf(arm) === 'with'));
      if (runs.length === 1) return { fileName, text: jsonText(gradingExport(runs[0]!)) };
      return { problem: `grading.json is for one run, and here are ${runs.length}: choose a case` };
    }
    case 'html':
      return { fileName, text: htmlExport(result) };
    case 'junit':
      return { fileName, text: junitExport(result) };
    case 'markdown':
      return { fileName, text: markdownExport(result) };
  }
}
