import { consumerFacts } from '../../dialect/targets.ts';
import { firstLine } from '../../document/text/first-line.ts';
import { inThousands } from '../../document/text/numbers.ts';
import { inWords } from '../messages/in-words.ts';
import type { Rule } from '../rule.ts';

export const apiLimits: Rule = {
  id: 'api-limits',
  level: 'warning',
  kinds: ['skill'],
  needs: ['target'],
  summary: 'A skill folder that is too large to upload, has too many files, or contains other skills',
  source: 'https://platform.claude.com/docs/en/build-with-claude/skills-guide',
  check({ document, file, targets }, report) {
    const limits = consumerFacts('claude-api').package;
    if (!targets.has('claude-api') || file.insideSkill || !file.package || !limits) return;
    const { files, bytes, innerSkills, complete } = file.package;
    const atLeast = complete ? '' : 'more than ';
    const faults: string[] = [];
    if (bytes > limits.maxBytes) {
      faults.push(
        `its files have ${atLeast}${inThousands(bytes)} bytes, but only ${inThousands(limits.maxBytes)} are allowed`,
      );
    }
    if (files > limits.maxFiles) {
      faults.push(`it has ${atLeast}${inThousands(files)} files, but only ${inThousands(limits.maxFiles)} are allowed`);
    }
    const [inner] = innerSkills;
    if (inner !== undefined) {
      const others = innerSkills.length > 1 ? ` and ${innerSkills.length - 1} more` : '';
      faults.push(`it contains another skill, \`${inner}\`${others}, but only the one at the top is allowed`);
    }
    if (faults.length === 0) return;
    report({
      range: firstLine(document),
      message: `Uploads of the folder \`${file.folderName}\` are rejected: ${inWords(faults)}. Remove what the skill does not need before uploading`,
    });
  },
};
