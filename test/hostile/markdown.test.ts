import { describe, expect, test } from 'vitest';
import type { CompletionItem, MarkupContent } from 'vscode-languageserver-types';
import type { CatalogLocation } from '../../server/src/catalog/file/catalog-location.ts';
import { FIELDS } from '../../server/src/dialect/fields.ts';
import { HOOK_EVENTS } from '../../server/src/dialect/hooks.ts';
import { readDocument } from '../../server/src/document/read-document.ts';
import type { FileKind } from '../../server/src/document/runtime-id.ts';
import { codeLenses, type LensData, resolveCodeLens } from '../../server/src/features/annotations/code-lenses.ts';
import { inlayHints } from '../../server/src/features/annotations/inlay-hints.ts';
import { toDiagnostics } from '../../server/src/features/check/diagnostics.ts';
import { rulePage } from '../../server/src/features/check/documented-rules.ts';
import { completion } from '../../server/src/features/completion/completion.ts';
import { hover } from '../../server/src/features/hover/hover.ts';
import type { InvocationFacts } from '../../server/src/features/hover/hover-body.ts';
import { codeBlock, codeSpan, messageMarkdown, plainMarkdown } from '../../server/src/features/text/markdown-text.ts';
import { treeTooltip } from '../../server/src/jobs/skills/tree/skill-tooltip.ts';
import type { TreeNode } from '../../server/src/protocol.ts';
import { checkedTurn } from '../../server/src/runtime/invocation/invocation-turn.ts';
import { prepareInvocation } from '../../server/src/runtime/invocation/prepare-invocation.ts';
import { renderableAtPath } from '../../server/src/runtime/render/renderable-at-path.ts';
import { oneIn } from '../every-test.ts';
import { type OpenOptions, openText } from '../unit/features/open-text.ts';
import { home, project, treeOf } from '../unit/features/tree-of.ts';
import { expectHarmless, payloads } from './markdown-payloads.ts';

const paths = {
  skill: '/project/.claude/skills/demo/SKILL.md',
  command: '/project/.claude/commands/demo.md',
  agent: '/project/.claude/agents/demo.md',
} as const satisfies Partial<Record<FileKind, string>>;

/** Every hover of a text, wherever the pointer may be. */
function hoversOf(text: string, options: OpenOptions = {}, facts: InvocationFacts = {}, places = 40): Set<string> {
  const found = new Set<string>();
  // Without rules no finding speaks in place of a hover.
  const { open } = openText(text, { rules: [], ...options });
  const { length } = open.document.text;
  const step = Math.max(1, Math.floor(length / places));
  for (let offset = 0; offset <= length; offset += step) {
    const hovered = hover(open, offset, facts);
    if (hovered) found.add((hovered.contents as MarkupContent).value);
  }
  return found;
}

function expectHarmlessCompletions(items: readonly CompletionItem[], about: string): void {
  for (const { label, detail, documentation } of items) {
    expect(label, about).not.toMatch(/(?<!\\)\$\([\w-]+(~\w+)?\)/);
    expect(`${label}${detail ?? ''}`, about).not.toMatch(/[\u0000-\u001F\u2028\u202E]/);
    if (documentation !== undefined) expectHarmless((documentation as MarkupContent).value, about);
  }
}

describe('in hovers', () => {
  const cases = FIELDS.flatMap(({ kinds, name }) =>
    kinds.flatMap((kind) => (kind in paths ? [[kind as keyof typeof paths, name] as const] : [])),
  );

  test.each(oneIn(12, cases))('of a %s, the field %s is data', (kind, name) => {
    for (const payload of payloads) {
      const value = JSON.stringify(payload);
      for (const written of [value, `[${value}]`, `{${value}: ${value}}`, `|\n  ${payload.replace(/\s+/g, '\n  ')}`]) {
        const text = `---\n${name}: ${written}\n---\n\nDo $ARGUMENTS and $0\n`;
        for (const found of hoversOf(text, { path: paths[kind] }, {}, 10)) expectHarmless(found, text);
      }
    }
  });

  test('unknown keys are data', () => {
    for (const payload of payloads)
      for (const found of hoversOf(`---\n${JSON.stringify(payload)}: x\n---\n`)) expectHarmless(found, payload);
  });

  test('so is whatever is written inside hooks', () => {
    const [event] = HOOK_EVENTS;
    for (const payload of payloads) {
      const value = JSON.stringify(payload);
      const group = `{matcher: ${value}, ${value}: 1, hooks: [{type: ${value}, command: ${value}, ${value}: 1}]}`;
      const text = `---\nhooks:\n  ${value}: [${group}]\n  ${event!.name}: [${group}]\n---\n`;
      for (const found of hoversOf(text)) expectHarmless(found, payload);
    }
  });

  test('so are placeholders, their names in fields, and their values in the preview', () => {
    for (const payload of payloads) {
      const name = JSON.stringify(payload.replace(/\s/g, ''));
      const fields = `argument-hint: ${JSON.stringify(`[${payload}] <${payload}>`)}\narguments: [${name}, b]`;
      const body = `See $ARGUMENTS, $0, $1, $b, $${payload}, \${CLAUDE_X}, [a](${payload}) and [${payload}](a.md)\n`;
      const previewed = { words: [payload, payload], argumentText: payload };
      for (const found of hoversOf(`---\n${fields}\n---\n\n${body}`, {}, { previewed })) expectHarmless(found, payload);
      const { open } = openText(`---\n${fields}\n---\n\n${body}`, { rules: [] });
      for (const { label, tooltip } of inlayHints(open, { start: 0, end: open.document.text.length }, previewed)) {
        expectHarmless((tooltip as MarkupContent).value, payload);
        expect(label).not.toMatch(/[\u0000-\u001F\u2028\u202E]/);
      }
    }
  });

  test('so are commands, and the folder in which they run', () => {
    for (const payload of payloads) {
      const text = `---\ndescription: x\n---\n\n!\`rm ${payload.replaceAll('`', '')} $ARGUMENTS\` and !\`ls\`\n`;
      const document = readDocument(text, 'claude-code', 'skill');
      const skill = renderableAtPath(paths.skill, 'skill', document, undefined);
      const folder = `/work/${payload}`;
      const invocation = prepareInvocation(skill, checkedTurn(undefined, folder));
      const subject = {
        uri: 'file:///a',
        version: 1,
        path: paths.skill,
        file: { place: 'claude', misplaced: undefined } as const,
        isUntitled: false,
        known: undefined,
        instead: undefined,
        skillTool: undefined,
        ...invocation,
      };
      const previewed = { words: [payload], argumentText: payload };
      for (const found of hoversOf(text, {}, { subject, previewed })) expectHarmless(found, payload);
    }
  });

  test('so are the names, plugins and paths of other skills', () => {
    for (const payload of payloads) {
      const names = [payload, `${payload}2`].map((name) => ({
        name,
        alias: undefined,
        plugin: payload,
        path: `/p/${payload}/SKILL.md`,
        loaded: true,
      }));
      const inCatalog = { names } as unknown as CatalogLocation;
      const value = JSON.stringify(payload);
      for (const found of hoversOf(`---\nskills: [${value}]\n---\n`, { path: paths.agent, file: { inCatalog } }))
        expectHarmless(found, payload);
      const settings = `{"skillOverrides": {${value}: "off", "x": ${value}}, "permissions": {"allow": ["Skill", ${JSON.stringify(`Skill(${payload})`)}]}, "disableSkillShellExecution": ${value}}`;
      const file = { inCatalog, kind: 'settings' as const };
      const { open } = openText(settings, { rules: [], file });
      for (let offset = 0; offset < settings.length; offset++) {
        const hovered = hover(open, offset);
        if (hovered) expectHarmless((hovered.contents as MarkupContent).value, payload);
        if (offset % 5 === 0) expectHarmlessCompletions(completion(open, offset, { fillsSnippets: true }), payload);
      }
    }
  });

  test('a value of any length stays short', () => {
    const long = '`a'.repeat(50_000);
    const words = Array.from({ length: 2_000 }, (_, index) => `a${index}`).join(' ');
    const fields = ['effort', 'model', 'name', 'allowed-tools', 'skills', `x${'y'.repeat(99_999)}`];
    for (const field of [...fields.map((name) => `${name}: "${long}"`), `arguments: ${words}`]) {
      const text = `---\n${field}\n---\n`;
      for (const found of hoversOf(text)) expect(found.length).toBeLessThan(10_000);
    }
  });
});

test('completions show names of agents, skills and arguments as text', () => {
  for (const payload of payloads) {
    const file = {
      agentNames: new Set([payload]),
      inCatalog: { names: [{ name: payload, loaded: true }] } as unknown as CatalogLocation,
      folderName: payload,
    };
    const value = JSON.stringify(payload);
    const texts = [
      ['---\nagent: $0\n---\n', paths.skill],
      ['---\nskills:\n  - $0\n---\n', paths.agent],
      ['---\n$0\n---\n', paths.skill],
      ['$0', paths.skill],
      ['---\nallowed-tools: $0\n---\n', paths.skill],
      ['---\nhooks:\n  $0\n---\n', paths.skill],
      [`---\narguments: [${value}]\n---\n$$0 \${\n`, paths.skill],
    ] as const;
    for (const [text, path] of texts) {
      const { open, offset } = openText(text, { rules: [], path, file });
      expectHarmlessCompletions(completion(open, offset, { fillsSnippets: true }), payload);
    }
  }
});

test('a completion whose label is escaped is still found and inserted as it is written', () => {
  const { open, offset } = openText('---\nagent: $0\n---\n', { file: { agentNames: new Set(['$(sync~spin)']) } });
  const item = completion(open, offset, { fillsSnippets: true }).find(({ label }) => label.includes('sync'));
  expect(item).toMatchObject({
    label: '\\$(sync~spin)',
    filterText: '$(sync~spin)',
    textEdit: { newText: '$(sync~spin)' },
  });
});

test("findings link only to Skillwright's own pages, whatever they report", () => {
  for (const payload of payloads) {
    const { open } = openText(`---\n${JSON.stringify(payload)}: x\nmodel: ${JSON.stringify(payload)}\n---\n\n$9\n`);
    for (const { code, codeDescription } of toDiagnostics(open.findings, open.document, open.uri))
      expect(codeDescription?.href).toBe(rulePage(String(code)));
  }
});

test('tooltips of the tree and lenses show names, descriptions, folders and reasons as text', async () => {
  for (const payload of payloads) {
    // A folder's name has no slash and no zero.
    const name = payload.replaceAll(/[/\0]/g, '_');
    const value = JSON.stringify(payload);
    const fields = `name: ${value}\ndescription: ${value}\nargument-hint: ${value}`;
    const at = (folder: string) => `${project}/.claude/skills/${folder}/SKILL.md`;
    const tree = await treeOf({
      [at(name)]: `---\n${fields}\n---\n${payload}`,
      [at('paths')]: `---\n${fields}\npaths: ${value}\n---\n`,
      [at('off')]: `---\n${fields}\n---\n`,
      [at('synced')]: `---\n${fields}\n---\n`,
      [`${home}/.claude/skills/${name}/SKILL.md`]: `---\n${fields}\n---\n`,
      [`${project}/${name}/.claude/skills/nested/SKILL.md`]: `---\n${fields}\n---\n`,
      [`${project}/.claude/skills/loose ${name}.md`]: `---\n${fields}\n---\n`,
      [`${project}/.claude/agents/a.md`]: `---\nname: ${value}\ndescription: ${value}\nskills: [${JSON.stringify(name)}]\n---\n`,
      [`${project}/.claude/settings.json`]: JSON.stringify({ skillOverrides: { off: 'off', [name]: 'name-only' } }),
    });
    const visit = async (nodes: readonly TreeNode[]): Promise<void> => {
      for (const node of nodes) {
        const tooltip = treeTooltip(tree.sessions, node.id);
        if (tooltip !== undefined) expectHarmless(tooltip, `${payload} in ${node.label}`);
        if (node.children !== 'none') await visit(await tree.children(node));
      }
    };
    await visit(await tree.children());
    const { catalog } = tree.sessions[0]!;
    for (const folder of [name, 'paths', 'off', 'synced']) {
      const { open } = openText(`---\n${fields}\n---\n`, { rules: [], path: at(folder) });
      const titles = codeLenses(open, catalog, true).map(
        ({ command, data }) => command?.title ?? resolveCodeLens((data as LensData).about, open, catalog)?.title,
      );
      for (const title of titles) expect(title).toMatch(/^[\w ,·:]+$/);
    }
  }
});

test.each(payloads)('the functions for texts of files make %j harmless anywhere in a sentence', (payload) => {
  for (const text of [payload, `${payload}${payload}`, ` ${payload} `, `${payload}\`\\`]) {
    expectHarmless(`Before ${codeSpan(text)} between ${plainMarkdown(text)} after`, text);
    expectHarmless(plainMarkdown(text), text);
    expectHarmless(codeSpan(text), text);
    expectHarmless(`${codeSpan(text)}  \n${plainMarkdown(text)}  \n${codeSpan(text)}`, text);
    expectHarmless(`x\n\n${codeBlock(text)}\n\n${plainMarkdown(text)}`, text);
    expectHarmless(messageMarkdown(`The \`${text}\` is ${text}`), text);
  }
});
