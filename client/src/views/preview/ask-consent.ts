import { window } from 'vscode';
import type { PreviewInjection } from '../../../../server/src/protocol.ts';
import { insertedTexts } from './inserted-texts.ts';
import { commandsInDocument, commandsInQuestion } from './readable-commands.ts';

/** What a person said: run it, run it and do not ask about it again, or neither. */
export type Consent = 'once' | 'always' | 'no';

/** What a question about commands is about. */
export interface ConsentQuestion {
  readonly injections: readonly PreviewInjection[];
  /** The path of the folder that they run in. */
  readonly folder: string;
  /** Opens a text for reading, where the commands do not fit into the question. */
  readonly open: (text: string) => Promise<void>;
}

/** Asks whether these very commands may run. */
export async function askConsent({ injections, folder, open }: ConsentQuestion): Promise<Consent> {
  const [once, always] = ['Run Once', 'Run and Don’t Ask Again'];
  const question =
    injections.length === 1
      ? 'Run this command on your machine?'
      : `Run these ${injections.length} commands on your machine?`;
  const shown = await readable(injections, open);
  const detail = [
    shown.words,
    `In the folder ${folder}`,
    ...insertedParts(injections),
    ...(injections.some(({ permission }) => permission === 'refused')
      ? ['Claude Code would refuse it: no permission rule allows it.']
      : []),
  ].join('\n\n');
  // A text that may not have been read in full can be allowed only once.
  const choices = shown.whole ? [once, always] : [once];
  const answer = await window.showWarningMessage(question, { modal: true, detail }, ...choices);
  return answer === once ? 'once' : answer === always ? 'always' : 'no';
}

/** Asks about a command that arguments made one; the answer holds for this time only. */
export async function askConsentForIntroduced({ injections, folder, open }: ConsentQuestion): Promise<Consent> {
  const once = 'Run Once';
  const question = 'The arguments introduced this command. Run it on your machine?';
  const detail = [
    (await readable(injections, open)).words,
    `In the folder ${folder}`,
    ...insertedParts(injections),
    'The skill does not contain it. Claude Code would run it when these arguments are typed.',
  ].join('\n\n');
  return (await window.showWarningMessage(question, { modal: true, detail }, once)) === once ? 'once' : 'no';
}

/** A sentence for each source of what the author did not write. */
function insertedParts(injections: readonly PreviewInjection[]): string[] {
  const { arguments: given, variables } = insertedTexts(injections);
  return [
    ...(given === undefined ? ['A long part comes from the arguments. It is marked in the preview.'] : []),
    ...(given ? [`From the arguments: ${given}`] : []),
    ...(variables === undefined ? ['A long part comes from paths. It is marked in the preview.'] : []),
    ...(variables ? [`From paths with special characters: ${variables}`] : []),
  ];
}

/** The commands for a question, or, where they are too long, that they were opened; `whole` tells which. */
async function readable(injections: readonly PreviewInjection[], open: ConsentQuestion['open']) {
  const commands = injections.map(({ command }) => command);
  const words = commandsInQuestion(commands, (count) => `(${count} blank lines)`);
  if (words !== undefined) return { words, whole: true };
  const { length } = commands;
  await open(commandsInDocument(commands, (number) => `Command ${number} of ${length}`));
  const opened =
    length === 1
      ? 'The command is too long to show here. The whole command is open beside the preview. To read it first, select Cancel.'
      : 'The commands are too long to show here. They are open in full beside the preview. To read them first, select Cancel.';
  return { words: opened, whole: false };
}
