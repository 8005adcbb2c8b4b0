import type { Block, Message, ModelRequest } from '../../server/src/platform/model-server.ts';

/** A text or the result of a tool in a message that was not the model's own. */
export interface AddedText {
  readonly role: string;
  readonly type: string;
  readonly text: string;
  readonly isError?: boolean;
}

const listingHeader = 'The following skills are available for use with the Skill tool:\n\n';

export function blocksOf(content: Message['content'] | undefined): readonly Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
}

function textOf(content: Block['content']): string {
  return blocksOf(content)
    .map((block) => block.text ?? (block.type === 'image' ? '[image]' : ''))
    .join('\n');
}

export function isReminder(text: string): boolean {
  return text.startsWith('<system-reminder>');
}

/** What a request adds to the one before it. */
export function addedTexts({ messages }: ModelRequest, before?: ModelRequest): AddedText[] {
  return messages
    .slice(before?.messages.length ?? 0)
    .filter(({ role }) => role !== 'assistant')
    .flatMap(({ role, content }) =>
      blocksOf(content).map((block) =>
        block.type === 'tool_result'
          ? { role, type: block.type, isError: block.is_error === true, text: textOf(block.content) }
          : { role, type: block.type, text: block.text ?? '' },
      ),
    );
}

/** Whether a request continues the conversation of another, and is not that of an agent. */
export function isSameThread(one: ModelRequest, other: ModelRequest): boolean {
  return textOf(one.messages[0]?.content) === textOf(other.messages[0]?.content);
}

export function holdsListing(text: string): boolean {
  return text.includes(listingHeader);
}

/** Where and how a request tells the model about skills. */
export interface Listing {
  readonly place: string;
  readonly text: string;
}

/** New clients list skills in a message, old ones in the description of the tool. */
export function findListing({ messages, tools }: ModelRequest): Listing {
  for (const { role, content } of messages) {
    for (const { text } of blocksOf(content)) {
      if (text === undefined || !holdsListing(text)) continue;
      const from = text.slice(text.indexOf(listingHeader) + listingHeader.length);
      // Only the end of a reminder, a number of tokens or the date comes after the listing.
      return {
        place: `${role} message`,
        text: from.replace(/\s*(<\/system-reminder>|<total_tokens>|\nToday's date is )[\s\S]*$/, ''),
      };
    }
  }
  const tool = tools?.find(({ name }) => name === 'Skill');
  if (!tool) return { place: 'none (no Skill tool)', text: '' };
  const inTool = /\nAvailable skills:\n([\s\S]*)$/.exec(tool.description);
  return inTool ? { place: 'Skill tool description', text: inTool[1]! } : { place: 'none (tool offered)', text: '' };
}

/** The entries of a listing; one may have several lines. */
export function entriesOf({ text }: Listing): string[] {
  return trimEnd(text)
    .split(/\n(?=- )/)
    .filter((entry) => entry.trim() !== '');
}

/** The name at the start of an entry, without the folder or plugin after a colon. */
export function entryName(entry: string): string {
  return /^- ([^\s:]+)/.exec(entry)?.[1] ?? '';
}

export function trimEnd(text: string): string {
  return text.replace(/\n+$/, '');
}
