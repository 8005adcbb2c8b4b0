import { bodyOf, mappingOf, readEvaluation } from '../../../evaluation/cases/read-evaluation.ts';
import { entryOf, textAt } from '../../../evaluation/values/value.ts';
import type { NewFile } from '../../skills/templates/new-file.ts';
import { filesOfItem, outcomeGrader, type SplitItem } from './case-of-item.ts';
import { asWritten, yamlText } from './case-texts.ts';
import type { ReadKeptCase } from './kept-case.ts';
import { criterionOf, saidByCase } from './said-by-case.ts';

type SaidByItem = Pick<SplitItem, 'prompt' | 'outcome' | 'criteria'>;

/** The files of a case: as it was before it became an item, with what the item says now. */
export function restoredFiles(
  item: SaidByItem,
  kept: Pick<ReadKeptCase, 'files' | 'withoutOutcomeGrader'>,
): readonly NewFile[] {
  const { files } = kept;
  if (files.size === 0 && !kept.withoutOutcomeGrader) return filesOfItem(item);
  const found = new Map<string, string>();
  const isHeld = criteriaHeldBy(files);
  const before = saidByCase(files);
  const isSame = before !== undefined && before.prompt === item.prompt && before.outcome === item.outcome;
  for (const { path, text } of filesOfItem(item)) {
    if (path === outcomeGrader && (kept.withoutOutcomeGrader || files.has(path))) continue;
    const index = /^graders\/expectation-(\d+)\.md$/.exec(path)?.[1];
    if (index !== undefined && isHeld(item.criteria[Number(index) - 1]!)) continue;
    found.set(path, text);
  }
  for (const [path, text] of files) {
    // A new criterion may have the name of a file that has another one.
    const taken = found.get(path);
    if (taken !== undefined && path.startsWith('graders/')) found.set(freePath(path, found, files), taken);
    found.set(path, path === 'prompt.md' && !isSame ? withSaid(text, item) : text);
  }
  // The prompt is in the definition.
  if (isSame && !files.has('prompt.md')) found.delete('prompt.md');
  return [...found].map(([path, text]) => ({ path, text }));
}

/** Whether a kept grader has a criterion; each of them is asked about once. */
function criteriaHeldBy(files: ReadonlyMap<string, string>): (criterion: string) => boolean {
  const prompt = ['prompt.md', '---\n---\n-\n'] as const;
  const graders =
    saidByCase(new Map([prompt, ...[...files].filter(([path]) => path !== 'prompt.md')]))?.merged.graders ?? [];
  const left = graders.flatMap((grader) => criterionOf(grader) ?? []);
  return (criterion) => {
    const at = left.indexOf(criterion);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
}

function freePath(path: string, ...taken: readonly ReadonlyMap<string, string>[]): string {
  for (let number = 2; ; number++) {
    const other = path.replace(/\.md$/, `-${number}.md`);
    if (!taken.some((it) => it.has(other))) return other;
  }
}

/** The text of a prompt with what an item says now: only that is changed. */
function withSaid(text: string, { prompt, outcome }: SaidByItem): string {
  const file = readEvaluation(text, 'eval-prompt');
  if (file.fault || file.isUnread) return text;
  const { start, end } = file.body;
  const isSame = asWritten(bodyOf(file)) === prompt;
  const changed = isSame
    ? text
    : `${text.slice(0, start)}${start === end && !text.endsWith('\n') ? '\n' : ''}${prompt}${text.slice(end)}`;
  const mapping = mappingOf(file);
  const written = textAt(mapping, 'expected_outcome');
  if (outcome === undefined || (written && asWritten(written.value) === outcome)) return changed;
  const entry = entryOf(mapping, 'expected_outcome');
  const line = `expected_outcome: ${yamlText(outcome)}`;
  if (entry)
    return `${changed.slice(0, entry.value.range.start)}${yamlText(outcome)}${changed.slice(entry.value.range.end)}`;
  if (file.hasFrontmatter) return `${changed.slice(0, file.head.end)}\n${line}${changed.slice(file.head.end)}`;
  return `---\n${line}\n---\n\n${changed}`;
}
