import { parseShell } from '../../../shell/grammar/parse-shell.ts';
import type { SyntaxNode } from '../../../shell/grammar/syntax-node.ts';
import { hostsIn, type TrustItem } from './trust-item.ts';

/** The languages of scripts that are told apart. */
type ScriptLanguage = 'shell' | 'python' | 'javascript' | 'other';

const languagesByEnding: readonly (readonly [RegExp, ScriptLanguage])[] = [
  [/\.(sh|bash|zsh|ksh|command)$/i, 'shell'],
  [/\.pyw?$/i, 'python'],
  [/\.([cm]?[jt]s)$/i, 'javascript'],
  [/\.(rb|pl|php|lua|ps1|psm1|bat|cmd|r|go|awk|applescript|fish|exe|dll|so|dylib|jar)$/i, 'other'],
];

const languagesByInterpreter: readonly (readonly [RegExp, ScriptLanguage])[] = [
  [/\b(ba|z|k|da)?sh\b/, 'shell'],
  [/\bpython/, 'python'],
  [/\b(node|deno|bun)\b/, 'javascript'],
];

/** UTF-16 units of a script that are read. */
const maxLength = 1_000_000;

/** UTF-16 units of a shell script of which the grammar is read. */
const maxShellLength = 200_000;

/** UTF-16 units that the grammar reads at a time. */
const maxPiece = 9_000;

/** The programs that a script calls, and the hosts that it names; undefined if a file is not a script. */
export function scriptItems(path: string, content: string): readonly TrustItem[] | undefined {
  const text = content.slice(0, maxLength);
  const shebang = shebangOf(text);
  const language = languageOf(path, shebang);
  if (language === undefined) return undefined;
  const calls = new Map<string, number>();
  const add = (call: string, offset: number) => {
    if (!calls.has(call)) calls.set(call, offset);
  };
  if (language === 'shell') addPrograms(text.slice(0, maxShellLength), add);
  else addImports(text, language, add);
  const lineOf = lineCounter(text);
  return [
    { kind: 'script', path, line: undefined, text: shebang ? `runs with ${shebang}` : languageTitles[language] },
    ...[...calls].sort(([, a], [, b]) => a - b).map(([call, at]) => item('call', call, lineOf(at))),
    ...hostsIn(text).map((host) => item('host', host, undefined)),
  ];

  function item(kind: TrustItem['kind'], said: string, line: number | undefined): TrustItem {
    return { kind, path, line, text: said };
  }
}

export function isShellScript(path: string, text: string): boolean {
  return languageOf(path, shebangOf(text)) === 'shell';
}

function shebangOf(text: string): string | undefined {
  return /^\uFEFF?#!([^\r\n]{0,200})/.exec(text)?.[1]?.trim();
}

const languageTitles: Readonly<Record<ScriptLanguage, string>> = {
  shell: 'shell script',
  python: 'Python script',
  javascript: 'JavaScript or TypeScript',
  other: 'script or program',
};

function languageOf(path: string, shebang: string | undefined): ScriptLanguage | undefined {
  const byInterpreter =
    shebang === undefined ? undefined : languagesByInterpreter.find(([pattern]) => pattern.test(shebang))?.[1];
  const byEnding = languagesByEnding.find(([pattern]) => pattern.test(path))?.[1];
  return byInterpreter ?? byEnding ?? (shebang === undefined ? undefined : 'other');
}

/** Commands of the shell itself that reach nothing outside of it. */
const harmless = new Set(
  '[ [[ : alias break cd continue declare dirs echo exit export false getopts hash let local popd printf pushd read readonly return set shift shopt test true type typeset umask unalias unset wait'.split(
    ' ',
  ),
);

/** The programs that a shell script starts, as its words name them. */
function addPrograms(text: string, add: (call: string, offset: number) => void): void {
  const functions = new Set(
    [...text.matchAll(/^[ \t]*(?:function[ \t]+)?([\w-]+)[ \t]*\(\)/gm)].map(([, name]) => name!),
  );
  const take = (name: string, offset: number) => {
    const written = name.replace(/^["']|["']$/g, '');
    if (written !== '' && !harmless.has(written) && !functions.has(written)) add(written, offset);
  };
  for (const { piece, start } of pieces(text)) {
    const visit = (node: SyntaxNode): void => {
      if (node.kind === 'name') take(piece.slice(node.start, node.end), start + node.start);
      for (const child of node.children) visit(child);
    };
    const { root } = parseShell(piece);
    if (root) visit(root);
    // Values of assignments are one word to the grammar.
    for (const { index, 1: name } of piece.matchAll(/(?:\$\(|`)[ \t]*([\w./~-]+)/g)) take(name!, start + index);
  }
}

/** A text in pieces of whole lines that the grammar accepts. */
function* pieces(text: string): Generator<{ piece: string; start: number }> {
  for (let start = 0; start < text.length; ) {
    const lineEnd = text.lastIndexOf('\n', start + maxPiece);
    const end = text.length - start <= maxPiece ? text.length : lineEnd > start ? lineEnd + 1 : start + maxPiece;
    yield { piece: text.slice(start, end), start };
    start = end;
  }
}

const imports: Readonly<Record<'python' | 'javascript' | 'other', RegExp>> = {
  python: /^[ \t]*(?:import[ \t]+([\w.]+)|from[ \t]+([\w.]+)[ \t]+import\b)/gm,
  javascript:
    /\b(?:require|import)\([ \t]*["'`]([^"'`\n]{1,200})["'`]|\bfrom[ \t]+["']([^"'\n]{1,200})["']|^[ \t]*import[ \t]+["']([^"'\n]{1,200})["']/gm,
  other: /^[ \t]*(?:require|require_relative|use|load)[ \t(]+["']?([\w:./-]{1,200})/gm,
};

/** Lines that start a program, execute text or open a connection. */
const starts =
  /^.*(?:\b(?:subprocess\.\w+|os\.(?:system|popen|exec\w*|spawn\w*)|eval|exec|execSync|execFile(?:Sync)?|spawn(?:Sync)?|fork|system|popen|urlopen|fetch|Invoke-(?:Expression|WebRequest|RestMethod)|Start-Process)\(?|\b(?:requests|httpx)\.\w+)\(.*$/gm;

/** Characters of a line that are listed. */
const maxLine = 200;

function addImports(
  text: string,
  language: 'python' | 'javascript' | 'other',
  add: (call: string, offset: number) => void,
): void {
  for (const { index, ...groups } of text.matchAll(imports[language])) {
    const name = [groups[1], groups[2], groups[3]].find((it) => it !== undefined);
    if (name !== undefined) add(`imports ${name}`, index);
  }
  for (const { 0: line, index } of text.matchAll(starts)) {
    const code = line.trim();
    if (!/^(#|\/\/|\*)/.test(code)) add(code.slice(0, maxLine), index);
  }
}

/** The line of an offset; offsets must be asked for in ascending order. */
function lineCounter(text: string): (offset: number) => number {
  let line = 0;
  let from = 0;
  return (offset) => {
    for (let at = text.indexOf('\n', from); at >= 0 && at < offset; at = text.indexOf('\n', from)) {
      line++;
      from = at + 1;
    }
    return line;
  };
}
