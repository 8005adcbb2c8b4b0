import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { InHostTest } from './in-host-test.ts';
import { eventually, folder } from './skills.ts';

/** The part of VS Code's API for tools that this uses: the typings are older. */
interface Tools {
  readonly tools: readonly { readonly name: string }[];
  invokeTool(
    name: string,
    options: { readonly input: object; readonly toolInvocationToken: undefined },
  ): Promise<{ readonly content: readonly { readonly value: string }[] }>;
}

const tools = vscode.lm as unknown as Tools;

async function write(path: string, text: string): Promise<void> {
  const uri = vscode.Uri.joinPath(folder('strict').uri, path);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  // The tests are not about how soon VS Code tells of a new file.
  await vscode.commands.executeCommand('skillwright.refreshSkills');
}

/** Writes a skill of the folder `strict`. */
function skill(name: string, body: string, fields = ''): Promise<void> {
  const text = `---\nname: ${name}\ndescription: Does what ${name} is for. Use when a test asks.\n${fields}---\n\n${body}\n`;
  return write(`.claude/skills/${name}/SKILL.md`, text);
}

/** The folder of the active file decides whose skills the tools offer. */
async function showFileOf(name: 'strict' | 'lenient'): Promise<void> {
  const file = vscode.Uri.joinPath(folder(name).uri, 'about.md');
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode('# About\n'));
  await vscode.window.showTextDocument(file);
}

async function invoke(name: string, input: object): Promise<string> {
  const { content } = await tools.invokeTool(name, { input, toolInvocationToken: undefined });
  return content.map(({ value }) => value).join('');
}

const load = (input: object) => invoke('skillwright_load_skill', input);

/** Releases before 1.95 have no tools. */
const hasTools = 'LanguageModelToolResult' in vscode;

/** The tools that language models of VS Code are given. Here VS Code answers its own question with yes, and refuses ours. */
const tests: readonly InHostTest[] = [
  {
    name: 'a model loads a skill with arguments',
    async check() {
      await skill('greeting', 'Greet $ARGUMENTS.');
      await showFileOf('strict');
      await eventually(async () =>
        assert.match(await load({ skill: 'greeting', args: 'Ada Lovelace' }), /Greet Ada Lovelace\./),
      );
      assert.match(await load({ skill: '/greeting' }), /^Base directory for this skill: .*greeting\n\nGreet \.\n?$/s);
    },
  },
  {
    name: 'a model lists the skills that it may load',
    async check() {
      await skill('by-hand', 'Only for users.', 'disable-model-invocation: true\n');
      await eventually(async () => {
        const listing = await invoke('skillwright_list_skills', {});
        assert.match(listing, /^- greeting: Does what greeting is for\. Use when a test asks\.$/m);
        assert.doesNotMatch(listing, /by-hand/);
      });
      await showFileOf('lenient');
      await eventually(async () => assert.doesNotMatch(await invoke('skillwright_list_skills', {}), /greeting/));
      await showFileOf('strict');
    },
  },
  {
    name: 'a model is told why a skill is not loaded',
    async check() {
      await write('.claude/settings.json', '{ "permissions": { "deny": ["Skill(secret)"] } }');
      await skill('secret', 'Nobody reads this.');
      await eventually(async () =>
        assert.match(await load({ skill: 'secret' }), /^Skill execution blocked by permission rules/),
      );
      assert.match(await load({ skill: ' ' }), /^Invalid skill format/);
      assert.match(await load({ skill: 'greting' }), /^Unknown skill: greting/);
      assert.match(await load({ skill: 'by-hand' }), /disable-model-invocation/);
      assert.match(await load({ skill: 'clear' }), /clear/);
    },
  },
  {
    name: 'a skill that the rules do not allow is loaded after a question',
    async check() {
      await skill('granting', 'Reads everything.', 'allowed-tools: Read\n');
      await eventually(async () => assert.match(await load({ skill: 'granting' }), /Reads everything\./));
    },
  },
  {
    name: 'commands of a skill do not run without consent',
    async check() {
      await skill('running', 'Now: !`echo ran`', 'allowed-tools: Bash(echo *)\n');
      await eventually(async () =>
        assert.match(
          await load({ skill: 'running' }).catch(String),
          /did not let its commands run|refused to show dialog/,
        ),
      );
    },
  },
  {
    name: 'a model checks what it has written',
    async check() {
      const path = '.claude/skills/greeting/SKILL.md';
      assert.match(
        await invoke('skillwright_validate_skill', { path, text: '---\nname: greeting\neffort: hihg\n---\n\nGo.\n' }),
        /^3:9 \w+ field-value: /m,
      );
      assert.match(await invoke('skillwright_validate_skill', { path: 'nowhere.txt' }), /does not exist/);
    },
  },
];

export const skillTool: readonly InHostTest[] = hasTools ? tests : [];
