import { asParagraph, insteadOfArguments, type Spellings } from './spellings.ts';

/** Wrong and right ways to write arguments, amounts and the folder of the skill. */
export const spellingsOfArguments: readonly Spellings[] = [
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
];
