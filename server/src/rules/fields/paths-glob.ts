import { restrictNothing } from '../../catalog/facts/path-conditions.ts';
import { type PathRefusal, refusedPaths } from '../../catalog/resolve/path-matching.ts';
import { MAX_PATHS_ALTERNATIVES, MAX_WILDCARD_PATTERNS } from '../../dialect/limits.ts';
import type { Field, SkillDocument } from '../../document/skill-document.ts';
import { inThousands } from '../../document/text/numbers.ts';
import { readYaml } from '../../document/yaml/yaml-reader.ts';
import { quoteYaml } from '../edits/quote-value.ts';
import { showText } from '../messages/show-value.ts';
import { knownField } from '../readings/fields/known-fields.ts';
import { findUselessness, type PathGlob, pathGlobs, type UselessGlob } from '../readings/links/path-globs.ts';
import type { Fix, Rule } from '../rule.ts';

export const pathsGlob: Rule = {
  id: 'paths-glob',
  level: 'warning',
  kinds: ['skill'],
  needs: ['paths-field'],
  summary: 'A glob in `paths` that matches no file, and what `paths` does to a skill',
  source: 'https://code.claude.com/docs/en/memory#path-specific-rules',
  check(context, report) {
    const field = knownField(context, 'paths')?.field;
    const globs = field ? pathGlobs(context.document.text, field.value) : [];
    if (!field || globs.length === 0 || isBrokenList(context.document, field)) return;
    const naming = globs.filter(({ text }) => !text.startsWith('!'));
    if (naming.length === 0) {
      report({
        range: field.value.range,
        message:
          'Globs with `!` only exclude files, so none ever match and the skill never loads. First add a glob for the files to include',
      });
      return;
    }
    const refused = refusedPaths(globs.map(({ text }) => text));
    const uselessness = (text: string) => findUselessness(text) ?? explainRefusal(refused.get(text));
    const isNever = naming.every(({ text }) => uselessness(text) !== undefined);
    for (const glob of globs) {
      if (refused.get(glob.text) === 'length') {
        const max = inThousands(MAX_WILDCARD_PATTERNS);
        report({
          range: glob.range,
          message: `Skillwright does not apply this glob: together with the globs before it, it has more than ${max} characters, counting each alternative in braces. Shorten them`,
        });
        continue;
      }
      const useless = uselessness(glob.text);
      if (!useless) continue;
      const isEntry = glob.scalar !== field.value;
      const consequence =
        isNever && !glob.text.startsWith('!') ? 'matches no file, so the skill never loads' : 'matches no file';
      report({
        range: glob.range,
        message: `${showText(glob.text)} ${consequence}: it ${useless.why}${advise(useless, isEntry)}`,
        fixes: offerFix(glob, useless, isEntry),
      });
    }
    if (isNever || restrictNothing(globs.map(({ text }) => text))) return;
    report({
      range: field.keyRange,
      severity: 'information',
      message: 'The skill does not exist, for users or the model, until Claude reads or writes a file that matches',
    });
  },
};

function explainRefusal(refusal: PathRefusal | undefined): UselessGlob | undefined {
  if (refusal !== 'braces') return undefined;
  const max = inThousands(MAX_PATHS_ALTERNATIVES);
  return {
    why: `has braces with too many alternatives, and Claude Code expands at most ${max} in all globs together`,
  };
}

/** Whether an invalid YAML list was meant: another rule reports what the repair makes of it. */
function isBrokenList({ text, runtime }: SkillDocument, { value: { kind, range } }: Field): boolean {
  if (kind !== 'scalar' || text[range.start] !== '[') return false;
  return readYaml(text.slice(range.start, range.end), runtime, (offset) => offset).kind === 'failed';
}

function advise({ meant }: UselessGlob, isEntry: boolean): string {
  if (!meant) return '';
  if (meant.length > 1) return isEntry ? '. Split it into several entries' : '. Write it as a list';
  return `. Write ${showText(meant[0]!)}`;
}

/**
 * Replaces a glob that is alone in its YAML scalar with what was meant.
 *
 * @param isEntry whether that scalar is an entry of a list
 */
function offerFix({ text, scalar, isAlone }: PathGlob, { meant }: UselessGlob, isEntry: boolean): Fix[] {
  if (!meant || !isAlone || (isEntry && meant.length > 1)) return [];
  if (meant.length > 1) {
    return [
      {
        title: 'Convert `paths` to a list',
        safe: false,
        edits: [{ range: scalar.range, newText: `[${meant.map(quoteYaml).join(', ')}]` }],
      },
    ];
  }
  const glob = `${text.startsWith('!') ? '!' : ''}${meant[0]}`;
  return [
    { title: `Write ${showText(glob)}`, safe: false, edits: [{ range: scalar.range, newText: quoteYaml(glob) }] },
  ];
}
