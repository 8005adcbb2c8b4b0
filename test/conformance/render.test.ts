import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadCatalog } from '../../server/src/catalog/load-catalog.ts';
import type { RenderReport } from '../../server/src/cli/reports/render-report.ts';
import { readDocument } from '../../server/src/document/read-document.ts';
import { renderSkill } from '../../server/src/runtime/render/render-skill.ts';
import { resolveSlashCommand } from '../../server/src/runtime/skill-tool/slash-command.ts';
import { oneIn } from '../every-test.ts';
import { inEveryOrder, races } from './races.ts';
import { type LaidOutSession, layOut, type SessionRecording } from './recorded-session.ts';
import { corpusFolder, recordings, recordingsBeside, runtimeOf, runtimes } from './recordings.ts';
import { runCommand, sessionId } from './run-prompt.ts';

/** Recordings that are not met, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'own-render-effort-haiku-3 claude-code': 'which models have an effort is not looked up',
  'own-render-meta-name claude-code': 'a name with `<` is no other name there',
  'own-cmd-anthropic-skills-folder claude-code': 'commands of a folder `anthropic-skills` are not loaded there',
  'own-render-output-pattern claude-code@2.1.7':
    'it refuses a command for the escapes in its text, which is not told apart here',
  'own-render-plugin-user-config claude-code@2.1.7': 'manifests were checked more strictly there',
  'fm-name-true-by-name claude-code@2.1.7': 'a name that YAML takes for no text is no other name there',
};

/** What Claude Code was recorded to send for a prompt, or to say instead. */
type Sent =
  | { readonly kind: 'plain-text' | 'built-in' }
  | { readonly kind: 'refused'; readonly message: string }
  | {
      readonly kind: 'skill';
      readonly report: RenderReport;
      /** The text if the commands had ended in other orders. */
      readonly otherTexts: () => readonly (string | null)[];
    };

async function send(recording: SessionRecording, { session }: LaidOutSession): Promise<Sent> {
  const { catalog } = await loadCatalog(session);
  const outcome = resolveSlashCommand(recording.input.prompt, catalog);
  if (outcome.kind !== 'skill') return outcome;
  const { outcomes, report } = await runCommand(outcome, catalog, session, { effort: effortOf(recording) });
  const otherTexts = () => inEveryOrder(outcomes).map((ended) => report(ended).text);
  return { kind: 'skill', report: report(outcomes), otherTexts };
}

/** The effort that the session was started with. */
function effortOf({ input }: SessionRecording): string {
  const args = input.args ?? [];
  return args[args.indexOf('--effort') + 1] && args.includes('--effort')
    ? args[args.indexOf('--effort') + 1]!
    : 'medium';
}

/** Whether the prompt has to do with our skills alone. */
function isCompared({ id, version, input, observed }: SessionRecording): boolean {
  if (exceptions[`${id} ${runtimeOf(version)}`] !== undefined || typeof input.prompt !== 'string' || input.turns)
    return false;
  return observed.rendered !== undefined || observed.result !== undefined;
}

for (const runtime of runtimes) {
  describe(`texts as ${runtime} sends them`, () => {
    const ofKind = (kind: string) => (recordings(kind, runtime) as SessionRecording[]).filter(isCompared);
    const [lone, others] = [true, false].map((isLone) =>
      ofKind('frontmatter').filter(({ input }) => (Object.keys(input.files).length === 1) === isLone),
    ) as [SessionRecording[], SessionRecording[]];
    // What becomes of the fields of a lone file is compared in `frontmatter.test`, too.
    const atHand = [...ofKind('substitution'), ...others, ...oneIn(8, lone)];
    // Most of what an older release did is what the latest does.
    const compared = oneIn(runtime === runtimes[0] ? 1 : 4, atHand);
    const counts = { texts: 0, metadata: 0, refused: 0, plain: 0 };

    test('recordings are at hand', () => expect(atHand.length).toBeGreaterThan(300));

    test.for(compared.map((it) => [it.id, it] as const))('%s', async ([, recording]) => {
      const laidOut = layOut(recording);
      try {
        const { observed } = recording;
        const real = (text: string) =>
          text
            .replaceAll('${PROJECT}', laidOut.project)
            .replaceAll('${HOME}', path.join(path.dirname(laidOut.project), 'home'))
            .replaceAll('${SESSION}', sessionId);
        const sent = await send(recording, laidOut);
        if (observed.rendered === undefined) {
          if (sent.kind === 'plain-text') counts.plain++;
          else if (sent.kind === 'refused') counts.refused++;
          expectNothingOfOurs(sent, recording, real);
          return;
        }
        if (sent.kind === 'built-in') {
          expect(observed.rendered).not.toMatch(ours);
          return;
        }
        expect(sent.kind).toBe('skill');
        const { report, otherTexts } = sent as Extract<Sent, { kind: 'skill' }>;
        if (races[runtime].has(recording.id)) expect(otherTexts()).toContain(real(observed.rendered));
        else expect(report.text).toBe(real(observed.rendered));
        counts.texts++;
        const [first] = report.messages;
        if (observed.meta !== undefined && report.permissions.fork === null) {
          expect(first).toEqual({ role: 'user', isMeta: false, text: real(observed.meta) });
          counts.metadata++;
        }
      } finally {
        laidOut.dispose();
      }
    });

    afterAll(() => console.log(`render ${runtime}:`, JSON.stringify(counts)));
  });
}

/** How the text of a skill in a file begins. */
const ours = /^Base directory for this skill: /;

/** Rejected by Claude Code, run by another agent, or sent to the model as it was typed. */
function expectNothingOfOurs(sent: Sent, { input, observed }: SessionRecording, real: (text: string) => string): void {
  const { userTexts, requests } = observed as { userTexts?: readonly string[]; requests?: number };
  if (sent.kind === 'built-in') {
    expect(observed.rendered ?? '').not.toMatch(ours);
    return;
  }
  if (sent.kind === 'skill' && sent.report.permissions.fork !== null) {
    const sentTexts = sent.report.messages.map(({ text }) => text);
    expect(userTexts ? sentTexts : undefined).toEqual(userTexts?.map(real));
    return;
  }
  if (requests !== undefined && requests > 0) {
    expect(sent.kind).toBe('plain-text');
    if (userTexts) expect(userTexts.at(-1)).toBe(input.prompt);
    return;
  }
  expect(sent.kind === 'skill' ? sent.report.text : null).toBeNull();
  const message = sent.kind === 'skill' ? sent.report.aborted : sent.kind === 'refused' ? sent.message : undefined;
  // 2.1.7 silently rejects a skill.
  if (observed.result) expect(message).toBe(observed.result);
}

describe.skipIf(!corpusFolder)('public skills with arguments', () => {
  const rendered = recordingsBeside<{ file: string; args: string; sha256: string; rendered: string | null }>(
    'vectors/corpus-render.jsonl',
  );

  test.for(rendered.map((it) => [it.file, it] as const))('%s', ([, { file, args, sha256, rendered: sent }]) => {
    const text = readFileSync(`${corpusFolder}${file}`, 'utf8');
    const skill = {
      name: 'skill',
      kind: 'skill',
      folder: '${DIR}',
      document: readDocument(text, 'claude-code'),
      tier: 'project',
      plugin: undefined,
    } as const;
    const session = { folder: '${PROJECT}', sessionId: '${UUID}', effort: 'medium', shellDisabled: true };
    const rendering = renderSkill(skill, args, session);
    expect(createHash('sha256').update(rendering.text).digest('hex')).toBe(sha256);
    expect(rendering.text).toBe(sent);
  });
});
