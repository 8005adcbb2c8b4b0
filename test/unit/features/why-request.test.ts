import { expect, test } from 'vitest';
import { whyUsed } from '../../../server/src/jobs/skills/why/why-used.ts';
import type { WhyReport } from '../../../server/src/protocol.ts';
import { catalogOf, skillPath } from './session-of.ts';

const described = (description: string): string => `---\ndescription: ${description}\n---\nDo it.\n`;
const merge = skillPath('merge-pdf');
const disk = {
  [merge]: described('Merges PDF files. Use when several documents become one. Not for spreadsheets.'),
  [skillPath('deploy')]: described('Deploys the website to staging. Use when the user wants a release.'),
};

/** The answer about the skill `merge-pdf` and a request. */
async function fitOf(request: string): Promise<WhyReport> {
  const { catalog, session } = await catalogOf(disk);
  const reports = await whyUsed(catalog, `project:${merge}`, session, { hasTriggerSet: false, request });
  expect(reports).toHaveLength(3);
  expect(reports![0]!.title).toBe('Does what you typed fit `merge-pdf`?');
  return reports![0]!;
}

test('words that the description mentions are named, in whatever form', async () => {
  const { verdict, steps } = await fitOf('merging these documents');
  expect(verdict).toMatch(/^Its description mentions what you typed\. The model decides/);
  expect(steps).toEqual([{ state: 'good', text: 'Its description mentions `merging` and `documents`' }]);
});

test('a request without a word of the description leads to the description', async () => {
  const { verdict, steps } = await fitOf('glue my invoices');
  expect(verdict).toMatch(
    /^Its description mentions none of the words `glue` and `invoices`\. If the skill is meant for this/,
  );
  expect(steps[0]!.fix).toMatchObject({ kind: 'open', title: 'Edit Description' });
});

test('another skill that fits better is named first, and nothing is called a problem', async () => {
  const { verdict, steps } = await fitOf('deploy the website with this pdf');
  expect(verdict).toMatch(/^`deploy` fits better: its description mentions `deploy` and `website`\./);
  expect(steps.map(({ state }) => state)).toEqual(['warning', 'good', 'note']);
  expect(steps[0]!.locations).toEqual([{ label: 'deploy', uri: `file://${skillPath('deploy')}` }]);
  expect(steps.filter(({ fix }) => fix)).toHaveLength(1);
});

test('one word that another skill mentions decides nothing', async () => {
  const { verdict, steps } = await fitOf('glue the website');
  expect(verdict).toMatch(/^Its description mentions none of the words `glue` and `website`/);
  expect(steps.map(({ text }) => text)[1]).toBe('`deploy` mentions `website`, which alone rarely decides');
});

test('a word that only means the same is not said to be there', async () => {
  const { catalog, session } = await catalogOf({ [merge]: described('Scans documents. Use for paper.') });
  const reports = await whyUsed(catalog, `project:${merge}`, session, { hasTriggerSet: false, request: 'review it' });
  const said = reports![0]!.steps.map(({ text }) => text).join('\n');
  expect(said).toContain('mentions `Scans` (like `review`)');
});

test('what the description excludes is said', async () => {
  const { verdict } = await fitOf('merge two spreadsheets');
  expect(verdict).toBe('Its description says that it is not for `spreadsheets`');
});

test('the name of a skill counts: in the request, and as a command', async () => {
  expect((await fitOf('use merge-pdf here')).steps[0]!.text).toBe('It names `merge-pdf`');
  expect((await fitOf('/merge-pdf a.pdf')).steps).toEqual([
    { state: 'good', text: 'It begins with `/merge-pdf`, so Claude Code runs the skill itself' },
  ]);
  expect((await fitOf('/deploy now')).verdict).toBe('It begins with `/deploy`, so Claude Code runs that command');
});

test('a request about nothing', async () => {
  expect((await fitOf('please do it')).verdict).toBe('No word of it says what it is about');
});
