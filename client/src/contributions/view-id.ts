/** The views in the side bar. */
export type ViewName = 'skills' | 'budget' | 'runs';

/** The tabs with a page of the extension. */
export type TabName = 'answer' | 'budgetTab' | 'preview' | 'results' | 'run' | 'sessions';

/** The id of a view, or the type of a tab. */
export function viewId(name: ViewName | TabName): string {
  return `skillwright.${name}`;
}
