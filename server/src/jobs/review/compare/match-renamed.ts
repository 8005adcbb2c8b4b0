import { oncePerKey } from '../../../platform/once.ts';
import { type Fingerprint, fingerprintOf, sharedPairs, similarity } from './text-similarity.ts';

/** A file that only one side of a comparison has, or that has another content on the other side. */
export interface ComparedFile {
  /** Unique on its side, and the same on both for what has the same place. */
  readonly id: string;
  /** The name, without the place. */
  readonly baseName: string;
  /** Everything that counts for a comparison, without the name. */
  readonly content: string;
}

/** A file and what became of it. */
interface Match {
  readonly before: string;
  readonly after: string;
}

/** So much of the longer text must be in the other one: a little more than Git's default for renames. */
const minSimilarity = 0.6;

/** Files of one name are the same one in another place if so much is shared. */
const minSimilarityOfNamesakes = 0.3;

/** A file with less in common is another one in the same place. */
const maxSimilarityOfReplaced = 0.4;

/** Pairs of words that must be shared: two short texts are similar by chance. */
const minShared = 8;

/** Files of one side whose texts are compared; others are only matched if they are equal. */
const maxCompared = 1_000;

/** A pair of words that more files share is ignored when similar files are looked for. */
const maxSharing = 16;

/** Files that one file is compared with. */
const maxRivals = 5;

/**
 * Which file of the one side became which of the other, as Git decides it: those with equal content, then those of the
 * same name in another place, then those with the most similar text. A file whose place is taken by another one counts
 * too, so that two that changed places are found. The work grows with the number of words, not of pairs of files.
 *
 * @param gone files that are only on the first side
 * @param come files that are only on the second side
 * @param changed files that are on both sides with different contents
 */
export function matchRenamed(
  gone: readonly ComparedFile[],
  come: readonly ComparedFile[],
  changed: readonly (readonly [ComparedFile, ComparedFile])[],
): readonly Match[] {
  const replaced = changed.filter(([was, is]) => isReplaced(was, is));
  const matches = new Matches([...gone, ...replaced.map(([was]) => was)], [...come, ...replaced.map(([, is]) => is)]);
  matches.takeEqual();
  matches.takeNamesakes();
  matches.takeSimilar();
  return withoutHalves(matches.all(), new Set(replaced.map(([{ id }]) => id)));
}

function isReplaced(was: ComparedFile, is: ComparedFile): boolean {
  return similarity(fingerprintOf(was.content), fingerprintOf(is.content)) < maxSimilarityOfReplaced;
}

/** Without the matches of a replaced file of which only the old or only the new content was found elsewhere. */
function withoutHalves(matches: readonly Match[], replaced: ReadonlySet<string>): readonly Match[] {
  const sources = new Map(matches.map((match) => [match.before, match]));
  const targets = new Map(matches.map((match) => [match.after, match]));
  const open = [...replaced];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const [from, to] = [sources.get(id), targets.get(id)];
    if (from && to) continue;
    for (const match of [from, to]) {
      if (!match) continue;
      sources.delete(match.before);
      targets.delete(match.after);
      open.push(...[match.before, match.after].filter((other) => other !== id && replaced.has(other)));
    }
  }
  return [...sources.values()];
}

class Matches {
  readonly #gone: Map<string, ComparedFile>;
  readonly #come: Map<string, ComparedFile>;
  readonly #matches: Match[] = [];
  readonly #fingerprints = new Map<ComparedFile, Fingerprint>();

  constructor(gone: readonly ComparedFile[], come: readonly ComparedFile[]) {
    this.#gone = new Map(gone.map((file) => [file.id, file]));
    this.#come = new Map(come.map((file) => [file.id, file]));
  }

  all(): readonly Match[] {
    return this.#matches;
  }

  #take(was: ComparedFile, is: ComparedFile): void {
    this.#gone.delete(was.id);
    this.#come.delete(is.id);
    this.#matches.push({ before: was.id, after: is.id });
  }

  /** Of several equal ones, those of the same name belong together, the rest in their order. */
  takeEqual(): void {
    for (const key of [({ baseName, content }: ComparedFile) => `${baseName}\n${content}`, contentOf]) {
      const byKey = grouped(this.#come.values(), key);
      for (const was of [...this.#gone.values()]) {
        const equal = byKey.get(key(was)) ?? [];
        while (equal[0] && !this.#come.has(equal[0].id)) equal.shift();
        // A file that was replaced is not what replaced it.
        const is = equal.find(({ id }) => id !== was.id && this.#come.has(id));
        if (is && was.content.trim() !== '') this.#take(was, is);
      }
    }
  }

  takeNamesakes(): void {
    const [were, are] = [this.#gone, this.#come].map((side) => grouped(side.values(), (it) => it.baseName)) as [
      Grouped,
      Grouped,
    ];
    for (const [name, [was, another]] of were) {
      const [is, ...more] = are.get(name) ?? [];
      if (!was || another || !is || more.length > 0 || was.id === is.id) continue;
      if (this.#isSimilar(was, is, minSimilarityOfNamesakes)) this.#take(was, is);
    }
  }

  takeSimilar(): void {
    const were = [...this.#gone.values()].slice(0, maxCompared);
    const are = [...this.#come.values()].slice(0, maxCompared);
    const sharing = new Map<number, number[]>();
    for (const [index, file] of are.entries()) {
      for (const pair of new Set(this.#fingerprint(file))) {
        const files = sharing.get(pair);
        if (!files) sharing.set(pair, [index]);
        else if (files.length <= maxSharing) files.push(index);
      }
    }
    const found = were.flatMap((was) =>
      this.#rivals(was, are, sharing)
        .filter((is) => is.id !== was.id && this.#isSimilar(was, is, minSimilarity))
        .map((is) => ({ was, is, score: similarity(this.#fingerprint(was), this.#fingerprint(is)) })),
    );
    for (const { was, is } of found.sort((a, b) => b.score - a.score)) {
      if (this.#gone.has(was.id) && this.#come.has(is.id)) this.#take(was, is);
    }
  }

  /** The files that share the most of what few files share. */
  #rivals(
    file: ComparedFile,
    others: readonly ComparedFile[],
    sharing: ReadonlyMap<number, readonly number[]>,
  ): readonly ComparedFile[] {
    const counts = new Map<number, number>();
    for (const pair of new Set(this.#fingerprint(file))) {
      const files = sharing.get(pair) ?? [];
      if (files.length > maxSharing) continue;
      for (const index of files) counts.set(index, (counts.get(index) ?? 0) + 1);
    }
    const nearest = [...counts].sort(([, a], [, b]) => b - a).slice(0, maxRivals);
    return nearest.map(([index]) => others[index]!);
  }

  #isSimilar(was: ComparedFile, is: ComparedFile, threshold: number): boolean {
    const [a, b] = [this.#fingerprint(was), this.#fingerprint(is)];
    return sharedPairs(a, b) >= minShared && similarity(a, b) >= threshold;
  }

  #fingerprint(file: ComparedFile): Fingerprint {
    return oncePerKey(this.#fingerprints, file, () => fingerprintOf(file.content));
  }
}

type Grouped = Map<string, ComparedFile[]>;

function grouped(files: Iterable<ComparedFile>, key: (file: ComparedFile) => string): Grouped {
  const groups = new Map<string, ComparedFile[]>();
  for (const file of files) {
    const group = groups.get(key(file));
    if (group) group.push(file);
    else groups.set(key(file), [file]);
  }
  return groups;
}

function contentOf({ content }: ComparedFile): string {
  return content;
}
