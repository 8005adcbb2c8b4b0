import { readDocument } from '../../document/read-document.ts';
import { type FileKind, formatOf, type RuntimeId } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { decodeText } from '../../platform/decode-text.ts';
import { oncePerKey } from '../../platform/once.ts';
import { oncePerBytes } from '../../platform/once-per-bytes.ts';

/**
 * The document in the bytes of a file. The catalog and a check that share these bytes share the document too, so that it
 * is parsed once. It is released with the bytes.
 */
export function documentOfBytes(bytes: Uint8Array, runtime: RuntimeId, kind: FileKind): SkillDocument {
  if (formatOf(kind) !== 'markdown') return readDocument(decodeText(bytes), runtime, kind);
  // Kinds of Markdown are read alike.
  return oncePerKey(documentsByRuntime(bytes), runtime, () => readDocument(decodeText(bytes), runtime));
}

const documentsByRuntime = oncePerBytes(() => new Map<RuntimeId, SkillDocument>());
