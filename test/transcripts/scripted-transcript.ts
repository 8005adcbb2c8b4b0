import { type Line, recordedLines } from './recorded-lines.ts';

/** A source of numbers that is the same for the same seed. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to 1, by the generator mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  /** A whole number below a limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  uuid(): string {
    const hex = Array.from({ length: 32 }, () => this.below(16).toString(16)).join('');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }
}

/** Which conversation a transcript is of. */
export interface TranscriptOf {
  readonly sessionId: string;
  readonly folder: string;
  /** Undefined for the user's conversation. */
  readonly agent: string | undefined;
}

/** Writes lines as Claude Code does, from recorded ones. */
export class ScriptedTranscript {
  readonly lines: Line[] = [];
  readonly #of: TranscriptOf;
  readonly #dice: Dice;
  #parent: string | null = null;
  #time: number;
  #messages = 0;

  constructor(of: TranscriptOf, dice: Dice, start: number) {
    this.#of = of;
    this.#dice = dice;
    this.#time = start;
  }

  get time(): number {
    return this.#time;
  }

  prompt(text: string): void {
    this.#add(recordedLines.prompt, { message: { role: 'user', content: text } });
  }

  listing(content: string, names: readonly string[], isInitial: boolean): void {
    const attachment = { type: 'skill_listing', content, skillCount: names.length, isInitial, names };
    this.#add(recordedLines.listing, { attachment });
  }

  /** Returns when the text was loaded. */
  typed(name: string, given: string, text: string): number {
    const tags = [`<command-message>${name}</command-message>`, `<command-name>/${name}</command-name>`];
    if (given !== '') tags.push(`<command-args>${given}</command-args>`);
    this.#add(recordedLines.typed, { message: { role: 'user', content: tags.join('\n') } });
    this.#add(recordedLines.typedText, { message: { role: 'user', content: [{ type: 'text', text }] } });
    const loaded = this.#time;
    this.#add(recordedLines.permissions, {});
    return loaded;
  }

  /** A call of the Skill tool; returns its ID. */
  call(name: string, given: string): string {
    const id = `toolu_${this.#dice.uuid()}`;
    const content = [
      { type: 'tool_use', id, name: 'Skill', input: { skill: name, ...(given !== '' && { args: given }) } },
    ];
    this.#add(recordedLines.call, { message: { ...messageOf(recordedLines.call), id: this.#messageId(), content } });
    return id;
  }

  /** Returns when the text was loaded. */
  launched(id: string, name: string, text: string, again: boolean): number {
    this.#result(recordedLines.launched, id, `Launching skill: ${name}`, { success: true, commandName: name });
    if (again) this.#add(recordedLines.again, { sourceToolUseID: id });
    const message = { role: 'user', content: [{ type: 'text', text }] };
    this.#add(recordedLines.calledText, { sourceToolUseID: id, message });
    const loaded = this.#time;
    this.#add(recordedLines.permissions, {});
    return loaded;
  }

  ranAsFork(id: string, name: string, agentId: string): number {
    const outcome = { success: true, commandName: name, status: 'forked', agentId, result: 'done' };
    this.#result(recordedLines.forked, id, `Skill "${name}" completed (forked execution).\n\nResult:\ndone`, outcome);
    return this.#time;
  }

  /** The beginning of the conversation of an agent that runs a skill. */
  forkText(text: string): number {
    this.#add(recordedLines.forkText, { message: { role: 'user', content: text } });
    return this.#time;
  }

  failed(
    id: string,
    kind: 'unknownSkill' | 'notAllowed' | 'hiddenFromModel' | 'failedCall' | 'deniedByRule',
    from: string,
    name: string,
  ): void {
    const line = recordedLines[kind];
    const [block] = (messageOf(line) as { content: [Record<string, unknown>] }).content;
    const outcome = String(line.toolUseResult).replaceAll(from, name);
    this.#result(line, id, String(block.content).replaceAll(from, name), outcome, { is_error: true });
  }

  unknownCommand(name: string): void {
    this.prompt(`/${name} please`);
    const { attachment } = recordedLines.unknownCommand as { attachment?: object };
    this.#add(recordedLines.unknownCommand, { attachment: { ...attachment, commandName: name } });
  }

  /** The same where a person types. */
  unknownAtTerminal(name: string): void {
    this.#add(recordedLines.unknownAtTerminal, { content: `Unknown command: /${name}. Did you mean /notes?` });
  }

  failedCommand(name: string): void {
    this.#add(recordedLines.failedCommand, { commandRun: { command: name, args: '' } });
  }

  disabledCommand(name: string): void {
    const content = String(recordedLines.disabledCommand.content).replaceAll('notes', name);
    this.#add(recordedLines.disabledCommand, { content });
  }

  /** An answer in several lines; each has the tokens so far. Other lines may come between. */
  answer(skill: string | undefined, usage: Readonly<Record<string, number>>, blocks: number): void {
    const id = this.#messageId();
    const requestRef = this.#dice.uuid();
    const line = skill === undefined ? recordedLines.answer : recordedLines.attributedAnswer;
    for (let block = 1; block <= blocks; block++) {
      const soFar = { ...usage, output_tokens: Math.floor((usage.output_tokens! * block) / blocks) };
      const message = { ...messageOf(line), id, content: [{ type: 'text', text: `Part ${block}` }], usage: soFar };
      this.#add(line, { message, requestRef, ...(skill !== undefined && { attributionSkill: skill }) });
    }
  }

  compacted(trigger: 'manual' | 'auto', before: number, after: number): void {
    const { compactMetadata } = recordedLines.boundary as { compactMetadata?: object };
    this.#add(recordedLines.boundary, {
      compactMetadata: { ...compactMetadata, trigger, preTokens: before, postTokens: after },
    });
  }

  kept(skills: readonly { readonly name: string; readonly content: string }[]): void {
    const withPaths = skills.map(({ name, content }) => ({ name, path: `projectSettings:${name}`, content }));
    this.#add(recordedLines.kept, { attachment: { type: 'invoked_skills', skills: withPaths } });
  }

  /** A result of another tool, which may contain anything. */
  toolResult(text: string): void {
    this.#result(recordedLines.launched, `toolu_${this.#dice.uuid()}`, text, { stdout: text });
  }

  /** A copy of the lines for a session that continues this one, as `--fork-session` makes it. */
  copiedTo(sessionId: string): Line[] {
    const own = this.#of.sessionId;
    return this.lines.map((line) => ({
      ...line,
      sessionId,
      ...(line.type === 'assistant' && { requestSessionId: own }),
    }));
  }

  #result(line: Line, id: string, content: string, toolUseResult: unknown, more: object = {}): void {
    const message = { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, ...more }] };
    this.#add(line, { message, toolUseResult });
  }

  #messageId(): string {
    return `msg_${this.#of.sessionId.slice(0, 8)}_${this.#messages++}`;
  }

  #add(line: Line, values: Readonly<Record<string, unknown>>): void {
    this.#time += 1 + this.#dice.below(5_000);
    const { agent, sessionId, folder } = this.#of;
    const uuid = this.#dice.uuid();
    this.lines.push({
      ...line,
      ...values,
      parentUuid: this.#parent,
      isSidechain: agent !== undefined,
      ...(agent !== undefined && { agentId: agent }),
      uuid,
      timestamp: new Date(this.#time).toISOString(),
      cwd: folder,
      sessionId,
    });
    this.#parent = uuid;
  }
}

function messageOf(line: Line): object {
  return (line.message ?? {}) as object;
}
