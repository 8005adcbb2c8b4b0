import { Uri, window } from 'vscode';
import type { PreviewInjection } from '../../../../server/src/protocol.ts';
import { pathFromHome } from '../../text/path-from-home.ts';
import { insertedTexts } from './inserted-texts.ts';
import { commandsInDocument, commandsInQuestion } from './readable-commands.ts';

/** The user's answer: run once, run and do not ask again, or do not run. */
type Consent = 'once' | 'always' | 'no';

/** The commands that the user is asked about. */
interface ConsentQuestion {
  readonly injections: readonly PreviewInjection[];
  /** The path of the folder that they run in. */
  readonly folder: string;
  /** Opens a text for reading if the commands do not fit into the question. */
  readonly open: (text: string) => Promise<void>;
}

/** Asks whether these commands may run. */
export async function askConsent({ injections, folder, open }: ConsentQuestion): Promise<Consent> {
  const [once, always] = ['Run Once', 'Run and Don’t Ask Again'];
  const question =
    injections.length === 1
      ? 'Run this command on your machine?'
      : `Run these ${injections.length} commands on your machine?`;
  const shown = await readable(injections, open);
  const detail = [
    shown.text,
    `In the folder ${pathFromHome(Uri.file(folder))}`,
    ...insertedParts(injections),
    ...(injections.some(({ permission }) => permission === 'refused')
      ? ['Claude Code would refuse it: the permission rules do not allow it.']
      : []),
  ].join('\n\n');
  // Commands that are not shown in full can be allowed only once.
  const choices = shown.whole ? [once, always] : [once];
  const answer = await window.showWarningMessage(question, { modal: true, detail }, ...choices);
  return answer === once ? 'once' : answer === always ? 'always' : 'no';
}

/** Asks about a command that the arguments introduced. The answer applies only once. */
export async function askConsentForIntroduced({ injections, folder, open }: ConsentQuestion): Promise<Consent> {
  const once = 'Run Once';
  const question = 'The arguments introduced this command. Run it on your machine?';
  const detail = [
    (await readable(injections, open)).text,
    `In the folder ${pathFromHome(Uri.file(folder))}`,
    ...insertedParts(injections),
    'The skill does not contain it. Claude Code would run it when these arguments are typed.',
  ].join('\n\n');
  return (await window.showWarningMessage(question, { modal: true, detail }, once)) === once ? 'once' : 'no';
}

/** A sentence for each origin of text that the author did not write. */
function insertedParts(injections: readonly PreviewInjection[]): string[] {
  const { arguments: given, variables } = insertedTexts(injections);
  return [
    ...(given === undefined ? ['A long part comes from the arguments. It is marked in the preview.'] : []),
    ...(given ? [`From the arguments: ${given}`] : []),
    ...(variables === undefined ? ['A long part comes from paths. It is marked in the preview.'] : []),
    ...(variables ? [`From paths with special characters: ${variables}`] : []),
  ];
}

/** The commands for a question or, if they are too long, a sentence that they were opened; `whole` tells which. */
async function readable(injections: readonly PreviewInjection[], open: ConsentQuestion['open']) {
  const commands = injections.map(({ command }) => command);
  const text = commandsInQuestion(commands, (count) => `(${count} blank lines)`);
  if (text !== undefined) return { text, whole: true };
  const { length } = commands;
  await open(commandsInDocument(commands, (number) => `Command ${number} of ${length}`));
  const opened =
    length === 1
      ? 'The command is too long to show here. The whole command is open beside the preview. To read it first, select Cancel.'
      : 'The commands are too long to show here. They are open in full beside the preview. To read them first, select Cancel.';
  return { text: opened, whole: false };
}
