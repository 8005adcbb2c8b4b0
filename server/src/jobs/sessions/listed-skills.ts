/** How the model saw a skill in a listing. */
export type ListedAs = 'described' | 'shortened' | 'name-only';

/** A skill in a listing that was sent. */
export interface ListedSkill {
  readonly name: string;
  /** `shortened` if the description ends with the ellipsis that Claude Code puts where it cuts. */
  readonly as: ListedAs;
  /** UTF-16 units of its entry, with the line ending. */
  readonly characters: number;
}

/**
 * The skills of a listing.
 *
 * @param names as the transcript has them, in the order of the entries; without them, the entries have to tell
 */
export function listedSkills(content: string, names: readonly string[] | undefined): readonly ListedSkill[] {
  const aligned = names && startsOf(names, content);
  const starts = aligned ?? entryStarts(content);
  const skills = starts.map(({ name, start }, index) => {
    const end = starts[index + 1]?.start ?? content.length;
    const entry = content.slice(start, end).trimEnd();
    return { name, as: listedAs(entry.slice(2 + name.length)), characters: end - start };
  });
  if (names === undefined || aligned) return skills;
  const known = new Set(names);
  return skills.filter(({ name }) => known.has(name));
}

interface EntryStart {
  readonly name: string;
  readonly start: number;
}

/** A description may have several lines, and lines that look like an entry. Undefined if not all names have one. */
function startsOf(names: readonly string[], content: string): readonly EntryStart[] | undefined {
  const starts: EntryStart[] = [];
  for (let at = 0; at >= 0 && starts.length < names.length; at = lineAfter(content, at)) {
    const name = names[starts.length]!;
    if (content.startsWith(`- ${name}`, at) && endsName(content, at + 2 + name.length))
      starts.push({ name, start: at });
  }
  return starts.length === names.length ? starts : undefined;
}

function endsName(content: string, at: number): boolean {
  return at === content.length || /[:\n\r]/.test(content[at]!) || content.startsWith(' (', at);
}

function lineAfter(content: string, at: number): number {
  const end = content.indexOf('\n', at);
  return end < 0 ? -1 : end + 1;
}

function entryStarts(content: string): readonly EntryStart[] {
  return [...content.matchAll(/^- ([^\n]*)/gm)].map(({ index, 1: line = '' }) => ({
    name: (line.split(': ', 1)[0] ?? line).replace(/ \([^()]*\)$/, ''),
    start: index,
  }));
}

/** @param rest of the entry, after the name */
function listedAs(rest: string): ListedAs {
  if (!rest.replace(/^ \([^()\n]*\)/, '').startsWith(': ')) return 'name-only';
  return rest.endsWith('…') ? 'shortened' : 'described';
}
