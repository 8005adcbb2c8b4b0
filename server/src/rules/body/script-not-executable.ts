import type { SkillDocument } from '../../document/skill-document.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { offerEdit } from '../edits/field-edits.ts';
import { showText } from '../messages/show-value.ts';
import { shellOf } from '../readings/arguments/shell-blocks.ts';
import type { Report, Rule } from '../rule.ts';

export const scriptNotExecutable: Rule = {
  id: 'script-not-executable',
  level: 'warning',
  kinds: ['skill'],
  summary: 'A script of the skill that its text runs without an interpreter but that is not executable',
  source: 'https://code.claude.com/docs/en/skills#add-supporting-files',
  check({ document, file }, report) {
    if (!file.notExecutable?.size || file.insideSkill || file.misplaced) return;
    const reported = new Set<string>();
    for (const run of directRuns(document)) {
      if (!file.notExecutable.has(run.path) || reported.has(run.path)) continue;
      reported.add(run.path);
      report(describe(run));
    }
  },
};

/** A script that a command runs as a program. */
interface DirectRun {
  /** Relative to the skill's folder. */
  readonly path: string;
  /** The path as written, in quotes if it is. */
  readonly range: TextRange;
  /** It is written with the variable for the skill's folder; otherwise it may be the project's. */
  readonly isOfSkill: boolean;
}

function describe({ path, range, isOfSkill }: DirectRun): Report {
  const interpreter = interpreters[path.slice(path.lastIndexOf('.') + 1)];
  const advice = `Run \`chmod +x ${path}\` in the folder of the skill${interpreter ? `, or write ${showText(interpreter)} before it` : ''}`;
  return {
    range,
    ...(!isOfSkill && { severity: 'hint' as const }),
    message: `${showText(path)} is not executable, so this command fails. ${advice}`,
    fixes: [
      ...(interpreter
        ? offerEdit(`Run with ${showText(interpreter)}`, false, {
            range: textRange(range.start, range.start),
            newText: `${interpreter} `,
          })
        : []),
      { title: `Make ${showText(path)} executable`, safe: false, edits: [], makesExecutable: path },
    ],
  };
}

const interpreters: Readonly<Record<string, string>> = {
  sh: 'bash',
  bash: 'bash',
  zsh: 'zsh',
  py: 'python3',
  js: 'node',
  mjs: 'node',
  cjs: 'node',
  rb: 'ruby',
  pl: 'perl',
};

/** The start of a command: `$ A=1 "${CLAUDE_SKILL_DIR}/scripts/pack.sh" box`, `./scripts/pack.sh`, `scripts/pack.sh box` */
const command =
  /(?:^|[\n;&|(])[ \t]{0,20}(?:\$[ \t])?(?:\w{1,40}=[^\s;&|]{0,99}[ \t]+){0,3}(["']?)(\$\{CLAUDE_SKILL_DIR\}\/|\.\/)?((?:[\w.-]{1,60}\/){0,9}[\w.-]{1,99})\1(?=([ \t]+[^\s#]|)[\s;&|)]?)/g;

function* directRuns({ text, body }: SkillDocument): Generator<DirectRun> {
  for (const { commandRange } of body.injections) yield* runsIn(text, commandRange, true);
  for (const code of body.code) {
    if (code.kind === 'indented' || shellOf(code) !== 'posix') continue;
    // Without a language, a line may be one of a list of files.
    yield* runsIn(text, code.content, code.info !== '');
  }
}

/** @param isCertain a path alone is a command too */
function* runsIn(text: string, { start, end }: TextRange, isCertain: boolean): Generator<DirectRun> {
  for (const found of text.slice(start, end).matchAll(command)) {
    const [all, quote = '', prefix = '', path = '', after] = found;
    if (!prefix && !path.includes('/')) continue;
    if (!isCertain && !after && prefix !== './') continue;
    const to = start + found.index + all.length;
    const range = textRange(to - 2 * quote.length - prefix.length - path.length, to);
    yield { path, range, isOfSkill: prefix.startsWith('$') };
  }
}
