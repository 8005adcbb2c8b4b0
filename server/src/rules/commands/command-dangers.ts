import {
  DOWNLOADERS,
  EVALUATORS,
  INTERPRETERS,
  NAMES_ONLY,
  OWN_FOLDERS,
  SECRET_COMMANDS,
  SECRET_FILES,
  SECRET_VARIABLES,
  SHELLS,
} from '../../dialect/shell/shell-risks.ts';
import { programOf, type ShellStage, shellStages } from './shell-stages.ts';

/**
 * Something in a command that should not happen without confirmation; offsets are relative to the start of the command.
 */
export interface CommandDanger {
  readonly start: number;
  readonly end: number;
  readonly kind: 'download' | 'delete' | 'secret';
  /** For `delete` what is deleted, for `secret` what is read; empty for a download. */
  readonly what: string;
}

/** The dangers of a command, in source order. */
export function dangersOf(command: string): CommandDanger[] {
  const parts = shellStages(command);
  if (!parts) return [];
  const found: CommandDanger[] = [];
  for (const stages of [parts.stages, ...parts.nested]) {
    const isPrinted = stages === parts.stages;
    let download: ShellStage | undefined;
    const filters = filtersByStage(stages);
    for (const [index, stage] of stages.entries()) {
      if (stage.joint !== '|') download = undefined;
      const danger = downloadRun(stage, download) ?? deletion(stage) ?? secret(stage, filters[index]!, isPrinted);
      if (danger) found.push(danger);
      // Of several downloads in one pipe the last one counts.
      if (isDownload(stage)) download = stage;
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** `curl … | sh`, `bash <(curl …)`, `eval "$(curl …)"`. */
function downloadRun(stage: ShellStage, source: ShellStage | undefined): CommandDanger | undefined {
  const { program, rest } = programOf(stage);
  const fetches = /(?:<\(|\$\(|^`)\s*(?:sudo\s+)?([\w-]+)/;
  const isFetched = (word: string) => DOWNLOADERS.has(fetches.exec(word)?.[1] ?? '');
  if ((SHELLS.has(program) || EVALUATORS.has(program) || INTERPRETERS.has(program)) && rest.some(isFetched)) {
    return { start: stage.start, end: stage.end, kind: 'download', what: '' };
  }
  if (stage.joint !== '|' || !readsProgram(program, rest)) return undefined;
  if (!source) return undefined;
  return { start: source.start, end: stage.end, kind: 'download', what: '' };
}

function isDownload(stage: ShellStage): boolean {
  return DOWNLOADERS.has(programOf(stage).program);
}

/** Whether a program executes what it reads: `sh`, `bash -s -- x`, `python3 -`, but not `python3 -m json.tool`. */
function readsProgram(program: string, rest: readonly string[]): boolean {
  if (INTERPRETERS.has(program)) return rest.length === 0 || rest[0] === '-';
  return SHELLS.has(program) && !rest.some((word) => /^-\w*c$/.test(word)) && (rest.includes('-s') || !hasScript(rest));
}

function hasScript(rest: readonly string[]): boolean {
  return rest.some((word) => !/^[-+]|^\/dev\/stdin$/.test(word));
}

function deletion(stage: ShellStage): CommandDanger | undefined {
  const { program, rest } = programOf(stage);
  const found = (what: string): CommandDanger => ({ start: stage.start, end: stage.end, kind: 'delete', what });
  const operands = rest.filter((word) => !word.startsWith('-'));
  if (program === 'rm' && rest.some((word) => /^(-[a-zA-Z]*[rR][a-zA-Z]*|--recursive)$/.test(word))) {
    const foreign = operands.find((path) => !isOwn(path));
    return foreign === undefined ? undefined : found(foreign);
  }
  if (program === 'Remove-Item' && rest.some((word) => /^-r(e(c(u(r(s(e)?)?)?)?)?)?$/i.test(word))) {
    return operands[0] === undefined || isOwn(operands[0]) ? undefined : found(operands[0]);
  }
  if (program === 'find') {
    const runsRm = rest.some((word, at) => /^-exec(dir)?$/.test(word) && /^(.*\/)?rm$/.test(rest[at + 1] ?? ''));
    const folder = rest[0]?.startsWith('-') ? '.' : (rest[0] ?? '.');
    return (runsRm || rest.includes('-delete')) && !isOwn(folder) ? found(folder) : undefined;
  }
  if (program === 'git' && operands[0] === 'clean') {
    const letters = rest.filter((word) => /^-[a-zA-Z]+$/.test(word)).join('');
    const isForced = letters.includes('f') || rest.includes('--force');
    const isDry = letters.includes('n') || rest.includes('--dry-run');
    return isForced && !isDry && letters.includes('d') ? found('files that git does not track') : undefined;
  }
  if (program !== 'xargs' || stage.joint !== '|') return undefined;
  const rm = rest.findIndex((word) => /^(.*\/)?rm$/.test(word));
  return rm >= 0 && rest.slice(rm).some((word) => /^-[a-zA-Z]*[rR]/.test(word)) ? found('the listed files') : undefined;
}

function isOwn(path: string): boolean {
  return OWN_FOLDERS.test(path) && !/(^|\/)\.\.(\/|$)/.test(path);
}

function secret(stage: ShellStage, filter: OutputFilter | undefined, isPrinted: boolean): CommandDanger | undefined {
  const what = secretFile(stage, isPrinted) ?? (isPrinted ? secretText(stage) : undefined);
  if (what === undefined || hidesValues(stage, filter)) return undefined;
  return { start: stage.start, end: stage.end, kind: 'secret', what };
}

function secretFile(stage: ShellStage, isPrinted: boolean): string | undefined {
  const { program, rest } = programOf(stage);
  const files = NAMES_ONLY.has(program) || isQuietSearch(program, rest) ? stage.inputs : [...rest, ...stage.inputs];
  // Files that a nested command reads belong to that command.
  const own = files.filter((file) => !/[$<>]\(|`/.test(file));
  const found = SECRET_FILES.find(({ pattern }) => own.some((file) => pattern.test(file)));
  return found && (isPrinted || !found.isForPrograms) ? found.what : undefined;
}

/** The secret that a program prints other than by reading a file. */
function secretText(stage: ShellStage): string | undefined {
  const { program, rest } = programOf(stage);
  const words = rest.join(' ');
  if (program === 'env' || program === 'printenv') return variablesOf(program, rest);
  if (program === 'echo' || program === 'printf') {
    const named = rest.flatMap((word) => [...word.matchAll(/\$(?:\{(\w+)(?:\}|:?[-=?])|(\w+))/g)]);
    const isSecret = named.some(([, braced, bare]) => SECRET_VARIABLES.test(braced ?? bare!));
    return isSecret ? 'a secret in the environment' : undefined;
  }
  return SECRET_COMMANDS.find(({ programs, pattern }) => programs.includes(program) && pattern.test(words))?.what;
}

function variablesOf(program: string, names: readonly string[]): string | undefined {
  const given = names.filter((name) => !name.startsWith('-'));
  if (given.length === 0) return 'the whole environment, secrets included';
  return program === 'printenv' && given.some((name) => SECRET_VARIABLES.test(name))
    ? 'a secret in the environment'
    : undefined;
}

/** `grep -q`, `-c` and `-l` report whether and where something matches, but not its content. */
function isQuietSearch(program: string, rest: readonly string[]): boolean {
  return (
    /^([ef]?grep|rg)$/.test(program) &&
    rest.some((word) => /^-[a-zA-Z]*[qclL]|^--(quiet|silent|count|files-with-matches)$/.test(word))
  );
}

/** The next program after a stage, in the same pipe, that determines whether values get through. */
interface OutputFilter {
  /** Whether it, or for a search what follows it, lets only names or numbers through. */
  readonly always: boolean;
  /** The words of a search, whose effect depends on what is searched; undefined for other programs. */
  readonly search: string | undefined;
}

/** For every stage what follows it in its pipe. */
function filtersByStage(stages: readonly ShellStage[]): (OutputFilter | undefined)[] {
  const filters: (OutputFilter | undefined)[] = [];
  let later: OutputFilter | undefined;
  for (let index = stages.length - 1; index >= 0; index--) {
    filters[index] = later;
    const stage = stages[index]!;
    later = stage.joint === '|' ? filterOf(stage, later) : undefined;
  }
  return filters;
}

function filterOf(stage: ShellStage, later: OutputFilter | undefined): OutputFilter | undefined {
  const { program, rest } = programOf(stage);
  const hides = { always: true, search: undefined };
  if (program === 'wc' || isQuietSearch(program, rest)) return hides;
  const words = rest.join(' ');
  if (program === 'cut' && /-d ?= ?-f ?1\b/.test(words)) return hides;
  if (/^(sed|awk)$/.test(program) && /=\.\*|-F ?=/.test(words)) return hides;
  return /^(grep|rg)$/.test(program) ? { always: later?.always ?? false, search: words } : later;
}

/** Whether the following stages let only names or numbers through. */
function hidesValues(stage: ShellStage, filter: OutputFilter | undefined): boolean {
  if (!filter) return false;
  const isEnvironment = /^(env|printenv)$/.test(programOf(stage).program);
  // From the whole environment, a search takes only what it matches.
  if (filter.search !== undefined && isEnvironment) return !/token|secret|key|pass|cred/i.test(filter.search);
  return filter.always;
}
