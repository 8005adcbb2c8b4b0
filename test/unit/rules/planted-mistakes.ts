/** A file in which nothing is wrong. */
export interface CleanFile {
  readonly path: string;
  readonly kind: 'skill' | 'command' | 'agent' | 'settings' | 'plugin';
  /** How it takes arguments, if it does. */
  readonly takes?: 'two-arguments' | 'any-arguments' | undefined;
  readonly text: string;
}

/** One kind of mistake, written in several ways. */
export interface Plant {
  readonly kind: string;
  /** The rule that reports it. */
  readonly rule: string;
  /** The files to plant it into. */
  readonly files: readonly (CleanFile['kind'] | NonNullable<CleanFile['takes']>)[];
  into(text: string, planted: string): string;
  /** The texts that are wrong, marked at the characters to report. */
  readonly mistakes: readonly string[];
  /** Similar texts that are right, or for which silence is. */
  readonly valid: readonly string[];
}

export const cleanFiles: readonly CleanFile[] = [
  {
    path: '/project/.claude/skills/sorting-photos/SKILL.md',
    kind: 'skill',
    text: `---
name: sorting-photos
description: Sorts photos into folders by date and place. Use when the user has a folder full of pictures.
allowed-tools: Bash(exiftool:*), Read
---

# Sorting photos

Read the date of each picture, and move it to the folder of its month. Never delete a picture.

\`\`\`bash
exiftool -d '%Y/%m' '-directory<DateTimeOriginal' "$PHOTOS"
\`\`\`

## Places

| Source | Folder |
|---|---|
| Camera | \`camera/\` |
| Telephone | \`phone/\` |
`,
  },
  {
    path: '/project/.claude/skills/writing-minutes/SKILL.md',
    kind: 'skill',
    text: `---
name: writing-minutes
description: "Writes the minutes of a meeting: decisions, tasks and open questions. Use after a meeting, when there is a transcript."
---
Read the transcript. List what was decided, and who does what until when.

- Quote a decision in the words that were spoken.
- Leave out small talk.
`,
  },
  {
    path: '/project/.claude/skills/comparing-branches/SKILL.md',
    kind: 'skill',
    takes: 'two-arguments',
    text: `---
name: comparing-branches
description: Compares two branches and explains what differs. Use when the user asks what changed between two branches.
argument-hint: "[base] [head]"
---

# Comparing branches

Compare $0 with $1, and explain each difference in one sentence.
`,
  },
  {
    path: '/project/.claude/commands/translate.md',
    kind: 'command',
    takes: 'any-arguments',
    text: `---
description: Translates a text into simple English
argument-hint: "[text...]"
---

Translate the following text, and keep names as they are:

$ARGUMENTS
`,
  },
  {
    path: '/project/.claude/agents/proofreader.md',
    kind: 'agent',
    text: `---
name: proofreader
description: Finds mistakes in texts. Use after a text was written.
tools: Read, Grep
---

Read the text twice, and list every mistake with its line.
`,
  },
  {
    path: '/project/.claude/settings.json',
    kind: 'settings',
    text: `{
  "permissions": {
    "allow": ["Skill(sorting-photos)", "Bash(git status)"],
    "deny": ["Skill(deploying)"]
  }
}
`,
  },
  {
    path: '/project/office/.claude-plugin/plugin.json',
    kind: 'plugin',
    text: `{
  "name": "office",
  "version": "1.0.0"
}
`,
  },
];

/** Adds text as the last paragraph. */
const asParagraph = (text: string, planted: string): string => `${text}\n${planted}\n`;

/** Writes text where the arguments were. */
const insteadOfArguments = (text: string, planted: string): string =>
  text.replace(/\$ARGUMENTS|\$0 with \$1/, () => planted);

/** Replaces the description. */
const asDescription = (text: string, planted: string): string =>
  text.replace(/^description: .*$/m, () => `description: ${planted}`);

/** Adds a field at the end of the frontmatter. */
const asField = (text: string, planted: string): string => text.replace(/\n---\n/, () => `\n${planted}\n---\n`);

export const plants: readonly Plant[] = [
  {
    kind: 'amounts and fields among the declared arguments',
    rule: 'literal-dollar',
    files: ['two-arguments', 'any-arguments'],
    into: asParagraph,
    mistakes: [
      'It earns +«$1»,200K a year.',
      'A run costs «$1».50.',
      'It costs «$0» million.',
      'It costs «$1»/month.',
      'They cost «$1» each.',
      "Print it with `awk '{print «$1»}' log`.",
      "```bash\nawk -F: '«$0» > 999 {print}' /etc/passwd\n```",
    ],
    valid: [
      'A run costs \\$1.50.',
      'A run costs $20.00, the year $200K.',
      "Print it with `awk '{print \\$1}' log`.",
      'Save the second one as `$1.md`.',
      'Look at $0, and list $1 each line of which is new.',
    ],
  },
  {
    kind: 'spellings of `$ARGUMENTS` where no arguments are declared',
    rule: 'placeholder-unknown',
    files: ['skill'],
    into: asParagraph,
    mistakes: [
      'Look at «$ARGUMENT» first.',
      '- «{{ARGUMENTS}}»',
      'Look at «$ARGS» first.',
      '> «{{args}}»',
      'Look at «{arguments}».',
    ],
    valid: ['Write `$ARGS` or `{args}`.', '```bash\ngit log $ARGS "$@" {{args}}\n```'],
  },
  {
    kind: 'other spellings of `$ARGUMENTS`',
    rule: 'placeholder-unknown',
    files: ['two-arguments', 'any-arguments'],
    into: insteadOfArguments,
    mistakes: [
      '«$ARGUMENT»',
      '«$ARGS»',
      '«${ARGS}»',
      '«$ARGUEMENTS»',
      '«$@»',
      '"«$@»"',
      '«{arguments}»',
      '«{ARGUMENTS}»',
      '«{{args}}»',
      '«{{ARGUMENTS}}»',
      '«{{ arguments }}»',
      '`«{{args}}»`',
      '`git diff «$ARGUMENT»`',
    ],
    valid: ['$ARGUMENTS', '`$ARGUMENTS`', '"$ARGUMENTS"', '$ARGUMENTS[0]', '$0'],
  },
  {
    kind: 'variables of shells and templates, which are not the arguments',
    rule: 'placeholder-unknown',
    files: ['two-arguments', 'any-arguments'],
    into: asParagraph,
    mistakes: ['Then translate «$ARGUMENT» again.', 'Then read «{{ARGUMENTS}}» again.'],
    valid: [
      // A script has parameters of its own.
      '```bash\nARGS="--all"\ngit log $ARGS\n```',
      '```bash\nrun() { git "$@"; }\n```',
      '`run "$@"` passes everything on.',
      '`$ARGS` may also be empty.',
      'ARGUMENT=x; `echo $ARGUMENT`',
      // In code, braces are part of the program.
      '```python\nprint(f"{arguments}")\n```',
      '`f"{args}"` is Python.',
      // The model fills them in, or another product does.
      'Replace {args} with the names of the files.',
      'In the template of Gemini, {{args}} is what follows the command.',
    ],
  },
  {
    kind: 'other names for the folder of the skill',
    rule: 'placeholder-unknown',
    files: ['skill'],
    into: asParagraph,
    mistakes: [
      'Run `python «${SKILL_DIR}»/scripts/run.py`.',
      'Run `python "«$SKILL_DIR»/scripts/run.py"`, then $SKILL_DIR/scripts/end.py.',
      'Read «{skill_path}»/references/names.md.',
      'Run `python «{skill_dir}»/scripts/run.py`.',
      'Read «{{SKILL_ROOT}}»/references/names.md.',
      '```bash\npython «${SKILL_PATH}»/scripts/run.py\n```',
      '```bash\ncd "«$SKILL_DIR»" && python run.py\n```',
      '```bash\ncd «$SKILL_DIR»\npython $SKILL_DIR/run.py\n```',
    ],
    valid: [
      'Run `python ${CLAUDE_SKILL_DIR}/scripts/run.py`.',
      // Assigned, or explained to the model.
      '```bash\nSKILL_DIR=~/photos\npython $SKILL_DIR/scripts/run.py\n```',
      'Set `skill_dir` to the folder of this file, then run `python {skill_dir}/scripts/run.py`.',
      'Run `python <skill-path>/scripts/run.py`, with the folder of this file.',
      '```bash\nSKILL_DIR=~/photos\ncd $SKILL_DIR\n```',
      '`$SKILL_DIR` is the folder that holds this file.',
      // The folder of any skill.
      'Each skill has a `{skill_path}/SKILL.md`, in `{skill_path}`.',
    ],
  },
  {
    kind: 'variables that are empty in commands',
    rule: 'placeholder-unknown',
    files: ['skill'],
    into: asParagraph,
    mistakes: [
      'Run `python «$CLAUDE_SKILL_DIR»/scripts/run.py`.',
      '```bash\npython "«$CLAUDE_SKILL_DIR»/scripts/run.py"\n```',
      '```\npython «$CLAUDE_SKILL_DIR»/scripts/run.py\n```',
      '```bash\npython "«${CLAUDE_PLUGIN_ROOT}»/scripts/run.py"\n```',
      'Run `python «$CLAUDE_PLUGIN_ROOT»/scripts/run.py`.',
    ],
    valid: [
      'Run `python "${CLAUDE_SKILL_DIR}/scripts/run.py"`.',
      '```bash\nCLAUDE_SKILL_DIR=$(pwd)\npython $CLAUDE_SKILL_DIR/run.py\n```',
      // Hooks and servers have such variables.
      '```json\n{ "hooks": { "Stop": [{ "command": "${CLAUDE_PLUGIN_ROOT}/run.sh" }] } }\n```',
      'A hook of a plugin runs `bash ${CLAUDE_PLUGIN_ROOT}/run.sh`.',
      '`$CLAUDE_SKILL_DIR` is not set in commands.',
    ],
  },
  {
    kind: 'permission rules that Claude Code does not read as rules for skills',
    rule: 'permission-rule-unmatched',
    files: ['settings'],
    into: (text, planted) => text.replace('"Skill(deploying)"', () => planted),
    mistakes: [
      '«"Skill(deploying"»',
      '«"skill(deploying)"»',
      '«"SKILL(deploying)"»',
      '«"Skills(deploying)"»',
      '«"Skill (deploying)"»',
      '«"Skill[deploying]"»',
      '«"Skill:deploying"»',
      '«"Skill deploying"»',
      '«" Skill(deploying)"»',
      '«"Skill(deploying) "»',
      '«"Skill(deploying))"»',
      '«"skill"»',
    ],
    valid: [
      '"Skill(deploying)"',
      '"Skill(deploying *)"',
      '"Skill"',
      '"Bash(skill:*)"',
      '"SkillSearch"',
      '"mcp__skill__find"',
    ],
  },
  {
    kind: 'misspelled keys of settings',
    rule: 'field-unknown',
    files: ['settings'],
    into: (text, planted) => text.replace('{', () => `{\n  ${planted}: { "deploying": "off" },`),
    mistakes: ['«"skillOverride"»', '«"skill_overrides"»', '«"SkillOverrides"»', '«"skilOverrides"»'],
    // Keys that have nothing to do with skills are not known here.
    valid: ['"skillOverrides"', '"permissionGroups"', '"env"', '"availableSkills"', '"name"'],
  },
  {
    kind: 'manifests that stop the plugin',
    rule: 'plugin-manifest',
    files: ['plugin'],
    into: (_, planted) => planted,
    mistakes: [
      '{ "name": "office"«,» }',
      '{ "name": "office" «// tools»\n}',
      '{ "name": "office"«»',
      '«»',
      '«[]»',
      '«{» "version": "1.0.0" }',
      '{ "name": «"my office"» }',
      '{ "name": «"office "» }',
      '{ "name": «"@me/office"» }',
      '{ "name": «""» }',
      '{ "name": «5» }',
      '{ "name": "office", "version": «5» }',
      '{ "name": "office", "commands": «"more.md"» }',
      '{ "name": "office", "agents": «"./proofreader"» }',
    ],
    valid: [
      '{ "name": "My_Office.2" }',
      '{ "name": "büro" }',
      '\uFEFF{ "name": "office" }',
      '{ "name": "my office", "name": "office" }',
      '{ "name": "office", "author": { "name": "Ada B." }, "unknown": 5 }',
    ],
  },
  {
    kind: 'misspelled keys of manifests',
    rule: 'field-unknown',
    files: ['plugin'],
    into: (text, planted) => text.replace('"version": "1.0.0"', () => `${planted}: "./more"`),
    mistakes: ['«"skill"»', '«"Skills"»', '«"command"»', '«"output_styles"»'],
    valid: ['"skills"', '"outputStyles"', '"more"'],
  },
  {
    kind: 'fields in the singular',
    rule: 'field-unknown',
    files: ['skill'],
    into: asField,
    mistakes: [
      '«hook»:\n  Stop:\n    - hooks:\n        - type: command\n          command: echo',
      '«path»: "src/**/*.ts"',
      '«path»: [src, test]',
    ],
    // Keys of metadata, and those that Claude Code knows without using them.
    valid: ['category: photos', 'agents: Ada', 'keyword: photos'],
  },
  {
    kind: 'keys that promise an effect',
    rule: 'field-unknown',
    files: ['skill'],
    into: asField,
    mistakes: ['«timeout»: 5', '«input_schema»: { type: object }', '«path_patterns»: ["*.ts"]', '«triggers»:\n  - go'],
    valid: ['version: 5', 'settings: { timeout: 5 }', 'metadata:\n  timeout: "5"'],
  },
  {
    kind: 'tools in the singular',
    rule: 'field-unknown',
    files: ['agent'],
    into: (text, planted) => text.replace('tools', () => planted),
    mistakes: ['«tool»', '«allowed-tools»', '«disallowedTool»'],
    valid: ['tools', 'disallowedTools'],
  },
  {
    kind: 'fields of Claude Code below metadata',
    rule: 'metadata-shape',
    files: ['skill'],
    into: asField,
    mistakes: [
      'metadata:\n  «disable-model-invocation»: true',
      'metadata:\n  version: "1"\n  «when_to_use»: After a trip.',
      'metadata:\n  «user-invocable»: false\n  author: Ada',
      'metadata: { «disallowed-tools»: Bash }',
      'metadata:\n  «context»: fork',
      'metadata:\n  «effort»: high',
      'metadata:\n  «hooks»:\n    Stop: []',
      'metadata:\n  «paths»: ["photos/**"]',
      'metadata:\n  «paths»: "*.jpg"',
    ],
    valid: [
      'metadata:\n  version: "1"\n  author: Ada\n  tags: [photos]',
      // Remarks of the author.
      'metadata:\n  model: haiku\n  agent: Ada\n  name: Photos\n  context: holidays\n  effort: 2 days\n  hooks: none\n  paths: [photos]',
      'effort: high\nmetadata:\n  effort: high',
    ],
  },
  {
    kind: 'descriptions left over from a template',
    rule: 'template-unfilled',
    files: ['skill', 'command', 'agent'],
    into: asDescription,
    mistakes: [
      '«A new skill»',
      '"«My custom skill.»"',
      '«A skill»',
      '«[Insert what it does]»',
      'Sorts photos. Use when «[describe the occasion]».',
      '«Your description here»',
      '«Enter a description»',
      '«Description»',
      '«Describe what this skill does and when to use it»',
      '«<short description>»',
      '«TODO -» say what it does',
      '«TODO» describe it',
      '>\n  «A new skill»',
      '«Lorem ipsum dolor sit amet»',
      '«Test skill»',
      '«This is a skill.»',
      '«A short description of what this skill does»',
      '«WIP»',
      '«Change me»',
      '«xxx»',
      '«...»',
      '>-\n  «{{description}}»',
      '"Sorts photos. «TODO:» say when."',
    ],
    valid: [
      'Lists TODO - comments of a project. Use when the user asks what is left.',
      'Writes a description of each photo. Use when the user asks for captions.',
      'Creates a new skill. Use when the user asks for one.',
      '"Finds notes such as TODO: in photos. Use when the user asks for them."',
      'Creates links such as [describe](describe.md). Use when the user asks for one.',
    ],
  },
  {
    kind: 'the first and second person',
    rule: 'description-person',
    files: ['skill'],
    into: asDescription,
    mistakes: [
      '«We» sort photos by date. Use when there are many.',
      '«I» compare photos. Use when there are many.',
      'Sorts photos. «We» also rename them when asked.',
      '«Helps you» sort photos. Use when there are many.',
      '«Helping you» sort photos. Use when there are many.',
      '«Your» expert for photos. Use when there are many.',
      '«Your» personal assistant for photos. Use when there are many.',
    ],
    valid: [
      'Sorts photos. Use when you have many.',
      'Sorts photos. Use when the user says "We sort photos" or "I sort them".',
      'Sorts photos by date, as part I of a plan. Use when there are many.',
      'Your photos are sorted by date. Use when there are many.',
    ],
  },
  {
    kind: 'descriptions that break off',
    rule: 'description-cut-off',
    files: ['skill', 'command', 'agent'],
    into: asDescription,
    mistakes: [
      'Sorts photos by date. Use «when a user».',
      'Sorts photos by date. Use «when the user»',
      'Sorts photos by date. Use «when».',
      'Sorts photos by date, «and»',
      'Sorts photos by date. Use when there are photos of «the»…',
      '"Sorts photos by date. Use when the user names dates, «such as»:"',
      'Sorts photos by date. Use when there are photos«,»',
      '"Sorts photos by date. Use «when the user»."',
      'Sorts photos by date. «Use this skill when the user wants to»',
      'Sorts photos by date. «Use if the user needs».',
      'Sorts photos by date. Rename them «if the user asks for».',
      'Sorts photos by date. «Use this for»',
      'Sorts photos «by»',
      'Sorts photos by date, «including»',
      '"Sorts photos by date. Use when asked. «Triggers on»:"',
      '"Sorts photos by date. Use when the user says«:»"',
      'Sorts photos by date. Use when there are many «(or few»',
      '>-\n  Sorts photos by date. Use when the user says «"sort them»',
      'Sorts photos by date. Use when the user says «“»',
      'Sorts photos by date. Use when there are many «–»',
      'Sorts photos by date «&»',
      'Sorts photos by date. Use when asked for the «correction of»',
      'Sorts photos by date. Renames them «in order to».',
    ],
    valid: [
      'Sorts photos by date. Use when there are folders to sort in.',
      'Sorts photos by date. Use for albums when asked to.',
      '>-\n  Sorts photos by date. Use when the user says "sort them"',
      '>-\n  Sorts photos by date. Use when some are wider than 5" or so',
      'Sorts photos by date. Use when there are things to take care of.',
      'Sorts photos by date. Use when there is nothing in between.',
      'Sorts photos by date. Use when asked, and also renames them if the user wants to.',
      'Sorts photos by date. Use for albums, if the user asks.',
      'Sorts photos by date. Use when asked for rules to live by.',
      'Sorts photos by date. Use when a) there are many (or few), or b) asked (always).',
      'Sorts photos by date. Use when there is something to start with.',
      'Sorts photos by date. Use when the user says “when”.',
      'Sorts photos by date and so on. Use when the user asks what to do and when to do it…',
      'Sorts photos by date (newest first).  Use when the user adds vitamin A.',
    ],
  },
  {
    kind: 'words that only look like an occasion',
    rule: 'description-no-trigger',
    files: ['skill'],
    into: (text, planted) =>
      text.replace(/^description: .*$/m, () =>
        `«description»: ${planted}`.replace('«description»: =', 'description: '),
      ),
    mistakes: [
      'Sorts the photos of a folder and always keeps the originals.',
      'Sorts the photos of a folder immediately.',
      'Sorts the photos of a folder, with a copy if possible.',
      'Sorts the photos of a folder while keeping the originals.',
      'Sorts the photos of a folder until all are in place.',
      'Sorts the photos of a folder. Deletes none of them unless they are empty.',
      'Finds useful photos in a folder, and builds upon their names.',
      'Sorts the photos of a folder, with a copy whenever possible.',
      'Sorts the photos of a folder by date, even when it is unsure.',
      'Sorts the photos of a folder by date, even if it is unsure.',
    ],
    valid: [
      '=Sorts the photos of a folder. Always use this skill with pictures.',
      '=Sorts the photos of a folder. Use it unless there are few.',
      '=Sorts the photos of a folder once the user has uploaded them.',
      '=Sorts the photos of a folder if there are many.',
      '=Given a folder, sorts the photos in it.',
      '=Sorts the photos of a folder. Useful for travelers.',
      '=Sorts the photos of a folder while you are asleep.',
    ],
  },
  {
    kind: 'occasions that fit every skill',
    rule: 'description-no-trigger',
    files: ['skill'],
    into: asDescription,
    mistakes: [
      'Sorts the photos of a folder. «Use when asked».',
      'Sorts the photos of a folder. «Use this skill when needed»',
      'Sorts the photos of a folder. «Use it whenever it is appropriate».',
      'Sorts the photos of a folder. «Use when the user asks for this or a similar task».',
      'Sorts the photos of a folder. «Use for this or a similar task».',
      'Sorts the photos of a folder, «use if necessary»',
      '"«Use when the user asks for help». Sorts the photos of a folder."',
    ],
    valid: [
      'Sorts the photos of a folder. Use when asked to sort photos.',
      'Sorts the photos of a folder. Use when the user needs an album.',
      'Sorts the photos of a folder. Use when asked, "sort my photos".',
      'Sorts the photos of a folder. Use when needed. Triggers on albums.',
      'Sorts photos, scans, drawings, posters and frames of a folder. Use when asked.',
    ],
  },
  {
    kind: 'commands with the mark inside the backticks',
    rule: 'injection-literal',
    files: ['skill', 'command'],
    into: asParagraph,
    mistakes: ['«`!git status`»', '- Branch: «`!git branch --show-current`»', 'State: «`! git status`».'],
    valid: [
      'State: !`git status`',
      // What users type, and what notebooks run.
      '- Type: `!git status`',
      'In a cell: `!git status`',
      '- `!pip install pillow`',
      '- `!important` and `!photo`',
      'With `!git status`, a user runs it.',
    ],
  },
  {
    kind: 'commands in code blocks',
    rule: 'injection-in-code',
    files: ['skill', 'command'],
    into: asParagraph,
    mistakes: [
      '```bash\n«!`git status`»\n```',
      '```markdown\nState: «!`git status`»\n```',
      '```\nState: «!`git status`»\n```',
      'An example:\n\n    State: «!`git status`»',
      '`` «!`git status`» ``',
    ],
    valid: [
      '```bash\ngit status\n```',
      '- State:\n    !`git status`',
      // The block is there to hold the output.
      '```json\n!`git status`\n```',
    ],
  },
  {
    kind: 'frontmatter in another format',
    rule: 'frontmatter-not-first',
    files: ['skill', 'command', 'agent'],
    into: (text, planted) => text.replace(/^---\n[\s\S]*?\n---\n/, () => planted),
    mistakes: [
      '«+++»\ndescription = "Sorts photos."\n+++\n',
      '«+++»\n[skill]\ndescription = "Sorts photos."\n+++\n',
      '«+++»\ntags = [\n  "a",\n]\ndescription = "Sorts photos."\n+++\n',
      '«+++»\ndescription = """\nSorts photos.\n"""\n+++\n',
      '«---toml»\ndescription = "Sorts photos."\n---\n',
      '«---yaml»\ndescription: Sorts photos.\n---\n',
      '«;;;»\n{ "x": 1,\n"description": "Sorts photos." }\n;;;\n',
    ],
    valid: [],
  },
  {
    kind: 'hooks as text',
    rule: 'field-type',
    files: ['skill', 'command', 'agent'],
    into: asField,
    mistakes: ['hooks: «PreToolUse»', 'hooks: «"./hooks.json"»', 'hooks: «[PreToolUse]»', 'hooks: «true»'],
    valid: ['hooks:', 'hooks: {}'],
  },
  {
    kind: 'events and handlers as text',
    rule: 'hooks-shape',
    files: ['skill', 'command', 'agent'],
    into: asField,
    mistakes: [
      'hooks:\n  Stop: «echo done»',
      'hooks:\n  Stop:\n    - «echo done»',
      'hooks:\n  Stop:\n    - hooks: «echo done»',
      'hooks:\n  Stop:\n    - hooks:\n        - «echo done»',
    ],
    valid: ['hooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: echo done'],
  },
  {
    kind: 'commands that nothing allows',
    rule: 'injection-not-allowed',
    files: ['skill', 'command'],
    into: asParagraph,
    mistakes: ['Now: !`«git push»`', 'Now: !`«make && ./run.sh»`', 'Now: !`«curl https://example.com»`'],
    // Those that only read need no rule.
    valid: ['Now: !`git status`', 'Now: !`ls`', 'Now: !`whoami`'],
  },
];
