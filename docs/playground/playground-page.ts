import type { CodeAction } from 'vscode-languageserver-protocol';
import { html } from '../../client/src/webviews/elements.ts';
import { Tabs } from '../../client/src/webviews/preview/tabs.ts';
import { textWithCode } from '../../client/src/webviews/text-with-code.ts';
import { colorParts } from './colored-parts.ts';
import { examples } from './examples.ts';
import { type Finding, type FoundInText, findingsOf, fixAllKind, offsetOf } from './finding.ts';
import { FindingList } from './finding-list.ts';
import { FixMenu } from './fix-menu.ts';
import { ListingPanel } from './listing-panel.ts';
import { PreviewPanel } from './preview-panel.ts';
import { ServerWorker } from './server-worker.ts';
import { fragmentOf, hasSkill, type SharedSkill, skillInFragment } from './shared-link.ts';
import { SkillEditor } from './skill-editor.ts';
import { SkillFolder, skillUri } from './skill-folder.ts';
import { SkillServer } from './skill-server.ts';

/** Milliseconds without a key after which findings and previews follow. */
const typingPause = 150;

const element = <Type extends HTMLElement>(id: string) => document.getElementById(id) as Type;

/** The whole page: the editor, what is found in its text, and what Claude Code makes of it. */
export class PlaygroundPage {
  readonly #files = new SkillFolder();
  readonly #server: SkillServer;
  readonly #editor: SkillEditor;
  readonly #findings: FindingList;
  readonly #preview: PreviewPanel;
  readonly #listing = new ListingPanel(element('panel-listing'));
  readonly #menu = new FixMenu(() => this.#editor.view.focus());
  readonly #example = element<HTMLSelectElement>('example');
  readonly #said = element('said');
  readonly #first: FoundInText;
  #opened: SharedSkill = examples[0];
  #fixAll: CodeAction | undefined;
  #isShown = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts what was asked: only the answers to the latest question are shown. */
  #round = 0;

  /**
   * @param serverScript the language server, as `unpacked` takes it
   * @param first what it says of the first example
   */
  constructor(serverScript: string, first: FoundInText) {
    this.#first = first;
    this.#server = new SkillServer(() => void this.#update());
    const worker = new ServerWorker(
      serverScript,
      this.#files,
      () => this.#updateSoon(),
      () => this.#say('This browser cannot run the language server.'),
    );
    this.#server.client.connect(worker);
    this.#editor = new SkillEditor(element('editor'), this.#server.client, {
      changed: () => this.#changed(),
      fix: () => void this.#openMenu(),
    });
    this.#findings = new FindingList(element('panel-findings'), {
      select: ({ from, to }) => this.#editor.select(from, to),
      fix: ({ fix }) => void this.#apply(fix),
      fixAll: () => void this.#apply(this.#fixAll),
    });
    this.#preview = new PreviewPanel(element('panel-preview'), {
      argumentsTyped: () => this.#updateSoon(),
      select: ({ start, end }) => this.#editor.select(start, end),
      link: (address) => this.#say(`Links of the skill are not followed here: ${address}`),
    });
    this.#addTabs();
    this.#addActions();
  }

  async start(): Promise<void> {
    const { hash } = location;
    const shared = await skillInFragment(hash);
    this.#open(shared ?? examples[0]);
    if (!shared) this.#show(this.#first);
    if (!shared && hasSkill(hash)) this.#say('The link is damaged or too long, so this is an example.');
  }

  #addTabs(): void {
    const tab = <Name extends string>(name: Name, label: string) => ({ name, label, panel: element(`panel-${name}`) });
    const tabs = [
      tab('findings', 'Findings'),
      tab('preview', 'What the model reads'),
      tab('listing', 'In the listing'),
    ];
    const made = new Tabs(tabs, 'findings', () => undefined).element;
    made.setAttribute('aria-label', 'What Claude Code does with it');
    element('tabs').append(made);
  }

  #addActions(): void {
    this.#example.append(...examples.map(({ title }, index) => html('option', { value: index }, title)));
    this.#example.addEventListener('change', () => this.#open(examples[Number(this.#example.value)] ?? examples[0]));
    element('reset').addEventListener('click', () => this.#open(this.#opened));
    element('copy').addEventListener('click', () => void this.#copyLink());
    addEventListener('hashchange', () => void this.#follow());
    if (/Mac|iP/.test(navigator.platform)) for (const key of document.querySelectorAll('.mod')) key.textContent = '⌘';
  }

  #open(skill: SharedSkill): void {
    const { folder, text } = skill;
    const before = this.#files.folder;
    this.#opened = skill;
    this.#files.folder = folder;
    this.#files.text = text;
    this.#example.selectedIndex = examples.findIndex((it) => it.text === text);
    this.#preview.arguments = skill.arguments;
    element('file').textContent = `.claude/skills/${folder}/SKILL.md`;
    this.#editor.open(skillUri(folder), text);
    if (before !== '') this.#server.moved(skillUri(before), skillUri(folder));
    this.#say('');
    void this.#update();
  }

  /** A link was opened in this page. */
  async #follow(): Promise<void> {
    const shared = await skillInFragment(location.hash);
    if (shared && shared.text !== this.#editor.text) this.#open(shared);
  }

  #changed(): void {
    this.#files.text = this.#editor.text;
    this.#updateSoon();
  }

  #updateSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#update(), typingPause);
  }

  /** Asks the server again for all that is shown. */
  async #update(): Promise<void> {
    clearTimeout(this.#timer);
    const round = ++this.#round;
    const isLatest = () => round === this.#round;
    const uri = skillUri(this.#files.folder);
    this.#server.save(uri);
    try {
      // One after the other: the server does one thing at a time, and findings come first.
      await this.#updateFindings(uri, isLatest);
      if (isLatest()) await this.#updateColors(uri, isLatest);
      if (isLatest()) await this.#updatePreview(uri, isLatest);
      if (isLatest()) await this.#updateListing(uri, isLatest);
    } catch (error) {
      if (isLatest())
        this.#say(`The language server did not answer: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  async #updateFindings(uri: string, isLatest: () => boolean): Promise<void> {
    const { doc } = this.#editor.view.state;
    const whole = { start: { line: 0, character: 0 }, end: { line: doc.lines, character: 0 } };
    const isCurrent = () => isLatest() && doc.eq(this.#editor.view.state.doc);
    const found = await this.#server.findings(uri);
    // The first ones are shown without their fixes, as there is nothing yet that would flicker.
    if (isCurrent() && !this.#isShown) this.#show({ found, actions: [] });
    const [actions, [fixAll]] = await Promise.all([
      this.#server.actions(uri, whole, ['quickfix']),
      this.#server.actions(uri, whole, [fixAllKind]),
    ]);
    if (!isCurrent()) return;
    this.#show({ found, actions, fixAll });
    element('panel-findings').ariaBusy = 'false';
  }

  #show(inText: FoundInText): void {
    const findings = findingsOf(this.#editor.view.state.doc, inText);
    this.#isShown = true;
    this.#fixAll = inText.fixAll;
    this.#findings.show(findings, inText.fixAll !== undefined);
    this.#editor.show(findings.map((finding) => this.#mark(finding)));
    element('tab-findings').textContent = findings.length === 0 ? 'Findings' : `Findings (${findings.length})`;
  }

  /** A finding as the editor marks it. */
  #mark({ from, to, severity, message, rule, fix }: Finding) {
    return {
      from,
      to,
      severity,
      message,
      source: rule,
      renderMessage: () => html('span', {}, ...textWithCode(message)),
      ...(fix && { actions: [{ name: fix.title.replaceAll('`', ''), apply: () => void this.#apply(fix) }] }),
    };
  }

  async #updateColors(uri: string, isLatest: () => boolean): Promise<void> {
    const { view } = this.#editor;
    const { doc } = view.state;
    const tokens = await this.#server.tokens(uri);
    if (tokens && isLatest() && doc.eq(view.state.doc)) colorParts(view, ...tokens);
  }

  async #updatePreview(uri: string, isLatest: () => boolean): Promise<void> {
    const preview = await this.#server.request('skillwright/preview', { uri, arguments: this.#preview.arguments });
    if (isLatest()) this.#preview.show(preview);
  }

  async #updateListing(uri: string, isLatest: () => boolean): Promise<void> {
    const report = await this.#server.request('skillwright/budget', {});
    const entry = report?.entries.find((it) => it.uri === uri);
    const cost =
      entry?.id === undefined ? null : await this.#server.request('skillwright/skillCost', { skill: entry.id });
    if (isLatest()) this.#listing.show(report ? { report, ...(entry && { entry }), ...(cost && { cost }) } : undefined);
  }

  async #openMenu(): Promise<void> {
    const { view } = this.#editor;
    const { from, to } = view.state.selection.main;
    const position = (offset: number) => {
      const line = view.state.doc.lineAt(offset);
      return { line: line.number - 1, character: offset - line.from };
    };
    this.#server.client.sync();
    const uri = skillUri(this.#files.folder);
    const actions = await this.#server.actions(uri, { start: position(from), end: position(to) }, ['quickfix']);
    const place = view.coordsAtPos(to) ?? view.dom.getBoundingClientRect();
    this.#menu.open(place, actions, (action) => void this.#apply(action));
  }

  async #apply(action: CodeAction | undefined): Promise<void> {
    if (!action) return;
    const { view } = this.#editor;
    const { doc } = view.state;
    const edits = await this.#server.editsOf(action, skillUri(this.#files.folder));
    if (!doc.eq(view.state.doc) || edits.length === 0) {
      this.#say('The text has changed since: try again.');
      return;
    }
    const changes = edits.map(({ range, newText }) => ({
      from: offsetOf(doc, range.start),
      to: offsetOf(doc, range.end),
      insert: newText,
    }));
    view.dispatch({ changes, userEvent: 'input.fix' });
    this.#say(`${action.title.replaceAll('`', '')}: done`);
    void this.#update();
  }

  async #copyLink(): Promise<void> {
    const { folder } = this.#files;
    const fragment = await fragmentOf({ folder, arguments: this.#preview.arguments, text: this.#editor.text });
    history.replaceState(null, '', fragment);
    try {
      await navigator.clipboard.writeText(location.href);
      this.#say('The link is in the clipboard. It has the whole skill in it.');
    } catch {
      this.#say('The link is in the address bar. It has the whole skill in it.');
    }
  }

  #say(text: string): void {
    this.#said.textContent = text;
  }
}
