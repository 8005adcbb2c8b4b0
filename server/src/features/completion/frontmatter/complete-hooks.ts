import { CompletionItemKind } from 'vscode-languageserver-types';
import {
  findHookEvent,
  findHookHandler,
  HOOK_HANDLERS,
  type HookEventFacts,
  hookEventNames,
  MATCHER_DESCRIPTION,
} from '../../../dialect/hooks.ts';
import { TOOLS } from '../../../dialect/tools/tools.ts';
import { textRange } from '../../../document/text/text-range.ts';
import type { OpenFile } from '../../check/open-file.ts';
import { ownMarkdown } from '../../text/markdown-text.ts';
import type { CompletionQuestion } from '../completion-question.ts';
import type { Proposal, Proposals } from '../proposal.ts';
import { completeHookCommand } from './complete-hook-command.ts';
import { agentNames } from './complete-specifier.ts';
import { completeRule, mcpTools } from './complete-tools.ts';
import { proposeWords, type Word } from './complete-value.ts';
import type { FrontmatterPosition } from './frontmatter-position.ts';

/** Events, keys and kinds of handlers inside `hooks`. */
export function completeHooks(
  open: OpenFile,
  place: FrontmatterPosition,
  offset: number,
  question: CompletionQuestion,
): Proposals | undefined {
  const [, eventName, ...inside] = place.path;
  const event = eventName === undefined ? undefined : findHookEvent(eventName);
  switch (`${inside.join('/')}:${place.role}`) {
    case ':start':
      return proposeKeys(
        place,
        eventName === undefined ? hookEventNames(open.file.inCatalog?.installed).map(eventKey) : [],
      );
    case '-:start':
      return proposeKeys(place, groupKeys(event));
    case '-/matcher:value':
      return event && proposeMatcher(matcherWords(event, open, question), open, place, offset);
    case '-/hooks/-:start':
      return proposeKeys(place, handlerKeys(place.siblings.get('type')));
    case '-/hooks/-/type:value':
      return proposeWords(handlerTypes(event), open.document, place);
    case '-/hooks/-/command:value':
      return completeHookCommand(open, offset, question);
    case '-/hooks/-/if:value':
      return completeRule(open, place, offset, question);
    default:
      return inside.length === 4 && place.role === 'value'
        ? proposeKeyValues(open, place, inside[3]!, question)
        : undefined;
  }
}

/** A key of a mapping, and its value. */
interface Key {
  readonly name: string;
  readonly description: string | undefined;
  /** The snippet after the colon. */
  readonly value?: string;
}

function proposeKeys(place: FrontmatterPosition, keys: readonly Key[]): Proposals | undefined {
  const missing = keys.filter(({ name }) => !place.siblings.has(name));
  if (missing.length === 0) return undefined;
  const items = missing.map(
    ({ name, description, value = ' ' }): Proposal => ({
      label: name,
      kind: CompletionItemKind.Field,
      text: place.hasColon ? name : `${name}: `,
      ...(place.hasColon ? {} : { snippet: `${name}:${value}` }),
      documentation: description === undefined ? undefined : ownMarkdown(description),
    }),
  );
  return { replace: place.typed, items };
}

/** An event with one group of one command, indented from the event's own column. */
function eventKey({ name, description }: Pick<HookEventFacts, 'name' | 'description'>): Key {
  const group = findHookEvent(name)?.matches ? ['  - matcher: $1', '    hooks:'] : ['  - hooks:'];
  const handler = ['      - type: command', '        command: $2'];
  return { name, description, value: ['', ...group, ...handler].join('\n') };
}

function groupKeys(event: HookEventFacts | undefined): Key[] {
  const hooks: Key = { name: 'hooks', description: 'What runs', value: '\n  - type: ' };
  return event && !event.matches ? [hooks] : [{ name: 'matcher', description: MATCHER_DESCRIPTION }, hooks];
}

/** The keys of the handler's own kind, or of all kinds while it has none. */
function handlerKeys(type: string | undefined): Key[] {
  const handler = type === undefined ? undefined : findHookHandler(type);
  const handlers = handler ? [handler] : HOOK_HANDLERS;
  const keys = new Map(handlers.flatMap((it) => it.keys.map((key): [string, Key] => [key.name, key])));
  return [{ name: 'type', description: 'What kind of hook it is' }, ...keys.values()].map(({ name, description }) => ({
    name,
    description,
  }));
}

function handlerTypes(event: HookEventFacts | undefined) {
  return HOOK_HANDLERS.filter(({ type }) => event?.handlers.includes(type) ?? true).map(({ type, description }) => ({
    word: type,
    description,
  }));
}

function proposeKeyValues(
  { document }: OpenFile,
  place: FrontmatterPosition,
  key: string,
  question: CompletionQuestion,
): Proposals | undefined {
  if (key === 'server') return proposeServers(document, place, question);
  const values = HOOK_HANDLERS.flatMap(({ keys }) => keys).find(({ name }) => name === key)?.values ?? [];
  if (values.length === 0) return undefined;
  return proposeWords(
    values.map((word) => ({ word })),
    document,
    place,
  );
}

function proposeServers(
  document: OpenFile['document'],
  place: FrontmatterPosition,
  { mcpServers = [] }: CompletionQuestion,
): Proposals | undefined {
  if (mcpServers.length === 0) return undefined;
  return proposeWords(
    mcpServers.map((word) => ({ word })),
    document,
    place,
  );
}

/** The words that Claude Code compares the matcher of an event with. */
function matcherWords(event: HookEventFacts, open: OpenFile, question: CompletionQuestion): Word[] {
  if (event.isToolEvent) {
    const tools = TOOLS.map(({ name, description }) => ({ word: name, description }));
    return [...tools, ...mcpTools(question).map(({ label, detail }) => ({ word: label, detail }))];
  }
  if (/^Subagent/.test(event.name)) return agentNames(open, question.catalog).map((word) => ({ word }));
  return event.matcherValues.map((word) => ({ word }));
}

/** A matcher is one name or several, joined by `|` or commas. */
function proposeMatcher(
  words: readonly Word[],
  { document }: OpenFile,
  { typed }: FrontmatterPosition,
  offset: number,
): Proposals | undefined {
  if (words.length === 0) return undefined;
  const { text } = document;
  let start = offset;
  while (start > typed.start && /[\w]/.test(text[start - 1]!)) start--;
  let end = offset;
  while (end < typed.end && /[\w]/.test(text[end]!)) end++;
  return proposeWords(words, document, { typed: textRange(start, end), cursor: offset });
}
