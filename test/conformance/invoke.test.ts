import { describe, expect, test } from 'vitest';
import type { CatalogSkill } from '../../server/src/catalog/catalog-skill.ts';
import { loadCatalog } from '../../server/src/catalog/load-catalog.ts';
import { countingRules, onlyManagedRules } from '../../server/src/catalog/settings/counting-rules.ts';
import { sessionModel } from '../../server/src/catalog/settings/session-model.ts';
import type { PermissionRule } from '../../server/src/catalog/settings/session-settings.ts';
import { modelOfSkill, resolveModel } from '../../server/src/dialect/models.ts';
import { splitToolRules } from '../../server/src/dialect/tools/tool-rules.ts';
import type { RuntimeId } from '../../server/src/document/runtime-id.ts';
import { type ContextChange, contextChange } from '../../server/src/runtime/render/context-change.ts';
import { readRenderable } from '../../server/src/runtime/render/read-renderable.ts';
import { renderSkill } from '../../server/src/runtime/render/render-skill.ts';
import type { RenderSession } from '../../server/src/runtime/render/renderable-skill.ts';
import type { SkillPermissions } from '../../server/src/runtime/skill-tool/check-skill-call.ts';
import { findCalled } from '../../server/src/runtime/skill-tool/find-called.ts';
import { invokeSkill } from '../../server/src/runtime/skill-tool/invoke-skill.ts';
import { validateSkillCall } from '../../server/src/runtime/skill-tool/validate-skill-call.ts';
import { oneIn } from '../every-test.ts';
import { layOut, type SessionRecording } from './recorded-session.ts';
import { recordings, runtimeOf, runtimes } from './recordings.ts';

/*
 * What the Skill tool does with a call: found or not, allowed or not, what the model is told, what is loaded, and with
 * which model and effort the client goes on.
 */

interface CallRecording extends SessionRecording {
  readonly observed: SessionRecording['observed'] & {
    readonly toolResults?: readonly { readonly isError: boolean; readonly text: string }[];
    readonly effort?: string;
    readonly models?: readonly string[];
    readonly efforts?: readonly (string | null)[];
    readonly requests: number;
    readonly permissionDenials?: readonly { readonly tool_name: string }[];
  };
}

interface Turn {
  readonly tool?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly tools?: readonly { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }[];
  readonly text?: string;
}

interface Exception {
  readonly runtime: RuntimeId;
  readonly ids: readonly string[];
  readonly why: string;
}

const exceptions: readonly Exception[] = [
  {
    runtime: 'claude-code',
    ids: ['perm-auto-bundled'],
    why: "Whether one of the client's own skills needs a permission is not known",
  },
  {
    runtime: 'claude-code',
    ids: ['own-invoke-call-builtin-all'],
    why: 'A skill of the client used up one of the scripted turns; its messages are compared below',
  },
  {
    runtime: 'claude-code',
    ids: ['own-invoke-fork-in-fork', ...turnsOfForks()],
    why: 'The turns after the first are those of the fork, which is a conversation of its own',
  },
  { runtime: 'claude-code@2.1.7', ids: turnsOfForks(), why: 'The turns after the first are those of the fork' },
  {
    runtime: 'claude-code@2.1.7',
    ids: ['own-set-unchecked-hooks'],
    why: 'A wrong value of `hooks` discards the settings file here, which is not applied',
  },
  {
    runtime: 'claude-code@2.1.7',
    ids: ['Skill(foo', 'skill(foo)', 'Skill(foo))', 'Skillfoo)', 'skill'].map((it) => `own-mistake-deny-${it}`),
    why: 'A rule of this form discards the settings file here, which is not applied',
  },
];

function turnsOfForks(): string[] {
  return ['effort', 'agent-list', 'agent-unknown', 'agent-spaces'].map((it) => `own-invoke-change-fork-${it}-tool`);
}

/** Calls in the order of their results; a turn that is a fork's own is none of the conversation. */
function callsOf({ input }: CallRecording): Call[] {
  return ((input.turns ?? []) as readonly Turn[]).flatMap((turn) => {
    if (turn.tools) return turn.tools.map((it, index) => ({ ...it, isFirst: index === 0 }));
    return turn.tool === undefined ? [] : [{ tool: turn.tool, input: turn.input!, isFirst: true }];
  });
}

interface Call {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The first of a turn: others of the same turn do not see what it loads. */
  readonly isFirst: boolean;
}

function optionValues({ input }: CallRecording, option: string): string[] {
  const args = input.args ?? [];
  return args.filter((_, index) => args[index - 1] === option);
}

async function permissionsOf(
  recording: CallRecording,
  laid: ReturnType<typeof layOut>,
  settings: never,
): Promise<SkillPermissions> {
  const { session } = laid;
  const fromOption = (option: string, behavior: PermissionRule['behavior']) =>
    optionValues(recording, option)
      .flatMap(splitToolRules)
      .map((rule) => ({ rule, behavior, path: option }));
  const modes = (settings as { files: { values: { permissions?: { defaultMode?: string } } }[] }).files;
  return {
    runtime: session.runtime,
    rules: [
      ...(await countingRules(session, settings)),
      ...fromOption('--allowedTools', 'allow'),
      ...fromOption('--disallowedTools', 'deny'),
    ],
    mode:
      optionValues(recording, '--permission-mode').at(-1) ??
      modes.map(({ values }) => values.permissions?.defaultMode).findLast((mode) => mode !== undefined),
    offersRule: session.settingSources.includes('local') && !onlyManagedRules(settings),
  };
}

// Kept apart are skills that have the names of built-in commands, which are announced twice.
const kinds = ['permissions', 'flags', 'calls'];

describe.each(runtimes)('the Skill tool of %s', (runtime) => {
  const excepted = exceptions.filter((it) => it.runtime === runtime).flatMap(({ ids }) => ids);
  const all = kinds.flatMap((kind) => recordings(kind, runtime) as CallRecording[]);
  test('has every recording that is excepted', () => {
    expect(excepted.filter((id) => !all.some((it) => it.id === id))).toEqual([]);
  });
  const withCalls = all.filter((it) => callsOf(it).some(({ tool }) => tool === 'Skill') && !excepted.includes(it.id));
  const calls = withCalls.reduce((sum, it) => sum + callsOf(it).filter(({ tool }) => tool === 'Skill').length, 0);
  console.info(`${runtime}: ${calls} calls of the Skill tool in ${withCalls.length} recordings`);

  // Most of what an older release did is what the latest does.
  const compared = oneIn(runtime === runtimes[0] ? 1 : 4, withCalls);
  test.each(compared.map((it) => [it.id, it] as const))('%s', async (_, recording) => {
    const { observed } = recording;
    const laid = layOut(recording);
    const { session, project, dispose } = laid;
    try {
      const { catalog } = await loadCatalog(session);
      const permissions = await permissionsOf(recording, laid, catalog.settings as never);
      const rendered: RenderSession = {
        folder: session.folder!,
        sessionId: '${SESSION}',
        effort: observed.effort ?? 'medium',
        shellDisabled: catalog.settings.shellDisabled,
      };
      let loaded = new Map<string, string>();
      const loading = new Map<string, string>();
      const isCommand = await loadTypedSkill(recording, session, catalog, rendered, loading);
      const results: { isError: boolean; text: string }[] = [];
      const injected: string[] = [];
      const changes: (ContextChange | undefined)[] = [];
      let denials = 0;
      let callsBuiltIn = callsOf(recording).some(({ input }) => isBuiltIn(input.skill, catalog));
      let index = 0;
      const seen = observed.toolResults ?? [];
      for (const { tool, input, isFirst } of callsOf(recording)) {
        if (isFirst) loaded = new Map(loading);
        const result = seen[index++];
        changes.push(undefined);
        if (result === undefined) break;
        if (tool !== 'Skill') {
          results.push(result);
          continue;
        }
        const answer = /\n\nResult:\n([\s\S]*)$/.exec(result.text)?.[1];
        const invoked = await invokeSkill(input, {
          session,
          catalog,
          permissions,
          render: async (skill, args) => ({ text: renderSkill(skill, args, rendered).text, aborted: undefined }),
          ...(isCommand ? {} : { prompt: recording.input.prompt }),
          loadedText: (skill: CatalogSkill) => loaded.get(skill.id),
          ...(answer === undefined ? {} : { forkAnswer: answer }),
        });
        // Claude Code's own prompts, whose texts are not known here.
        callsBuiltIn ||= invoked.builtIn !== undefined;
        results.push(invoked.toolResult ?? result);
        if (invoked.verdict !== undefined && invoked.verdict.refusal !== undefined) {
          if (!invoked.toolResult!.text.startsWith('<tool_use_error>')) denials++;
        }
        if (invoked.skill && invoked.text !== undefined && invoked.result?.messages.length)
          loading.set(invoked.skill.id, invoked.text);
        injected.push(...(invoked.result?.messages ?? []).map(({ text }) => text));
        changes[changes.length - 1] = invoked.result?.contextChange;
      }
      const place = (text: string) =>
        text.replaceAll(project, '${PROJECT}').replaceAll(session.environment.home!, '${HOME}');
      expect(results.map(({ isError, text }) => ({ isError, text: place(text) }))).toEqual(seen);
      if (!callsBuiltIn) {
        expect(injected.map(place).map(withoutJoint)).toEqual(loadedTexts(observed.injected ?? []).map(withoutJoint));
      }
      expect(denials).toBe((observed.permissionDenials ?? []).filter((it) => it.tool_name === 'Skill').length);
      compareRequests(recording, changes);
    } finally {
      dispose();
    }
  });
});

describe.each(runtimes)('what %s brings along', (runtime) => {
  const all = recordings('flags', runtime) as CallRecording[];
  const results = all.find(({ id }) => id === 'own-invoke-call-builtin-all')!.observed.toolResults!;
  const named = results.flatMap(({ text }) => {
    const name = /(?:>| )(\S+) (?:is a .* command|is not a prompt|cannot be used with)/.exec(text)?.[1];
    return name === undefined ? [] : [[name, text] as const];
  });
  test.each(named)('%s is not a skill for the model', async (name, text) => {
    const { session, dispose } = layOut(all.find(({ id }) => id === 'own-invoke-call-builtin-all')!);
    try {
      const { catalog } = await loadCatalog(session);
      const { error } = validateSkillCall(name, catalog);
      expect(`<tool_use_error>${error?.message}</tool_use_error>`).toBe(text);
    } finally {
      dispose();
    }
  });
});

/** In 2.1.7 a fork takes its agent's model where the skill has none. */
const notCompared = new Set([
  'own-invoke-change-fork-effort-slash claude-code@2.1.7',
  'perm-fork-model claude-code@2.1.7',
  'perm-fork-explore-slash claude-code@2.1.7',
]);

describe.each(runtimes)('what a typed command changes in %s', (runtime) => {
  const typed = recordings('permissions', runtime).filter(({ input }) =>
    input.prompt?.startsWith('/'),
  ) as CallRecording[];
  const sent = typed.filter(({ id, observed }) => observed.requests > 0 && !notCompared.has(`${id} ${runtime}`));
  console.info(`${runtime}: model and effort of ${sent.length} typed commands`);
  test.each(sent.map((it) => [it.id, it] as const))('%s', async (_, recording) => {
    const { session, dispose } = layOut(recording);
    try {
      const { catalog } = await loadCatalog(session);
      const skill = findCalled(/^\/(\S+)/.exec(recording.input.prompt)![1]!, catalog)!;
      const change = contextChange((await readRenderable(skill, session))!, catalog.settings);
      const { model, effort } = recording.observed;
      const isResolved = runtime !== 'claude-code@2.1.7' || change.fork !== null;
      if (change.model !== null && runtime === 'claude-code') expect(model).toBe(modelOfSkill(change.model));
      if (change.model !== null && !isResolved) expect(model).toBe(change.model.replace(/\[1m\]$/, ''));
      const own = sessionModel(session, catalog.settings) ?? 'opus';
      if (change.model === null && runtime === 'claude-code') expect(model).toBe(resolveModel(own));
      if (change.model === null && runtime === 'claude-code@2.1.7')
        expect(model).toBe(firstReleaseModel(session.model));
      if (typeof change.effort === 'string') expect(effort).toBe(change.effort);
      if (typeof change.effort === 'number') expect(effort).toBeUndefined();
    } finally {
      dispose();
    }
  });
});

/** The model of a session in 2.1.7, which resolves no alias in a skill. */
function firstReleaseModel(given: string | undefined): string {
  return given === undefined || given === 'sonnet' ? 'claude-sonnet-4-5-20250929' : given;
}

/** `/name args` as the prompt loads its skill into the conversation; false if the prompt is not a command. */
async function loadTypedSkill(
  { input }: CallRecording,
  session: Parameters<typeof readRenderable>[1],
  catalog: Parameters<typeof findCalled>[1],
  rendered: RenderSession,
  loaded: Map<string, string>,
): Promise<boolean> {
  const typed = /^\/(\S+)\s*([\s\S]*)$/.exec(input.prompt ?? '');
  const skill = typed ? findCalled(typed[1]!, catalog) : undefined;
  const renderable = skill && (await readRenderable(skill, session));
  if (!skill || !renderable) return false;
  if (!contextChange(renderable).fork) {
    loaded.set(skill.id, renderSkill(renderable, typed![2]!.trim(), rendered).text);
  }
  return true;
}

function isBuiltIn(name: unknown, catalog: Parameters<typeof findCalled>[1]): boolean {
  return typeof name === 'string' && findCalled(name.trim().replace(/^\//, ''), catalog) === undefined;
}

/** Claude Code's other messages, which are not part of a skill: the current model, and new skills. */
function loadedTexts(injected: readonly string[]): string[] {
  return injected.filter(
    (text) => !/^You are powered by the model|^The following skills are available|^New skills discovered/.test(text),
  );
}

/** Messages that come one after the other are joined with a line end between them. */
function withoutJoint(text: string): string {
  return text.replace(/\n+$/, '');
}

/** Each request goes out with what the calls before it have changed. */
function compareRequests(
  { observed, version, input }: CallRecording,
  changes: readonly (ContextChange | undefined)[],
): void {
  const { models, efforts } = observed;
  if (!models || !efforts || input.prompt?.startsWith('/')) return;
  // Calls side by side, and forks, which send requests of their own.
  if (((input.turns ?? []) as readonly Turn[]).some(({ tools }) => tools) || changes.some((it) => it?.fork)) return;
  let model = models[0]!;
  let effort: string | null = efforts[0] ?? null;
  const expected: (string | null)[][] = [[model, effort]];
  for (const change of changes.slice(0, models.length - 1)) {
    if (change?.model != null)
      model = runtimeOf(version) === 'claude-code@2.1.7' ? change.model : resolveModel(change.model);
    if (change?.effort != null) effort = typeof change.effort === 'number' ? null : change.effort;
    expected.push([model, effort]);
  }
  expect(models.map((it, index) => [it, efforts[index]])).toEqual(expected);
}
