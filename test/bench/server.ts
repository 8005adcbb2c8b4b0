import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Comparison, type Rounds, type Row, runInterleaved } from './comparison.ts';
import { largeSize, writeSkills } from './generated-skills.ts';
import { ServerProcess } from './server-process.ts';
import { type TypedCharacter, TypedText } from './typed-text.ts';

const run = promisify(execFile);

/** How many of the other skills somebody has open at a time. */
const openBesides = 20;

/**
 * An edit over the protocol: beside a question that the server answers without work, and in a project with many skills,
 * some of them open, beside one with no other.
 */
export async function compareServers(folder: string, others: number, rounds: Rounds): Promise<Comparison[]> {
  const lone = await openProject(path.join(folder, 'lone'), 1);
  const crowded = await openProject(path.join(folder, 'crowded'), others + 1);
  const bulb = await openProject(path.join(folder, 'bulb'), 1);
  const typed = new TypedText(lone.text);
  try {
    const [empty, alone, amongOthers, lit, completed] = (await runInterleaved(rounds, () => typed.type(), {
      'empty answer': () => lone.server.diagnose(path.join(folder, 'nothing.md')),
      'edit to diagnostics, no other skill': (character) => edit(lone, character),
      [`edit to diagnostics, ${others} other skills`]: (character) => edit(crowded, character),
      'edit to light bulb, two rules': (character) => lightBulb(bulb, character),
      'edit to completion, all fields': (character) => complete(bulb, character),
    })) as [Row, Row, Row, Row, Row];
    return [
      { title: 'Edit to diagnostics, over the protocol: 500 lines', unit: 'ms', rows: [empty, alone] },
      { title: 'Edit to the actions for findings, over the protocol: 500 lines', unit: 'ms', rows: [empty, lit] },
      { title: 'Edit to completion, over the protocol: 500 lines', unit: 'ms', rows: [empty, completed] },
      { title: 'The same with other skills in the workspace', unit: 'ms', rows: [alone, amongOthers] },
    ];
  } finally {
    await Promise.all([lone.server.stop(), bulb.server.stop(), crowded.server.stop()]);
  }
}

interface OpenProject {
  readonly server: ServerProcess;
  /** The skill that is edited. */
  readonly file: string;
  readonly text: string;
}

async function openProject(project: string, skills: number): Promise<OpenProject> {
  const paths = await writeSkills(project, skills, largeSize);
  const server = await ServerProcess.start(project);
  const [file, ...others] = paths as [string, ...string[]];
  for (const other of others.slice(0, openBesides)) {
    await server.open(other);
    await server.diagnose(other);
  }
  const text = await server.open(file);
  await server.diagnose(file);
  return { server, file, text };
}

async function edit({ server, file }: OpenProject, character: TypedCharacter): Promise<void> {
  await server.type(file, character);
  const report = await server.diagnose(file);
  if (report.kind !== 'full') throw new Error('The server says that nothing has changed since the edit');
}

async function lightBulb({ server, file }: OpenProject, character: TypedCharacter): Promise<void> {
  await server.type(file, character);
  const actions = await server.actions(file, selected);
  if (actions.length === 0) throw new Error('Nothing is found in the selected lines');
}

async function complete({ server, file }: OpenProject, character: TypedCharacter): Promise<void> {
  await server.type(file, character);
  const proposals = await server.complete(file, { line: 1, character: 0 });
  if (proposals.length === 0) throw new Error('Nothing is proposed in the frontmatter');
}

/** Lines of a generated skill with a link and a script that do not exist. */
const selected = { start: { line: 15, character: 0 }, end: { line: 26, character: 60 } };

/** From the start of the server's process to the diagnostics of the first file. */
export async function compareServerStarts(folder: string, rounds: Rounds): Promise<Comparison> {
  const project = path.join(folder, 'start');
  const [file] = (await writeSkills(project, 1, largeSize)) as [string];
  const started: ServerProcess[] = [];
  const stopAll = () => Promise.all(started.splice(0).map((server) => server.stop()));
  const rows = await runInterleaved(rounds, stopAll, {
    'node -e 0': () => run(process.execPath, ['-e', '0']),
    'server to first diagnostics': async () => {
      const server = await ServerProcess.start(project);
      started.push(server);
      await server.open(file);
      await server.diagnose(file);
    },
  });
  await stopAll();
  return { title: 'Start of the server', unit: 'ms', rows };
}
