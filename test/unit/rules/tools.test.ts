import { describe, expect, test } from 'vitest';
import { applyFix, type CheckOptions, check, expectFindings, expectFix } from './expect-findings.ts';

const skill = (...fields: string[]) =>
  `---\ndescription: Packs boxes. Use when something moves.\n${fields.join('\n')}\n---\n\nPack.\n`;
const allowed = (value: string) => skill(`allowed-tools: ${value}`);
const denied = (value: string) => skill(`disallowed-tools: ${value}`);
const agent = (...fields: string[]) =>
  ['---', 'name: packer', 'description: Packs boxes.', ...fields, '---', '', 'Pack.', ''].join('\n');
const inAgents: CheckOptions = { path: '/project/.claude/agents/packer.md' };
const toolFindings = (text: string, options?: CheckOptions) =>
  check(text, options).findings.filter(({ rule }) => rule.startsWith('tool-'));

/** Lists that say what Claude Code does. */
const sound = [
  'Read, Grep, Glob',
  'Read Grep Glob',
  'Read,Grep,,Glob,',
  'Bash(git status:*), Bash(npm run build), Bash(git log * -- docs)',
  'Bash(echo $(pwd))',
  'Bash(git log --format=%h,%s *)',
  'Bash(FOO=1 make, then:*)',
  'Bash( git log * )',
  'Bash(${CLAUDE_SKILL_DIR}/scripts/run.sh:*)',
  'Edit(src/**), Read(//etc/hosts), Read(~/notes/*.md)',
  'WebFetch(domain:example.com), WebSearch',
  'mcp__github, mcp__github__*, mcp__git-hub__get_issue',
  'Agent(Explore), Task, Skill(pdf-forms), Skill(office:*)',
  'KillShell, KillBash',
  'AskUserQuestion TodoWrite TaskCreate ListMcpResourcesTool',
  // Words between tools and tools of servers and other products.
  'Read and Grep & Glob | Skill - Edit',
  'web_fetch, stitch*:*, mcp_shadcn*, run_shell_command, view, create',
  'Write(*), Edit()',
  '[Read, "Bash(git *)"]',
  '["Read, Grep"]',
  '\n  - Read\n  - Bash(make:*)',
  '>\n  Read,\n  Grep',
  '5',
  'true',
  '{{ALLOWED_TOOLS}}',
];

describe('lists of tools without a finding', () => {
  test.for(sound)('%s', (value) => {
    expect(toolFindings(allowed(value))).toEqual([]);
    expect(toolFindings(denied(value))).toEqual([]);
    expect(toolFindings(allowed(value).replaceAll('\n', '\r\n'))).toEqual([]);
  });

  test('wildcards in names where they deny, and all tools of an agent', () => {
    expect(toolFindings(denied('"*"'))).toEqual([]);
    expect(toolFindings(denied('"Web*, Wri*"'))).toEqual([]);
    expect(toolFindings(agent('tools: "*"'), inAgents)).toEqual([]);
  });

  test('templates inside other skills, and files of other products', () => {
    const text = allowed('Raed, Bash[x], Write(a)');
    expect(toolFindings(text)).toHaveLength(3);
    expect(toolFindings(text, { file: { insideSkill: true } })).toEqual([]);
    expect(toolFindings(text, { path: '/project/.agents/skills/demo/SKILL.md' })).toEqual([]);
  });
});

describe('tool-unknown', () => {
  test.for([
    ['«Raed», Grep', 'Read', 'Did you mean `Read`?'],
    ['Grep «read»', 'Read', 'It is written `Read`'],
    ['[Grep, «WebFecth»(domain:example.com)]', 'WebFetch', 'Did you mean `WebFetch`?'],
    ['Grep, «bash»', 'Bash', 'It is written `Bash`'],
  ] as const)('marks the name in %s', ([value, meant, advice]) => {
    const [finding] = expectFindings('tool-unknown', allowed(value));
    expect(finding).toMatchObject({ severity: 'warning' });
    expect(finding!.message).toContain(`so this grants nothing. ${advice}`);
    expect(finding!.fixes![0]!.title).toBe(`Change to \`${meant}\``);
    expectFindings('tool-unknown', allowed(value).replaceAll('\n', '\r\n'));
    expectFindings('tool-unknown', `\uFEFF${allowed(`"${value}"`)}`.replace('"[', '[').replace(']"', ']'));
  });

  test('changes only the name, or removes the whole rule', () => {
    const text = allowed('Grep, Raed(docs/**), Glob');
    expectFix('tool-unknown', text, allowed('Grep, Read(docs/**), Glob'));
    const { fixes } = expectFindings('tool-unknown', allowed('Grep, «Raed»(docs/**), Glob'))[0]!;
    expect(fixes!.map(({ title, safe }) => [title, safe])).toEqual([
      ['Change to `Read`', false],
      ['Remove `Raed(docs/**)`', false],
    ]);
    expect(applyFix(text, fixes![1]!)).toBe(allowed('Grep, Glob'));
  });

  test('corrects the case of all names of a list', () => {
    const text = agent('tools: [read, bash, WEBFETCH, Raed, other_tool]');
    const [finding] = expectFindings(
      'tool-unknown',
      agent('tools: [«read», «bash», «WEBFETCH», «Raed», other_tool]'),
      inAgents,
    );
    const fix = finding!.fixes!.at(-1)!;
    expect([fix.title, fix.safe]).toEqual(['Correct the case of 3 tools', false]);
    expect(applyFix(text, fix)).toBe(agent('tools: [Read, Bash, WebFetch, Raed, other_tool]'));
  });

  test('does not offer what the list has already', () => {
    const [finding] = expectFindings('tool-unknown', allowed('Edit(docs/**), «MultiEdit»'));
    expect(finding).toMatchObject({
      severity: 'hint',
      tag: 'deprecated',
      message: '`MultiEdit` is now `Edit`, so this grants nothing. Write `Edit`',
    });
    expectFix('tool-unknown', allowed('MultiEdit'), allowed('Edit'));
  });

  test('is silent about tools of earlier releases next to what took their place', () => {
    expectFindings('tool-unknown', allowed('Edit, MultiEdit'));
    expectFindings('tool-unknown', allowed('Bash, LS, Read, NotebookRead'));
    expectFindings('tool-unknown', allowed('Glob, LS'));
    expectFindings('tool-unknown', allowed('Edit, «LS»'));
  });

  test('says what became of tools of earlier releases', () => {
    const [finding] = expectFindings('tool-unknown', allowed('Read, «LS»'));
    expect(finding).toMatchObject({
      severity: 'hint',
      message:
        'Claude Code no longer has `LS`, so this grants nothing. Remove it, or replace it with `Glob`, which finds files, or `Bash`, which lists folders',
    });
    expect(expectFindings('tool-unknown', agent('tools: Read, «TodoRead»'), inAgents)[0]!.message).toBe(
      'Claude Code no longer has `TodoRead`, so this adds no tool to the agent. Remove it, or replace it with `TaskList`, which lists the tasks',
    );
  });

  test('says what the field loses', () => {
    expect(expectFindings('tool-unknown', denied('«bash»'))[0]!.message).toContain('so this denies nothing');
    expect(expectFindings('tool-unknown', agent('tools: Read, «bash»'), inAgents)[0]!.message).toContain(
      'so this adds no tool to the agent',
    );
    expect(expectFindings('tool-unknown', agent('disallowedTools: «bash»'), inAgents)[0]!.message).toContain(
      'so this removes no tool',
    );
    const [read, bash] = expectFindings('tool-unknown', agent('tools: «read», «bash»'), inAgents);
    for (const finding of [read!, bash!]) {
      expect(finding.message).toContain('so this leaves the agent without tools');
    }
  });

  test('is a hint for a name that resembles none, where Claude Code reads the file', () => {
    expect(expectFindings('tool-unknown', allowed('Read, «StitchMCP»'))[0]!.severity).toBe('hint');
    expectFindings('tool-unknown', allowed('Read, StitchMCP'), { path: '/collection/skills/demo/SKILL.md' });
    // Written for another product as a whole.
    expectFindings('tool-unknown', allowed('read, edit, search'), { path: '/collection/skills/demo/SKILL.md' });
    expectFindings('tool-unknown', allowed('Read, «edit»'), { path: '/collection/skills/demo/SKILL.md' });
  });
});

describe('tool-syntax', () => {
  test.for([
    // [written, marked part and what the fix writes]
    ['Read, «Bash (git *)»', 'Read, Bash(git *)', 'every use of `Bash` runs without asking'],
    ['«Bash(git *»', 'Bash(git *)', 'is never closed'],
    ['«Bash(git *, Read»', 'Bash(git *), Read', 'the rules after it are read as part of it'],
    ['«Bash(git *, Bash(npm *)», Read', 'Bash(git *), Bash(npm *), Read', 'the rules after it are read as part of it'],
    ['«Bash(git *))», Read', 'Bash(git *), Read', 'a parenthesis is closed that is not open'],
    ['«Read)», Grep', 'Read, Grep', 'a parenthesis is closed that is not open'],
    ['«Read;» Grep', 'Read, Grep', 'not `;`'],
    ['«Read;Grep;Glob»', 'Read, Grep, Glob', 'not `;`'],
    ['"«Read|Grep»"', '"Read, Grep"', 'not `|`'],
    ['«Read/Write»', 'Read, Write', 'not `/`'],
    ['«Read，Grep»', 'Read, Grep', 'not `，`'],
    ['«Bash(git *);» Read', 'Bash(git *), Read', 'not `;`'],
    ['«Bash(git *)Read»', 'Bash(git *), Read', 'Separate rules with commas'],
    ['«Bash(git *)Bash(npm *)»', 'Bash(git *), Bash(npm *)', 'Separate rules with commas'],
    ['\'«"Read"», «"Bash(git *)"»\'', '\'Read, "Bash(git *)"\'', 'The quotes are part of the string'],
    ['"«Bash:git»"', '"Bash(git)"', 'goes in parentheses'],
    ['"«Bash[git *]», Read"', '"Bash(git *), Read"', 'goes in parentheses'],
    ['«"[Read, Bash(git *)]"»', '[Read, Bash(git *)]', 'The value is a string'],
    ['«Bash("git *")»', 'Bash(git *)', 'The quotes are compared as well'],
    ['«Bash( git status )»', 'Bash(git status)', 'The spaces inside the parentheses'],
    ['«Bash( git:*)»', 'Bash(git:*)', 'The spaces inside the parentheses'],
    ['«Bash(git *, npm *)»', 'Bash(git *), Bash(npm *)', 'A rule is for one command'],
    ['«Edit(src/**, docs/**)»', 'Edit(src/**), Edit(docs/**)', 'A rule is for one path'],
    ['«Bash(git:* status)»', 'Bash(git * status)', 'only at the end'],
    ['"«Web*», Read"', '"WebFetch, WebSearch, Read"', 'tools are not matched with wildcards'],
  ] as const)('%s', ([marked, fixed, words]) => {
    const [finding] = expectFindings('tool-syntax', allowed(marked));
    expect(finding!.message).toContain(words);
    const before = allowed(marked.replaceAll(/[«»]/g, ''));
    const fix = expectFix('tool-syntax', before, allowed(fixed));
    expect(fix.safe).toBe(false);
    expectFindings('tool-syntax', allowed(marked).replaceAll('\n', '\r\n'));
    // One mistake is one finding.
    expect(toolFindings(before)).toHaveLength(marked.split('«').length - 1);
  });

  test('has no fix where the rule that is meant is not known', () => {
    for (const value of ['«Bash(echo $(pwd) *)»', '«Bash(:*)»', '"«*»"']) {
      expect(expectFindings('tool-syntax', allowed(value))[0]!.fixes).toEqual([]);
    }
  });

  test('tells what each field loses', () => {
    expect(expectFindings('tool-syntax', denied('«Bash(git *»'))[0]!.message).toContain('denies nothing');
    expect(expectFindings('tool-syntax', denied('«Bash (git *)»'))[0]!.message).toContain(
      'every use of `Bash` is denied',
    );
    expectFindings('tool-syntax', agent('tools: «Read;» Bash'), inAgents);
    expectFindings('tool-syntax', agent('disallowedTools: "«*»"'), inAgents);
    expectFindings('tool-syntax', agent('disallowedTools: "«Wri*»"'), inAgents);
  });

  test('marks one item of a list', () => {
    expectFindings('tool-syntax', skill('allowed-tools:', '  - Read', '  - «Bash (git *)»', '  - "«Grep;Glob»"'));
    expectFindings('tool-syntax', allowed('[Read, "«Bash(git *»"]'));
  });
});

describe('tool-rule-ignored', () => {
  test('proposes the rule that is applied to files', () => {
    const [finding] = expectFindings('tool-rule-ignored', allowed('Read, «Write(notes/**)»'));
    expect(finding!.message).toBe(
      'Claude Code never compares `Write` with a path, so `Write(notes/**)` grants nothing. Write `Edit(notes/**)`, which applies to `Write` too',
    );
    expectFix('tool-rule-ignored', allowed('Read, Write(notes/**)'), allowed('Read, Edit(notes/**)'));
    expectFix('tool-rule-ignored', denied('[Write(.env)]'), denied('[Edit(.env)]'));
    expectFix('tool-rule-ignored', denied('Glob(secret/**)'), denied('Read(secret/**)'));
    expect(expectFindings('tool-rule-ignored', denied('«Write(.env)»'))[0]!.message).toContain('denies nothing');
  });

  test('reports once per tool that an agent has all of it', () => {
    const text = agent('tools: Read, Bash(git log:*), Bash(git diff:*), Grep, Bash(npm test)');
    const [finding] = expectFindings(
      'tool-rule-ignored',
      agent('tools: Read, Bash«(git log:*)», Bash(git diff:*), Grep, Bash(npm test)'),
      inAgents,
    );
    expect(finding!.message).toContain('here and in 2 more rules: the agent has all of `Bash`');
    expect(applyFix(text, finding!.fixes![0]!)).toBe(agent('tools: Read, Bash, Grep'));
    expectFindings('tool-rule-ignored', agent('disallowedTools:', '  - Bash«(rm *)»', '  - Read«(.env)»'), inAgents);
  });

  test.for(['tools: Read, Agent(Explore), Skill(pdf), Bash(*)', 'disallowedTools: Bash, mcp__x__y'])(
    'is silent for %s',
    (fields) => {
      expectFindings('tool-rule-ignored', agent(fields), inAgents);
    },
  );
});

describe('tool-unknown advises', () => {
  const advice = (text: string, options?: CheckOptions) =>
    check(text, options).findings.flatMap(({ rule, severity, message, fixes }) =>
      rule === 'tool-unknown'
        ? [{ severity, advice: message.split('. ')[1], fixes: fixes!.map(({ title }) => title) }]
        : [],
    );

  test('nothing about what an agent without a shell has no use for', () => {
    expect(advice(agent('tools: Read, BashOutput'), inAgents)).toEqual([]);
    expect(advice(agent('tools: BashOutput'), inAgents)).toMatchObject([{ advice: 'Write `TaskOutput`' }]);
    for (const tools of ['Bash, BashOutput', 'PowerShell(ls *), BashOutput', 'Agent, BashOutput']) {
      expect(advice(agent(`tools: ${tools}`), inAgents)).toMatchObject([{ advice: 'Write `TaskOutput`' }]);
    }
    expect(advice(allowed('BashOutput'))).toMatchObject([{ advice: 'Write `TaskOutput`' }]);
  });

  test('to remove a name beside the right one', () => {
    expect(advice(allowed('Read, Raed'))).toMatchObject([
      { severity: 'hint', advice: 'Remove it: `Read` is listed already', fixes: ['Remove `Raed`'] },
    ]);
    // Nothing is lost.
    expect(advice(agent('tools: TodoRead, TodoWrite'), inAgents)).toEqual([]);
    expect(advice(agent('tools: TodoRead, Read'), inAgents)).toHaveLength(1);
    // Another product calls the same tool so.
    expect(advice(agent('tools: Glob, List, Read'), inAgents)).toEqual([]);
    expect(advice(allowed('Bash(ls *), Bahs'))).toMatchObject([
      { severity: 'warning', advice: 'Did you mean `Bash`?' },
    ]);
  });

  test('the name of a tool that another product calls differently', () => {
    const [found] = advice(agent('tools: Read, List'), inAgents);
    expect(found).toMatchObject({ severity: 'hint', advice: 'Did you mean `Glob`?' });
    expect(found!.fixes[0]).toBe('Change to `Glob`');
  });
});

describe('tool-broad', () => {
  test.for([
    '«Bash»',
    '«Bash(*)»',
    '«Bash()»',
    'Read, «Bash(**)»',
    '[«PowerShell»]',
    '«Bash(python:*)»',
    '«Bash(sudo *)»',
  ])('%s', (value) => {
    const [finding] = expectFindings('tool-broad', allowed(value));
    expect(finding!.severity).toBe('information');
    expect(finding!.message).toContain('runs without asking');
  });

  test('says that `cmd` is a placeholder', () => {
    for (const value of ['«Bash(cmd:*)»', '«Bash(cmd *)»'])
      expect(expectFindings('tool-broad', allowed(value))[0]!.message).toContain('looks like a placeholder');
  });

  test.for([
    'Bash(cmd)',
    'Bash(git:*)',
    'Bash(python scripts/run.py:*)',
    'Bash(python)',
    'Bash(npx eslint *)',
    'Bash(npm run *)',
    'Write, Edit, WebFetch',
    'bash',
  ])('is silent for %s', (value) => {
    expectFindings('tool-broad', allowed(value));
  });

  const push = '```bash\n$ git push origin HEAD\ncd docs && ls -l\n```\n';

  test.for([
    ['Read, Bash', 'Read, Bash(git push *), Bash(ls *)'],
    ['Bash(*) Read', 'Bash(git push *), Bash(ls *) Read'],
    ['"Bash"', '"Bash(git push *), Bash(ls *)"'],
    ['[Read, Bash()]', '[Read, Bash(git push *), Bash(ls *)]'],
    ['\n  - Bash # all\n  - Read', '\n  - Bash(git push *), Bash(ls *) # all\n  - Read'],
  ] as const)('%s can be narrowed to the commands of the text', ([before, after]) => {
    const fix = expectFix('tool-broad', allowed(before) + push, allowed(after) + push);
    expect([fix.safe, fix.title]).toEqual([false, 'Allow only the 2 commands of the text']);
  });

  const block = (code: string) => `\`\`\`bash\n${code}\n\`\`\`\n`;

  test.for([
    ['Compare them.\n', 'Nothing in its text runs one: remove `Bash` if it is not needed'],
    [block('diff a b'), 'Its text only runs `diff`: write `Bash(diff *)`'],
    [block('diff a b').replaceAll('\n', '\r\n'), 'Its text only runs `diff`: write `Bash(diff *)`'],
    ['Compare with `git diff HEAD`, never with `git push --force`.\n', 'write `Bash(git diff *)`'],
    [
      block('git log\ngit diff | wc -l'),
      'runs `git` and `wc`: write `Bash(git log *)`, `Bash(git diff *)`, `Bash(wc *)`',
    ],
    ['```console\n$ ls -l\nTotal 3\n```\n', 'Its text only runs `ls`: write'],
    [block('git log\ngit --no-pager diff'), 'Its text only runs `git`: write `Bash(git *)`'],
  ] as const)('says what the text runs: %j', ([body, message]) => {
    expect(expectFindings('tool-broad', allowed('«Bash»') + body)[0]!.message).toContain(message);
  });

  test.for([
    ['any code', block('python -c x')],
    ['a command without a name', block('$TOOL run')],
    ['a list in place of commands', block('1. git push')],
    ['many programs', block('abcdefghijk'.split('').join('1\n'))],
    ['a loop', block('for it in *; do ls "$it"; done')],
    ['a condition', block('if test -f a; then ls; fi')],
    ['a command in another', block('ls $(git rev-parse HEAD)')],
    ['a file of commands', block('cat <<EOF\ntext\nEOF')],
    ['a process as a file', block('diff <(ls a) <(ls b)')],
    ['an assignment', block('NAME=a\nls $NAME')],
    ['a script in prose', 'Run the script for it.\n'],
    ['the shell without its commands', 'Use Bash for the build.\n'],
    ['another file', 'Follow notes/all.md.\n'],
    ['an installation', block('npm ci\nnpm test')],
    ['a command that it only mentions', `${block('git log')}\nA log is like \`gh pr list\`.\n`],
    ['a script to write', `${block('git log')}\nFor more, write a Python script.\n`],
    ['another program', `${block('git log')}\nThe rest is in \`gh\`.\n`],
    ['a heading of another program', `${block('git log')}\nUse it, or \`readelf\`.\n\n# readelf\n\nFor the rest.\n`],
  ] as const)('is a hint for a text with %s, unless the skill must be harmless', ([, body]) => {
    expect(expectFindings('tool-broad', allowed('«Bash»') + body)[0]).toMatchObject({
      severity: 'hint',
      message: expect.stringMatching(
        /^While the skill is active, every shell command runs without asking\. List those that it needs(?:, such as `.*`)?, unless it may need any$/,
      ),
    });
    const harmful = allowed('«Bash»').replace(/(description: )/, '$1Reviews pull requests. ');
    const [finding] = expectFindings('tool-broad', harmful + body);
    expect(finding!.severity).toBe('information');
    expect(finding!.message).toMatch(/^The skill reads what others wrote, which can make Claude run any shell command/);
    const harmless = allowed('«Bash»').replace(/(description: )/, '$1A read-only look. ');
    expect(expectFindings('tool-broad', harmless + body)[0]!.message).toContain('although it says that it only reads');
  });

  const anyOf = (code: string) => `${block(`for it in *; do\n${code}\ndone`)}`;

  test.for([
    [
      'the commands that run most often',
      'git push\nnpm test\ngit push\nnpm test\nmake a',
      '`Bash(git push *)` and `Bash(npm test *)`',
    ],
    ['a program once', 'make pack\ngh issue list', '`Bash(make pack *)` and `Bash(gh issue list *)`'],
    ['no rule within another', 'git push\ngit push\ngit --no-pager log', '`Bash(git *)`'],
    ['what it does with a program', 'gh --version\ngh issue list\ngh issue list --json', '`Bash(gh issue list *)`'],
    ['no installation', 'npm ci\nnpm ci\ncargo install a\ncargo test', '`Bash(cargo test *)`'],
    ['its scripts', 'python3 scripts/draw.py a', '`Bash(python3 ${CLAUDE_SKILL_DIR}/scripts/*)`'],
    ['scripts by their variable', '"${CLAUDE_SKILL_DIR}/scripts/draw.sh" a', '`Bash(${CLAUDE_SKILL_DIR}/scripts/*)`'],
    [
      'scripts by a placeholder',
      'uv run {baseDir}/scripts/draw.py <file>',
      '`Bash(uv run ${CLAUDE_SKILL_DIR}/scripts/*)`',
    ],
    [
      'scripts by a name in angle brackets',
      'uv run --no-project <skill-dir>/scripts/draw.py',
      '`Bash(uv run --no-project ${CLAUDE_SKILL_DIR}/scripts/*)`',
    ],
    ['scripts by another name', 'bash "$SKILL_DIR/scripts/draw.sh"', '`Bash(bash ${CLAUDE_SKILL_DIR}/scripts/*)`'],
    ['a runner of scripts', 'uv run ./scripts/draw.py', '`Bash(uv run ${CLAUDE_SKILL_DIR}/scripts/*)`'],
  ] as const)('names %s of a text that runs any', ([, code, example]) => {
    const file = { bundledPaths: new Set(['SKILL.md', 'scripts', 'scripts/draw.py']) };
    const [finding] = expectFindings('tool-broad', allowed('«Bash»') + anyOf(code), { file });
    expect(finding!.message).toContain(`List those that it needs, such as ${example}, unless it may need any`);
  });

  test('leaves to its author what agents run', () => {
    expectFindings('tool-broad', allowed('Bash, Task') + anyOf('gh issue list'));
    expectFindings('tool-broad', allowed('«Bash», Read') + anyOf('gh issue list'));
    expectFindings(
      'tool-broad',
      allowed('«Bash(*)», Agent').replace('description: ', 'description: Reads pull requests. ') +
        anyOf('gh issue list'),
    );
  });

  test.for([
    'python3 scripts/draw.py',
    'python3 {other}/scripts/draw.py',
    'npx some',
    'npm ci\nnpm ci',
    'pip3 install a',
    'curl -s a',
    'ls -l\nmkdir a\ncp a b',
    'once upon',
    'export A=1',
  ])('names nothing for %j, which may be for the project, needs no rule or is no list', (code) => {
    expect(expectFindings('tool-broad', allowed('«Bash»') + anyOf(code))[0]!.message).toContain(
      'List those that it needs, unless it may need any',
    );
  });

  test.for([
    [
      'Check with `semgrep --test`, then `ls -l`.',
      'Its text only runs `semgrep` and `ls`: write `Bash(semgrep *)`, `Bash(ls *)`',
    ],
    ['Look with `dwarfdump file | grep unit`.', 'Its text only runs `dwarfdump` and `grep`'],
    ['Set `--test` or `font-size` or `a - b`, never `semgrep --dump`.', 'Nothing in its text runs one'],
  ] as const)('sees that a program runs whatever it is: %j', ([body, message]) => {
    expect(expectFindings('tool-broad', `${allowed('«Bash»')}${body}\n`)[0]!.message).toContain(message);
  });

  test.for([
    ['Triages open issues.', true],
    ['Summarizes issues and PRs.', true],
    ['Reviews pull requests.', true],
    ['Reviews code for boundary issues.', false],
    ['Scans skills for security issues.', false],
  ] as const)('knows whether strangers wrote what a skill reads: %j', ([description, isTheirs]) => {
    const text = allowed('«Bash»').replace('Packs boxes.', description);
    const [finding] = expectFindings('tool-broad', `${text}Follow notes/all.md.\n`);
    expect(finding!.message.startsWith('The skill reads what others wrote')).toBe(isTheirs);
  });

  test('names a script as the text runs it', () => {
    const file = { bundledPaths: new Set(['SKILL.md', 'scripts', 'scripts/draw.sh']) };
    const body = 'Draw it via `scripts/draw.sh`: run `bash scripts/draw.sh a`, then `prettier --check a`.\n';
    expect(expectFindings('tool-broad', allowed('«Bash»') + body, { file })[0]!.message).toContain(
      'such as `Bash(bash ${CLAUDE_SKILL_DIR}/scripts/*)` and `Bash(prettier *)`',
    );
  });

  test.for([
    ['Run `git push`, then `git push --tags`.', true],
    ['1. Check the state: `git status`\n2. Push the branch: `git push origin main`', true],
    ['Run these commands:\n\n- `git push`\n- `git log`', true],
    ['Publish it via `git push`.', true],
    ['If there are changes, run\n`git push`.', true],
    ['| Risk | Why |\n|---|---|\n| A | Run `git push` |', false],
    ['Say whether to run `git push` now.', false],
    ['Find out whether `git push` is viable.', false],
    ['Search for `git push` or `git push --force`.', false],
    ['Some use hooks such as `git push`.', false],
    ['**NEVER use it to:**\n\n- Publish with `git push`', false],
    ['Write the list instead of running `git push`.', false],
  ] as const)('takes examples from what the text says to run: %j', ([body, isExample]) => {
    for (const eol of ['\n', '\r\n']) {
      const text = `${allowed('«Bash»')}Follow notes/all.md.\n\n${body}\n`.replaceAll('\n', eol);
      const [finding] = expectFindings('tool-broad', text);
      expect(finding!.message.includes('such as `Bash(git push *)`')).toBe(isExample);
    }
  });

  const onlyFor = (rest: string) => `Bash is ONLY for${rest}\n\n${block('python3 a.py')}`;

  test.for([
    [
      ':\n- `gh api` calls\n- `gh auth status` in case of errors\n\n- More',
      '`Bash(gh api *)`, `Bash(gh auth status *)`',
    ],
    [' `git log` and `git diff`, never for `git push`. Say so.', '`Bash(git log *)`, `Bash(git diff *)`'],
  ])('takes the list from a text that says what Bash is for: %j', ([rest, rules]) => {
    for (const body of [onlyFor(rest!), `**${onlyFor(rest!).replace('for:', 'for:**').replace('for `', 'for** `')}`]) {
      const [finding] = expectFindings('tool-broad', allowed('«Bash»') + body);
      expect(finding).toMatchObject({ severity: 'information' });
      expect(finding!.message).toContain(`Its text says what Bash is for: write ${rules}`);
      expect(finding!.fixes).toHaveLength(1);
    }
  });

  test.for([' the build.', ':\n- `gh api`\n- the build', ' `python3` and `git log`.', ' `npm install`.'])(
    'takes no list from a text that says it in other words: %j',
    (rest) => {
      expect(expectFindings('tool-broad', allowed('«Bash»') + onlyFor(rest))[0]!.severity).toBe('hint');
    },
  );

  test.for([
    'Use the skill packing.',
    'Invoke the `packing` skill with it.',
    'Delegate each box to the box-packer agent.',
    'Start it with the `Skill` tool.',
    'Read `box-packing/SKILL.md` and follow it.',
  ])('is silent for a text without commands that leaves the work to others: %j', (body) => {
    expectFindings('tool-broad', `${allowed('Bash')}${body}\n`);
    expectFindings('tool-broad', `${allowed('«Bash(*)»')}${body}\n`);
    expectFindings('tool-broad', `${allowed('«Bash»')}${body}\n\n${anyOf('git push')}`);
    const ofStrangers = (rule: string) => allowed(rule).replace(/(description: )/, '$1Reviews pull requests. ');
    expectFindings('tool-broad', `${ofStrangers('Bash')}${body}\n`);
    expectFindings('tool-broad', `${ofStrangers('«Bash»')}${body}\n\n${anyOf('git push')}`);
  });

  test('is silent for a long text that sets something up', () => {
    const setup = anyOf('npm install pack\npip install box\ngit push');
    expectFindings('tool-broad', `${allowed('«Bash»')}${setup}`);
    expectFindings('tool-broad', `${allowed('Bash')}${setup}\n${'Packs a box. '.repeat(300)}\n`);
    const one = anyOf('npm install pack\ngit push');
    expectFindings('tool-broad', `${allowed('«Bash»')}${one}\n${'Packs a box. '.repeat(300)}\n`);
  });

  test('does not say that nothing else runs if another file of the skill may say more', () => {
    const text = (more: string) => `${allowed('«Bash»')}Run \`gpg --sign\`. ${more}\n`;
    expect(expectFindings('tool-broad', text('It makes out.md.'))[0]!.message).toContain('only runs');
    for (const more of ['See [more](refs/more.md).', 'Load `refs/more.md`.'])
      expect(expectFindings('tool-broad', text(more))[0]!.message).toContain('such as `Bash(gpg *)`, unless');
  });

  test.for(['Use this skill when something moves.', 'Pack with Bash.', 'Call the shell to pack the skill.'])(
    'reports a short text that does the work itself: %j',
    (body) => {
      expectFindings('tool-broad', `${allowed('«Bash»')}${body}\n`);
    },
  );

  test('names the program that prose calls a CLI', () => {
    const [finding] = expectFindings('tool-broad', `${allowed('«Bash»')}Use the gh CLI, not another CLI.\n`);
    expect(finding!.message).toContain('such as `Bash(gh *)`');
    for (const text of ['Check that the gh CLI is there.', 'Do not use the gh CLI.'])
      expect(expectFindings('tool-broad', `${allowed('«Bash»')}${text}\n`)[0]!.message).not.toContain('such as');
  });

  test('is silent for a long text of which no command can be named', () => {
    const long = 'Look into it with Bash. '.repeat(200);
    expectFindings('tool-broad', allowed('Bash') + long);
    expectFindings('tool-broad', allowed('«Bash(*)»') + long);
    expectFindings('tool-broad', `${allowed('«Bash»')}${long}\n\n${block('make all\n'.repeat(300))}`);
    expectFindings('tool-broad', allowed('«Bash»').replace(/(description: )/, '$1Reviews pull requests. ') + long);
  });

  test.for([
    ['nothing runs', 'Bash', 'Tidy up.\n'],
    ['they are not for this shell', 'PowerShell', push],
    ['only one program is allowed', 'Bash(python *)', push],
  ])('offers nothing if %s', ([, value, body]) => {
    const found = check(allowed(value!) + body).findings.filter(({ rule }) => rule === 'tool-broad');
    expect(found.map(({ fixes }) => fixes)).toEqual([[]]);
  });

  test('is about grants alone', () => {
    expectFindings('tool-broad', denied('Bash'));
    expectFindings('tool-broad', agent('tools: Bash'), inAgents);
  });
});

describe('tool-conflict', () => {
  const both = (given: string, taken: string) => skill(`allowed-tools: ${given}`, `disallowed-tools: ${taken}`);

  test.for([
    ['Read, «Write»', 'Write'],
    ['Read, «Bash(git *)»', 'Bash'],
    ['Read, «Bash(git *)»', 'Bash(*)'],
    ['«Bash(git push:*)»', 'Bash(git *)'],
    ['«Bash(touch a)»', 'Bash(touch:*)'],
    ['«Edit(src/**)»', 'Edit(src/**)'],
    ['«Agent»', 'Task'],
    ['«Read»', '"*"'],
  ] as const)('%s against %s', ([given, taken]) => {
    const [finding] = expectFindings('tool-conflict', both(given, taken));
    expect(finding!.message).toContain('takes precedence, so this grants nothing');
  });

  test.for([
    ['Bash', 'Bash(git push *)'],
    ['Bash(git *)', 'Bash(git push *)'],
    ['Bash(gitk *)', 'Bash(git *)'],
    ['Write', 'Edit'],
    ['Edit', 'Write'],
    ['Edit(src/**)', 'Edit(docs/**)'],
    ['Read', 'read'],
    ['Write', '[]'],
  ] as const)('not %s against %s', ([given, taken]) => {
    expectFindings('tool-conflict', both(given, taken));
  });

  test('removes either of the two', () => {
    const [finding] = expectFindings('tool-conflict', both('Read, «Write»', 'Write'));
    expect(finding!.fixes!.map(({ title }) => title)).toEqual([
      'Remove `Write` from `allowed-tools`',
      'Remove `Write` from `disallowed-tools`',
    ]);
    const text = both('Read, Write', 'Write');
    expect(applyFix(text, finding!.fixes![0]!)).toBe(both('Read', 'Write'));
    expect(applyFix(text, finding!.fixes![1]!)).toBe(allowed('Read, Write'));
  });

  test('reports tools that an agent does not have', () => {
    const fields = ['tools: Read, «Bash»', 'disallowedTools: Bash(rm *)'];
    expect(expectFindings('tool-conflict', agent(...fields), inAgents)[0]!.message).toContain(
      'the agent does not have it',
    );
  });
});

describe('tools that change files where the text says that none is changed', () => {
  const saying = (text: string, tools = 'Read, «Write»') => allowed(tools).replace('Pack.', text);

  test.for([
    'This skill is read-only.',
    'This skill only reads the list.',
    'This command never edits files.',
    'It counts. This skill does not modify any files. Then it tells the total.',
    'You must not change any code.',
  ])('%s', (text) => {
    const [finding] = expectFindings('tool-conflict', saying(text));
    expect(finding!.message).toBe(
      'The text says that no file is changed, but `Write` runs without asking. Remove it from `allowed-tools`, or change the text',
    );
    expectFindings('tool-conflict', `\uFEFF${saying(text).replaceAll('\n', '\r\n')}`);
  });

  test('in a description, for several tools, and for an agent', () => {
    const [finding] = expectFindings(
      'tool-conflict',
      saying('Count.', '«Edit», Write').replace('boxes.', 'boxes. This skill only reads.'),
    );
    expect(finding!.message).toContain('`Edit` and `Write` run without asking. Remove them');
    expect(finding!.fixes!.map(({ title }) => title)).toEqual(['Remove `Edit`', 'Remove `Write`']);
    const [ofAgent] = expectFindings(
      'tool-conflict',
      agent('tools: Read, «Edit»').replace('Pack.', 'You are strictly read-only.'),
      inAgents,
    );
    expect(ofAgent!.message).toContain('but the agent has `Edit`');
  });

  test.for([
    'This skill is read-only until the user agrees.',
    'This skill never changes files except the list.',
    'This skill never edits files.\n\nWrite the report to `list.md`.',
    'This step only reads. The skill must not change the total.',
    '`This skill is read-only`',
    'This skill does not change code directly.',
  ])('nothing in %s', (text) => {
    expectFindings('tool-conflict', saying(text, 'Read, Write'));
  });

  test('nothing where only some files may be changed', () => {
    expectFindings('tool-conflict', saying('This skill is read-only.', 'Read, Edit(notes/**)'));
    expectFindings('tool-conflict', saying('This skill is read-only.', 'Read, Bash(git *)'));
  });
});

describe('tools that the text tells the model to use', () => {
  const told = (text: string) => skill().replace('Pack.', text);

  test.each([
    ['Use the `«WebFecth»` tool, and the `WebFecth` tool again.', 'information'],
    ['Note it using the «TodoWrit» tool.', 'information'],
    ['Call the «MultiEdit» tool.', 'hint'],
    ['Read the output with the `«BashOutput»` tool.', 'hint'],
    ['List the folder via the «LS» tool.', 'hint'],
    ['Show them with the «TodoRead» tool.', 'hint', '. Use `TaskList`, which lists the tasks'],
  ])('%s', (text, severity, advice = '') => {
    const [finding] = expectFindings('tool-unknown', told(text));
    expect(finding!.message).toContain(advice);
    expect(finding!.severity).toBe(severity);
    expectFindings('tool-unknown', told(text).replaceAll('\n', '\r\n'));
    expectFindings('tool-unknown', agent().replace('Pack.', text), inAgents);
    // It may be written for another product.
    const plain = told(text.replace(/[«»]/g, ''));
    expectFindings('tool-unknown', plain, { path: '/project/.github/skills/pack/SKILL.md' });
    expectFindings('tool-unknown', plain, { path: '/collection/pack/SKILL.md' });
  });

  test('are changed to the tool that is meant', () => {
    expectFix('tool-unknown', told('Use the `WebFecth` tool.'), told('Use the `WebFetch` tool.'));
    expectFix('tool-unknown', told('Use the MultiEdit tool.'), told('Use the Edit tool.'));
  });

  test.each([
    'Use the `WebFetch` tool, the Task tool and the `KillShell` tool.',
    'Use the Search tool, the GitHub tool and the `DataFetcher` tool.',
    'Use the `Edit` tool instead of calling the MultiEdit tool.',
    'The `MultiEdit` tool is a part of history.',
    'Use the MultiEdit tooling.',
    '```\nUse the MultiEdit tool.\n```',
  ])('nothing in %s', (text) => {
    expectFindings('tool-unknown', told(text));
  });
});
