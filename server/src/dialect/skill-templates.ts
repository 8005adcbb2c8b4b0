/** The text of a new skill, with what the author will write marked. */
export interface SkillTemplate {
  readonly id: string;
  readonly label: string;
  /** Its purpose, in a few words. */
  readonly detail: string;
  /** Fields that not every release of Claude Code reads. */
  readonly fields: readonly string[];
  /**
   * Frontmatter without `name`, and the body. `{{…}}` is what the author will write, with a text that may also stay; one
   * that begins with `!` is for the author, not for the model, and must not. In it, and elsewhere, `<Topic>` is the name as a title. It may name a thing or say what to do, so that no
   * sentence is built around it.
   */
  readonly frontmatter: string;
  readonly body: string;
}

/** The templates in the order in which they are offered. */
export const skillTemplates: readonly SkillTemplate[] = [
  {
    id: 'procedure',
    label: 'Steps to follow',
    detail: 'What Claude does, step by step, when a task comes up',
    fields: [],
    frontmatter: `description: "{{!<Topic>: the steps, and how to check the result. Use when the user asks for this or a similar task.}}"`,
    body: `# <Topic>

{{!Say in one sentence what the result should look like.}}

## Steps

1. {{Look at the existing files before changing anything.}}
2. {{!Work step by step, and name the command or file that each step needs.}}
3. {{!Check the result, and say what to do if the check fails.}}
`,
  },
  {
    id: 'reference',
    label: 'Facts to look up',
    detail: 'Conventions and terms that Claude reads when it needs them, not a task',
    fields: [],
    frontmatter: `description: "{{!<Topic>: conventions and terms, with an example of each. Use when writing about this or reviewing it.}}"
user-invocable: false`,
    body: `# <Topic>

## Conventions

- {{!One convention, and the reason for it.}}
- {{Another one.}}

## Terms

| Term | Meaning |
|---|---|
| {{term}} | {{meaning}} |

## Example

{{!Show one good example in full.}}
`,
  },
  {
    id: 'command',
    label: 'A command with arguments',
    detail: 'Runs when you type its name, with what you type after it',
    fields: ['arguments', 'disable-model-invocation'],
    frontmatter: `description: "{{!<Topic>, for a target. Use when the user types the command.}}"
argument-hint: "[target] [focus]"
arguments: [target, focus]
disable-model-invocation: true`,
    body: `# <Topic>

Work on $target. If it is empty, ask which file or folder is meant.

Pay attention to: $focus

1. {{Read the target before doing anything.}}
2. {{!Say what to do with it.}}
3. {{Report the result in a few lines.}}
`,
  },
  {
    id: 'forked-task',
    label: 'A task in its own agent',
    detail: 'Investigates without filling the conversation, and reports back',
    fields: ['context', 'agent'],
    frontmatter: `description: "{{!<Topic>: investigates and reports what it finds. Use when this has to be understood first.}}"
context: fork
agent: Explore`,
    body: `# <Topic>

Investigate: $ARGUMENTS

1. {{Find the files that matter, and read them.}}
2. {{Follow every call and setting until the question is answered.}}

Report at most 20 lines: {{the answer first, then the files and lines that prove it.}}
`,
  },
  {
    id: 'side-effect',
    label: 'An action that asks first',
    detail: 'Changes something outside of the files: only you start it, and you confirm it',
    fields: ['disable-model-invocation'],
    frontmatter: `description: "{{<Topic>, after showing what would change. Use when the user asks for exactly this.}}"
disable-model-invocation: true
allowed-tools: Read, Grep, Glob`,
    body: `# <Topic>

## Before

1. {{Check that everything is ready: no uncommitted changes, all tests pass.}}
2. {{Show what would change, without changing it.}}
3. Ask the user to confirm. Stop if they do not.

## Do it

4. {{!Name the one command that makes the change.}}

## Afterwards

5. {{Check that it worked, and say how to undo it.}}
`,
  },
  {
    id: 'canonical',
    label: 'A step in a chain of skills',
    detail: 'Says in its description what it gets from another skill, and what it hands on',
    fields: [],
    frontmatter: `description: |
  [{{Phase·Domain·Role}}] {{<Topic>, and hands on the result.}}

  WHEN: {{!The user asks for this, and its input is complete.}}
  DOMAIN: {{domain}} (skill {{1}} of {{1}}).
  INPUT_FROM: {{the user's request}}.
  OUTPUT_TO: {{the user}}.

  METHODOLOGY: {{(1) read the input, (2) carry out the task, (3) check the result.}}
  OUTPUT_FORMAT: {{a summary in a few lines, then the details.}}`,
    body: `# <Topic>

## Steps

1. {{Read the input, and say what is missing.}}
2. {{Carry out the task.}}
3. {{Check the result.}}

## Output

{{!Say exactly what the next skill gets.}}
`,
  },
];

/** Shorter texts may be anybody's own. */
const minFiller = 20;

const partsOf = (text: string): string[] =>
  [...text.matchAll(/\{\{!(.*?)\}\}/g)]
    .flatMap(([, filler]) => filler!.split('<Topic>'))
    .filter((part) => part.length >= minFiller);

/** Texts of the templates that are there to be replaced, by where they are: in a description, or in a body. */
export const templateFillers = {
  description: skillTemplates.flatMap(({ frontmatter }) => partsOf(frontmatter)),
  body: skillTemplates.flatMap(({ body }) => partsOf(body)),
} as const;
