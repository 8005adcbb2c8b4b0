import type { Text } from '@codemirror/state';
import type { CodeAction, Diagnostic, Position } from 'vscode-languageserver-protocol';

export type Severity = 'error' | 'warning' | 'info' | 'hint';

/** A finding in the text for which it was found. */
export interface Finding {
  readonly from: number;
  readonly to: number;
  /** Counted from one. */
  readonly line: number;
  readonly severity: Severity;
  readonly message: string;
  readonly rule: string;
  /** The best way to fix it. */
  readonly fix?: CodeAction;
}

/** What the server says of a text. */
export interface FoundInText {
  readonly found: readonly Diagnostic[];
  readonly actions: readonly CodeAction[];
  readonly fixAll?: CodeAction | undefined;
}

export const fixAllKind = 'source.fixAll.skillwright';

const severities: readonly Severity[] = ['hint', 'error', 'warning', 'info', 'hint'];

/** In the order of the text, each with its best fix. Places that are only faded are no findings. */
export function findingsOf(text: Text, { found, actions }: FoundInText): Finding[] {
  const fixes = actions.filter(({ isPreferred }) => isPreferred);
  const seen = new Set<string>();
  return found
    .toSorted((a, b) => offsetOf(text, a.range.start) - offsetOf(text, b.range.start))
    .flatMap((diagnostic) => {
      const key = `${diagnostic.code} ${textOf(diagnostic.message)}`;
      if (diagnostic.tags && diagnostic.severity === 4 && seen.has(key)) return [];
      seen.add(key);
      const fix = fixes.find(({ diagnostics }) => diagnostics?.some((it) => isSame(it, diagnostic)));
      return [
        {
          from: offsetOf(text, diagnostic.range.start),
          to: offsetOf(text, diagnostic.range.end),
          line: diagnostic.range.start.line + 1,
          severity: severities[diagnostic.severity ?? 4]!,
          message: textOf(diagnostic.message),
          rule: String(diagnostic.code),
          ...(fix && { fix }),
        },
      ];
    });
}

/** An offset of a position, which is never outside of the text. */
export function offsetOf(text: Text, { line, character }: Position): number {
  if (line >= text.lines) return text.length;
  const { from, to } = text.line(line + 1);
  return Math.min(to, from + character);
}

function textOf(message: Diagnostic['message']): string {
  return typeof message === 'string' ? message : message.value;
}

function isSame(some: Diagnostic, other: Diagnostic): boolean {
  return some.code === other.code && JSON.stringify(some.range) === JSON.stringify(other.range);
}
