import { isVariable, nearestVariable, type VariableContext } from '../../dialect/names/variables.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { firstIndexWhere } from '../../document/text/first-index-where.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { once, oncePer, oncePerKey } from '../../platform/once.ts';
import { inAllPlaces } from '../messages/in-words.ts';
import { showText } from '../messages/show-value.ts';
import { argumentSpellings } from '../readings/arguments/argument-spellings.ts';
import { assigns, isCommand } from '../readings/arguments/variables-of-commands.ts';
import { folderSpelling, missingScript } from '../readings/links/folder-spellings.ts';
import type { Fix, Report, Rule, RuleContext } from '../rule.ts';

export const placeholderUnknown: Rule = {
  id: 'placeholder-unknown',
  level: 'warning',
  kinds: ['skill', 'command'],
  needs: ['dollar-or-brace'],
  summary: 'Text that looks like a placeholder, but that Claude Code does not replace',
  source: 'https://code.claude.com/docs/en/skills',
  check(context, report) {
    const { document } = context;
    for (const { evenInCode, inCommands, ...finding } of candidates(context)) {
      const { start } = finding.range;
      // In code, a `${CLAUDE_…}` may be the shell's, unless it is one letter away from one of Claude Code's variables.
      if (evenInCode || !isInside(codeAndInjections(document), start)) report(finding);
      else if (inCommands && isInside(commandRanges(document), start)) report({ ...finding, message: inCommands });
    }
    for (const finding of writtenForSkillFolder(context)) report(finding);
    for (const finding of writtenForArguments(context)) report(finding);
  },
};

interface Candidate extends Report {
  readonly evenInCode?: boolean;
  /** The message for one in a command, where no environment variable of the name exists either. */
  readonly inCommands?: string | undefined;
}

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
    const fault = oncePerKey(judged, name, () => judgeVariable(name));
    if (!fault) continue;
    const { message, insteadOf, inCommands } = fault;
    yield {
      range,
      message,
      evenInCode: insteadOf !== undefined,
      inCommands,
      ...(insteadOf && { fixes: [replaceFix(range, `\${${insteadOf}}`)] }),
    };
  }

  function judgeVariable(name: string): VariableFault | undefined {
    if (isVariable(name, place, runtime)) return undefined;
    const inPlugin = isVariable(name, `plugin-${commandOrSkill(file.kind)}`, runtime);
    if (inPlugin) {
      // A marketplace may turn any folder into a plugin; only below `.claude` there is certainly none.
      if (file.place !== 'claude') return undefined;
      const fault = `Claude Code replaces \`\${${name}}\` only in plugins`;
      return {
        message: `${fault}; here it stays as text`,
        ...(name.startsWith('CLAUDE_') &&
          !mayBeSet(document, name) && { inCommands: `${fault}; here it is empty in commands` }),
      };
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

/** The problem with a variable of this name, in any position. */
interface VariableFault {
  readonly message: string;
  /** The message for one in a command. */
  readonly inCommands?: string;
  /** The intended variable. */
  readonly insteadOf?: string;
}

/** Whether a command may have the variable from elsewhere: assigned, or in a hook. */
function mayBeSet(document: SkillDocument, name: string): boolean {
  return assigns(document, name) || (name !== 'CLAUDE_SKILL_DIR' && isAboutPlugins(document));
}

/** Hooks and servers of plugins have their variables. */
const isAboutPlugins = oncePer(({ text, body }: SkillDocument) =>
  /(?<!_)plugin(?!s?[_/])|\bhooks?\b/i.test(text.slice(body.range.start, body.range.end)),
);

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
  if (!text.includes('$', body.range.start)) return;
  const place = commandOrSkill(file.kind);
  const pattern =
    /\$(?:(CLAUDE_[A-Z_]+)\b|ARGUMENTS\.(\d+)\b|\{\s*(claude_\w+)\s*(?::-[^}\n]{0,200})?\}|(\{ARGUMENTS\}|arguments\b(?![\w.([-])))/gi;
  const declared = once(() => new Set(body.placeholders.map(({ range }) => range.start)));
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
      const isElsewhere = !isVariable(variable, place, runtime) && file.place === 'claude';
      const fault = `Claude Code replaces \`${meant}\` only in ${isElsewhere ? 'plugins' : 'exactly this form'}`;
      yield {
        range,
        message: `${fault}; \`${written}\` stays as text`,
        ...(bare &&
          (isElsewhere || bare === 'CLAUDE_SKILL_DIR' || bare.startsWith('CLAUDE_PLUGIN_')) &&
          !mayBeSet(document, bare) && { inCommands: `${fault}; \`${written}\` is empty in commands` }),
        ...(!isElsewhere && { fixes: [replaceFix(range, meant)] }),
      };
    } else if (all && !declared().has(match.index)) {
      const message = `Claude Code replaces \`$ARGUMENTS\` only in exactly this form; \`${written}\` stays as text`;
      yield { range, subject: 'ARGUMENTS', message, fixes: [replaceFix(range, '$ARGUMENTS')] };
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

/** Other names for the skill's folder, which no release replaces: reported once per file. */
function* writtenForSkillFolder({ document, file }: RuleContext): Generator<Report> {
  const found = folderSpelling(document, file.bundledPaths);
  if (!found) return;
  const { written, meant, certain, possible, isShellVariable } = found;
  const isSupported = isVariable(meant, commandOrSkill(file.kind), document.runtime);
  // In a command, it may be the folder of some skill.
  if (!isSupported && isShellVariable) return;
  const stays = isShellVariable ? 'in a command it is empty, elsewhere it stays as text' : 'it stays as text';
  const message = `Claude Code does not replace \`${written}\`; ${stays}`;
  const report = { range: (certain[0] ?? possible[0])!, severity: isShellVariable ? 'warning' : 'hint' } as const;
  if (!isSupported) {
    yield { ...report, message };
    return;
  }
  const newText = `\${${meant}}`;
  if (offersInstead(document, written, newText)) return;
  const missing = missingScript(document, certain, file.bundledPaths);
  const remains = missing === undefined ? '' : `, although the skill has no ${showText(missing)}`;
  const fixOf = (places: readonly TextRange[], safe: boolean): Fix => ({
    title: `Write \`${newText}\`${places.length > 1 ? ` ${inAllPlaces(places.length)}` : ''}${remains}`,
    safe,
    edits: places.map((range) => ({ range, newText })),
  });
  const ifMeant = ' if the folder of the skill is meant';
  const isMixed = certain.length > 0 && possible.length > 0;
  const where = isMixed ? ` in ${certain.length} of the ${certain.length + possible.length} places in this file` : '';
  const others = isMixed ? `, and in the ${possible.length === 1 ? 'other one' : 'others'}` : '';
  yield {
    ...report,
    message: `${message}. Write \`${newText}\`${where}${remains}${others}${possible.length > 0 ? ifMeant : ''}`,
    fixes: [
      ...(certain.length > 0 ? [fixOf(certain, true)] : []),
      ...(possible.length > 0 ? [fixOf(inOrder([...certain, ...possible]), false)] : []),
    ],
  };
}

/** Whether a sentence of the text tells the model what to write if the first one stays as text. */
function offersInstead({ text, body }: SkillDocument, written: string, instead: string): boolean {
  const blocks = body.code.filter(({ kind }) => kind !== 'span').map(({ range }) => range);
  let at = text.indexOf(instead, body.range.start);
  for (let count = 0; at >= 0 && count < MAX_PLACES; count++) {
    const near = text.slice(Math.max(body.range.start, at - MAX_SENTENCE), at);
    const paragraph = near.includes(written) && !isInside(blocks, at) ? near.split(/\n\s*\n/).at(-1)! : '';
    if (paragraph.includes(written) && alternative.test(paragraph)) return true;
    at = text.indexOf(instead, at + 1);
  }
  return false;
}

/** Further places are not read. */
const MAX_PLACES = 100;

const MAX_SENTENCE = 300;

const alternative = /\b(?:if|unless|where|when|otherwise|instead|literal(?:ly)?|stays|unreplaced)\b/i;

function inOrder(places: readonly TextRange[]): TextRange[] {
  return places.toSorted((one, other) => one.start - other.start);
}

/** Spellings that other shells and products replace, reported once per spelling, fixed everywhere. */
function* writtenForArguments(context: RuleContext): Generator<Report> {
  const bySpelling = new Map<string, TextRange[]>();
  for (const { written, range } of argumentSpellings(context)) {
    const others = bySpelling.get(written);
    if (others) others.push(range);
    else bySpelling.set(written, [range]);
  }
  for (const [written, places] of bySpelling) {
    const title = places.length > 1 ? `Write \`$ARGUMENTS\` ${inAllPlaces(places.length)}` : 'Write `$ARGUMENTS`';
    yield {
      range: places[0]!,
      subject: 'ARGUMENTS',
      message: `Claude Code does not replace \`${written}\` with the arguments; it stays as text. Write \`$ARGUMENTS\``,
      fixes: [{ title, safe: false, edits: places.map((range) => ({ range, newText: '$ARGUMENTS' })) }],
    };
  }
}

function commandOrSkill(kind: RuleContext['file']['kind']): 'command' | 'skill' {
  return kind === 'command' ? 'command' : 'skill';
}

function replaceFix(range: TextRange, newText: string) {
  return { title: `Write \`${newText}\``, safe: true, edits: [{ range, newText }] };
}

/** The ranges of code and injections in source order, joined where they overlap. */
const codeAndInjections = oncePer(({ body }: SkillDocument) =>
  joined([...body.code, ...body.injections].map(({ range }) => range)),
);

const commandRanges = oncePer((document: SkillDocument) => {
  const commands = document.body.code.filter((code) => isCommand(document, code));
  return joined([...commands, ...document.body.injections].map(({ range }) => range));
});

function joined(ranges: readonly TextRange[]): TextRange[] {
  const whole: TextRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = whole.at(-1);
    if (last && range.start < last.end) whole[whole.length - 1] = textRange(last.start, Math.max(last.end, range.end));
    else whole.push(range);
  }
  return whole;
}

/** Whether an offset lies in one of the ranges, which are in source order. */
function isInside(ranges: readonly TextRange[], offset: number): boolean {
  const candidate = ranges[firstIndexWhere(ranges, ({ end }) => end > offset)];
  return candidate !== undefined && candidate.start <= offset;
}
