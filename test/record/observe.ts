import {
  addedTexts,
  entriesOf,
  findListing,
  isPrompt,
  isReminder,
} from '../../server/src/jobs/claude-code/prove/request-texts.ts';
import type { ModelRequest } from '../../server/src/platform/model-server.ts';
import type { ClientRun } from './client-run.ts';
import { observeCompactions } from './observe-compaction.ts';
import { agentEntries, attachedReadings } from './observe-context.ts';
import type { CaseInput, Observed } from './recorded-case.ts';
import { entryName, holdsListing, isSameThread, trimEnd } from './request-texts.ts';

/** The names that are built into a client: they change with every release and are not about skills. */
export interface BuiltInNames {
  readonly slashCommands: readonly string[];
  readonly skills: readonly string[];
  readonly listing: readonly string[];
  readonly agents: readonly string[];
}

export const noNames: BuiltInNames = { slashCommands: [], skills: [], listing: [], agents: [] };

interface StreamEvent {
  readonly type?: string;
  readonly subtype?: string;
  readonly session_id?: string;
  readonly [field: string]: unknown;
}

/** The events that a client printed, and the lines that are no events. */
export function readOutput(stdout: string): { events: StreamEvent[]; plain: string } {
  const lines = stdout.split('\n').filter((line) => line !== '');
  const events = lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as StreamEvent];
    } catch {
      return [];
    }
  });
  return { events, plain: lines.filter((line) => !line.startsWith('{')).join('\n') };
}

export function sessionOf(stdout: string): string | undefined {
  return readOutput(stdout).events.find(({ session_id: id }) => typeof id === 'string')?.session_id;
}

/** One of several turns of a run, which ask about different cases. */
export interface SharedTurn {
  /** Its number, from 0. */
  readonly index: number;
  /** The last request before it; undefined if there is none. */
  readonly before: ModelRequest | undefined;
}

/**
 * What a client did with a case. The paths in it are still those of the run.
 *
 * @param requests those of the turn, if it is one of several
 */
export function observe(
  input: CaseInput,
  run: ClientRun,
  requests: readonly ModelRequest[],
  builtIn: BuiltInNames,
  turn?: SharedTurn,
): Observed {
  const { events, plain } = readOutput(run.stdout);
  const start = events.find(({ type, subtype }) => type === 'system' && subtype === 'init');
  const result = events.filter(({ type }) => type === 'result')[turn?.index ?? 0];
  const own = namesIn(input);
  // Names of other cases are neither built in nor our own.
  const isOurs = (name: string, others: readonly string[]): boolean =>
    own.has(name) || (!turn && !others.includes(name));
  const ours = (names: unknown, others: readonly string[]): string[] | undefined =>
    (names as string[] | undefined)?.filter((name) => isOurs(name, others));
  const denials = result?.permission_denials as readonly unknown[] | undefined;
  const observed: Record<string, unknown> = {
    exit: run.exit,
    result: result?.result,
    isError: result?.is_error,
    stderr: run.stderr,
    plainOutput: plain === '' ? undefined : plain,
    slashCommands: ours(start?.slash_commands, builtIn.slashCommands),
    skills: ours(start?.skills, builtIn.skills),
    agents: (start?.agents as string[] | undefined)?.filter((name) => !builtIn.agents.includes(name)),
    permissionDenials: denials?.length ? denials : undefined,
    requests: requests.length,
  };
  const [first] = requests;
  const isListed = (entry: string): boolean => isOurs(entryName(entry), builtIn.listing);
  if (first) Object.assign(observed, observeFirst(input, first, isListed, turn), observeLater(input, requests, turn));
  if (input.prompts) {
    const isOwn = (name: string): boolean => own.has(name) || !builtIn.listing.includes(name);
    observed.compacted = observeCompactions(requests, isOwn);
  }
  return JSON.parse(JSON.stringify(observed)) as Observed;
}

/** Every possible name of a skill of the case: the names of its folders and files. */
function namesIn(input: CaseInput): Set<string> {
  const paths = [input.files, input.symlinks, input.hardlinks].flatMap((it) => Object.keys(it ?? {}));
  return new Set(paths.flatMap((name) => name.split('/').map((part) => part.replace(/\.md$/, ''))));
}

function observeFirst(
  input: CaseInput,
  request: ModelRequest,
  isListed: (entry: string) => boolean,
  turn: SharedTurn | undefined,
): Record<string, unknown> {
  const listing = findListing(request);
  const entries = entriesOf(listing);
  const texts = addedTexts(request, turn?.before)
    .filter(isPrompt)
    .map(({ text }) => text);
  // A turn without a request is told with the next one.
  const isInvocation = (text: string): boolean => text.startsWith('<command-');
  const invocation = turn ? texts.findLastIndex(isInvocation) : texts.findIndex(isInvocation);
  const skillTool = request.tools?.find(({ name }) => name === 'Skill');
  return {
    model: request.model,
    effort: request.output_config?.effort,
    listingPlace: listing.place,
    listing: entries.filter(isListed),
    ...(input.keepListing && {
      listingShape: entries.map((entry) => [entryName(entry), entry.length]),
      listingLength: trimEnd(listing.text).length,
    }),
    ...(invocation < 0
      ? { userTexts: texts }
      : { meta: texts[invocation], rendered: texts.slice(invocation + 1).join('\n===NEXT BLOCK===\n') }),
    ...(input.keepTools && { tools: request.tools?.flatMap(namesOfTool) }),
    ...(input.agentNames && { agents: agentEntries(request, input.agentNames) }),
    tool: skillTool && {
      name: skillTool.name,
      description: skillTool.description,
      input_schema: skillTool.input_schema,
    },
  };
}

function namesOfTool({ name, input_schema: schema }: NonNullable<ModelRequest['tools']>[number]): string[] {
  const { properties = {} } = schema as { readonly properties?: object };
  return [name, ...Object.keys(properties).map((parameter) => `${name} ${parameter}`)];
}

function observeLater(
  input: CaseInput,
  requests: readonly ModelRequest[],
  turn: SharedTurn | undefined,
): Record<string, unknown> {
  const observed: Record<string, unknown> = {};
  const later = requests.slice(1);
  const added = (request: ModelRequest, index: number) => {
    const before = index > 0 ? requests[index - 1] : turn?.before;
    return addedTexts(request, before && isSameThread(before, request) ? before : undefined);
  };
  if (later.length > 0) {
    observed.models = requests.map(({ model }) => model);
    observed.efforts = requests.map((it) => it.output_config?.effort ?? null);
  }
  if (input.turns) {
    const addedLater = later.flatMap((request, index) => addedTexts(request, requests[index]));
    observed.toolResults = addedLater
      .filter(({ type }) => type === 'tool_result')
      .map(({ isError, text }) => ({ isError, text: text.split(/\n\n?<system-reminder>/)[0] }));
    observed.injected = addedLater
      .filter(
        ({ type, role, text }) => type === 'text' && !isReminder(text) && (role !== 'system' || holdsListing(text)),
      )
      .map(({ text }) => text);
  }
  if (input.full) {
    observed.fullRequests = requests.map((request, index) => ({
      model: request.model,
      effort: request.output_config?.effort,
      tools: request.tools?.map(({ name }) => name),
      new: added(request, index).filter(({ role, text }) => role !== 'system' && !isReminder(text)),
    }));
  }
  observed.attached = requests.flatMap((request, index) => attachedReadings(added(request, index)));
  return observed;
}
