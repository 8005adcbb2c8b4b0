import type { TestItem, TestRunRequest } from 'vscode';
import type { ChosenItems } from '../../../../server/src/protocol.ts';
import { pathOf } from './test-items.ts';

/**
 * The tests that a request asks for: whole suites, or some of their items. A grader cannot run without its item.
 *
 * @param all the rows of suites, with their items
 */
export function chosenItems(
  { include, exclude = [] }: Pick<TestRunRequest, 'include' | 'exclude'>,
  all: readonly TestItem[],
): readonly ChosenItems[] {
  const asked = include ?? all;
  const excluded = new Set(exclude.map(({ id }) => id));
  return all.flatMap((suite): ChosenItems[] => {
    const paths = asked.map(pathOf).filter(([top]) => top?.id === suite.id);
    if (paths.length === 0 || excluded.has(suite.id)) return [];
    const isWhole = paths.some(({ length }) => length === 1);
    const own = [...suite.children].map(([id]) => id);
    const some = isWhole ? own : own.filter((id) => paths.some(([, item]) => item?.id === id));
    const items = some.filter((id) => !excluded.has(id));
    if (items.length === 0) return [];
    return [isWhole && items.length === own.length ? { suite: suite.id } : { suite: suite.id, items }];
  });
}
