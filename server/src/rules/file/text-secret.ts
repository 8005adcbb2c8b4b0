import { findSecrets } from '../../dialect/secrets/find-secrets.ts';
import type { Rule } from '../rule.ts';

export const textSecret: Rule = {
  id: 'text-secret',
  level: 'warning',
  kinds: ['skill', 'command', 'agent', 'plugin'],
  summary: 'Text in the published format of a token, a key or another credential',
  source: 'https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns',
  check({ document }, report) {
    for (const { range, what } of findSecrets(document.text)) {
      // The message is shown and stored in many places: it never repeats the text.
      report({
        range,
        message: `This looks like ${what}: everyone with this file can use it, and every session that loads the file sends it to the model. Revoke it, and read a new one from an environment variable`,
      });
    }
  },
};
