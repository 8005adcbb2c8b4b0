import type { SkillDocument } from '../../document/skill-document.ts';
import { LookupInOrder } from '../../document/text/lookup-in-order.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import type { Fix, Rule, Severity } from '../rule.ts';

export const commentInstructions: Rule = {
  id: 'comment-instructions',
  level: 'warning',
  kinds: ['skill', 'command'],
  needs: ['comment'],
  summary: 'Instructions in an HTML comment, which rendered Markdown hides but Claude Code sends to the model',
  source: 'test/conformance: HTML comments are sent as they are',
  check({ document }, report) {
    const code = new LookupInOrder(document.body.code);
    for (const range of document.body.comments) {
      if (code.at(range.start)) continue;
      const kind = judge(document.text.slice(range.start, Math.min(range.end, range.start + MAX_READ)));
      if (!kind) continue;
      report({ range, ...kind, fixes: [showComment(document, range), removeComment(document, range)] });
    }
  },
};

/** More of a comment is not read. */
const MAX_READ = 4000;

/** "Ignore all previous instructions". */
const overriding =
  /\b(?:ignore|disregard|forget|override|bypass)\s+(?:(?:all|any|the|your|these|those|of|every|everything)\s+){0,3}(?:(?:previous|prior|above|earlier|preceding|existing|other|system|safety)\s+)+(?:instructions?|rules?|prompts?|guidelines|directions|messages?|restrictions|safeguards)\b/i;

/** "Do not tell the user", "without asking the user". */
const concealing =
  /\b(?:(?:do\s+not|don[’']t|never)\s+(?:tell|mention|inform|show|reveal|alert|notify|warn|let|ask|disclose)|without\s+(?:telling|asking|informing|notifying|alerting|mentioning|showing))\s+(?:(?:this|it|that|any\s+of\s+this|about\s+\w+)\s+)?(?:to\s+)?(?:the\s+)?users?\b/i;

/** "Claude, always …", "Instructions for the model:". The word begins the comment or a line of it. */
const addressing =
  /(?:^|\n)[ \t]*(?:(?:note|important|attention|hey|dear|system|instructions?|message)[ \t]*(?:to|for|:|,)?[ \t]*)?(?:(?:the|all|any|every)[ \t]+)?(?:claude(?:[ \t]+code)?|(?:ai|llm|language)[ \t]+(?:models?|agents?|assistants?)|ai|llms?|assistants?|agents?|model)[ \t]*[:,—–-][ \t]*(?:please[ \t]+|you[ \t]+)?(?:always|never|do|don[’']t|must|should|run|execute|send|read|write|use|call|fetch|download|delete|remove|add|include|insert|append|skip|ensure|make|approve|allow|grant|treat|reply|answer|respond|before|after|when|if)\b/i;

function judge(comment: string): { readonly message: string; readonly severity: Severity } | undefined {
  if (/^<!--\s*skillwright-/.test(comment)) return undefined;
  const inner = comment.replace(/^<!-+|-+>$/g, '').replace(/[ \t]+/g, ' ');
  const hidden = 'Rendered Markdown hides this comment, but Claude Code sends it to the model';
  const advice = 'Write it as text that readers see, or remove it';
  if (overriding.test(inner)) {
    return { severity: 'warning', message: `${hidden}, and it overrides other instructions. ${advice}` };
  }
  if (concealing.test(inner)) {
    return { severity: 'warning', message: `${hidden}, and it hides something from the user. ${advice}` };
  }
  if (addressing.test(inner)) return { severity: 'information', message: `${hidden} as an instruction. ${advice}` };
  return undefined;
}

function showComment({ text }: SkillDocument, { start, end }: TextRange): Fix {
  const opening = /^<!-+[ \t]*/.exec(text.slice(start, end))![0].length;
  const closing = /[ \t]*(?:-+>)?$/.exec(text.slice(start, end))![0].length;
  const edits = [
    { range: textRange(start, start + opening), newText: '' },
    { range: textRange(Math.max(start + opening, end - closing), end), newText: '' },
  ];
  return { title: 'Show the comment as text', safe: false, edits };
}

/** Removes the comment, with its lines if it is alone on them. */
function removeComment({ text, lines }: SkillDocument, { start, end }: TextRange): Fix {
  const lineStart = lines.startOf(lines.lineAt(start));
  const lineEnd = lines.endOf(lines.lineAt(end));
  const isAlone = text.slice(lineStart, start).trim() === '' && text.slice(end, lineEnd).trim() === '';
  const range = isAlone ? textRange(lineStart, lines.startOf(lines.lineAt(end) + 1)) : textRange(start, end);
  return { title: 'Remove the comment', safe: false, edits: [{ range, newText: '' }] };
}
