import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { isVariable, NOT_VARIABLES, nearestVariable, type VariableContext } from '../../dialect/variables.ts';
import { firstIndexWhere } from '../../document/first-index-where.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { type TextRange, textRange } from '../../document/text-range.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';

export const placeholderUnknown: Rule = {
  id: 'placeholder-unknown',
  level: 'warning',
  kinds: ['skill', 'command'],
  summary: 'Text that looks like a placeholder, but that Claude Code does not replace',
  source: 'https://code.claude.com/docs/en/skills',
  *check(context, report) {
    const { document } = context;
    const protectedRanges = codeAndInjections(document);
    yield;
    for (const finding of candidates(context)) {
      yield;
      // In code, a `${CLAUDE_…}` may be the shell's, unless it is one letter away from one of Claude Code's variables.
      if (finding.evenInCode || !isInside(protectedRanges, finding.range.start)) report(finding);
    }
    yield;
    const baseDir = writtenForSkillFolder(context);
    if (baseDir) report(baseDir);
  },
};

type Candidate = Report & { readonly evenInCode?: boolean };

function* candidates(context: RuleContext): Generator<Candidate> {
  yield* unknownVariables(context);
  yield* otherSpellings(context);
}

function* unknownVariables({ document, file }: RuleContext): Generator<Candidate> {
  const { runtime } = document;
  const place: VariableContext = file.pluginRoot ? `plugin-${commandOrSkill(file.kind)}` : commandOrSkill(file.kind);
  const judged = new Map<string, VariableFault | undefined>();
  for (const { kind, name, range } of document.body.placeholders) {
    if (kind !== 'variable') continue;
    if (!judged.has(name)) judged.set(name, judgeVariable(name));
    const fault = judged.get(name);
    if (!fault) continue;
    const { message, insteadOf } = fault;
    yield {
      range,
      message,
      evenInCode: insteadOf !== undefined,
      ...(insteadOf && { fixes: [replaceFix(range, `\${${insteadOf}}`)] }),
    };
  }

  function judgeVariable(name: string): VariableFault | undefined {
    if (isVariable(name, place, runtime)) return undefined;
    const inPlugin = isVariable(name, `plugin-${commandOrSkill(file.kind)}`, runtime);
    if (inPlugin) {
      // A marketplace may turn any folder into a plugin; only below `.claude` there is certainly none.
      if (file.place !== 'claude') return undefined;
      return { message: `Claude Code replaces \`\${${name}}\` only in plugins; here it stays as text` };
    }
    const near = nearestVariable(name)?.name;
    const known = near === name;
    const insteadOf = near && !known && isVariable(near, place, runtime) ? near : undefined;
    return {
      ...(insteadOf && { insteadOf }),
      message: known
        ? `${whereReplaced(isVariable(name, 'skill', runtime))}; here \`\${${name}}\` stays as text`
        : `\`\${${name}}\` is not a variable of Claude Code; it stays as text${insteadOf ? `. Write \`\${${insteadOf}}\`` : ''}`,
    };
  }
}

/** What is wrong with a variable of this name, in any position. */
interface VariableFault {
  readonly message: string;
  /** The intended variable. */
  readonly insteadOf?: string;
}

function whereReplaced(inSkills: boolean): string {
  return inSkills
    ? 'Claude Code replaces this only in skills'
    : 'This release of Claude Code does not support the variable';
}

/**
 * Missing braces, braces doubled by whitespace or a default, lower case, and the indexed form of the first releases.
 */
function* otherSpellings({ document, file }: RuleContext): Generator<Candidate> {
  const { runtime } = document;
  const { text, body } = document;
  const place = commandOrSkill(file.kind);
  const pattern =
    /\$(?:(CLAUDE_[A-Z_]+)\b|ARGUMENTS\.(\d+)\b|\{\s*(claude_\w+)\s*(?::-[^}\n]{0,200})?\}|(\{ARGUMENTS\}|arguments\b(?![\w.([-])))/gi;
  const declared = new Set(body.placeholders.map(({ range }) => range.start));
  let lastLine = { number: -1, isAbout: false };
  pattern.lastIndex = body.range.start;
  for (let match = pattern.exec(text); match && match.index < body.range.end; match = pattern.exec(text)) {
    const range = textRange(match.index, match.index + match[0].length);
    const [written, bare, index, braced, all] = match;
    if (bare && bare !== bare.toUpperCase()) continue;
    const variable =
      bare ?? (written === `\${${braced}}` && braced === braced?.toUpperCase() ? undefined : braced?.toUpperCase());
    // Hooks and scripts have environment variables of these names, so a text may well mention them.
    if (variable && mentionsEnvironment(document.lines.lineAt(match.index))) continue;
    if (index !== undefined && capabilities(runtime).argumentSubstitution === 'words') {
      const meant = `$ARGUMENTS[${index}]`;
      const message = `Claude Code replaces \`$ARGUMENTS\` with all arguments and leaves \`.${index}\` as text. Write \`${meant}\``;
      yield { range, message, fixes: [replaceFix(range, meant)] };
    } else if (variable && (isVariable(variable, place, runtime) || isVariable(variable, `plugin-${place}`, runtime))) {
      const meant = `\${${variable}}`;
      const message = `Claude Code replaces \`${meant}\` only in exactly this form; \`${written}\` stays as text`;
      yield { range, message, fixes: [replaceFix(range, meant)] };
    } else if (all && !declared.has(match.index)) {
      const message = `Claude Code replaces \`$ARGUMENTS\` only in exactly this form; \`${written}\` stays as text`;
      yield { range, message, fixes: [replaceFix(range, '$ARGUMENTS')] };
    }
  }

  /** Each line is read once, however many variables are on it. */
  function mentionsEnvironment(line: number): boolean {
    if (line !== lastLine.number) {
      lastLine = { number: line, isAbout: /\benvironment|\benv\b/i.test(document.lines.textOf(line)) };
    }
    return lastLine.isAbout;
  }
}

/** `{baseDir}` and similar, which no release replaces: reported once per file, fixed everywhere. */
function writtenForSkillFolder({ document, file }: RuleContext): Report | undefined {
  const { text, body, frontmatter } = document;
  const rules = frontmatter.fields.get('allowed-tools')?.value.range;
  for (const { written, meant } of NOT_VARIABLES) {
    if (written.startsWith('$')) continue;
    const places: TextRange[] = [];
    const start = rules?.start ?? body.range.start;
    for (let at = text.indexOf(written, start); at >= 0; at = text.indexOf(written, at + written.length)) {
      // In the frontmatter, only the tool rules are substituted.
      if (at < body.range.start && at >= (rules?.end ?? 0)) continue;
      const isMention = text[at - 1] === '`' && text[at + written.length] === '`';
      if (text[at - 1] !== '$' && !isMention) places.push(textRange(at, at + written.length));
    }
    const first = places[0];
    if (!first) continue;
    const message = `Claude Code does not replace \`${written}\`; it stays as text`;
    if (!isVariable(meant, commandOrSkill(file.kind), document.runtime))
      return { range: first, severity: 'hint', message };
    const newText = `\${${meant}}`;
    const title = places.length > 1 ? `Write \`${newText}\` in all ${places.length} places` : `Write \`${newText}\``;
    return {
      range: first,
      severity: 'hint',
      message: `${message}. Write \`${newText}\``,
      fixes: [{ title, safe: true, edits: places.map((range) => ({ range, newText })) }],
    };
  }
  return undefined;
}

function commandOrSkill(kind: RuleContext['file']['kind']): 'command' | 'skill' {
  return kind === 'command' ? 'command' : 'skill';
}

function replaceFix(range: TextRange, newText: string) {
  return { title: `Write \`${newText}\``, safe: true, edits: [{ range, newText }] };
}

/** The ranges of code and injections in source order, joined where they overlap. */
function codeAndInjections({ body }: SkillDocument): TextRange[] {
  const ranges = [...body.code, ...body.injections].map(({ range }) => range).sort((a, b) => a.start - b.start);
  const joined: TextRange[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last && range.start < last.end)
      joined[joined.length - 1] = textRange(last.start, Math.max(last.end, range.end));
    else joined.push(range);
  }
  return joined;
}

/** Whether an offset lies in one of the ranges, which are in source order. */
function isInside(ranges: readonly TextRange[], offset: number): boolean {
  const candidate = ranges[firstIndexWhere(ranges, ({ end }) => end > offset)];
  return candidate !== undefined && candidate.start <= offset;
}
