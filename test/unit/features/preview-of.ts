import { readDocument } from '../../../server/src/document/read-document.ts';
import type { RuntimeId } from '../../../server/src/document/runtime-id.ts';
import { invocationPreview } from '../../../server/src/jobs/preview/invocation-preview.ts';
import type { PreviewSubject } from '../../../server/src/jobs/preview/preview-subject.ts';
import type { InvocationPreview, PreviewOutcome } from '../../../server/src/protocol.ts';
import { readTurn } from '../../../server/src/runtime/invocation/invocation-turn.ts';
import { prepareInvocation } from '../../../server/src/runtime/invocation/prepare-invocation.ts';
import type { RenderableSkill, RenderSession } from '../../../server/src/runtime/render/renderable-skill.ts';
import { catalogOf, type Disk, project, skillPath } from './session-of.ts';

/** What a test defines of its skill besides the body. */
export interface PreviewedSkill {
  readonly fields?: readonly string[];
  readonly runtime?: RuntimeId;
  readonly session?: Partial<RenderSession>;
  /** The permission mode. */
  readonly mode?: string;
  readonly skill?: Partial<Omit<RenderableSkill, 'document'>>;
  /** Other files of the session by their paths. */
  readonly disk?: Disk;
}

/** A skill `demo` of a project's session. */
export async function previewSubject(body: string, options: PreviewedSkill = {}): Promise<PreviewSubject> {
  const { fields = [], runtime = 'claude-code' } = options;
  const text = ['---', 'description: Demo', ...fields, '---', body].join('\n');
  const path = skillPath('demo');
  const loaded = await catalogOf({ [path]: text, ...options.disk }, { runtime });
  const skill: RenderableSkill = {
    name: 'demo',
    kind: 'skill',
    folder: path.slice(0, path.lastIndexOf('/')),
    tier: 'project',
    plugin: undefined,
    ...options.skill,
    document: readDocument(text, runtime),
  };
  const { session, catalog } = loaded;
  const { settings } = catalog;
  const known = catalog.at(path);
  const turn = await readTurn({
    within: { session, settings },
    folder: project,
    sessionId: 'the-session',
  });
  const rendered = { ...turn.rendered, ...options.session };
  return {
    uri: `file://${path}`,
    version: undefined,
    path,
    file: { place: 'claude', misplaced: undefined },
    isUntitled: false,
    known,
    instead: known?.insteadId === undefined ? undefined : catalog.get(known.insteadId),
    skillTool: {
      session,
      permissions: { runtime, rules: settings.permissions, mode: options.mode, offersRule: true },
    },
    catalog,
    ...prepareInvocation(skill, { ...turn, rendered }),
  };
}

/** The preview of a skill `demo` with this body. */
export async function previewOf(
  body: string,
  given = '',
  options: PreviewedSkill & {
    readonly outcomes?: (preview: InvocationPreview) => Readonly<Record<string, PreviewOutcome>>;
  } = {},
): Promise<InvocationPreview> {
  const subject = await previewSubject(body, options);
  const { preview } = await invocationPreview(subject, given);
  if (!options.outcomes) return preview;
  return (await invocationPreview(subject, given, options.outcomes(preview))).preview;
}

/** What of a text is the body, without the line with the base directory. */
export function bodyOf({ text, bodyStart }: InvocationPreview): string {
  return text.slice(bodyStart);
}
