import { isVariable } from '../../dialect/names/variables.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { matchesOf } from '../../document/text/matches-of.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { firstPart, pathInside } from '../../platform/paths.ts';
import { showText } from '../messages/show-value.ts';
import { shellOf } from '../readings/arguments/shell-blocks.ts';
import { bundledInOtherCase, isBundled, nearestBundled } from '../readings/links/bundled-files.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';

export const scriptMissing: Rule = {
  id: 'script-missing',
  level: 'warning',
  kinds: ['skill'],
  summary: 'A script that the text runs, but that is missing or elsewhere',
  source: 'https://code.claude.com/docs/en/skills#add-supporting-files',
  *check(context, report) {
    const { document, file } = context;
    const bundled = file.bundledPaths;
    if (!bundled || file.insideSkill || file.misplaced) return;
    const reported = new Set<string>();
    for (const script of namedScripts(document)) {
      yield;
      // A path without the skill's folder may be the project's, unless the skill has such a folder.
      if (!script.isOfSkill && !bundled.has(firstPart(script.path))) continue;
      if (reported.has(script.path) || isBundled(script.path, bundled) !== 'missing') continue;
      reported.add(script.path);
      report(describe(script, context, bundled));
    }
    // Many skills have no other file.
    if (bundled.size > 1 && isVariable('CLAUDE_SKILL_DIR', 'skill', document.runtime)) {
      for (const finding of bundledFromElsewhere(context, bundled)) report(finding);
    }
  },
};

/** A script that a command or tool rule names. */
interface NamedScript {
  readonly path: string;
  readonly range: TextRange;
  /** It is written with the variable for the skill's folder. */
  readonly isOfSkill: boolean;
}

function describe(
  { path, range, isOfSkill }: NamedScript,
  { document }: RuleContext,
  bundled: ReadonlySet<string>,
): Report {
  const near = bundledInOtherCase(path, bundled) ?? nearestBundled(path, bundled);
  const advice = near ? `Did you mean ${showText(near)}?` : 'Add the script or remove the command';
  const isPlain = document.text.slice(range.start, range.end) === path;
  return {
    range,
    severity: isOfSkill ? undefined : 'hint',
    message: isOfSkill
      ? `The skill has no file ${showText(path)}, so this command fails. ${advice}`
      : `The skill has no file ${showText(path)}, so this command fails unless the project has one. ${advice}`,
    fixes:
      near && isPlain ? [{ title: `Change to ${showText(near)}`, safe: false, edits: [{ range, newText: near }] }] : [],
  };
}

/** Commands that look for a file of the skill where it is not, or where it is on the author's machine alone. */
function* bundledFromElsewhere({ document, file }: RuleContext, bundled: ReadonlySet<string>): Generator<Report> {
  const { text, body } = document;
  if (!mayBeElsewhere.test(text)) return;
  const commands = [
    ...body.code.filter((code) => code.kind !== 'indented' && shellOf(code)).map(({ content }) => content),
    ...body.injections.map(({ commandRange }) => commandRange),
  ];
  const reported = new Set<number>();
  for (const { start, end } of commands) {
    for (const { 0: written, 1: home, 2: rest = '', index } of text.slice(start, end).matchAll(elsewhere)) {
      const ofHome = home !== undefined && !rest.startsWith('.claude/skills/');
      const path = ofHome
        ? afterFolder(rest, file.folderName)
        : home === undefined && !rest.startsWith('skills/')
          ? rest
          : undefined;
      const at = start + index;
      if (path === undefined || isBundled(path, bundled) !== 'there' || path === '' || reported.has(at)) continue;
      reported.add(at);
      const newText = `\${CLAUDE_SKILL_DIR}/${path}`;
      yield {
        range: textRange(at, at + written.length),
        severity: ofHome ? 'warning' : 'information',
        message: ofHome
          ? `This path exists on no other machine. The skill brings ${showText(path)}: write \`${newText}\``
          : `This is a path of the project, which fails where the project has no such file. The skill brings ${showText(path)}: write \`${newText}\``,
        fixes: [
          {
            title: `Write \`${newText}\``,
            safe: false,
            edits: [{ range: textRange(at, at + written.length), newText }],
          },
        ],
      };
    }
  }
}

/** `count.sh` of `tools/skills/levels/count.sh`, if the skill's folder is `levels`. */
function afterFolder(path: string, folder: string): string | undefined {
  const at = `/${path}`.lastIndexOf(`/${folder}/`);
  return at < 0 ? undefined : path.slice(at + folder.length + 1);
}

const mayBeElsewhere = /~\/|\$\{?HOME|\/(?:home|Users)\/|\.claude\//;
/** `~/tools/skills/levels/count.sh`, `/home/me/count.sh`, `.claude/scripts/count.mjs` */
const elsewhere =
  /(?<![\w./~$}-])(?:(~\/|\$HOME\/|\$\{HOME\}\/|\/(?:home|Users)\/[\w.-]{1,60}\/)|(?:\.\/)?\.claude\/)((?:[\w.-]{1,60}\/){0,9}[\w.-]{1,99})/g;

function namedScripts({ text, body, frontmatter }: SkillDocument): NamedScript[] {
  const found: NamedScript[] = [];
  if (text.includes('${CLAUDE_SKILL_DIR}/')) {
    const rules = frontmatter.fields.get('allowed-tools')?.value.range;
    if (rules) addScripts(text, rules, ofSkill, true, found);
    addScripts(text, body.scanned, ofSkill, true, found);
  }
  if (!text.includes('scripts/') && !text.includes('bin/')) return found;
  for (const code of body.code) {
    if (code.kind !== 'indented' && shellOf(code)) addScripts(text, code.content, started, false, found);
  }
  return found;
}

const extension = '\\.(?:py|sh|bash|m?js|cjs|ts|rb|pl|ps1)(?![\\w/*{<$-]|\\.\\w)';
/** `${CLAUDE_SKILL_DIR}/scripts/pack.py` */
const ofSkill = new RegExp(`\\$\\{CLAUDE_SKILL_DIR\\}/((?:[\\w-]{1,60}/){0,9}[\\w.-]{1,99}?${extension})`, 'g');
/** `python scripts/pack.py`, `./scripts/pack.sh` */
const started = new RegExp(
  `(?:(?:^|[\\s;&|(])(?:python3?|uv run|bash|sh|zsh|node|bun|tsx|ruby|perl|pwsh)[ \\t]+(?:\\./)?|(?:^|[;&|\\n])[ \\t]{0,9}(?:\\$[ \\t])?\\./)((?:scripts|bin)/(?:[\\w-]{1,60}/){0,9}[\\w.-]{1,99}?${extension})`,
  'g',
);

/** `scripts/script_name.py`, `scripts/your-script.sh`: the reader puts a name there. */
const filledIn =
  /(?:^|\/)(?:(?:your|my|some)[-_][\w-]*|(?:the[-_])?script(?:[-_]?name)?|(?:file|name)|example|x{1,3}|foo|bar)\.\w+$/i;

function addScripts(
  text: string,
  { start, end }: TextRange,
  pattern: RegExp,
  isOfSkill: boolean,
  found: NamedScript[],
): void {
  const searched = text.slice(start, end);
  // Most code is a word or a path in a sentence.
  if (!isOfSkill && !searched.includes('scripts/') && !searched.includes('bin/')) return;
  for (const { 0: all, 1: written = '', index } of matchesOf(pattern, searched)) {
    const path = pathInside(written);
    const at = start + index + all.length - written.length;
    if (path !== undefined && !filledIn.test(path))
      found.push({ path, range: textRange(at, at + written.length), isOfSkill });
  }
}
