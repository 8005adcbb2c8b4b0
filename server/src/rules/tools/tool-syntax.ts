import { offerEdit } from '../edits/field-edits.ts';
import { replaceYaml } from '../edits/write-field.ts';
import { showText } from '../messages/show-value.ts';
import { toolRuleFaults } from '../readings/tools/tool-rule-faults.ts';
import { toolLists } from '../readings/tools/written-tool-rules.ts';
import type { Rule } from '../rule.ts';

export const toolSyntax: Rule = {
  id: 'tool-syntax',
  level: 'warning',
  kinds: ['skill', 'command', 'agent'],
  needs: ['tools-field'],
  summary: 'A tool rule that is written so that Claude Code reads something else',
  source: 'test/conformance: own-tool-rules',
  check(context, report) {
    if (context.file.place === 'other-product') return;
    for (const list of toolLists(context)) {
      for (const { range, message, meant } of toolRuleFaults(list)) {
        const isWhole = range === list.field.value.range;
        const edit =
          meant === undefined
            ? undefined
            : isWhole
              ? replaceYaml(context.document.text, list.field, meant)
              : { range, newText: meant };
        report({ range, message, fixes: offerEdit(`Write ${showText(meant ?? '')}`, false, edit) });
      }
    }
  },
};
