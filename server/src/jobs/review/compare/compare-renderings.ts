import type { Catalog } from '../../../catalog/catalog.ts';
import type { CatalogSkill } from '../../../catalog/catalog-skill.ts';
import { isPresent } from '../../../catalog/resolve/skill-status.ts';
import type { Session } from '../../../catalog/session.ts';
import { readDocument } from '../../../document/read-document.ts';
import { decodeText } from '../../../platform/decode-text.ts';
import { mapConcurrently } from '../../../platform/map-concurrently.ts';
import { type InvocationTurn, readTurn } from '../../../runtime/invocation/invocation-turn.ts';
import { prepareInvocation, renderTyped } from '../../../runtime/invocation/prepare-invocation.ts';
import { renderableOf } from '../../../runtime/render/read-renderable.ts';
import type { SkillPair } from './find-renames.ts';

/** Arguments with which a skill is rendered on both sides. */
export interface SavedInvocation {
  /** The name after `/`. */
  readonly name: string;
  readonly arguments: string;
}

/** A text that Claude Code sends, if it is another one than before. Commands in it are not run. */
export interface RenderingChange extends SavedInvocation {
  /** The name after `/` that it had before; null if it is the same, or if nothing was sent. */
  readonly formerName: string | null;
  /** Null if nothing is sent. */
  readonly before: string | null;
  readonly after: string | null;
}

interface RenderedSide {
  readonly catalog: Catalog;
  readonly turn: InvocationTurn;
}

/** Skills that are read at a time. */
const concurrency = 8;

/**
 * The texts that differ: of each skill with the arguments that are saved for it, or else without any. A skill that is
 * there on one side alone is compared with nothing, and one that was renamed with what it was, apart from its folder.
 */
export async function compareRenderings(
  before: Catalog,
  after: Catalog,
  saved: readonly SavedInvocation[],
  pairs: readonly SkillPair[],
): Promise<readonly RenderingChange[]> {
  const [old, now] = await Promise.all([sideOf(before), sideOf(after)]);
  const changes = await mapConcurrently(pairs, concurrency, async (pair) => {
    const [was, is] = pair.map((skill) => (skill && isPresent(skill) ? skill : undefined));
    const [textBefore, textAfter] = await Promise.all([read(was, before.session), read(is, after.session)]);
    const names = new Set([was, is].flatMap((skill) => (skill ? [skill.name, skill.alias] : [])));
    const own = saved.filter(({ name }) => names.has(name)).map((it) => it.arguments);
    return (own.length > 0 ? [...new Set(own)] : ['']).flatMap((given): RenderingChange[] => {
      const sentBefore = rendered(was, textBefore, old, given);
      const sentAfter = rendered(is, textAfter, now, given);
      if (sentAfter === (was && is ? inFolder(is, sentBefore, was) : sentBefore)) return [];
      const formerName = was && is && was.name !== is.name ? was.name : null;
      return [{ name: (is ?? was)!.name, formerName, arguments: given, before: sentBefore, after: sentAfter }];
    });
  });
  return changes.flat();
}

/** A text as it is if only the skill's folder is another one, which the rename already says. */
function inFolder(is: CatalogSkill, sent: string | null, was: CatalogSkill): string | null {
  return sent?.replaceAll(was.folder, () => is.folder) ?? null;
}

/** The same on both sides, so that only what the files say differs. */
const sessionId = '00000000-0000-0000-0000-000000000000';

async function sideOf(catalog: Catalog): Promise<RenderedSide> {
  const { session, settings, folder } = catalog;
  const turn = await readTurn({ within: { session, settings }, folder, sessionId });
  return { catalog, turn };
}

async function read(skill: CatalogSkill | undefined, { files }: Session): Promise<string | undefined> {
  const bytes = skill && (await files.readFile(skill.path));
  return bytes && decodeText(bytes);
}

function rendered(
  skill: CatalogSkill | undefined,
  text: string | undefined,
  { catalog, turn }: RenderedSide,
  given: string,
): string | null {
  if (!skill || text === undefined) return null;
  const { session, runtime } = catalog;
  const renderable = renderableOf(skill, readDocument(text, runtime, skill.kind), session);
  return renderTyped(prepareInvocation(renderable, turn), given).rendering.text;
}
