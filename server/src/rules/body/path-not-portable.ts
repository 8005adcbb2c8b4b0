import type { SkillDocument } from '../../document/skill-document.ts';
import { LookupInOrder } from '../../document/text/lookup-in-order.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { showText } from '../messages/show-value.ts';
import { shellOf } from '../readings/arguments/shell-blocks.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';

export const pathNotPortable: Rule = {
  id: 'path-not-portable',
  level: 'warning',
  kinds: ['skill', 'command', 'agent'],
  summary: 'A path with backslashes to a file of the skill, or a path in the home folder of one person',
  source: 'https://platform.claude.com/docs/en/agents-and-tools/agent-skills/best-practices#avoid-windows-style-paths',
  check(context, report) {
    if (context.file.insideSkill || context.file.misplaced) return;
    for (const finding of pathsWithBackslashes(context)) report(finding);
    for (const finding of pathsOfOnePerson(context)) report(finding);
    for (const finding of foldersOfOnePerson(context)) report(finding);
  },
};

/** `scripts\pack.py`, after the variable for the skill's folder or not. */
const withBackslashes =
  /(?<![\w\\/.:$}-])(?:\.\\|\$\{CLAUDE_SKILL_DIR\}[\\/])?((?:[\w.-]{1,60}\\){1,9}[\w-][\w.-]{0,98}\.\w{1,9})(?![\w\\/-])/g;

/** Only paths of files that the skill has: elsewhere a backslash may escape something. */
function* pathsWithBackslashes({ document, file }: RuleContext): Generator<Report> {
  const { text, body } = document;
  const bundled = file.bundledPaths;
  if (!bundled || bundled.size < 2 || !text.includes('\\', body.range.start)) return;
  const places = new Places(document);
  for (const { 0: written, 1: path = '', index } of text
    .slice(body.range.start, body.scanned.end)
    .matchAll(withBackslashes)) {
    const start = body.range.start + index;
    const meant = path.replaceAll('\\', '/');
    if (!bundled.has(meant) || !places.isRead(start) || places.isAdvice(start)) continue;
    const range = textRange(start, start + written.length);
    const newText = written.replaceAll('\\', '/').replace(/^\.\//, '');
    yield {
      range,
      message: `Only Windows reads \`\\\` as a separator of folders, so this is not the file ${showText(meant)} on other systems. Write ${showText(newText)}, which works everywhere`,
      fixes: [{ title: `Write ${showText(newText)}`, safe: true, edits: [{ range, newText }] }],
    };
  }
}

const inHome =
  /(?<![\w./~\\:-])(\/(?:Users|home)\/|[A-Za-z]:[\\/]Users[\\/])([A-Za-z][\w.-]{1,40})[\\/][\w.\\/-]{1,200}/g;

/** Names that clearly are to be replaced, or that are the same in every container. */
const notAPerson =
  /^(?:(?:your|my|some|the)?[-_]?(?:user|usr|name|username|user[-_]?name)\d*|you|me|my\w*|your[-_]?\w*|someone|alice|bob|carol|john\w*|jane\w*|jdoe|doe|foo|bar|example\w*|sample|demo|test\w*|public|shared|default|all|app|web|node|ubuntu|debian|vscode|runner\w*|root|admin\w*|dev\w*|git\w*|coder|codespace|jovyan|ec2-user|pi|vagrant|circleci|linuxbrew|jenkins|claude|agent|sandbox|nonroot|container|build\w*|x+|\.+)$/i;

function* pathsOfOnePerson({ document, file }: RuleContext): Generator<Report> {
  const { text, body } = document;
  if (!/\/(?:Users|home)\/|:[\\/]Users[\\/]/.test(text)) return;
  const places = new Places(document);
  const reported = new Set<string>();
  for (const { 0: written, 1: folder = '', 2: name = '', index } of text
    .slice(body.range.start, body.scanned.end)
    .matchAll(inHome)) {
    const start = body.range.start + index;
    const home = folder + name;
    // The user's own skill may name the user's own files.
    if (file.path.startsWith(`${home.replaceAll('\\', '/')}/.claude/`)) continue;
    if (notAPerson.test(name) || reported.has(home) || !places.isRead(start) || places.isAdvice(start)) continue;
    reported.add(home);
    yield {
      range: textRange(start, start + written.replace(/[.\\/]+$/, '').length),
      severity: 'information',
      message: `${showText(home)} is the home folder of one person, so nobody else has this path. Write a path in the project or in the skill, or \`~\` for the user’s own folder`,
    };
  }
}

/**
 * `~/Work/boxes/list.csv`: where people keep their own work, under names of their own. What is on every desktop may be
 * anywhere, but no script is.
 */
const ownFolder = new RegExp(
  `(?<![\\w./~\\\\:-])(?:~|\\$HOME|\\$\\{HOME\\})/(?:${[
    '((?:[Ww]ork|[Pp]rojects?|[Cc]ode|[Dd]ev|[Dd]evelop(?:er|ment)|src|[Rr]epos?|[Gg]it[Hh]ub|[Ww]orkspaces?|[Ss]ites)/([\\w.-]{1,60})(?:/[\\w.-]{1,60}){1,9})',
    '((?:Desktop|Documents|Downloads)/(?:([\\w.-]{1,60})/)?(?:[\\w.-]{1,60}/){0,8}[\\w-]{1,60}\\.(?:py|sh|m?js|ts|rb|pl))',
  ].join('|')})(?![\\w{$<*/])`,
  'g',
);

/** The command may make the folder. */
const makesIt = /\b(?:mkdir|git (?:clone|worktree)|cp|mv|ln|rsync|install|touch|tee)\b|>|(?:^|\s)(?:-o|--out\S*)\b/;

function* foldersOfOnePerson({ document, file }: RuleContext): Generator<Report> {
  const { text, body, lines } = document;
  // The user's own skill may name the user's own files.
  if (file.inCatalog?.own?.tier === 'user' || !/(?:~|HOME\}?)\/[A-Zdgprsw]/.test(text)) return;
  const places = new Places(document);
  const reported = new Set<string>();
  for (const { 0: written, 1: atWork, 2: project = '', 3: above = '', index } of text
    .slice(body.range.start, body.scanned.end)
    .matchAll(ownFolder)) {
    const start = body.range.start + index;
    const name = atWork === undefined ? above : project;
    const home = written.slice(0, written.indexOf('/', written.indexOf('/') + 1));
    if (notAPerson.test(name) || notAFolder.test(name) || reported.has(home)) continue;
    if (!places.isCommand(start) || places.isAdvice(start) || makesIt.test(lines.textOf(lines.lineAt(start)))) continue;
    reported.add(home);
    yield {
      range: textRange(start, start + written.length),
      severity: 'information',
      message: `${showText(written)} is where its author keeps it, so this command fails for everybody else. Write a path in the project or in the skill`,
    };
  }
}

/** Names that stand for the reader's own. */
const notAFolder =
  /^(?:(?:your|my|some|the|new|this)?[-_]?(?:app|project|repo|repository|folder|dir|path|plugin|skill|site)s?(?:[-_]?(?:name|path|dir|folder))?\d*)$/i;

/** Evidence about paths in the text around them. */
class Places {
  readonly #document: SkillDocument;
  readonly #code: LookupInOrder<SkillDocument['body']['code'][number]>;
  readonly #links: LookupInOrder<{ readonly range: TextRange }>;
  readonly #comments: LookupInOrder<{ readonly range: TextRange }>;

  constructor(document: SkillDocument) {
    this.#document = document;
    const { code, links, comments } = document.body;
    this.#code = new LookupInOrder(code);
    this.#links = new LookupInOrder([...links].sort((a, b) => a.range.start - b.range.start));
    this.#comments = new LookupInOrder(comments.map((range) => ({ range })));
  }

  /** Prose, code spans and commands. Links have rules of their own, and other code may be an example of any output. */
  isRead(offset: number): boolean {
    if (this.#links.at(offset) || this.#comments.at(offset)) return false;
    const code = this.#code.at(offset);
    if (!code || code.kind === 'span') return true;
    return code.kind === 'fence' && code.info !== '' && shellOf(code) === 'posix';
  }

  /** Commands only: a path in prose may be an answer of the user's. */
  isCommand(offset: number): boolean {
    const code = this.#code.at(offset);
    if (!code || !this.isRead(offset)) return false;
    const { start, end } = code.content;
    return /\S\s+\S/.test(this.#document.text.slice(start, Math.min(end, start + MAX_LINE)));
  }

  /** Whether the line says how not to write it, or gives an example. */
  isAdvice(offset: number): boolean {
    const { lines } = this.#document;
    const line = lines.textOf(lines.lineAt(offset));
    return line.length > MAX_LINE || advice.test(line);
  }
}

const MAX_LINE = 2_000;
const advice =
  /windows|backslash|powershell|\bavoid|\bnever\b|\bnot\b|n[’']t\b|\bwrong\b|\bbad\b|\bbefore:|[❌✗✘🚫]|\be\.g\.|\bexamples?\b|\bsuch as\b|\blike\b|\berror\b|output|->|→|=>/iu;
