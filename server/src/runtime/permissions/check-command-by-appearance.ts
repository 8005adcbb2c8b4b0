import { MAX_STARTABLE_COMMAND } from '../../dialect/limits.ts';
import { consumerFacts } from '../../dialect/targets.ts';
import { oncePer } from '../../platform/once.ts';
import { type CommandPart, readShellCommand } from '../../shell/read-command.ts';
import { fileRulesOf, notAllFileRules } from './command-file-rules.ts';
import { objectionToPaths } from './command-paths.ts';
import type { CommandPermissions, CommandVerdict } from './command-permissions.ts';
import { type BashRule, matchesText, readBashRules } from './command-rules.ts';
import { isReadOnly } from './read-only-command.ts';

/**
 * The decision of the first releases, which judge a command by its text. A rule for all of Bash takes precedence over
 * everything but denials, and no other rule lets a command write. The messages here are not those of Claude Code: if
 * the user typed the invocation, it just ends without a message.
 */
export function checkByAppearance(command: string, permissions: CommandPermissions): CommandVerdict {
  const { mode } = permissions;
  // These releases have no limit of their own, but no shell starts with such a command.
  if (command.length > MAX_STARTABLE_COMMAND) return undecided(permissions);
  const { parts, obscurity, subshell, background } = readShellCommand(command.trim(), 0, true);
  const caught = (those: readonly BashRule[]): boolean =>
    those.some((rule) => parts.some((part) => matchesText(rule, part.text)));
  const { deny, ask, allow, files } = rulesFor(permissions);
  const isAll = ({ kind }: BashRule): boolean => kind === 'all';
  if (deny.some(isAll)) return refusal('Permission to use Bash has been denied.');
  const isPlainEnough = obscurity === undefined && !subshell;
  const names = isPlainEnough && parts.some((part) => files.deniedFile(part, [permissions.folder]) !== undefined);
  if (caught(deny) || names) {
    return refusal(`Permission to use Bash with command ${command.trim()} has been denied.`);
  }
  if (isPlainEnough && files.isIncomplete) return notAllFileRules;
  if (ask.some(isAll)) return refusal(notGranted);
  if (mode === 'bypassPermissions' || allow.some(isAll)) return { allowed: true };
  if (caught(ask)) return refusal(notGranted);
  const isObscure = obscurity !== undefined && obscurity !== 'Contains backslash-escaped whitespace';
  if (isObscure || subshell || background || lookedIntoLater.test(command)) return refusal(notGranted, 'Bash');
  const verdicts = parts.map((part) => checkPart(part, allow, permissions));
  return verdicts.find((it) => it.allowed === undefined) ?? verdicts.find((it) => !it.allowed) ?? { allowed: true };
}

const rulesFor = oncePer((permissions: CommandPermissions) => {
  const { rules, granted, runtime } = permissions;
  const withBehavior = (behavior: string): readonly BashRule[] =>
    readBashRules(
      rules.filter((it) => it.behavior === behavior).map(({ rule }) => rule),
      runtime,
    );
  return {
    deny: withBehavior('deny'),
    ask: withBehavior('ask'),
    allow: [...withBehavior('allow'), ...readBashRules(granted, runtime)],
    files: fileRulesOf(permissions),
  };
});

function checkPart(part: CommandPart, allow: readonly BashRule[], permissions: CommandPermissions): CommandVerdict {
  const objection = objectionToPaths(part, permissions);
  if (objection === 'unknown') return undecided(permissions);
  const edits = permissions.mode === 'acceptEdits' && /^(edits|rule)$/.test(objection?.liftedBy ?? '');
  if (objection !== undefined && !edits) return refusal(objection.message, 'Bash');
  if (edits || allow.some((rule) => matchesText(rule, part.text))) return { allowed: true };
  const reads = isPlain(part) && isReadOnly(part);
  if (reads === undefined) return undecided(permissions);
  return reads ? { allowed: true } : refusal(notGranted, `Bash(${part.words[0]}:*)`);
}

/** Commands that do not count as read-only. */
const notReading =
  /^(sed|test|\[|\[\[|timeout|time|command|builtin|printenv|env|printf|seq|rev|tac|expr|fold|expand|comm|cmp|numfmt|fmt|ss|lsof|pgrep)$/;

/** Whether a command consists only of literal words, without anything that the shell would expand. */
function isPlain(part: CommandPart): boolean {
  const bare = part.text.replace(/'[^']*'|\\[\s\S]/g, '');
  if (part.assignments.length > 0 || part.redirections.some(({ operator }) => operator.startsWith('<'))) return false;
  return !/[$`*?[{~<]/.test(bare) && !notReading.test(part.words[0] ?? '');
}

/** Only later releases analyze control structures, variables and comments. */
const lookedIntoLater = /^[^\S\n\r\u2028\u2029]*(if|for|while|until|case|[A-Za-z_]\w*=)|(^|\s)#|<</m;

const notGranted = "Claude requested permissions to use Bash, but you haven't granted it yet.";
function undecided({ runtime }: CommandPermissions): CommandVerdict {
  return { allowed: undefined, why: `Whether ${consumerFacts(runtime).title} would run this command is not known` };
}

function refusal(message: string, suggestedRule?: string): CommandVerdict {
  return { allowed: false, message, suggestedRule };
}
