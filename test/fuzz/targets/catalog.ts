import picocolors from 'picocolors';
import { budgetText } from '../../../server/src/cli/reports/budget-text.ts';
import { catalogReport } from '../../../server/src/cli/reports/catalog-report.ts';
import type { FileKind } from '../../../server/src/document/runtime-id.ts';
import { budgetReport } from '../../../server/src/jobs/budget/budget-report.ts';
import { atOnce } from '../../../server/src/platform/work-turns.ts';
import type { Random } from '../../mutation/random.ts';
import { home, project, treeOf } from '../../unit/features/tree-of.ts';
import { whyUnused } from '../../unit/features/why-unused.ts';
import { type FuzzTarget, hold } from '../fuzz-input.ts';
import { makeRuntime, makeText } from '../inputs/make-input.ts';
import type { Seeds } from '../inputs/seeds.ts';

const places: readonly (readonly [FileKind, string])[] = [
  ['skill', `${project}/.claude/skills/demo/SKILL.md`],
  ['skill', `${project}/.claude/skills/a b/SKILL.md`],
  ['skill', `${project}/.claude/skills/__proto__/SKILL.md`],
  ['skill', `${project}/.claude/skills/😀/SKILL.md`],
  ['skill', `${project}/.claude/skills/\u202edemo/SKILL.md`],
  ['skill', `${home}/.claude/skills/demo/SKILL.md`],
  ['skill', `${project}/web/.claude/skills/deep/SKILL.md`],
  ['skill', `${project}/plugin/skills/one/SKILL.md`],
  ['skill', `${project}/.claude/skills/loose.md`],
  ['command', `${project}/.claude/commands/demo.md`],
  ['command', `${project}/.claude/commands/x/y.md`],
  ['agent', `${project}/.claude/agents/helper.md`],
  ['settings', `${project}/.claude/settings.json`],
  ['settings', `${project}/.claude/settings.local.json`],
  ['settings', `${home}/.claude/settings.json`],
  ['settings', '/etc/claude-code/managed-settings.json'],
  ['plugin', `${project}/plugin/.claude-plugin/plugin.json`],
  ['plugin', `${project}/plugin/hooks/hooks.json`],
  ['plugin', `${project}/.claude-plugin/marketplace.json`],
  ['settings', `${home}/.claude/plugins/installed_plugins.json`],
];

/** A file starts with a line of this and its path. */
const mark = '\n=== ';

function makeDisk(random: Random, seeds: Seeds): string {
  const files = Array.from({ length: 1 + random.below(6) }, () => {
    const [kind, path] = random.one(places);
    return `${mark}${path}\n${makeText(random, seeds, kind)}`;
  });
  return files.join('');
}

/** A session of files in any state: catalog, tree, budget and the answers to why. */
export const catalogTarget: FuzzTarget = {
  name: 'catalog',
  share: 5,
  make: (random, seeds) => ({
    text: makeDisk(random, seeds),
    path: project,
    runtime: makeRuntime(random),
    given: '',
    cursor: random.below(1_000_000),
  }),
  async check({ text, runtime, cursor }) {
    const disk: Record<string, string> = Object.create(null);
    for (const part of text.split(mark).slice(1)) {
      const [path, ...lines] = part.split('\n');
      const isBelow = Object.keys(disk).some((it) => it.startsWith(`${path}/`) || path!.startsWith(`${it}/`));
      if (path!.startsWith('/') && path!.split('/').every((it, at) => at === 0 || it !== '') && !isBelow)
        disk[path!] = lines.join('\n');
    }
    const tree = await treeOf(disk, { runtime, pluginFolders: cursor % 2 === 0 ? [`${project}/plugin`] : [] });
    const { catalog, info } = tree.sessions[0]!;
    hold((await tree.draw()) !== '', 'the tree is empty');
    catalogReport(catalog);
    const report = atOnce(budgetReport(catalog, undefined, [], info));
    hold(budgetText(report, picocolors.createColors(false)) !== '', 'the budget is empty');
    const environment = { home, managed: '/etc/claude-code', variable: () => undefined };
    const ids = catalog.skills().map(({ id }) => id);
    hold(new Set(ids).size === ids.length, 'two skills have one id');
    for (const id of ids.slice(0, 3)) await whyUnused(catalog, id, { files: tree.files, environment });
  },
};
