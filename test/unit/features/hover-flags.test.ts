import { expect, test } from 'vitest';
import type { MarkupContent } from 'vscode-languageserver-types';
import { catalogLocation } from '../../../server/src/catalog/file/catalog-location.ts';
import { readFileContext } from '../../../server/src/catalog/file/read-file-context.ts';
import { isPresent } from '../../../server/src/catalog/resolve/skill-status.ts';
import { hover } from '../../../server/src/features/hover/hover.ts';
import { openText } from './open-text.ts';
import { catalogOf, project, skillPath } from './session-of.ts';

const flagValues = [undefined, 'true', 'false', '"false"', 'maybe', 'YES', '1', '0', '""', 'null', '', '[true]'];
const overrides = [undefined, 'on', 'name-only', 'user-invocable-only', 'off'];

/** What a hover says, and for whom that is true: as the skill resolves, compared with recordings elsewhere. */
const claims: readonly {
  readonly words: RegExp;
  readonly isTrue: (facts: Facts) => boolean;
}[] = [
  { words: /nobody can invoke/i, isTrue: ({ forUser, forModel }) => !forUser && !forModel },
  { words: /only users can invoke/i, isTrue: ({ forUser, forModel }) => forUser && !forModel },
  { words: /model still sees it|model may load/, isTrue: ({ forModel }) => forModel },
  { words: /^The skill is in the `\/` menu/, isTrue: ({ forUser }) => forUser },
  { words: /not in the `\/` menu/, isTrue: ({ forUser }) => !forUser },
  { words: /^[\d,]+ of [\d,]+ characters in the listing/, isTrue: ({ listed }) => listed === 'full' },
  { words: /model sees only the name/, isTrue: ({ listed }) => listed === 'name-only' },
  { words: /model does not see it/i, isTrue: ({ listed }) => listed !== 'full' },
  { words: /^Invoked as `\/demo`/, isTrue: ({ isThere }) => isThere },
  { words: /^It does nothing/, isTrue: ({ isThere }) => !isThere },
];

interface Facts {
  readonly isThere: boolean;
  readonly forUser: boolean;
  readonly forModel: boolean;
  /** What the listing has of it. */
  readonly listed: string | undefined;
}

const cases = flagValues.flatMap((user) =>
  flagValues.flatMap((model) => overrides.map((override) => ({ user, model, override }))),
);

test('what a hover says of a value is true of the whole file and its settings', async () => {
  const path = skillPath('demo');
  const said = new Map<RegExp, number>();
  for (const { user, model, override } of cases) {
    const fields = [
      'name: demo',
      'description: Greets.',
      ...(user === undefined ? [] : [`user-invocable: ${user}`]),
      ...(model === undefined ? [] : [`disable-model-invocation: ${model}`]),
    ];
    const text = `---\n${fields.join('\n')}\n---\nbody\n`;
    const settings = override && { [`${project}/.claude/settings.json`]: { skillOverrides: { demo: override } } };
    const { catalog, session } = await catalogOf({ ...settings, [path]: text });
    const context = await readFileContext(path, session.files, session.environment.home);
    const file = { ...context!, inCatalog: catalogLocation(catalog, path) };
    const skill = catalog.skills().find((it) => it.path === path)!;
    const isThere = isPresent(skill);
    const facts: Facts = {
      isThere,
      forUser: isThere && skill.userInvocable,
      forModel: isThere && skill.modelInvocable,
      listed: file.inCatalog.own?.listed?.state,
    };
    for (const field of fields) {
      const { open, offset } = openText(text.replace(`\n${field}\n`, `\n$0${field}\n`), { file });
      const { value } = hover(open, offset)!.contents as MarkupContent;
      const here = /^Here: (.*)$/m.exec(value)?.[1];
      for (const { words, isTrue } of claims) {
        if (!here || !words.test(here)) continue;
        said.set(words, (said.get(words) ?? 0) + 1);
        expect({ here, isTrue: isTrue(facts) }, `${text}${override ?? ''}${JSON.stringify(facts)}`).toEqual({
          here,
          isTrue: true,
        });
      }
    }
  }
  // Each is said of some.
  expect([...said.keys()].length).toBe(claims.length);
});
