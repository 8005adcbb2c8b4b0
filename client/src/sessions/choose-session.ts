import { CancellationTokenSource, type QuickPick, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import type { PastSession, PastSessionList, SkillInfo } from '../../../server/src/protocol.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import { labelText } from '../text/displayed-text.ts';
import { progressInWords } from '../text/reading-progress.ts';
import { startInWords } from '../text/times-and-costs.ts';

type SessionPick = QuickPickItem & { readonly id?: string };

/**
 * The list is shown at once, and filled when the transcripts have been read; closing it stops reading.
 *
 * @param skill only sessions that have used it
 */
export function chooseSession(
  server: LanguageServer,
  question: string,
  skill?: Pick<SkillInfo, 'id' | 'baseName'>,
): Promise<string | undefined> {
  const pick: QuickPick<SessionPick> = window.createQuickPick();
  pick.placeholder = 'Reading past sessions…';
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.busy = true;
  const cancellation = new CancellationTokenSource();
  const following = server.on('pastSessionsProgress', (progress) => {
    pick.placeholder = `Reading past sessions: ${progressInWords(progress)}`;
  });
  const nothing = skill ? `No past session has used ${skill.baseName}` : 'There are no transcripts of past sessions';
  const read = async () => {
    const uses = skill && (await server.request('skillwright/skillSessions', { skill: skill.id }, cancellation.token));
    const list = await server.request('skillwright/pastSessions', {}, cancellation.token);
    if (!list) return [];
    if (!skill) return picksOf(list);
    const users = new Set(uses?.uses.map(({ session }) => session));
    return picksOf({ ...list, sessions: list.sessions.filter(({ id }) => users.has(id)), more: 0 });
  };
  return new Promise<string | undefined>((resolve, reject) => {
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]?.id);
      pick.hide();
    });
    pick.onDidHide(() => {
      cancellation.cancel();
      pick.dispose();
      resolve(undefined);
    });
    read().then(
      (items) => {
        following.dispose();
        pick.busy = false;
        pick.items = items;
        pick.placeholder = items.length > 0 ? question : nothing;
      },
      (error) => {
        pick.hide();
        reject(error);
      },
    );
    pick.show();
  }).finally(() => {
    following.dispose();
    cancellation.dispose();
  });
}

/** Those of the workspace first. */
function picksOf({ sessions, more }: PastSessionList): SessionPick[] {
  const now = Date.now();
  const own = sessions.filter(({ isOwn }) => isOwn);
  const others = sessions.filter(({ isOwn }) => !isOwn);
  const group = (label: string, of: readonly PastSession[]): SessionPick[] =>
    of.length === 0 ? [] : [{ label, kind: QuickPickItemKind.Separator }, ...of.map((it) => pickOf(it, now))];
  const rest: SessionPick[] =
    more === 0 ? [] : [{ label: `${more.toLocaleString('en')} older sessions`, kind: QuickPickItemKind.Separator }];
  return [...group('This workspace', own), ...group('Other folders', others), ...rest];
}

function pickOf({ id, started, folder, text, isOwn }: PastSession, now: number): SessionPick {
  return {
    label: started === undefined ? 'Unknown time' : startInWords(started, now),
    description: labelText(text),
    ...(!isOwn && folder !== undefined && { detail: labelText(folder) }),
    id,
  };
}
