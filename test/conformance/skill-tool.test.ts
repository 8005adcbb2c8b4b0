import { statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadCatalog } from '../../server/src/catalog/load-catalog.ts';
import { type FileMention, mentionedFiles } from '../../server/src/document/markdown/file-mentions.ts';
import { readRenderable } from '../../server/src/runtime/render/read-renderable.ts';
import { renderSkill } from '../../server/src/runtime/render/render-skill.ts';
import type { RenderableSkill, RenderSession } from '../../server/src/runtime/render/renderable-skill.ts';
import { findCalled } from '../../server/src/runtime/skill-tool/find-called.ts';
import { agentSkills } from './agent-skills.ts';
import { layOut, type SessionRecording } from './recorded-session.ts';
import { recordings, runtimes } from './recordings.ts';
import { skillToolPrompt } from './skill-tool-prompt.ts';

/* The Skill tool as the model sees it, the skills that agents preload, and the files that a text attaches. */

interface ToolRecording extends SessionRecording {
  readonly observed: SessionRecording['observed'] & {
    readonly tool?: { readonly name: string; readonly description: string; readonly input_schema: unknown };
    /** What Claude Code read in addition to the text: tool and input. */
    readonly attached?: readonly string[];
    readonly fullRequests?: readonly {
      readonly new: readonly { readonly role: string; readonly type: string; readonly text: string }[];
    }[];
  };
}

type LaidOut = ReturnType<typeof layOut>;

async function inSession(recording: ToolRecording, look: (laid: LaidOut) => Promise<void>): Promise<void> {
  const laid = layOut(recording);
  try {
    await look(laid);
  } finally {
    laid.dispose();
  }
}

function renderer({ session }: LaidOut): (skill: RenderableSkill, args?: string) => string {
  const rendered: RenderSession = { folder: session.folder!, sessionId: '', effort: 'medium', shellDisabled: false };
  return (skill, args = '') => renderSkill(skill, args, rendered).text;
}

describe.each(runtimes)('%s', (runtime) => {
  const tools = recordings('skill-tool', runtime) as ToolRecording[];
  test.each(tools.map((it) => [it.id, it] as const))('tells of the tool: %s', (_, recording) =>
    inSession(recording, async ({ session }) => {
      const { catalog } = await loadCatalog(session);
      const { name, description, inputSchema } = skillToolPrompt(catalog, session.model);
      expect({ name, description, input_schema: inputSchema }).toEqual(recording.observed.tool);
    }),
  );

  const mentions = recordings('mention', runtime) as ToolRecording[];
  test.each(mentions.map((it) => [it.id, it] as const))('reads what is mentioned: %s', (_, recording) =>
    inSession(recording, async (laid) => {
      const { session, project } = laid;
      const { catalog } = await loadCatalog(session);
      const turn = (recording.input.turns?.[0] as { input: { skill: string; args?: string } } | undefined)?.input;
      const typed = /^\/(\S+)\s*([\s\S]*)$/.exec(recording.input.prompt);
      const skill = findCalled(turn?.skill ?? typed![1]!, catalog)!;
      const text = renderer(laid)((await readRenderable(skill, session))!, turn ? turn.args : typed![2]!.trim());
      const isRead = !skill.facts.fork || (runtime === 'claude-code' && turn === undefined);
      const found = isRead ? mentionedFiles(text, session.runtime) : [];
      const namesLines = runtime === runtimes[0];
      expect(found.flatMap((mention) => shownReading(mention, project, namesLines))).toEqual(
        recording.observed.attached,
      );
    }),
  );

  const agents = recordings('agents', runtime) as ToolRecording[];
  test.each(agents.map((it) => [it.id, it] as const))('has an agent load skills: %s', (_, recording) =>
    inSession(recording, async (laid) => {
      const { session, project } = laid;
      const { catalog } = await loadCatalog(session);
      const [agent] = catalog.agents();
      const outputs: Readonly<Record<string, string>> = { 'echo hi': 'hi' };
      const { skills, aborted } = await agentSkills(agent!, session, catalog, async (skill) => {
        const text = renderer(laid)(skill);
        const command = /!`([^`]*)`/.exec(text);
        const output = command && outputs[command[1]!];
        if (command && output === undefined) return { text, aborted: 'Shell command failed' };
        return { text: command ? text.replace(command[0], output!) : text, aborted: undefined };
      });
      const own = recording.observed.fullRequests!.find((it) => it.new[0]?.text.startsWith('do it'));
      if (aborted !== undefined) {
        expect(own).toBeUndefined();
        return;
      }
      const place = (text: string) => text.replaceAll(project, '${PROJECT}').replace(/\n+$/, '');
      const seen = own!.new.slice(1).map(({ text }) => text.replace(/\n+$/, ''));
      expect(skills.flatMap(({ texts }) => texts.map(place))).toEqual(seen);
    }),
  );
  console.info(
    `${runtime}: ${tools.length} descriptions of the tool, ${mentions.length} mentions, ${agents.length} agents`,
  );
});

/** How Claude Code shows that it has read a file or listed a folder; nothing if there is none. */
function shownReading({ path: written, lines }: FileMention, project: string, namesLines: boolean): string[] {
  const file = path.resolve(project, written);
  const stats = statSync(file, { throwIfNoEntry: false });
  const name = path.relative(project, file);
  if (!stats) return [];
  if (!stats.isDirectory()) {
    const shown = namesLines && lines && { offset: lines.first, limit: lines.last - lines.first + 1 };
    return [`Read ${JSON.stringify({ file_path: name, ...shown })}`];
  }
  return [`Bash ${JSON.stringify({ command: `ls ${name}`, description: `Lists files in ${name}` })}`];
}
