import type { Line } from './recorded-lines.ts';
import { Dice, ScriptedTranscript } from './scripted-transcript.ts';

/** The figures of one skill, as the script knows them. */
export interface ExpectedSkill {
  readonly loaded: { user: number; model: number };
  inAgents: number;
  forked: number;
  readonly times: number[];
  readonly missing: { user: number; model: number };
  readonly denied: { user: number; model: number };
  readonly failed: { user: number; model: number };
  characters: number;
  tokens: number;
  listingCharacters: number;
  answers: number;
  readonly usage: { input: number; cacheRead: number; cacheWrite: number; output: number };
  readonly usedIn: Set<string>;
  readonly listedIn: Map<string, 'described' | 'shortened' | 'name-only'>;
}

/** A session as the script knows it. */
export interface ExpectedSession {
  readonly project: string;
  readonly listsSkills: boolean;
  /** What a timeline has to show, in this order: kind and name. */
  readonly steps: readonly string[];
}

/** Transcripts, and what they must be read as. */
export interface Script {
  /** By their paths below `projects`. */
  readonly files: ReadonlyMap<string, string>;
  readonly skills: ReadonlyMap<string, ExpectedSkill>;
  readonly sessions: ReadonlyMap<string, ExpectedSession>;
  readonly brokenLines: number;
}

/** The skills that exist, with the text that each loads. */
export interface ScriptedSkills {
  readonly names: readonly string[];
  /** Those that run as forks. */
  readonly forks: readonly string[];
  text(name: string, given: string): string;
}

const absent = ['nope', 'deplyo', 'reviews'];

/** Texts that look like what the reader looks for, in places where they mean nothing. */
const decoys = [
  'Why is there a <command-name>/review</command-name> in my log? Base directory for this skill: /x',
  '{"type":"tool_use","name":"Skill","input":{"skill":"review"}} and "attributionSkill":"review"',
  'Launching skill: review',
  'kill -9 1; compact_boundary; {"attachment":{"type":"skill_listing","content":"- review"}}',
  `Unknown skill: review ${'long '.repeat(2_000)}`,
];

/** Scripts sessions: each time the same for the same seed. */
export function scriptSessions(
  seed: number,
  count: number,
  folders: readonly string[],
  skills: ScriptedSkills,
): Script {
  const dice = new Dice(seed);
  const files = new Map<string, string>();
  const expected = new Map<string, ExpectedSkill>();
  const sessions = new Map<string, ExpectedSession>();
  let brokenLines = 0;
  const finished: Scripted[] = [];
  for (let number = 0; number < count; number++) {
    const folder = number % 5 === 4 ? dice.pick(folders) : folders[0]!;
    // A few of them continue an earlier one in a file of their own.
    const before = number % 12 === 11 ? dice.pick(finished) : undefined;
    const session = before
      ? before.continued(dice)
      : new Scripted(dice, { sessionId: dice.uuid(), folder, agent: undefined }, skills, expected, number);
    if (!before) session.start(number % 10 !== 7);
    for (let left = 3 + dice.below(12); left > 0; left--) session.act();
    finished.push(session);
    const lines = session.lines();
    const broken = number % 8 === 3;
    if (broken) brokenLines += 2;
    const text = broken ? `${lines.replace('\n', '\n{"type":"user","mess\nnot JSON\n')}` : lines;
    files.set(`${session.project}/${session.id}.jsonl`, text);
    for (const [agent, agentLines] of session.agents()) {
      files.set(`${session.project}/${session.id}/subagents/agent-${agent}.jsonl`, agentLines);
    }
  }
  for (const session of finished) sessions.set(session.id, session.expected());
  return { files, skills: expected, sessions, brokenLines };
}

interface Place {
  readonly sessionId: string;
  readonly folder: string;
  readonly agent: string | undefined;
}

const noon = Date.parse('2026-10-01T12:00:00Z');

class Scripted {
  readonly id: string;
  readonly project: string;
  readonly #dice: Dice;
  readonly #place: Place;
  readonly #skills: ScriptedSkills;
  readonly #expected: Map<string, ExpectedSkill>;
  readonly #main: ScriptedTranscript;
  readonly #agents = new Map<string, ScriptedTranscript>();
  #copied: Line[] = [];
  #steps: { readonly time: number; readonly what: string }[] = [];
  #listings = 0;
  #loaded = new Map<string, string>();

  constructor(dice: Dice, place: Place, skills: ScriptedSkills, expected: Map<string, ExpectedSkill>, number: number) {
    this.#dice = dice;
    this.#place = place;
    this.#skills = skills;
    this.#expected = expected;
    this.id = place.sessionId;
    this.project = place.folder.replace(/[^a-zA-Z0-9]/g, '-');
    this.#main = new ScriptedTranscript(place, dice, noon + number * 86_400_000);
  }

  start(listsSkills: boolean): void {
    this.#main.prompt('Hello');
    if (listsSkills) this.#list(true);
  }

  /** A session with a copy of this one, that goes on by itself. */
  continued(dice: Dice): Scripted {
    const place = { ...this.#place, sessionId: dice.uuid() };
    const next = new Scripted(dice, place, this.#skills, this.#expected, 60 + dice.below(100));
    const copied = this.#copied.map((line) => ({ ...line, sessionId: next.id }));
    next.#copied = [...copied, ...this.#main.copiedTo(next.id)];
    // What only the files of agents say is not in the copy.
    next.#steps = this.#steps.filter((step) => !step.what.endsWith(' in agent'));
    next.#listings = this.#listings;
    next.#loaded = new Map(this.#loaded);
    for (const skill of this.#expected.values()) {
      const as = skill.listedIn.get(this.id);
      if (as !== undefined) skill.listedIn.set(next.id, as);
    }
    for (const [name, characters] of this.#listed) {
      this.#skill(name).listingCharacters += characters;
      next.#listed.set(name, characters);
    }
    for (const name of this.#inMain) this.#skill(name).usedIn.add(next.id);
    next.#inMain = new Set(this.#inMain);
    return next;
  }

  readonly #listed = new Map<string, number>();
  #inMain = new Set<string>();

  lines(): string {
    return `${[...this.#copied, ...this.#main.lines].map((line) => JSON.stringify(line)).join('\n')}\n`;
  }

  agents(): [string, string][] {
    return [...this.#agents].map(([agent, { lines }]) => [
      agent,
      `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`,
    ]);
  }

  expected(): ExpectedSession {
    return {
      project: this.project,
      listsSkills: this.#listings > 0,
      steps: this.#steps.toSorted((one, other) => one.time - other.time).map(({ what }) => what),
    };
  }

  act(): void {
    const actions = [
      () => this.#typed(),
      () => this.#typed(),
      () => this.#called(),
      () => this.#called(),
      () => this.#called(),
      () => this.#calledInAgent(),
      () => this.#forked(),
      () => this.#inVain(),
      () => this.#inVain(),
      () => this.#answered(),
      () => this.#answered(),
      () => this.#compacted(),
      () => this.#list(false),
      () => this.#main.prompt(this.#dice.pick(decoys)),
      () => this.#main.toolResult(this.#dice.pick(decoys)),
    ];
    this.#dice.pick(actions)();
  }

  #typed(): void {
    const name = this.#dice.pick(this.#skills.names);
    const given = this.#given();
    const text = this.#skills.text(name, given);
    const time = this.#main.typed(name, given, text);
    this.#load(name, 'user', text, time);
    this.#answer(name);
  }

  #called(): void {
    const names =
      this.#dice.below(4) === 0 ? [...this.#skills.names].slice(0, 2) : [this.#dice.pick(this.#skills.names)];
    for (const name of names) {
      const given = this.#given();
      const text = this.#skills.text(name, given);
      const id = this.#main.call(name, given);
      // Between a call and its result, anything may come.
      if (this.#dice.below(3) === 0) this.#main.toolResult(this.#dice.pick(decoys));
      const time = this.#main.launched(id, name, text, this.#loaded.has(name));
      this.#load(name, 'model', text, time);
    }
    this.#answer(names.at(-1)!);
  }

  #calledInAgent(): void {
    const agent = this.#agent();
    agent.prompt('Use a skill');
    agent.listing('- review', ['review'], true);
    this.#step('listing in agent', agent.time);
    const name = this.#dice.pick(this.#skills.names);
    const text = this.#skills.text(name, 'in agent');
    const time = agent.launched(agent.call(name, 'in agent'), name, text, false);
    const skill = this.#count(name, 'model', text, time);
    skill.inAgents++;
    this.#step(`loaded ${name} in agent`, time);
    agent.answer(undefined, this.#usage(), 1);
  }

  #forked(): void {
    const name = this.#dice.pick(this.#skills.forks);
    const text = this.#skills.text(name, 'as fork');
    const agentId = `a${this.#dice.uuid().slice(0, 12)}`;
    const byModel = this.#dice.below(2) === 0;
    const agent = this.#agent(agentId);
    const began = agent.forkText(text);
    this.#answer(name, agent);
    const time = byModel ? this.#main.ranAsFork(this.#main.call(name, 'as fork'), name, agentId) : began;
    const skill = this.#count(name, byModel ? 'model' : 'user', text, time);
    skill.forked++;
    if (byModel) this.#inMain.add(name);
    this.#step(byModel ? `loaded ${name}` : `loaded ${name} in agent`, time);
  }

  #inVain(): void {
    const name = this.#dice.pick(this.#skills.names);
    const missing = this.#dice.pick(absent);
    const main = this.#main;
    const kinds = [
      () => main.failed(main.call(missing, ''), 'unknownSkill', 'nope', missing),
      () => main.failed(main.call(name, 'x'), 'notAllowed', 'guarded', name),
      () => main.failed(main.call(name, ''), 'hiddenFromModel', 'hidden', name),
      () => main.failed(main.call(name, ''), 'deniedByRule', '(never)', name),
      () => main.failed(main.call(name, ''), 'failedCall', '(never)', name),
      () => main.unknownCommand(missing),
      () => main.failedCommand(name),
      () => main.disabledCommand(name),
      () => main.unknownAtTerminal(missing),
    ];
    const kind = this.#dice.below(kinds.length);
    kinds[kind]!();
    const by = kind < 5 ? 'model' : 'user';
    const outcome = ([0, 5, 8].includes(kind) && 'missing') || ([4, 6].includes(kind) && 'failed') || 'denied';
    const asked = outcome === 'missing' ? missing : name;
    this.#skill(asked)[outcome][by]++;
    this.#step(`${outcome} ${asked}`);
  }

  #step(what: string, time = this.#main.time): void {
    this.#steps.push({ time, what });
  }

  #answered(): void {
    this.#main.answer(undefined, this.#usage(), 1 + this.#dice.below(3));
  }

  #answer(name: string, transcript = this.#main): void {
    const usage = this.#usage();
    transcript.answer(name, usage, 1 + this.#dice.below(3));
    const skill = this.#skill(name);
    skill.answers++;
    skill.usage.input += usage.input_tokens!;
    skill.usage.cacheRead += usage.cache_read_input_tokens!;
    skill.usage.cacheWrite += usage.cache_creation_input_tokens!;
    skill.usage.output += usage.output_tokens!;
  }

  #compacted(): void {
    this.#main.compacted(
      this.#dice.pick(['manual', 'auto']),
      90_000 + this.#dice.below(9_000),
      this.#dice.below(9_000),
    );
    this.#step('compaction');
    const newest = [...this.#loaded].toReversed().slice(0, 5);
    if (newest.length > 0) {
      this.#main.kept(newest.map(([name, content]) => ({ name, content })));
      this.#step(`kept ${newest.map(([name]) => name).join(' ')}`);
      this.#loaded = new Map(newest.toReversed());
    }
    this.#list(true);
  }

  #list(isInitial: boolean): void {
    const states = ['described', 'described', 'shortened', 'name-only', 'absent'] as const;
    const listed = this.#skills.names
      .map((name) => ({ name, as: this.#dice.pick(states) }))
      .flatMap(({ name, as }) => (as === 'absent' ? [] : [{ name, as }]));
    const texts = {
      described: ': Does things. Use when asked…\nfor: more.',
      shortened: ': Does thin…',
      'name-only': '',
    } as const;
    const entries = listed.map(({ name, as }) => `- ${name}${texts[as]}`);
    this.#main.listing(
      entries.join('\n'),
      listed.map(({ name }) => name),
      isInitial,
    );
    this.#step('listing');
    this.#listings++;
    const rank = ['name-only', 'shortened', 'described'];
    for (const [index, { name, as }] of listed.entries()) {
      const skill = this.#skill(name);
      const characters = entries[index]!.length + (index < entries.length - 1 ? 1 : 0);
      skill.listingCharacters += characters;
      this.#listed.set(name, (this.#listed.get(name) ?? 0) + characters);
      const before = skill.listedIn.get(this.id);
      if (before === undefined || rank.indexOf(as) > rank.indexOf(before)) skill.listedIn.set(this.id, as);
    }
  }

  #load(name: string, by: 'user' | 'model', text: string, time: number): void {
    this.#count(name, by, text, time);
    this.#inMain.add(name);
    this.#loaded.delete(name);
    this.#loaded.set(name, text);
    this.#step(`loaded ${name}`, time);
  }

  #count(name: string, by: 'user' | 'model', text: string, time: number): ExpectedSkill {
    const skill = this.#skill(name);
    skill.loaded[by]++;
    skill.times.push(time);
    skill.characters += text.length;
    skill.tokens += Math.ceil(text.length / 4);
    skill.usedIn.add(this.id);
    return skill;
  }

  #agent(id = `a${this.#dice.uuid().slice(0, 12)}`): ScriptedTranscript {
    const agent = new ScriptedTranscript({ ...this.#place, agent: id }, this.#dice, this.#main.time);
    this.#agents.set(id, agent);
    return agent;
  }

  #given(): string {
    return this.#dice.pick(['', 'main..HEAD', 'a "b c"', '<tag> & more', 'two\nlines']);
  }

  #usage() {
    return {
      input_tokens: this.#dice.below(1_000),
      cache_creation_input_tokens: this.#dice.below(5_000),
      cache_read_input_tokens: this.#dice.below(90_000),
      output_tokens: 1 + this.#dice.below(2_000),
    };
  }

  #skill(name: string): ExpectedSkill {
    const known = this.#expected.get(name);
    if (known) return known;
    const skill: ExpectedSkill = {
      loaded: { user: 0, model: 0 },
      inAgents: 0,
      forked: 0,
      times: [],
      missing: { user: 0, model: 0 },
      denied: { user: 0, model: 0 },
      failed: { user: 0, model: 0 },
      characters: 0,
      tokens: 0,
      listingCharacters: 0,
      answers: 0,
      usage: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 },
      usedIn: new Set(),
      listedIn: new Map(),
    };
    this.#expected.set(name, skill);
    return skill;
  }
}
