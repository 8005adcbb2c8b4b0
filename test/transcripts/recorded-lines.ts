import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../e2e/host/repository.ts';

/** Where the recorded transcripts are. */
export const transcriptFixtures = path.join(repositoryRoot, 'test/fixtures/transcripts');

/** A line of a transcript. */
export type Line = Record<string, unknown> & { readonly type: string };

/** The lines of the first transcript of a scenario that pass a test. */
function recorded(scenario: string, isWanted: (line: Line) => boolean): Line {
  const folder = path.join(transcriptFixtures, scenario);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (!name.endsWith('.jsonl')) continue;
    const lines = readFileSync(path.join(folder, name), 'utf8').trimEnd().split('\n');
    const found = lines.map((line) => JSON.parse(line) as Line).find(isWanted);
    if (found) return found;
  }
  throw new Error(`No such line in ${scenario}`);
}

const has = (text: string) => (line: Line) => JSON.stringify(line).includes(text);
const isMeta = (line: Line) => line.isMeta === true;

/** One recorded line of each kind: what is scripted looks like it in everything but the values that the script sets. */
export const recordedLines = {
  queued: recorded('slash', ({ type }) => type === 'queue-operation'),
  prompt: recorded('slash', has('plain words')),
  typed: recorded('slash', has('<command-name>/review')),
  typedText: recorded('slash', isMeta),
  permissions: recorded('slash', has('"command_permissions"')),
  listing: recorded('slash', has('"skill_listing"')),
  answer: recorded('slash', has('"plain"')),
  attributedAnswer: recorded('slash', has('"attributionSkill"')),
  call: recorded('model', has('"tool_use"')),
  launched: recorded('model', has('Launching skill')),
  again: recorded('model', has('Re-invocation of /review')),
  calledText: recorded('model', (line) => isMeta(line) && has('Base directory')(line)),
  unknownSkill: recorded('model', has('Unknown skill')),
  notAllowed: recorded('model', has('Execute skill: guarded. The user')),
  hiddenFromModel: recorded('model', has('cannot be used with Skill tool')),
  failedCall: recorded('model', has('Shell command failed')),
  deniedByRule: recorded('denyrule', has('blocked by permission rules')),
  forked: recorded('fork', has('completed (forked execution)')),
  forkText: recorded('fork', (line) => isMeta(line) && line.isSidechain === true),
  forkAnswer: recorded('fork', (line) => line.isSidechain === true && line.type === 'assistant'),
  unknownCommand: recorded('unknownslash', has('unknown_command_fallback')),
  unknownAtTerminal: recorded('interactive', has('Unknown command: ')),
  failedCommand: recorded('twice', has('local-command-stderr')),
  disabledCommand: recorded('nameonly', has('is disabled via skillOverrides')),
  boundary: recorded('compact', has('"compact_boundary"')),
  kept: recorded('compact', has('"invoked_skills"')),
} satisfies Record<string, Line>;
