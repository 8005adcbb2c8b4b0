import type { Connection } from 'vscode-languageserver';
import type { ServerNotificationName, ServerNotifications } from '../protocol.ts';

/** Reports something to the extension. The connection may have been closed in the meantime: then nobody listens. */
export async function notify<Name extends ServerNotificationName>(
  connection: Connection,
  name: Name,
  ...params: undefined extends ServerNotifications[Name] ? [] : [ServerNotifications[Name]]
): Promise<void> {
  await connection.sendNotification(`skillwright/${name}`, ...params).catch(() => {});
}
