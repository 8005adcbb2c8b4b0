import dialects from '../../../schemas/dialects.json' with { type: 'json' };
import { type ArgumentName, declaredArgumentNames, namesOf } from './arguments/argument-names.ts';
import { scanBody } from './body.ts';
import { readFrontmatter } from './frontmatter/frontmatter.ts';
import { type JsonDocument, readJson } from './json-document.ts';
import { type FileKind, formatOf, type RuntimeId } from './runtime-id.ts';
import type { Body, Frontmatter, SkillDocument } from './skill-document.ts';
import { LineIndex } from './text/line-index.ts';
import { textRange } from './text/text-range.ts';

/** UTF-16 units of a text that are scanned; the rest of a longer one is not. */
export const maxScanLength = dialects.limits['scanned-length'].value;

/**
 * Reads a file as `runtime` does. Never throws, in linear time; the body and the content of JSON are read when they are
 * first requested.
 */
export function readDocument(text: string, runtime: RuntimeId, kind: FileKind = 'skill'): SkillDocument {
  return new ReadDocument(text, runtime, formatOf(kind));
}

/**
 * A class, although one function would do: what an object with getters of its own refers to, V8 keeps until it collects all
 * garbage. While thousands of skills are read, all of their texts would stay in memory, and be moved in it.
 */
class ReadDocument implements SkillDocument {
  readonly text: string;
  readonly runtime: RuntimeId;
  readonly lines: LineIndex;
  readonly frontmatter: Frontmatter;
  readonly bodyStart: number;
  readonly argumentNames: readonly ArgumentName[];
  readonly #isJson: boolean;
  #body: Body | undefined;
  #scan: Generator<void, Body> | undefined;
  #json: JsonDocument | undefined;

  constructor(text: string, runtime: RuntimeId, format: ReturnType<typeof formatOf>) {
    const isData = format !== 'markdown';
    this.text = text;
    this.runtime = runtime;
    this.lines = new LineIndex(text);
    this.frontmatter = readFrontmatter(isData ? '' : text.slice(0, maxScanLength), runtime);
    this.bodyStart = isData ? text.length : (this.frontmatter.block?.range.end ?? 0);
    this.argumentNames = declaredArgumentNames(this.frontmatter.fields.get('arguments')?.value);
    this.#isJson = format === 'json';
  }

  get body(): Body {
    // Asked for by nearly every rule: no steps are begun for a body that has been read.
    if (!this.#body) for (const _ of this.readBody());
    return this.#body!;
  }

  *readBody(): Generator<void> {
    while (!this.#body) {
      this.#scan ??= this.#bodySteps();
      const step = this.#nextStep(this.#scan);
      if (step.done) this.#body = step.value;
      else yield;
    }
  }

  /** A scan that has failed has nothing more to give: the next reader begins another one. */
  #nextStep(scan: Generator<void, Body>): IteratorResult<void, Body> {
    try {
      return scan.next();
    } catch (error) {
      this.#scan = undefined;
      throw error;
    }
  }

  get json(): JsonDocument | undefined {
    this.#json ??= this.#isJson ? readJson(this.text) : undefined;
    return this.#json;
  }

  #bodySteps(): Generator<void, Body> {
    const { text, bodyStart, lines, runtime } = this;
    const range = textRange(bodyStart, Math.max(bodyStart, Math.min(text.length, maxScanLength)));
    return scanBody(text, range, lines, namesOf(this.argumentNames), runtime);
  }
}
