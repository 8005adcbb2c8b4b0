import { type JsonMap, mapOf, textOf } from '../../../document/json-values.ts';
import type { RunContext } from './run-context.ts';
import { mapsIn, numberOf, parentOf, type StreamLine } from './stream-line.ts';
import type { ToolCalls } from './tool-calls.ts';

/** A message that the model is writing. */
interface LiveMessage {
  readonly id: string;
  /** The ids of its texts by their place in the message, until Claude Code reports them as finished. */
  readonly open: Map<number, { readonly part: string; readonly kind: 'text' | 'thinking' }>;
}

/**
 * The texts of the model. Each piece of one arrives as a `stream_event`, and each finished block as a line of type
 * `assistant`. An agent's messages come only as finished blocks.
 */
export class LiveMessages {
  readonly #context: RunContext;
  readonly #calls: ToolCalls;
  /** By the call in which they are written. */
  readonly #live = new Map<string | undefined, LiveMessage>();
  /** The texts in a line, which a later line may replace. */
  readonly #textsOfLine = new Map<string, readonly string[]>();
  #serial = 0;

  constructor(context: RunContext, calls: ToolCalls) {
    this.#context = context;
    this.#calls = calls;
  }

  /** A piece of a message. */
  takePiece(line: StreamLine): void {
    const event = mapOf(line.event);
    const parent = parentOf(line);
    switch (event?.type) {
      case 'message_start':
        this.#close(parent);
        this.#live.set(parent, { id: textOf(mapOf(event.message)?.id) ?? '', open: new Map() });
        break;
      case 'content_block_start':
        this.#begin(parent, numberOf(event.index) ?? 0, mapOf(event.content_block) ?? {});
        break;
      case 'content_block_delta':
        this.#append(parent, numberOf(event.index) ?? 0, mapOf(event.delta) ?? {});
        break;
      case 'message_stop':
        this.#close(parent);
        break;
    }
  }

  /** A finished block, or several. */
  takeFinished(line: StreamLine): void {
    for (const id of Array.isArray(line.supersedes) ? line.supersedes : []) this.#withdraw(id);
    const message = mapOf(line.message);
    const parent = parentOf(line);
    const texts: string[] = [];
    for (const block of mapsIn(message?.content)) {
      if (block.type === 'text') texts.push(this.#finish(parent, message, 'text', textOf(block.text) ?? ''));
      else if (block.type === 'thinking') {
        texts.push(this.#finish(parent, message, 'thinking', textOf(block.thinking) ?? ''));
      } else if (block.type === 'tool_use' || block.type === 'server_tool_use') {
        this.#calls.called(textOf(block.id) ?? '', textOf(block.name) ?? 'Tool', block.input, parent);
      }
    }
    const { uuid } = line;
    if (typeof uuid === 'string' && texts.length > 0) this.#textsOfLine.set(uuid, texts);
  }

  /** Nothing more is written. */
  end(): void {
    for (const parent of this.#live.keys()) this.#close(parent);
  }

  #begin(parent: string | undefined, index: number, block: JsonMap): void {
    const live = this.#live.get(parent);
    if (block.type === 'tool_use') {
      this.#calls.announced(textOf(block.id) ?? '', textOf(block.name) ?? 'Tool', parent);
    } else if (live && (block.type === 'text' || block.type === 'thinking')) {
      const part = this.#add(parent, block.type, textOf(block[block.type]) ?? '', false);
      live.open.set(index, { part, kind: block.type });
    }
  }

  #append(parent: string | undefined, index: number, delta: JsonMap): void {
    const open = this.#live.get(parent)?.open.get(index);
    const more = textOf(delta.text) ?? textOf(delta.thinking) ?? '';
    if (!open || more === '') return;
    this.#context.parts.change(open.part, (part) => {
      if (part.kind !== open.kind) return part;
      // Nothing is joined that would only be cut off again.
      if (part.textCut !== undefined) return { ...part, textCut: part.textCut + more.length };
      return { ...part, text: part.text + more };
    });
  }

  /** Returns the id of the part. */
  #finish(parent: string | undefined, message: JsonMap | undefined, kind: 'text' | 'thinking', text: string): string {
    const live = this.#live.get(parent);
    const begun = live?.id === message?.id ? [...(live?.open ?? [])].find(([, open]) => open.kind === kind) : undefined;
    if (!begun) return this.#add(parent, kind, text, true);
    const [index, open] = begun;
    live!.open.delete(index);
    this.#context.parts.change(open.part, ({ id, order, ...part }) => ({
      id,
      order,
      ...(part.parent !== undefined && { parent: part.parent }),
      kind,
      text,
      ended: true,
    }));
    return open.part;
  }

  #add(parent: string | undefined, kind: 'text' | 'thinking', text: string, ended: boolean): string {
    const id = `text-${++this.#serial}`;
    this.#context.parts.add(id, parent, { kind, text, ended });
    return id;
  }

  #close(parent: string | undefined): void {
    const live = this.#live.get(parent);
    this.#live.delete(parent);
    for (const { part: id } of live?.open.values() ?? []) {
      this.#context.parts.change(id, (part) => ('ended' in part && !part.ended ? { ...part, ended: true } : part));
    }
  }

  /** Claude Code has replaced a message, for example after a connection broke in the middle of it. */
  #withdraw(line: unknown): void {
    if (typeof line !== 'string') return;
    for (const id of this.#textsOfLine.get(line) ?? []) this.#context.parts.remove(id);
    this.#textsOfLine.delete(line);
  }
}
