import { writeReplacingProgram } from './replacing-program.ts';

/** A start of the program, as it notes it in `started.json` next to itself. */
export interface NotedStart {
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The texts of the mirrored configuration by their paths in it; null for a link. */
  readonly config: Readonly<Record<string, string | null>>;
  /** The settings of the command line. */
  readonly settings: Record<string, unknown>;
}

/**
 * Writes a program that does with a prompt what Claude Code does with a simple skill of a project: it asks the model that
 * its environment names. Arguments change that: `differently` changes the text, `crash` ends it, `wait` makes it wait for
 * ever, `silently` sends nothing. For a system with `#!`.
 */
export function writePromptedClaudeCode(folder: string, version = '9.9.9'): string {
  return writeReplacingProgram(folder, version, `(${program.toString()})(require, ${JSON.stringify(version)});\n`);
}

/** Runs as a program of its own, so that it can use nothing from here. */
function program(require: NodeJS.Require, version: string): void {
  const fs = require('node:fs') as typeof import('node:fs');
  const { join, dirname } = require('node:path') as typeof import('node:path');
  const print = (event: object) => console.log(JSON.stringify(event));
  const { CLAUDE_CONFIG_DIR: config = '', ANTHROPIC_BASE_URL: server, ANTHROPIC_API_KEY: key = '' } = process.env;
  const entries = fs.readdirSync(config, { recursive: true, withFileTypes: true });
  const contents = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(config.length + 1), entry.isFile() ? fs.readFileSync(path, 'utf8') : null];
    });
  const args = process.argv.slice(2);
  const settings = JSON.parse(fs.readFileSync(args[args.indexOf('--settings') + 1]!, 'utf8'));
  const noted = {
    args,
    folder: process.cwd(),
    environment: process.env,
    config: Object.fromEntries(contents),
    settings,
  };
  const started = join(dirname(process.argv[1]!), 'started.json');
  // Whoever waits for it finds all of it.
  fs.writeFileSync(`${started}.part`, JSON.stringify(noted));
  fs.renameSync(`${started}.part`, started);
  const prompt = fs.readFileSync(0, 'utf8').trimEnd();
  const [, name, given = ''] = /^\/(\S+) ?([\s\S]*)$/.exec(prompt)!;
  print({ type: 'system', subtype: 'init', claude_code_version: version });
  if (given === 'crash') {
    console.error('Something broke');
    process.exitCode = 3;
    return;
  }
  if (given === 'wait') {
    setInterval(() => {}, 1_000);
    return;
  }
  if (given === 'silently') {
    print({ type: 'result', result: 'Said nothing' });
    return;
  }
  const skill = join(process.cwd(), '.claude/skills', name!);
  const text = fs.readFileSync(join(skill, 'SKILL.md'), 'utf8');
  const [, description] = /^description: (.*)$/m.exec(text)!;
  const body = text
    .split('---\n')
    .slice(2)
    .join('---\n')
    .replace(/^\n/, '')
    .replaceAll('$ARGUMENTS', given)
    .replaceAll(
      /!`[^`]*`/g,
      settings.disableSkillShellExecution ? '[shell command execution disabled by policy]' : 'ran',
    );
  const commandArgs = given === '' ? '' : `<command-args>${given}</command-args>\n`;
  const metadata = `<command-message>${name}</command-message>\n<command-name>/${name}</command-name>\n${commandArgs}`;
  const rendered = `Base directory for this skill: ${skill}\n\n${body}${given === 'differently' ? 'changed\n' : ''}`;
  const listing = `The following skills are available for use with the Skill tool:\n\n- ${name}: ${description}\n- own: A skill of Claude Code.`;
  const content = [`<system-reminder>\n${listing}\n</system-reminder>`, metadata, rendered];
  const messages = [{ role: 'user', content: content.map((it) => ({ type: 'text', text: it })) }];
  const tools = [{ name: 'Skill', description: '', input_schema: {} }];
  void fetch(`${server}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: JSON.stringify({ model: 'm', messages, tools }),
  })
    .then((response) => response.json())
    .then((answer) => {
      const { content: said } = answer as { content: { text: string }[] };
      print({ type: 'result', subtype: 'success', result: said[0]!.text });
    });
}
