import { TextDocument } from 'vscode-languageserver-textdocument';
import type { TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import { skillTargets } from '../../../server/src/dialect/targets.ts';
import { readDocument } from '../../../server/src/document/read-document.ts';
import type { CodeActionAbilities } from '../../../server/src/features/actions/offered-action.ts';
import type { CheckedOpenFile } from '../../../server/src/features/check/open-file.ts';
import { checkDocument } from '../../../server/src/rules/check-document.ts';
import { rules as allRules } from '../../../server/src/rules/index.ts';
import type { Finding, Rule } from '../../../server/src/rules/rule.ts';
import type { RuleId } from '../../../server/src/rules/rule-id.ts';
import { type CheckOptions, fileContext } from '../rules/expect-findings.ts';

/** How a text is open: as {@link CheckOptions} say, in a document of some language, checked by some rules. */
export interface OpenOptions extends CheckOptions {
  readonly languageId?: string;
  readonly rules?: readonly Rule[];
}

/** A text open in an editor, with the cursor where the first `$0` of the marked-up text stood. */
export interface OpenText {
  readonly open: CheckedOpenFile;
  readonly offset: number;
}

/** An editor that can do everything with an action but ask for its edit later. */
export const ableEditor: CodeActionAbilities = {
  versionedEdits: true,
  renames: true,
  creates: true,
  annotates: true,
  showsPages: true,
  linksRules: true,
  runsCommands: true,
  resolvesEdits: false,
  showsDisabled: true,
};

/** An editor that can do nothing but replace text. */
export const plainEditor: CodeActionAbilities = {
  versionedEdits: false,
  renames: false,
  creates: false,
  annotates: false,
  showsPages: false,
  linksRules: false,
  runsCommands: false,
  resolvesEdits: false,
  showsDisabled: false,
};

export const uri = 'file:///project/.claude/skills/demo/SKILL.md';

/** Opens a text; without a `$0` the cursor is at its beginning. */
export function openText(marked: string, options: OpenOptions = {}): OpenText {
  const cursor = marked.indexOf('$0');
  const text = cursor < 0 ? marked : marked.slice(0, cursor) + marked.slice(cursor + 2);
  const runtime = options.runtime ?? 'claude-code';
  const file = fileContext(options);
  const targets = skillTargets(options.targets ?? []);
  const check = (content: string): readonly Finding[] => {
    const context = { document: readDocument(content, runtime, file.kind), file, targets: new Set(targets) };
    return checkDocument(options.rules ?? allRules, context, options.levels ?? {}, (rule, error) => {
      throw new Error(`${rule.id} crashed`, { cause: error });
    });
  };
  const open: CheckedOpenFile = {
    uri,
    version: 1,
    languageId: options.languageId ?? 'markdown',
    document: readDocument(text, runtime, file.kind),
    file,
    targets,
    findings: check(text),
    check: async (content) => check(content),
  };
  return { open, offset: Math.max(0, cursor) };
}

/** The text after edits as an editor applies them. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return TextDocument.applyEdits(TextDocument.create(uri, 'markdown', 1, text), [...edits]);
}

/** The edits that a workspace edit makes in the open file. */
export function editsIn(edit: WorkspaceEdit | undefined): TextEdit[] {
  const changes = (edit?.documentChanges ?? []).filter((it): it is TextDocumentEdit => 'edits' in it);
  return [...(edit?.changes?.[uri] ?? []), ...changes.flatMap(({ edits }) => edits as TextEdit[])];
}

/** The id of a rule that only a test has. */
export function ruleIdForTests(id: string): RuleId {
  return id as RuleId;
}

/** A rule that finds every `word` of a text and offers to write `other` instead. */
export function wordRule(id: string, word: string, other: string, safe = true): Rule {
  return {
    id: ruleIdForTests(id),
    level: 'warning',
    kinds: ['skill', 'command', 'agent'],
    summary: `Finds ${word}`,
    source: 'a test',
    check({ document }, report) {
      for (const match of document.text.matchAll(new RegExp(word, 'g'))) {
        const range = { start: match.index, end: match.index + word.length };
        const fixes = [{ title: `Write ${other}`, safe, edits: [{ range, newText: other }] }];
        report({ range, message: `${word} found`, fixes });
      }
    },
  };
}
