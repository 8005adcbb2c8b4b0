import { DOWNLOADERS, INSTALLERS, INTERPRETERS, SHELLS } from '../../../dialect/shell/shell-risks.ts';
import type { CodeRange, SkillDocument } from '../../../document/skill-document.ts';
import { type TextRange, textRange } from '../../../document/text/text-range.ts';
import { type CommandDanger, dangersOf } from '../../commands/command-dangers.ts';
import { shellBlocks } from './shell-blocks.ts';

/** Something dangerous in a block of commands that the model reads and may follow. */
interface BlockDanger {
  readonly danger: CommandDanger;
  readonly range: TextRange;
  readonly block: CodeRange;
}

/** A block without a match has none of them. */
const mayBeDangerous =
  /\b(?:curl|wget|aria2c|iwr|irm|Invoke-\w+|rm|Remove-Item|find|xargs)\b|\.ssh|\.aws|\.netrc|id_rsa|cred|token/i;

/** Of one block, in UTF-16 units. */
const MAX_LENGTH = 10_000;

/** The dangers in the blocks of a body, in source order. */
export function blockDangers(document: SkillDocument): Generator<BlockDanger> {
  return dangersIn(document, (code) => mayBeDangerous.test(code));
}

/** @param isPossible whether code may have such a danger: to read all code takes long */
function* dangersIn(document: SkillDocument, isPossible: (code: string) => boolean): Generator<BlockDanger> {
  const { text } = document;
  for (const block of shellBlocks(document)) {
    const { start, end } = block.content;
    const code = text.slice(start, Math.min(end, start + MAX_LENGTH));
    if (!isPossible(code)) continue;
    // A prompt is not part of the command; the offsets stay.
    for (const danger of dangersOf(code.replace(/^\$ /gm, '  '))) {
      yield { danger, range: textRange(start + danger.start, start + danger.end), block };
    }
  }
}

/**
 * The dangers that are no matter of taste, where the text tells the model to run the commands: code from an unknown address,
 * deleting what is not the project's, and keys. What builds leave behind may be deleted, and a project has `.env` files.
 */
export function* certainBlockDangers(document: SkillDocument): Generator<BlockDanger> {
  for (const found of dangersIn(document, mayBeCertain)) {
    const { danger, range } = found;
    const code = document.text.slice(range.start, range.end);
    if (isCertain(danger, code) && !isWarning(document, found)) yield found;
  }
}

/** Whether code has what each of the certain dangers has, in any place. */
function mayBeCertain(code: string): boolean {
  if (ofKeys.test(code)) return true;
  if (deletes.test(code) && elsewhere.test(code)) return true;
  return downloads.test(code) && /https?:\/\//.test(code) && runs.test(code);
}

const ofKeys = /\.ssh\/|\bid_(?:rsa|dsa|ecdsa|ed25519)\b|\.aws\/|\.netrc|\.git-credentials|\.gnupg|\/etc\/shadow/;
const deletes = /\b(?:rm|Remove-Item|find)\b/;
/** The home folder, or one at the root of a disk. */
const elsewhere = /~|\$\{?HOME|(?<![\w.})*-])\/(?:\*|(?:home|Users|etc|usr|opt|root)\b|(?=[\s"';&|)]|$))/;
const downloads = new RegExp(String.raw`\b(?:${[...DOWNLOADERS].join('|')})\b`);
/** What runs a text that is piped into it, or an argument that is the output of a command. */
const runs = new RegExp(
  String.raw`\|\s{0,20}(?:\\\r?\n|[^|\n])*\b(?:${[...SHELLS, ...INTERPRETERS].join('|')})\b|[<$]\(|\u0060`,
);

function isCertain({ kind, what }: CommandDanger, code: string): boolean {
  switch (kind) {
    case 'download': {
      const [address] = /https?:\/\/[^\s"'`)|;]+/.exec(code) ?? [];
      return address !== undefined && !INSTALLERS.test(address) && !placeholder.test(address);
    }
    case 'delete':
      return /^(?:~|\$HOME|\$\{HOME\})(?:\/(?!\.)[^/].*)?\/?$|^\/(?:\*|(?:home|Users|etc|usr|opt|root)\b.*)?$/.test(
        what,
      );
    case 'secret':
      return ofKeys.test(code);
  }
}

const placeholder = /[<>[\]{}$]|your[-_]/i;

/** Lines before a block that may say what it is about. */
const LINES_BEFORE = 4;
const MAX_LINE = 1_000;

/** Whether the text says that something must not be run, or that it is an example of what others do. */
function isWarning({ lines }: SkillDocument, { range, block }: BlockDanger): boolean {
  const at = lines.lineAt(range.start);
  const first = lines.lineAt(block.range.start);
  const near = [at, at - 1];
  for (let line = first - 1; line >= Math.max(0, first - LINES_BEFORE); line--) near.push(line);
  return near.some((line) => {
    const text = line < 0 ? '' : lines.textOf(line);
    return text.length > MAX_LINE || warning.test(text);
  });
}

const warning =
  /(?<![\w./-])(?:never|avoid|not|cannot|without|bad|wrong|danger\w*|risk\w*|unsafe|insecure|malicious|malware|attack\w*|exploit\w*|suspicious|vulnerab\w*|detect\w*|block(?:s|ed|ing)?|reject\w*|den(?:y|ies|ied)|forbid\w*|forbidden|prohibit\w*|flag(?:s|ged)?|warn\w*|caution|examples?|red flags?|injection)\b|n[’']t\b|[❌✗✘🚫⚠]/iu;
