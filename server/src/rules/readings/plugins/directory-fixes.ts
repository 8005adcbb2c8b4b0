import { jsonEntries, jsonValue } from '../../../document/json-document.ts';
import { type JsonMap, mapOf, textOf } from '../../../document/json-values.ts';
import type { SkillDocument } from '../../../document/skill-document.ts';
import { textRange } from '../../../document/text/text-range.ts';
import { folderOf, lastPart } from '../../../platform/paths.ts';
import { replaceString } from '../../edits/json-edits.ts';
import { lookUpJson } from '../../edits/json-lookup.ts';
import { mitLicense } from '../../edits/mit-license.ts';
import { showText } from '../../messages/show-value.ts';
import type { Fix } from '../../rule.ts';
import type { DirectoryVerdict } from './directory-verdict.ts';
import { toPluginName } from './plugin-names.ts';

/**
 * How what the plugin directory says can be fixed in the manifest, or by a new file.
 *
 * @param document the manifest; undefined if there is none
 */
export function fixesOfVerdict({ code, file, place }: DirectoryVerdict, document: SkillDocument | undefined): Fix[] {
  const root = document?.json?.root;
  const node = place && lookUpJson(root, place);
  const manifest = (root && mapOf(jsonValue(root))) ?? {};
  switch (code) {
    case 'README_MISSING': {
      const named = { name: lastPart(folderOf(file!)), ...manifest };
      return [{ title: 'Create `README.md`', safe: false, edits: [], creates: { path: file!, text: readmeOf(named) } }];
    }
    case 'LICENSE_MISSING':
      return licenses(file!, manifest, document);
    case 'LISTING_URL_SCHEME':
      return node?.type === 'string' && /^http:\/\//i.test(node.value)
        ? [replaceString(node, node.value.replace(/^http/i, 'https'))]
        : [];
    case 'IDENTIFIER_NON_ASCII': {
      const name = node?.type === 'string' ? toPluginName(node.value) : '';
      return name === '' ? [] : [replaceString(node!, name)];
    }
    default:
      return [];
  }
}

/** Fewer words than are required, so that the directory’s check reminds of the rest. */
function readmeOf({ name, description }: JsonMap): string {
  const title = textOf(name) ?? 'Plugin';
  const intro = textOf(description)?.trim();
  return `# ${title}\n\n${intro ? `${intro}\n\n` : ''}## Use\n\n## Setup\n`;
}

function licenses(path: string, manifest: JsonMap, document: SkillDocument | undefined): Fix[] {
  const author = textOf(mapOf(manifest.author)?.name)?.trim();
  const [first] = jsonEntries(document?.json?.root);
  const at = first?.range.start;
  const space = at === undefined ? '' : /\s*$/.exec(document!.text.slice(0, at))![0];
  const key: Fix[] =
    at === undefined || manifest.license !== undefined
      ? []
      : [
          {
            title: `Insert ${showText('"license": "MIT"')}`,
            safe: false,
            edits: [
              {
                range: textRange(first!.range.end, first!.range.end),
                newText: `,${space === '' ? ' ' : space}"license": "MIT"`,
              },
            ],
          },
        ];
  const file: Fix[] = author
    ? [
        {
          title: 'Create `LICENSE` with the MIT license',
          safe: false,
          edits: [],
          creates: { path, text: mitLicense(author) },
        },
      ]
    : [];
  return [...key, ...file];
}
