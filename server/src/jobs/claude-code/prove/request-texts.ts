import type { Block, Message, ModelRequest } from '../../../platform/model-server.ts';
import { LISTING_HEADING } from '../../budget/listing-document.ts';

/** A text or the result of a tool in a message that was not the model's own. */
export interface AddedText {
  readonly role: string;
  readonly type: string;
  readonly text: string;
  readonly isError?: boolean;
}

export function blocksOf(content: Message['content'] | undefined): readonly Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
}

/** All text in the content of a message or a result. */
export function contentText(content: Block['content']): string {
  return blocksOf(content)
    .map((block) => block.text ?? (block.type === 'image' ? '[image]' : ''))
    .join('\n');
}

/** Whether a text is a remark of Claude Code. */
export function isReminder(text: string): boolean {
  return text.startsWith('<system-reminder>');
}

/** The texts that a request adds to the one before it. */
export function addedTexts({ messages }: ModelRequest, before?: ModelRequest): AddedText[] {
  return messages
    .slice(before?.messages.length ?? 0)
    .filter(({ role }) => role !== 'assistant')
    .flatMap(({ role, content }) =>
      blocksOf(content).map((block) =>
        block.type === 'tool_result'
          ? { role, type: block.type, isError: block.is_error === true, text: contentText(block.content) }
          : { role, type: block.type, text: block.text ?? '' },
      ),
    );
}

/** Whether a text is what the user typed or what a skill made of it, and not Claude Code's own remark. */
export function isPrompt({ type, role, text }: AddedText): boolean {
  return type === 'text' && role === 'user' && !isReminder(text);
}

/** The texts of the messages that a typed prompt became: its metadata and the skill, or only the skill in a fork. */
export function promptTexts(request: ModelRequest): string[] {
  const texts = addedTexts(request)
    .filter(isPrompt)
    .map(({ text }) => text);
  const metadata = texts.findIndex((text) => text.startsWith('<command-'));
  return metadata < 0 ? texts : texts.slice(metadata);
}

/** Where and how a request tells the model about skills. */
interface SentListing {
  readonly place: string;
  readonly text: string;
}

/** Later releases list skills in a message, earlier ones in the description of the tool. */
export function findListing({ messages, tools }: ModelRequest): SentListing {
  for (const { role, content } of messages) {
    for (const { text } of blocksOf(content)) {
      if (!text?.includes(LISTING_HEADING)) continue;
      const from = text.slice(text.indexOf(LISTING_HEADING) + LISTING_HEADING.length);
      // Only the end of a reminder, a number of tokens, the date or the rules of plan mode come after the listing.
      return {
        place: `${role} message`,
        text: from.replace(
          /\s*(<\/system-reminder>|<total_tokens>|\nToday's date is |\nPlan mode is active)[\s\S]*$/,
          '',
        ),
      };
    }
  }
  const tool = tools?.find(({ name }) => name === 'Skill');
  if (!tool) return { place: 'none (no Skill tool)', text: '' };
  const inTool = /\nAvailable skills:\n([\s\S]*)$/.exec(tool.description);
  return inTool ? { place: 'Skill tool description', text: inTool[1]! } : { place: 'none (tool offered)', text: '' };
}

/** The entries of a listing; one may have several lines. */
export function entriesOf({ text }: Pick<SentListing, 'text'>): string[] {
  return text
    .replace(/\n+$/, '')
    .split(/\n(?=- )/)
    .filter((entry) => entry.trim() !== '');
}
