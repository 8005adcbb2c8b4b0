import type { CleanText, Plant } from '../clean-text.ts';
import { type Mistake, mistake, only } from '../mistake.ts';
import type { Random } from '../random.ts';

/** Gives a description that the model reads another text. */
const described =
  (yaml: (text: string, random: Random) => string | undefined) =>
  (file: CleanText, random: Random): Plant | undefined => {
    const { description } = file;
    if (file.kind !== 'skill' || !description || file.has('disable-model-invocation', 'when_to_use')) return undefined;
    const text = yaml(description.text.replace(/[:#"']/g, ','), random);
    return text === undefined ? undefined : file.withValue('description', text);
  };

const fields = (yaml: string, ...unless: readonly string[]) =>
  only('skill', (file) => (file.has(...unless) ? undefined : file.withFields(yaml)));

/** Renames a key that is there. */
const renamed = (kinds: string, key: string, to: string) =>
  only(kinds, (file) => {
    const field = file.hasFields ? file.document.frontmatter.fields.get(key) : undefined;
    return field && file.replace(field.keyRange, to);
  });

const name = (change: (name: string) => string) =>
  only('skill', (file) => {
    const value = file.document.frontmatter.fields.get('name')?.value;
    if (value?.kind !== 'scalar' || typeof value.value !== 'string' || !/^[a-z-]+$/.test(value.value)) return undefined;
    return file.withValue('name', change(value.value));
  });

/** For what only Claude Code reads. */
const ours = (kinds: string, plant: Mistake['plant']) =>
  only(kinds, (file, random) => (file.isOurs ? plant(file, random) : undefined));

const letters = 'abcdefghijklmnopqrstuvwxyz';

export const mistakesOfFields: readonly Mistake[] = [
  mistake(
    'name-format',
    'capitals in a name',
    name((it) => it.replace(/^./, (first) => first.toUpperCase())),
  ),
  mistake(
    'name-format',
    'a space in a name',
    name((it) => it.replace('-', ' ')),
  ),
  mistake(
    'name-format',
    'an underscore in a name',
    name((it) => it.replace('-', '_')),
  ),
  mistake(
    'name-format',
    'two hyphens in a name',
    name((it) => it.replace('-', '--')),
  ),
  mistake(
    'name-format',
    'a hyphen at the end of a name',
    name((it) => `${it}-`),
  ),
  mistake(
    'name-format',
    'an umlaut in a name',
    name((it) => it.replace('u', 'ü')),
  ),
  mistake(
    'name-length',
    'a name that is too long',
    name((it) => `${it}-and-everything-that-is-similar-to-it-in-any-way-at-all`.repeat(2)),
  ),
  mistake(
    ['description-missing', 'plugin-description-missing'],
    'no description',
    only('skill', (file) => {
      if (!file.description || file.has('when_to_use', 'disable-model-invocation')) return undefined;
      const plant = file.without('description');
      return plant && { ...plant, foundAt: { start: 0, end: plant.replaced.start + 2000 } };
    }),
  ),
  mistake(
    'description-empty',
    'an empty description',
    described(() => ''),
  ),
  mistake(
    'description-empty',
    'a description of quotes',
    described(() => '""'),
  ),
  mistake(
    'description-empty',
    'a description of blanks',
    described(() => '"  "'),
  ),
  mistake(
    'description-lost',
    'a number sign in a description',
    described((text) => text.replace(/ (?=[^ ]+$)/, ' # ')),
  ),
  mistake(
    ['description-lost', 'description-empty'],
    'a description that is a comment',
    described((text) => `# ${text}`),
  ),
  mistake(
    'description-person',
    'the first person',
    described((text) => `I can help here. ${text}`),
  ),
  mistake(
    'description-person',
    'the second person',
    described((text) => `Helps you with this. ${text}`),
  ),
  mistake(
    'description-no-trigger',
    'no occasion',
    described(() => 'Sorts the pictures of a folder and always keeps the originals.'),
  ),
  mistake(
    'description-cut-off',
    'a description that breaks off',
    described((text) => `${text.replace(/\.$/, '')}. Use it when the user`),
  ),
  mistake(
    'description-cut-off',
    'a description that ends with a comma',
    described((text) => `${text.replace(/\.$/, '')},`),
  ),
  mistake(
    'description-no-trigger',
    'an occasion that fits every skill',
    described(() => 'Sorts the pictures of a folder and keeps the originals. Use when asked.'),
  ),
  mistake(
    'description-no-trigger',
    'the occasion of a template',
    described(() => 'Sorts the pictures of a folder. Use when the user asks for this or a similar task.'),
  ),
  mistake(
    'description-cut-off',
    'a description that ends in a quotation',
    described((text) => `'${text.replace(/\.$/, '')}. Use when the user says "sort my'`),
  ),
  mistake(
    'description-cut-off',
    'a description that ends with a dash',
    described((text) => `${text.replace(/\.$/, '')} –`),
  ),
  mistake(
    'description-cut-off',
    'a description that ends with a preposition',
    described((text) => `${text.replace(/\.$/, '')}, and for the preparation of`),
  ),
  mistake(
    'description-too-long',
    'a description that is cut',
    described((text) => `${text} ${'It also covers everything that is similar in any way. '.repeat(40)}`.trim()),
  ),
  mistake(
    'description-front-load',
    'a description that begins with nothing',
    described(
      (text) =>
        `This is a useful and powerful skill that helps with all kinds of tasks and makes everything better, and it is easy to use. ${text}`,
    ),
  ),
  mistake(
    'template-unfilled',
    'a description to be written',
    described(() => '"TODO: say what it does and when to use it"'),
  ),
  mistake(
    'template-unfilled',
    'a description in braces',
    described(() => '"{{DESCRIPTION}}"'),
  ),
  mistake(
    'template-unfilled',
    'a description of a template',
    described(() => 'Your description here'),
  ),
  mistake('field-unknown', 'a letter too few', renamed('skill agent', 'description', 'descripton')),
  mistake('field-unknown', 'two letters swapped', renamed('skill agent command', 'description', 'desrciption')),
  mistake('field-unknown', 'a key in capitals', renamed('skill agent', 'description', 'Description')),
  mistake(
    'field-unknown',
    'underscores instead of hyphens',
    renamed('skill command', 'allowed-tools', 'allowed_tools'),
  ),
  mistake('field-unknown', 'a key in camel case', renamed('skill command', 'argument-hint', 'argumentHint')),
  mistake(
    'field-unknown',
    'hyphens instead of underscores',
    fields('when-to-use: After a journey.', 'when_to_use', 'disable-model-invocation'),
  ),
  mistake(
    'field-unknown',
    'a common misspelling',
    fields('user-invokable: true', 'user-invocable', 'disable-model-invocation'),
  ),
  mistake('field-unknown', 'the key of another kind of file', fields('tools: Read, Grep', 'allowed-tools')),
  mistake('field-unknown', 'a letter doubled', fields('efforrt: low', 'effort')),
  mistake(
    'field-type',
    'a list for a description',
    described(() => '[one, two]'),
  ),
  mistake(
    'field-type',
    'a mapping for a description',
    described(() => '{ text: one }'),
  ),
  mistake('field-value', 'a context that does not exist', fields('context: forked', 'context', 'agent')),
  mistake('field-value', 'an effort that does not exist', fields('effort: hihg', 'effort')),
  mistake('field-value', 'a shell that does not exist', fields('shell: basch', 'shell')),
  mistake(
    'boolean-value',
    'neither true nor false',
    fields('disable-model-invocation: maybe', 'user-invocable', 'when_to_use', 'paths', 'disable-model-invocation'),
  ),
  mistake(
    'boolean-value',
    'a switch without a value',
    fields('user-invocable:', 'user-invocable', 'disable-model-invocation', 'argument-hint'),
  ),
  mistake(
    'dead-skill',
    'nobody may invoke it',
    fields(
      'disable-model-invocation: true\nuser-invocable: false',
      'user-invocable',
      'disable-model-invocation',
      'when_to_use',
      'paths',
      'argument-hint',
    ),
  ),
  mistake('flag-without-effect', 'an agent without a fork', fields('agent: Explore', 'context', 'agent')),
  mistake(
    'flag-without-effect',
    'an occasion that no model reads',
    fields(
      'disable-model-invocation: true\nwhen_to_use: After lunch.',
      'user-invocable',
      'disable-model-invocation',
      'paths',
      'when_to_use',
    ),
  ),
  mistake(
    'flag-without-effect',
    'a hint that nobody sees',
    only('skill', (file) => {
      const hint = file.document.frontmatter.fields.get('argument-hint');
      if (!hint || file.has('disable-model-invocation')) return undefined;
      const plant = file.withFields('user-invocable: false');
      return (
        plant && { ...plant, foundAt: { start: hint.range.start, end: plant.replaced.end + plant.newText.length } }
      );
    }),
  ),
  mistake(
    'argument-hint-list',
    'a hint that is a list',
    only('skill command', (file) => (/\$1/.test(file.text) ? undefined : file.withValue('argument-hint', '[topic]'))),
  ),
  mistake(
    'arguments-names',
    'an argument twice',
    only('skill', (file) => file.withValue('arguments', 'mailbox mailbox folder')),
  ),
  mistake(
    'arguments-names',
    'an argument that is a number',
    only('skill', (file) => file.withValue('arguments', 'mailbox 1 folder')),
  ),
  mistake('model-unknown', 'a model that does not exist', fields('model: sonet', 'model')),
  mistake('model-unknown', 'a model that was retired', fields('model: claude-3-opus-20240229', 'model')),
  mistake(
    'agent-unknown',
    'an agent that does not exist',
    ours('skill', (file) => file.withFields('context: fork\nagent: Explroe')),
  ),
  mistake('paths-glob', 'a glob below a dot', fields('paths: ["./src/**/*.ts"]', 'paths', 'disable-model-invocation')),
  mistake('paths-glob', 'only an exclusion', fields('paths: ["!src/**"]', 'paths', 'disable-model-invocation')),
  mistake(
    'hooks-shape',
    'an event that does not exist',
    fields('hooks:\n  PreToolUs:\n    - hooks:\n        - type: command\n          command: echo', 'hooks'),
  ),
  mistake(
    'hooks-shape',
    'a handler without a command',
    fields('hooks:\n  Stop:\n    - hooks:\n        - type: command', 'hooks'),
  ),
  mistake(
    'hooks-shape',
    'handlers without their list',
    fields('hooks:\n  Stop:\n    - type: command\n      command: echo', 'hooks'),
  ),
  mistake('metadata-shape', 'metadata that is a string', fields('metadata: version 1', 'metadata')),
  mistake(
    'metadata-shape',
    'a field below metadata',
    fields('metadata:\n  disable-model-invocation: true', 'metadata', 'disable-model-invocation'),
  ),
  // Tools: other products have others.
  mistake(
    'tool-unknown',
    'a misspelled tool',
    ours('skill command', (file) => file.withField('allowed-tools', 'Raed')),
  ),
  mistake(
    'tool-unknown',
    'a tool in lower case',
    ours('skill', (file) => file.withField('allowed-tools', 'bash')),
  ),
  mistake(
    'tool-unknown',
    'a misspelled tool in the text',
    ours('skill command agent', (file, random) =>
      file.withParagraph('Use the `WebFecth` tool for each of them.', random),
    ),
  ),
  mistake(
    'tool-unknown',
    'a renamed tool in the text',
    ours('skill command agent', (file, random) =>
      file.withParagraph('Use the MultiEdit tool for each of them.', random),
    ),
  ),
  mistake(
    'tool-unknown',
    'a misspelled tool of an agent',
    ours('agent', (file) => file.withValue('tools', 'Read, Gerp')),
  ),
  mistake(
    'tool-syntax',
    'a parenthesis that is never closed',
    ours('skill', (file) => file.withField('allowed-tools', 'Bash(git log *')),
  ),
  mistake(
    'tool-syntax',
    'a space before a parenthesis',
    ours('skill', (file) => file.withField('allowed-tools', 'Bash (git log *)')),
  ),
  mistake(
    'tool-rule-ignored',
    'a pattern that is never compared',
    ours('skill', (file) => file.withField('allowed-tools', 'Glob(src/**)')),
  ),
  mistake(
    'tool-broad',
    'every command',
    ours('skill command', (file) => file.withField('allowed-tools', 'Bash(*)')),
  ),
  mistake(
    'tool-broad',
    'every command of an interpreter',
    ours('skill', (file) => file.withField('allowed-tools', 'Bash(python3 *)')),
  ),
  mistake(
    'tool-conflict',
    'allowed and denied',
    ours('skill', (file) => file.withFields('allowed-tools: WebFetch\ndisallowed-tools: WebFetch')),
  ),
  mistake(
    'tool-conflict',
    'a tool that changes files where the text changes none',
    ours('skill', (file, random) =>
      file.text.includes('This skill never changes any files')
        ? file.withField('allowed-tools', random.one(['Read, Write', 'Read, Edit, Grep']))
        : undefined,
    ),
  ),
  // Agents
  mistake(
    'agent-skill-unknown',
    'a skill that an agent does not find',
    only('agent', (file) => (file.context.inCatalog ? file.withField('skills', '[planting-hedge]') : undefined)),
  ),
  mistake(
    'agent-frontmatter',
    'an agent without a description',
    only('agent', (file) => {
      const plant = file.without('description');
      return plant && { ...plant, foundAt: { start: 0, end: plant.replaced.start + 2000 } };
    }),
  ),
  mistake(
    'agent-frontmatter',
    'an agent without a name',
    only('agent', (file) => {
      const isCertain = file.context.place === 'claude' && file.has('tools', 'model', 'skills');
      const plant = isCertain ? file.without('name') : undefined;
      return plant && { ...plant, foundAt: { start: 0, end: plant.replaced.start + 2000 } };
    }),
  ),
  mistake(
    'agent-frontmatter',
    'an agent with an empty description',
    only('agent', (file) => file.withValue('description', '')),
  ),
  mistake(
    'field-unknown',
    'a misspelled key of an agent',
    only('agent', (file, random) => file.withFields(`permissionMod${random.one([...letters.slice(5, 6)])}: plan`)),
  ),
];
