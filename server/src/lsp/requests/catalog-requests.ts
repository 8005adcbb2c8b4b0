import type { CancellationToken, Connection } from 'vscode-languageserver';
import { budgetReport } from '../../features/budget/budget-report.ts';
import { listingDocument } from '../../features/budget/listing-document.ts';
import { skillCost } from '../../features/budget/skill-cost.ts';
import { startContext } from '../../features/budget/start-context.ts';
import { allowSkillEdit } from '../../features/edits/allow-skill-edit.ts';
import type { OpenTexts } from '../../features/edits/editable-text.ts';
import { overrideEdit } from '../../features/edits/override-edit.ts';
import { renameSkill } from '../../features/edits/rename-skill.ts';
import { skillDestinations } from '../../features/edits/skill-destinations.ts';
import { skillNameProblem } from '../../features/edits/skill-name-problem.ts';
import { skillTemplate } from '../../features/edits/skill-template.ts';
import { skillInfo } from '../../features/tree/skill-info.ts';
import { treeTooltip } from '../../features/tree/skill-tooltip.ts';
import { skillNodeAt, treeChildren, treeParent } from '../../features/tree/skills-tree.ts';
import { whyOverused } from '../../features/why/why-overused.ts';
import { whyUnused } from '../../features/why/why-unused.ts';
import type { Platform } from '../../platform/platform.ts';
import type {
  AllowSkillParams,
  BudgetParams,
  DestinationsParams,
  NameParams,
  OverrideParams,
  ParentParams,
  RenameSkillParams,
  SkillAtParams,
  SkillCostParams,
  TemplateParams,
  TooltipParams,
  TreeParams,
  WhyParams,
} from '../../protocol.ts';
import { orRefused } from '../refused.ts';
import { resourcePath } from '../resource-path.ts';
import { safely } from '../safely.ts';
import type { CatalogChecks } from '../state/catalog-checks.ts';
import type { Catalogs, ServedSession } from '../state/catalogs.ts';

/** Answers the extension's requests about the catalogs: a table of contents. */
export function answerCatalogRequests(
  connection: Connection,
  catalogs: Catalogs,
  checks: CatalogChecks,
  platform: Platform,
  open: OpenTexts,
): void {
  const { files } = platform;
  answer('skillwright/tree', [], async (params: TreeParams) => treeChildren(await catalogs.sessions(), params, files));
  answer('skillwright/parent', null, async ({ node, ...view }: ParentParams) =>
    treeParent(await catalogs.sessions(), node, view, files),
  );
  answer('skillwright/skillAt', null, async ({ uri, ...view }: SkillAtParams) =>
    skillNodeAt(await catalogs.sessions(), resourcePath(uri), view, files),
  );
  answer('skillwright/tooltip', null, async ({ node }: TooltipParams) => treeTooltip(await catalogs.sessions(), node));
  answer('skillwright/skill', null, ({ skill }: WhyParams) =>
    ofSkill(skill, (session) => skillInfo(session, skill, files)),
  );
  answer('skillwright/destinations', [], async (params: DestinationsParams) =>
    skillDestinations(await catalogs.sessions(), params, files),
  );
  answer('skillwright/overrideEdit', null, (params: OverrideParams) =>
    ofSkill(params.skill, async (session) => orRefused(await overrideEdit(session, params, open))),
  );
  answer('skillwright/allowSkill', null, (params: AllowSkillParams) =>
    ofSkill(params.skill, async (session) => orRefused(await allowSkillEdit(session, params, open))),
  );
  answer('skillwright/rename', null, async (params: RenameSkillParams) =>
    orRefused(await renameSkill(await catalogs.sessions(), params, files, open)),
  );
  answer('skillwright/template', '', ({ name }: TemplateParams) => skillTemplate(name));
  answer('skillwright/nameProblem', null, async ({ name }: NameParams) =>
    skillNameProblem(name, (await catalogs.session(undefined))?.session.runtime ?? 'claude-code'),
  );
  answer('skillwright/sessions', [], async () => (await catalogs.sessions()).map(({ info }) => info));
  answer('skillwright/problems', { errors: 0, warnings: 0 }, ({ uri }: { readonly uri: string }) => checks.count(uri));
  answer('skillwright/budget', null, ({ session, whatIf }: BudgetParams) =>
    ofSession(session, async ({ info, catalog, session }) =>
      budgetReport(catalog, whatIf, await startContext(session), info, session),
    ),
  );
  answer('skillwright/listing', '', ({ session, whatIf }: BudgetParams) =>
    ofSession(session, ({ catalog }) => listingDocument(catalog, whatIf)),
  );
  answer('skillwright/skillCost', null, ({ skill }: SkillCostParams) =>
    ofSkill(skill, ({ catalog, session }) => skillCost(catalog, skill, files, session)),
  );
  answer('skillwright/whyUnused', null, ({ skill }: WhyParams) =>
    ofSkill(skill, ({ catalog }) => whyUnused(catalog, skill, platform)),
  );
  answer('skillwright/whyOverused', null, ({ skill }: WhyParams) =>
    ofSkill(skill, ({ catalog }) => whyOverused(catalog, skill, platform)),
  );

  function answer<Params, Result>(
    method: string,
    fallback: Result,
    compute: (params: Params) => Result | undefined | Promise<Result | undefined>,
  ): void {
    connection.onRequest(
      method,
      (params: Params, token: CancellationToken): Promise<unknown> =>
        safely(method, fallback, connection.console, token, async () => (await compute(params)) ?? fallback),
    );
  }

  async function ofSession<Result>(
    uri: string | undefined,
    compute: (session: ServedSession) => Result | Promise<Result>,
  ): Promise<Result | undefined> {
    const session = await catalogs.session(uri);
    return session && compute(session);
  }

  async function ofSkill<Result>(
    id: string,
    compute: (session: ServedSession) => Result | Promise<Result>,
  ): Promise<Result | undefined> {
    const session = await catalogs.withSkill(id);
    return session && compute(session);
  }
}
