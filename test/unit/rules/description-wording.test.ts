import { describe, expect, test } from 'vitest';
import type { CheckOptions } from './expect-findings.ts';
import { expectFindings } from './expect-findings.ts';

const of = (description: string, rest = '') => `---\nname: demo\ndescription: ${description}\n${rest}---\nRead.\n`;
const silentPlaces: readonly CheckOptions[] = [
  { path: '/project/.claude/commands/demo.md' },
  { path: '/project/.claude/agents/demo.md' },
  { file: { insideSkill: true } },
];

describe('description-person', () => {
  test.for([
    '«I can» read maps. Use when maps come up.',
    'Reads maps so that «you can» travel. Use when maps come up.',
    "«I'm» good at maps. Use when maps come up.",
    '«I’ll» read maps.',
    '«We will» read maps.',
    'Resources to «help me» read maps for «our» town.'.replace('«our»', 'our'),
    'Reads «my» maps. Use when maps come up.',
    'A skill that «lets you» read maps.',
    '«You can» use this to read maps.',
    '"Reads \\"maps\\" and «I will» tell."',
    '>-\n  Reads maps.\n  «You can» travel then.',
  ])('finds %j', (description) => {
    const [finding] = expectFindings('description-person', of(description));
    expect(finding!.severity).toBe('information');
  });

  test('names the person', () => {
    expect(expectFindings('description-person', of('«I can» read maps.'))[0]!.message).toContain('is the first person');
    expect(expectFindings('description-person', of('«You can» read.'))[0]!.message).toContain('is the second person');
  });

  test.for([
    'Use when you have a map and need its scale.',
    'Use before you travel. You MUST use this first.',
    'You should use this skill when the user asks for a map.',
    '"Use when the user says \\"I can\'t read this\\" or \'I\'m lost\'."',
    'Use when the user asks how do I read this, or can you help me.',
    'Triggers: help me read, show me my map, where am I',
    '"Reads maps. USE FOR: help me read, show me my map. DO NOT USE FOR: draw our map, we need a plan"',
    '"Reads maps. Use this for: show me my map"',
    '"Reads maps. WHEN: my map is lost"',
    'Ten styles of maps that you can apply. Use when maps come up.',
    'The atlas gives you a map of each town. Use when maps come up.',
    'Knows phase I and type II errors, class I roads and I/O.',
    'Reads my-maps, about.me and us-east-1.',
    'Helps users read maps. Reads MY.CNF files.',
    'Liest Karten, die ich und du mit dem Auto abfahren. Wenn I can steht.',
    '地図を読む。I can read 地図を読むとき。',
  ])('is silent about %j', (description) => {
    expectFindings('description-person', of(description));
  });

  test('finds the place behind wide characters, CRLF and a byte order mark', () => {
    expectFindings('description-person', of('🗺️ «I can» read maps').replaceAll('\n', '\r\n'));
    expectFindings('description-person', `\uFEFF${of('«I can» read maps')}`);
  });

  test('is silent where the model does not read it', () => {
    expectFindings('description-person', of('I can read maps.', 'disable-model-invocation: true\n'));
    for (const options of silentPlaces) expectFindings('description-person', of('I can read maps.'), options);
    expectFindings('description-person', of('"TODO: I can read {{WHAT}}"'));
  });
});

describe('description-no-trigger', () => {
  const marked = (description: string, rest = '') => of(description, rest).replace('description', '«description»');

  test.for([
    'Reads maps.',
    'Reads maps and draws them',
    'Reads maps for your team and for the others.',
    'String handling of the maps',
    'Toolkit that turns survey data into maps of a city.',
    '"Maps, plans and charts"',
    'Creates maps.',
    'Generate maps',
    'Maps with streets',
    '|\n  Reads maps.',
  ])('finds %j', (description) => {
    const [finding] = expectFindings('description-no-trigger', marked(description));
    expect(finding!.severity).toBe('information');
    expectFindings('description-no-trigger', marked(description).replaceAll('\n', '\r\n'));
    expectFindings('description-no-trigger', `\uFEFF${marked(description)}`);
  });

  test.for([
    'Reads maps. Use when maps come up.',
    'Reads maps whenever one is attached',
    'Reads maps. Triggers: map, plan',
    'Reads maps for any question about places',
    'Use for reading maps.',
    'Given a map, names the streets.',
    'Reads maps before a trip.',
    'Reads maps on request.',
    'Reads maps. Keywords: map, plan.',
    'Should be used for maps.',
    'Reads maps if the user wants it.',
    'Patterns for Spring Boot and the cloud.',
    'Guidance for reading maps in the field.',
    'Reading maps and drawing them',
    'Maps, plans, charts and the legends, for your team.',
    'Liest Karten und zeichnet die Wege, auch mit dem Auto.',
    'Lit des cartes et dessine les routes pour la ville.',
    'Lee mapas y dibuja los caminos de la ciudad.',
    'Sortiert Post in Ordner.',
    'Ordena correos.',
    'Ordena mapas en Markdown',
    'Remove arquivos duplicados.',
    'Tests unitaires Python.',
    'Kartor',
    '地図を読む',
    'Читает карты',
    '"TODO: describe the skill"',
    '"{{DESCRIPTION}}"',
    '12',
    '""',
  ])('is silent about %j', (description) => {
    expectFindings('description-no-trigger', of(description));
  });

  test('takes a long description for a list of occasions', () => {
    expectFindings('description-no-trigger', of(`Covers ${'maps, '.repeat(60)}plans`));
  });

  test('advises skills with arguments to leave the choice to users', () => {
    const message = (rest: string, body = '') =>
      expectFindings('description-no-trigger', marked('Reads maps.', rest) + body)[0]!.message;
    for (const text of [
      message('argument-hint: "[map]"\n'),
      message('arguments: map\n'),
      message('', '$ARGUMENTS\n'),
    ]) {
      expect(text).toContain('or set `disable-model-invocation: true`');
    }
    expect(message('', 'Costs $5.\n')).not.toContain('disable-model-invocation');
  });

  test('is silent where something else says when, or the model does not choose', () => {
    expectFindings('description-no-trigger', of('Reads maps.', 'when_to_use: A map is attached\n'));
    expectFindings('description-no-trigger', of('Reads maps.', 'disable-model-invocation: true\n'));
    expectFindings('description-no-trigger', marked('Reads maps.', 'disable-model-invocation: false\n'));
    for (const options of silentPlaces) expectFindings('description-no-trigger', of('Reads maps.'), options);
  });
});

describe('description-front-load', () => {
  const empty =
    'This skill is a comprehensive tool that helps users with various tasks and provides support for all kinds of';

  test('finds a beginning that could be that of any skill', () => {
    const front = empty.slice(0, 100).trimEnd();
    const [finding] = expectFindings('description-front-load', of(`«${front}»${empty.slice(front.length)} maps`));
    expect(finding!.severity).toBe('hint');
    expectFindings('description-front-load', of('«A helpful skill»'));
    expectFindings('description-front-load', of('«Helps with different things when needed.»').replaceAll('\n', '\r\n'));
    expectFindings('description-front-load', of('>-\n  «Helps users with\n  many tasks.»'));
  });

  test.for([
    'This skill should be used when the user asks to draw a map of the city or wants help with routes.',
    'Use this skill whenever the user wants to do anything with PDF files.',
    'Helps users plan trips.',
    'C++ guidance.',
    'Provides a set of tools for 3d work',
    `${empty.slice(0, 80)} maps`,
    '地図',
    '"TODO: what it does"',
  ])('is silent about %j', (description) => {
    expectFindings('description-front-load', of(description));
  });

  test('is silent where the model does not read it', () => {
    expectFindings('description-front-load', of('A helpful skill', 'disable-model-invocation: true\n'));
    for (const options of silentPlaces) expectFindings('description-front-load', of('A helpful skill'), options);
  });
});

describe('description-structure', () => {
  const levels = { 'description-structure': 'warning' } as const;
  const canonical = [
    '[P2·Design·Maps] Draws street maps.',
    '',
    'WHEN: After the survey is complete.',
    'DOMAIN: maps (skill 2 of 4).',
    'INPUT_FROM: city-survey (raw points), road-names.',
    'OUTPUT_TO: map-review.',
    '',
    'METHODOLOGY: (1) project, (2) draw, (3) label.',
    'OUTPUT_FORMAT: L1 summary, L2 map.',
  ];
  const block = (lines: readonly string[]) => of(`|\n${lines.map((line) => (line ? `  ${line}` : '')).join('\n')}`);
  const skillNames = new Set(['city-survey', 'road-names', 'map-review']);

  test('is silent unless asked for', () => expectFindings('description-structure', of('Reads maps.')));

  test('accepts the whole structure, also folded into one line', () => {
    expectFindings('description-structure', block(canonical), { levels, file: { skillNames } });
    expectFindings('description-structure', of(`"${canonical.filter(Boolean).join(' ')}"`), { levels });
    expectFindings('description-structure', block(canonical).replaceAll('\n', '\r\n'), { levels });
  });

  test('lists the parts that are missing', () => {
    const [finding] = expectFindings(
      'description-structure',
      of('Reads maps.').replace('description', '«description»'),
      {
        levels,
      },
    );
    expect(finding!.severity).toBe('warning');
    expect(finding!.message).toBe(
      'The canonical structure requires a phase tag such as `[Phase·Domain·Role]` at the start, `WHEN:`, `DOMAIN:`, `INPUT_FROM:`, `OUTPUT_TO:` and `METHODOLOGY:`. Add them',
    );
  });

  test.for(canonical.filter((line) => /^[A-Z_]+:/.test(line) && !line.startsWith('OUTPUT_FORMAT')))(
    'needs `%s`',
    (line) => {
      const label = line.slice(0, line.indexOf(':') + 1);
      const without = block(canonical.filter((it) => it !== line)).replace('description', '«description»');
      const [finding] = expectFindings('description-structure', without, { levels });
      expect(finding!.message).toBe(`The canonical structure requires \`${label}\`. Add it`);
      const empty = block(canonical.map((it) => (it === line ? label : it))).replace('description', '«description»');
      expectFindings('description-structure', empty, { levels });
    },
  );

  test.for([
    ['skill «5 of 4»', 'skill 5 of 4'],
    ['skill «0 of 4»', 'skill 0 of 4'],
  ])('finds that %s does not add up', ([place, said]) => {
    const [finding] = expectFindings('description-structure', block(canonical).replace('skill 2 of 4', place!), {
      levels,
    });
    expect(finding!.message).toContain(said);
  });

  test('finds a domain without a place', () => {
    expectFindings('description-structure', block(canonical).replace('maps (skill 2 of 4).', '«maps»'), { levels });
  });

  test('finds sources and targets that are no skills', () => {
    const marked = block(canonical).replace('road-names', '«road-name»').replace('map-review', '«map-reviews»');
    const findings = expectFindings('description-structure', marked, { levels, file: { skillNames } });
    expect(findings[0]!.message).toBe(
      '`INPUT_FROM:` refers to `road-name`, which does not exist. Did you mean `road-names`?',
    );
    expect(findings[0]!.fixes).toMatchObject([{ safe: false, edits: [{ newText: 'road-names' }] }]);
    const unknown = block(canonical).replace('road-names', '«quarterly-report»');
    const [finding] = expectFindings('description-structure', unknown, { levels, file: { skillNames } });
    expect(finding!.message).toContain('Use the name of an existing skill');
  });

  test('takes prose for prose, and nothing for unknown while the skills are not known', () => {
    const prose = block(canonical)
      .replace('road-names', 'the user-provided list')
      .replace('map-review', 'any reviewer');
    expectFindings('description-structure', prose, { levels, file: { skillNames } });
    const unknown = block(canonical).replace('map-review', 'no-such-skill');
    expectFindings('description-structure', unknown, { levels, file: { skillNames: undefined } });
  });

  test('is silent about missing and empty descriptions, commands and templates', () => {
    for (const value of ['', '""', '[a]', '12']) expectFindings('description-structure', of(value), { levels });
    for (const options of silentPlaces) expectFindings('description-structure', of('Reads.'), { ...options, levels });
  });
});
