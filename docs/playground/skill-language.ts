import { yamlFrontmatter, yamlLanguage } from '@codemirror/lang-yaml';
import {
  defineLanguageFacet,
  HighlightStyle,
  Language,
  LanguageSupport,
  languageDataProp,
  syntaxHighlighting,
} from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import { GFM, parser } from '@lezer/markdown';

/** Without the parsers of HTML and of code, which would take more than everything else of the editor. */
const markdownData = defineLanguageFacet({ commentTokens: { block: { open: '<!--', close: '-->' } } });
const markdown = new LanguageSupport(
  new Language(
    markdownData,
    parser.configure([GFM, { props: [languageDataProp.add({ Document: markdownData })] }]),
    [],
    'markdown',
  ),
);

/** Classes, whose colors are those of the page. */
const highlighting = HighlightStyle.define([
  { tag: tags.heading, class: 'of-heading' },
  { tag: [tags.definition(tags.propertyName), tags.propertyName], class: 'of-field' },
  { tag: [tags.string, tags.attributeValue], class: 'of-value' },
  { tag: tags.monospace, class: 'of-code' },
  { tag: [tags.link, tags.url], class: 'of-link' },
  { tag: tags.strong, class: 'of-strong' },
  { tag: tags.emphasis, class: 'of-emphasis' },
  { tag: [tags.meta, tags.processingInstruction, tags.separator, tags.comment, tags.punctuation], class: 'of-mark' },
]);

/** Values without quotes. In Markdown, these are all of the text. */
const valueHighlighting = HighlightStyle.define([{ tag: tags.content, class: 'of-value' }], { scope: yamlLanguage });

/** Markdown with YAML at its beginning. */
export function skillLanguage(): Extension {
  return [
    yamlFrontmatter({ content: markdown }),
    syntaxHighlighting(highlighting),
    syntaxHighlighting(valueHighlighting),
  ];
}
