import { describe, expect, test } from 'vitest';
import { expectFindings } from './expect-findings.ts';

const rule = 'arguments-replayed';
const skill = (body: string, ...fields: readonly string[]) =>
  ['---', 'description: Ships boxes. Use when the user asks to ship.', ...fields, '---', '', body, ''].join('\n');
const userOnly = 'disable-model-invocation: true';

describe('arguments-replayed', () => {
  test.each([
    'Run `«git push --force origin $ARGUMENTS»`.',
    'Run `«git  push -f $0 HEAD:$1»` at the end.',
    'Run `«git push origin +$0»`, then `«git push origin --delete $1»` and `«git push origin :$1»`.',
    'Tag it: `«git push origin v$0»`, `«git push origin tag $0»`, `«git push $0 --tags»`.',
    '```bash\nnpm test\n«npm publish --tag $ARGUMENTS»\n```',
    '```\n$ «gh release create v$0 --notes "$1"»\n```',
    '```sh\ncd app && «terraform apply -var env=$0»\n```',
    '- Then `«sudo kubectl apply -f $0»`; `«docker push shop/app:$ARGUMENTS»`',
    '🚢 `«git push -f 🚢 $ARGUMENTS»`',
  ])('finds a command with arguments and effects on others: %j', (body) => {
    const [finding] = expectFindings(rule, skill(body));
    expect(finding!.severity).toBe('hint');
    expectFindings(rule, `\uFEFF${skill(body).replaceAll('\n', '\r\n')}`);
    expectFindings(rule, skill(body), { path: '/p/.claude/commands/ship.md' });
  });

  test('finds every effect of a skill that only users invoke, if it takes arguments', () => {
    const body = (one: string) => `Ship $ARGUMENTS:\n\n\`\`\`bash\nmake\n${one}\n\`\`\``;
    expectFindings(rule, skill(body('«git push --tags»'), userOnly));
    expectFindings(rule, skill(body('git push --tags')));
    expectFindings(rule, skill(body('git push'), userOnly));
    expectFindings(rule, skill('Ship it with `git push --tags`.', userOnly));
    expectFindings(rule, skill('Say `$ARGUMENTS`, then ask what `git push --dry-run` would do.', userOnly));
  });

  test.each([
    // Only files of the project change, or nothing.
    'Run `git commit -m "$ARGUMENTS"` and `git add $0`.',
    'Run `npm install $0`, `npm run publish:docs $0`, `docker build -t $0 .` and `terraform plan -var $0`.',
    'Run `git push --dry-run origin $ARGUMENTS`, `kubectl apply --dry-run=client -f $0`, `npm publish -n $0`.',
    'Look at `gh pr view $0`, `gh pr diff $0`, `gh issue list --author $0` and `kubectl get $0`.',
    // A second time, they change nothing.
    'Run `git push origin $ARGUMENTS`, `git push -u origin feature/$0`, `git push $0 HEAD:$1`.',
    // No command, no argument, or not one that is inserted.
    'Never write "git push --force origin $ARGUMENTS" in a message.',
    'Read $ARGUMENTS, then run `git push`.',
    'Run `git push --force origin \\$ARGUMENTS` and `git push ${CLAUDE_PROJECT_DIR}`, about $0.',
    'The option `git-push $0`, the file `docs/git push/$0`, the words `how to git push $0`.',
    '```js\nrun("x");\ngit push --force $ARGUMENTS\n```',
    '```bash\n# git push --force origin $ARGUMENTS\n```',
    // It runs while the skill loads, and is not repeated.
    'Pushed: !`git push --force origin $ARGUMENTS`',
    // The author thought of a second time.
    'Ask the user first, then run `git push --force origin $ARGUMENTS`.',
    'Run `git push --force origin $ARGUMENTS` after the user confirmed it.',
    'Run `git push --force origin $ARGUMENTS` only once; never after compaction.',
    'Run `git push --force origin $ARGUMENTS` unless it is already pushed.',
    'Get an approval, then run `gh pr merge $0`.',
  ])('does not report %j', (body) => {
    expectFindings(rule, skill(body, 'allowed-tools: Bash(git *)'));
  });

  test('does not report what is never in the conversation again', () => {
    const body = 'Run `git push --force origin $ARGUMENTS`.';
    expectFindings(rule, skill(body, 'context: fork'));
    expectFindings(rule, skill('Run `git push --force origin $ARGUMENTS`.'), { runtime: 'claude-code@2.1.7' });
    expectFindings(rule, skill('Run `«git push --force origin $ARGUMENTS»`.', 'context: inline'));
  });
});
