import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { oncePerKey } from '../../platform/once.ts';
import { folderOf, lastPart } from '../../platform/paths.ts';
import { checkedTurn } from '../../runtime/invocation/invocation-turn.ts';
import {
  type PreparedInvocation,
  prepareInvocation,
  renderTyped,
} from '../../runtime/invocation/prepare-invocation.ts';
import { checkCommand } from '../../runtime/permissions/check-command.ts';
import { renderableAtPath } from '../../runtime/render/renderable-at-path.ts';
import type { RenderableSkill } from '../../runtime/render/renderable-skill.ts';
import type { RenderedInjection } from '../../runtime/render/rendering.ts';
import { type VariableValues, variableValues } from '../../runtime/render/substitute-variables.ts';
import { missingRules, ruleWithVariables } from '../commands/missing-rules.ts';
import { runningCommands } from '../commands/running-commands.ts';
import { maxCommandLength, programOf, shellStages } from '../commands/shell-stages.ts';
import { allowToolEdit } from '../edits/allow-tool-edit.ts';
import type { Fix, Rule, RuleContext } from '../rule.ts';

export const injectionNotAllowed: Rule = {
  id: 'injection-not-allowed',
  level: 'warning',
  kinds: ['skill', 'command'],
  needs: ['injection'],
  summary: 'A command that no permission rule allows, so that the invocation stops unless the session allows it',
  source: 'https://code.claude.com/docs/en/skills#inject-dynamic-context',
  *check(context, report) {
    const running = new Map(runningCommands(context).map((command) => [command.injection.range.start, command]));
    if (running.size === 0) return;
    const judge = new Judge(context);
    for (const { origin, source, command } of judge.injections()) {
      yield;
      const written = source && origin !== 'argument' ? running.get(source.start) : undefined;
      if (!written || written.isShown || command.length > maxCommandLength) continue;
      if (judge.comparisons > maxComparisons) return;
      const refusal = judge.refusalOf(command);
      if (!refusal) continue;
      const { rule, message, fixes } = refusal;
      // It depends on the arguments, which are not known.
      if (origin === 'contains-argument' && (rule === undefined || rule.includes(sampleArgument))) continue;
      report({ range: written.range, message, fixes });
    }
  },
};

/**
 * Comparisons of a command with a rule, after which the remaining commands are not judged: a file of a megabyte can have
 * tens of thousands of both, and would keep an editor busy for many seconds. Real skills have a few hundred.
 */
const maxComparisons = 50_000;

/** The report about a command that is not allowed. */
interface Refusal {
  /** The rule that would allow it, if any. */
  readonly rule: string | undefined;
  readonly message: string;
  readonly fixes: readonly Fix[];
}

/** Checks the commands of one document; a repeated command is checked once. */
class Judge {
  readonly #context: RuleContext;
  readonly #invocation: PreparedInvocation;
  readonly #variables: VariableValues;
  readonly #known = new Map<string, Refusal | undefined>();
  /** How often a command was compared with a rule until now. */
  comparisons = 0;

  constructor(context: RuleContext) {
    this.#context = context;
    const { file } = context;
    const turn = checkedTurn(file.inCatalog?.own?.commands, folderAround(file.path));
    this.#invocation = prepareInvocation(skillOf(context), turn);
    this.#variables = variableValues(this.#invocation.skill, this.#invocation.session);
  }

  /** The commands as they would run with some arguments. */
  injections(): readonly RenderedInjection[] {
    return renderTyped(this.#invocation, sampleArguments).rendering.injections;
  }

  /** Why a command is not allowed; undefined if it is, or if that is not certain. */
  refusalOf(command: string): Refusal | undefined {
    return oncePerKey(this.#known, command, () => this.#judge(command));
  }

  #judge(command: string): Refusal | undefined {
    const { rules, granted } = this.#invocation.permissions;
    this.comparisons += rules.length + granted.length;
    const verdict = checkCommand(command, this.#invocation.permissions);
    if (verdict.allowed !== false || isUncertain(command, this.#context)) return undefined;
    const rule = verdict.suggestedRule && this.#withVariables(verdict.suggestedRule);
    return rule
      ? { rule, message: missingRule(rule, verdict.message), fixes: this.#addRule(command) }
      : { rule, message: refused(verdict.message), fixes: [] };
  }

  #withVariables(rule: string): string {
    return ruleWithVariables(rule, this.#variables);
  }

  /** Adds the missing rules, if rules can help at all. */
  #addRule(command: string): Fix[] {
    const added = missingRules(command, this.#invocation.permissions);
    if (!added) return [];
    const edit = allowToolEdit(
      this.#context.document,
      added.map((rule) => this.#withVariables(rule)),
    );
    const title =
      added.length === 1 ? 'Add the rule to `allowed-tools`' : `Add the ${added.length} rules to \`allowed-tools\``;
    return edit ? [{ title, safe: false, edits: [edit] }] : [];
  }
}

/** Which commands of git and GitHub the first releases treat as read-only was recorded for a few only. */
function isUncertain(command: string, { document }: RuleContext): boolean {
  if (capabilities(document.runtime).commandCheck === 'by-parts') return false;
  return shellStages(command)?.stages.some((stage) => /^(git|gh)$/.test(programOf(stage).program)) ?? false;
}

/** A placeholder for arguments: a word that can be found again in Claude Code's message. */
const sampleArgument = 'argument';
const sampleArguments = Array.from({ length: 10 }, () => sampleArgument).join(' ');

function missingRule(rule: string, message: string): string {
  if (rule !== 'Bash') {
    return `No permission rule here allows this command, so the whole invocation stops unless the session allows it. Add \`${rule}\` to \`allowed-tools\``;
  }
  return `The whole invocation stops unless every command is allowed: ${reasonIn(message)}. Simplify the command, or add \`Bash\` to \`allowed-tools\``;
}

function refused(message: string): string {
  return `Claude Code denies this command and stops the whole invocation: ${reasonIn(message)}`;
}

/** Claude Code's message, up to the part that addresses the model. */
function reasonIn(message: string): string {
  const [first = ''] = message
    .replace(/^This Bash command contains multiple operations\. /, '')
    .split(/(?<=[.!?])\s|\n/);
  return first.trim().replace(/\.$/, '');
}

function skillOf({ document, file }: RuleContext): RenderableSkill {
  const { pluginRoot } = file;
  const name = lastPart(pluginRoot ?? '');
  const plugin = pluginRoot === undefined ? undefined : { name, root: pluginRoot, data: `${pluginRoot}/.data` };
  const kind = file.kind === 'command' ? 'command' : 'skill';
  return renderableAtPath(file.path, kind, checkedPart(document), plugin);
}

/** The document without the parts that are not checked. */
function checkedPart(document: SkillDocument): SkillDocument {
  const { body } = document;
  if (body.scanned.end === body.range.end) return document;
  return { ...document, text: document.text.slice(0, body.scanned.end), body, readBody: () => [], json: undefined };
}

/** The folder in which a session would be started for this file. */
function folderAround(path: string): string {
  const end = path.search(/\/(?:\.claude|skills|commands)\/(?!.*\/(?:\.claude|skills|commands)\/)/);
  const folder = end > 0 ? path.slice(0, end) : folderOf(path);
  return folder.replace(/\/\.claude$/, '') || '/';
}
