import { type CancellationToken, ViewColumn, workspace } from 'vscode';
import type { PreviewInjection, SkillCallAnswer } from '../../../server/src/protocol.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import type { PreviewDocuments } from '../preview/documents/preview-documents.ts';
import { askConsent, askConsentForIntroduced } from '../preview/injections/ask-consent.ts';
import type { ConsentedCommands } from '../preview/injections/consented-commands.ts';
import { InjectionRuns } from '../preview/injections/injection-runs.ts';
import { activeFile } from './active-file.ts';
import type { LanguageModelTool, PreparedToolCall, ToolCall } from './language-model-api.ts';

type ActiveFile = ReturnType<typeof activeFile>;

export interface SkillToolParts {
  readonly server: LanguageServer;
  readonly consented: ConsentedCommands;
  /** Shows commands that are too long for a question. */
  readonly documents: Pick<PreviewDocuments, 'openCommands'>;
}

/** Gives any model the Skill tool of Claude Code: its rules decide, and the result is the text that Claude Code would send. */
export class SkillTool implements LanguageModelTool {
  readonly #parts: SkillToolParts;
  /**
   * Calls that VS Code has asked the user about, as JSON, with the file that was active then: it does not invoke a tool
   * if the answer is no, and an answer is about one skill.
   */
  readonly #asked = new Map<string, ActiveFile>();

  constructor(parts: SkillToolParts) {
    this.#parts = parts;
  }

  async prepare({ input }: ToolCall): Promise<PreparedToolCall> {
    const active = activeFile();
    const answer = await this.#call(input, active, false, {});
    const invocationMessage = answer.name === '' ? 'Loading a skill' : `Loading the skill ${answer.name}`;
    if (answer.decision !== 'ask') return { invocationMessage };
    this.#asked.set(JSON.stringify(input), active);
    const message = `${answer.question}. The permission rules of Claude Code do not allow it without asking.`;
    return { invocationMessage, confirmationMessages: { title: `Load the skill ${answer.name}?`, message } };
  }

  async invoke({ input }: ToolCall, token: CancellationToken): Promise<string> {
    const confirmed = this.#asked.get(JSON.stringify(input));
    this.#asked.delete(JSON.stringify(input));
    const isConfirmed = confirmed !== undefined;
    const active = confirmed ?? activeFile();
    const answer = await this.#call(input, active, isConfirmed, {});
    if (answer.decision === 'ask') return `${answer.result}\n\nCall the tool again, so that the user is asked.`;
    if (answer.isError || answer.commands.length === 0) return answer.result;
    return this.#withCommands(answer, token, (outcomes) => this.#call(input, active, isConfirmed, outcomes));
  }

  /** The text with the outputs of its commands, which run after the user has agreed to each of them. */
  async #withCommands(
    { commands, folder, name, uri, arguments: given = '' }: SkillCallAnswer,
    token: CancellationToken,
    call: (outcomes: InjectionRuns['outcomes']) => Promise<SkillCallAnswer>,
  ): Promise<string> {
    if (!workspace.isTrusted) {
      return `The skill ${name} was not loaded: it runs commands, and the user does not trust this workspace.`;
    }
    const distinct = [...new Map(commands.map((command) => [command.hash, command])).values()];
    if (uri === undefined || !(await this.#consentTo(distinct, folder, name))) {
      return `The skill ${name} was not loaded: the user did not let its commands run.`;
    }
    const runs = new InjectionRuns(this.#parts.server);
    const cancelling = token.onCancellationRequested(() => runs.keepOnly([]));
    try {
      await Promise.all(distinct.map((command) => runs.run(uri, given, command)));
      return (await call(runs.outcomes)).result;
    } finally {
      cancelling.dispose();
      runs.dispose();
    }
  }

  /** Commands that the arguments of the model introduced need consent each time, separately from others. */
  async #consentTo(commands: readonly PreviewInjection[], folder: string, name: string): Promise<boolean> {
    const { consented, documents } = this.#parts;
    const open = (text: string) => documents.openCommands(`/${name}`, text, ViewColumn.Active);
    for (const command of commands.filter(({ origin }) => origin === 'argument')) {
      if ((await askConsentForIntroduced({ injections: [command], folder, open })) === 'no') return false;
    }
    const asked = commands.filter(({ origin, hash }) => origin !== 'argument' && !consented.has(hash));
    if (asked.length === 0) return true;
    const consent = await askConsent({ injections: asked, folder, open });
    if (consent === 'always') consented.remember(asked.map(({ hash }) => hash));
    return consent !== 'no';
  }

  async #call(
    input: unknown,
    active: ActiveFile,
    isConfirmed: boolean,
    outcomes: InjectionRuns['outcomes'],
  ): Promise<SkillCallAnswer> {
    const given = typeof input === 'object' && input !== null ? input : {};
    const params = { input: given, ...active, isConfirmed, outcomes };
    const answer = await this.#parts.server.request('skillwright/callSkill', params);
    if (!answer) throw new Error('Skillwright could not read the skills. See its output for details');
    return answer;
  }
}
