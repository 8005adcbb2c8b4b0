import { URI } from 'vscode-uri';
import type { EvaluationResult } from '../../../evaluation/results/evaluation-result.ts';
import { shortened } from '../../../features/text/markdown-text.ts';
import { folderOf, lastPart, relativeTo } from '../../../platform/paths.ts';
import type { ResultHistory, ResultHistoryRow } from '../../../protocol.ts';
import type { ResultPlace } from './find-results.ts';
import type { EvaluationHistory, HistoryEntry, HistoryFigures } from './result-history.ts';
import { costText, scoreText } from './result-words.ts';
import { changesText, resultChanges } from './summary/result-changes.ts';
import { modelsTable, resultModels } from './summary/result-models.ts';

/** A history in words. */
export function shownHistory({ entries, problem }: EvaluationHistory): ResultHistory {
  return { rows: entries.map(shownRow), ...(problem !== undefined && { problem }) };
}

/** The comparison of a result with earlier ones, in words. */
export function comparedWithEarlier(
  result: EvaluationResult,
  earlier: readonly EvaluationResult[],
): Pick<ResultHistory, 'changes' | 'models'> {
  const changes = resultChanges(result, earlier);
  const models = resultModels([result, ...earlier]);
  const { columns, rows } = modelsTable(models);
  return {
    ...(changes && { changes: shortened(changesText(changes)) }),
    ...(models.length > 0 && {
      models: {
        columns: columns.map((name) => ({ name })),
        rows: rows.map((cells) => cells.map((cell) => shortened(cell))),
        startedAt: models.map(({ startedAt }) => (startedAt === undefined ? null : shortened(startedAt))),
      },
    }),
  };
}

function shownRow({ place, startedAt, figures, revision }: HistoryEntry): ResultHistoryRow {
  const cost = costText(figures?.costUsd);
  return {
    uri: URI.file(place.path).toString(),
    label: labelOf(place),
    ...(startedAt !== undefined && { startedAt: shortened(startedAt) }),
    summary: historySummary(figures),
    ...(figures?.score !== undefined && { score: scoreText(figures.score) }),
    ...(cost !== undefined && { cost }),
    ...(revision && { revision }),
  };
}

/** The words that tell a result from others of its suite. */
export function labelOf({ path, suite, kind }: ResultPlace): string {
  const folder = kind === 'file' ? folderOf(path) : path;
  const below = folder.startsWith(`${suite}/`) ? relativeTo(folder, suite) : lastPart(folder);
  return below.replace(/^results\/(?:old-versions\/)?/, '');
}

/** `3 of 5 cases passed` */
export function historySummary(figures: HistoryFigures | undefined): string {
  if (!figures) return 'It cannot be read';
  const { cases, passed, endedEarly, stopped, notJudged, partial } = figures;
  return [
    `${passed} of ${cases === 1 ? '1 case' : `${cases} cases`} passed`,
    ...(endedEarly > 0 ? [`${endedEarly} ended early`] : []),
    ...(stopped > 0 ? [`${stopped} stopped`] : []),
    ...(notJudged > 0 ? [`${notJudged} not judged`] : []),
    ...(partial === undefined ? [] : ['not all were run']),
  ].join(', ');
}
