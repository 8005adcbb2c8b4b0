import type { Session } from '../session.ts';
import { isTrustedFolder, readClaudeCodeState } from '../settings/claude-code-state.ts';
import { readSettings } from '../settings/session-settings.ts';
import { inMarketplace, listedPlugin, pluginsFolder } from './installed-plugins.ts';
import { findMarketplaces } from './marketplaces.ts';

/**
 * The folder of a plugin in the copy of its marketplace on this machine, from which an update would take it; undefined
 * if the marketplace is unknown or takes the plugin from elsewhere.
 *
 * @param key `plugin@marketplace`
 */
export async function offeredPlugin(key: string, session: Session): Promise<string | undefined> {
  const folder = pluginsFolder(session);
  const at = key.lastIndexOf('@');
  if (folder === undefined || at <= 0) return undefined;
  const [settings, claudeCodeState] = await Promise.all([readSettings(session), readClaudeCodeState(session)]);
  const isTrusted = session.isRestricted !== true && (await isTrustedFolder(claudeCodeState, session));
  // The catalog reports what cannot be read.
  const marketplaceOf = await findMarketplaces(folder, settings, isTrusted, session, []);
  const marketplace = await marketplaceOf(key.slice(at + 1));
  const listed = marketplace && listedPlugin(key.slice(0, at), marketplace);
  return listed && inMarketplace({ marketplace, listed }, session);
}
