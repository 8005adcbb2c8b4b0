import type { Connection } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import type { Session } from '../../catalog/session.ts';
import { DEFAULT_RUNTIME } from '../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import { needsWriter, titleOfRewrite } from '../../features/actions/writer.ts';
import type { Configuration } from '../../features/check/configuration.ts';
import { countProblems } from '../../features/check/count-problems.ts';
import { allowSkillEdit } from '../../features/edits/allow-skill-edit.ts';
import type { OpenTexts } from '../../features/edits/editable-text.ts';
import { overrideEdit } from '../../features/edits/override-edit.ts';
import { renamedText } from '../../features/edits/renamed-text.ts';
import { skillDestinations } from '../../features/edits/skill-destinations.ts';
import { skillNameProblem } from '../../features/edits/skill-name-problem.ts';
import { turnOffRuleEdit } from '../../features/edits/turn-off-rule.ts';
import { renameSkill } from '../../features/rename/rename-skill.ts';
import type { ShownSession } from '../../features/shown-skills/shown-session.ts';
import { skillInfo } from '../../features/shown-skills/skill-info.ts';
import { readNodeId } from '../../features/shown-skills/tree-address.ts';
import { budgetReport } from '../../jobs/budget/budget-report.ts';
import { listingDocument } from '../../jobs/budget/listing-document.ts';
import { installedAtFirst, offeredShares } from '../../jobs/budget/offered-shares.ts';
import { skillCost } from '../../jobs/budget/skill-cost.ts';
import { startContext } from '../../jobs/budget/start-context.ts';
import { hasTriggerSet } from '../../jobs/evaluations/triggers/find-trigger-set.ts';
import { originAnswer } from '../../jobs/review/origin/origin-answer.ts';
import { originRemark } from '../../jobs/review/origin/origin-remark.ts';
import { isNeverUsed, type UseOfSkill } from '../../jobs/sessions/past-use.ts';
import { useInWords, useRemark, withPastUse } from '../../jobs/sessions/past-use-words.ts';
import { skillSnippet, skillText, templatesFor } from '../../jobs/skills/templates/render-template.ts';
import { askedNodes, askedTooltip, differenceNodes } from '../../jobs/skills/tree/asked-nodes.ts';
import { pluginFolder } from '../../jobs/skills/tree/plugin-folder.ts';
import { treeTooltip } from '../../jobs/skills/tree/skill-tooltip.ts';
import { skillNodeAt, type TreeView, treeChildren, treeParent } from '../../jobs/skills/tree/skills-tree.ts';
import { checkedPath, dependsOnProblems, filesInTree } from '../../jobs/skills/tree/tree-problems.ts';
import { readyToPublish } from '../../jobs/skills/why/ready-to-publish.ts';
import { whyUsed } from '../../jobs/skills/why/why-used.ts';
import type { Platform } from '../../platform/platform.ts';
import { inTurns } from '../../platform/work-turns.ts';
import type { TreeParams, WhatIf, WhyFix } from '../../protocol.ts';
import { answerRequest } from '../answer-request.ts';
import { filesInTurns } from '../files-in-turns.ts';
import { resourcePath } from '../resource-path.ts';
import { answerTurns } from '../short-turns.ts';
import type { Catalogs } from '../state/catalogs.ts';
import type { CountedProblems } from '../state/counted-problems.ts';
import type { PastSessions } from '../state/past-sessions.ts';
import type { SessionAnswers } from '../state/session-answers.ts';
import type { ResourceSettings } from '../state/settings.ts';
import type { Writers } from '../state/writers.ts';
import { refused, seeOutput, toResponse } from '../to-response.ts';
import { askedAbout } from './ask-requests.ts';

const noSkill = refused('the skill no longer exists');

/** Answers the extension's requests about the catalogs: a table of contents. */
export function answerCatalogRequests(
  connection: Connection,
  catalogs: Catalogs,
  problems: CountedProblems,
  platform: Platform,
  open: OpenTexts,
  answers: SessionAnswers,
  configurationOf: (path: string) => Promise<Configuration | undefined>,
  settings: ResourceSettings,
  past: Pick<PastSessions, 'useOf'>,
  writers: Pick<Writers, 'of'>,
): void {
  const { files } = platform;
  answerRequest(connection, 'skillwright/tree', [], async ({ parent, ...choices }) => {
    const { sessions, view } = await tree(choices);
    const answered = askedAbout(sessions, answers);
    const at = parent === undefined ? undefined : readNodeId(parent);
    if (at?.kind === 'asked') return answered.filter((it) => it.in.info.uri === at.scope).flatMap(differenceNodes);
    const turns = answerTurns();
    const asked = { ...view, ...(parent !== undefined && { parent }) };
    const rows = await treeChildren(sessions, asked, filesInTurns(platform, turns));
    const nodes = await inTurns(
      withPastUse(rows, (skill, session) => useOf(sessions, skill, session)),
      turns,
    );
    return parent === undefined ? [...askedNodes(answered, sessions.length, Date.now()), ...nodes] : nodes;
  });
  answerRequest(connection, 'skillwright/parent', null, async ({ node, ...asked }) => {
    const { sessions, view } = await tree(asked);
    return treeParent(sessions, node, view, files);
  });
  answerRequest(connection, 'skillwright/skillAt', null, async ({ uri, ...asked }) => {
    const { sessions, view } = await tree(asked);
    return skillNodeAt(sessions, resourcePath(uri), view, files);
  });
  answerRequest(connection, 'skillwright/tooltip', null, async ({ node }) => {
    const sessions = await catalogs.sessions();
    const path = checkedPath(sessions, node);
    const said = askedTooltip(askedAbout(sessions, answers), node, Date.now());
    if (said !== undefined) return said;
    const findings = path === undefined ? [] : await problems.of(path);
    const at = readNodeId(node);
    if (at?.kind !== 'skill') return treeTooltip(sessions, node, findings);
    const origin = await ofSkill(at.skill, originOf(originRemark, at.skill));
    const use = useRemark(useOf(sessions, at.skill, at.session), Date.now());
    return treeTooltip(sessions, node, findings, [origin, use]);
  });
  answerRequest(connection, 'skillwright/origin', null, ({ skill }) => ofSkill(skill, originOf(originAnswer, skill)));
  answerRequest(connection, 'skillwright/skill', seeOutput, async ({ skill }) => {
    const info = await ofSkill(skill, (session) => skillInfo(session, skill, files));
    return info ?? noSkill;
  });
  answerRequest(connection, 'skillwright/destinations', [], async (params) =>
    skillDestinations(await catalogs.sessions(), params, files),
  );
  answerRequest(
    connection,
    'skillwright/pluginFolder',
    seeOutput,
    async ({ node }) => pluginFolder(await catalogs.sessions(), node) ?? refused('it is no longer there'),
  );
  answerRequest(connection, 'skillwright/overrideEdit', seeOutput, async (params) => {
    const edit = await ofSkill(params.skill, (session) => overrideEdit(session, params, open));
    return edit ? toResponse(edit) : noSkill;
  });
  answerRequest(connection, 'skillwright/allowSkill', seeOutput, async (params) => {
    const edit = await ofSkill(params.skill, (session) => allowSkillEdit(session, params, open));
    return edit ? toResponse(edit) : noSkill;
  });
  answerRequest(connection, 'skillwright/rename', seeOutput, async (params) =>
    toResponse(await renameSkill(await catalogs.sessions(), params, files, open)),
  );
  answerRequest(connection, 'skillwright/turnOffRule', null, async ({ uri, rule }) => {
    const path = resourcePath(uri);
    const configuration = await configurationOf(path);
    return configuration ? toResponse(await turnOffRuleEdit(rule, path, configuration, files, open)) : null;
  });
  answerRequest(connection, 'skillwright/renamedText', null, ({ text, name }) => renamedText(text, name));
  answerRequest(connection, 'skillwright/templates', [], async () =>
    templatesFor(await runtime()).map(({ id, label, detail }) => ({ id, label, detail })),
  );
  answerRequest(connection, 'skillwright/template', seeOutput, async ({ name, template: id }) => {
    const template = templatesFor(await runtime()).find((it) => it.id === id);
    if (!template) return refused('there is no such template');
    return { text: skillText(template, name), snippet: skillSnippet(template, name) };
  });
  answerRequest(connection, 'skillwright/nameProblem', null, async ({ name, folder }) =>
    skillNameProblem(name, await runtime(), folder, (await catalogs.session(undefined))?.session.installed),
  );
  answerRequest(connection, 'skillwright/sessions', [], async () =>
    (await catalogs.sessions()).map(({ info }) => info),
  );
  answerRequest(connection, 'skillwright/budget', null, ({ session, whatIf: asked, withOffered }) =>
    ofSession(session, async (served) => {
      const { info, session, repository } = served;
      const offered = offeredShares(repository, served.catalog);
      const whatIf = asked ?? (withOffered ? installedAtFirst(offered) : undefined);
      const { catalog } = installedIn(served, whatIf);
      const { targets } = await settings.of(info.uri);
      const context = await startContext(session);
      const unused = ({ id }: CatalogSkill) => {
        const use = past.useOf(served, id);
        return use !== undefined && isNeverUsed(use);
      };
      const report = budgetReport(catalog, whatIf, context, info, offered, served.catalog, targets, unused);
      return inTurns(report, answerTurns());
    }),
  );
  answerRequest(connection, 'skillwright/listing', '', ({ session, whatIf }) =>
    ofSession(session, (served) => listingDocument(installedIn(served, whatIf).catalog, whatIf)),
  );
  answerRequest(connection, 'skillwright/skillCost', null, async ({ skill, session, whatIf }) => {
    const served = session === undefined ? await catalogs.withSkill(skill) : await catalogs.session(session);
    return served && skillCost(installedIn(served, whatIf).catalog, skill, files, whatIf);
  });
  answerRequest(connection, 'skillwright/why', null, ({ skill, request }) =>
    ofSkill(skill, async (session) => {
      const use = past.useOf(session, skill);
      const isKnown = use !== undefined && use.sessions.sessions.length > 0;
      const asked = session.catalog.get(skill);
      return whyUsed(session.catalog, skill, platform, {
        pastUse: isKnown ? useInWords(use, Date.now()) : undefined,
        hasTriggerSet: asked !== undefined && (await hasTriggerSet(asked, files)),
        request,
        rewrite: asked && (await rewriteOf(asked.path)),
      });
    }),
  );
  answerRequest(connection, 'skillwright/readyToPublish', null, ({ uri }) =>
    readyToPublish(resourcePath(uri), platform),
  );

  async function runtime(): Promise<RuntimeId> {
    return (await catalogs.session(undefined))?.session.runtime ?? DEFAULT_RUNTIME;
  }

  function originOf<Result>(ask: (skill: CatalogSkill, session: Session) => Promise<Result>, id: string) {
    return async ({ catalog, session }: ShownSession): Promise<Result | undefined> => {
      const skill = catalog.get(id);
      return skill && ask(skill, session);
    };
  }

  /** A fix that asks for other words where the problems of a file need them. */
  async function rewriteOf(path: string): Promise<WhyFix | undefined> {
    const found = (await problems.of(path)).map(({ code }) => String(code));
    const rules = [...new Set(found)].filter(needsWriter);
    const uri = URI.file(path).toString();
    const writer = rules.length > 0 ? await writers.of(uri) : undefined;
    return writer && { title: titleOfRewrite(writer), kind: 'rewrite', uri, rules };
  }

  /** @param session the one from whose perspective the skill is shown; empty if all have it */
  function useOf(sessions: readonly ShownSession[], skill: string, session: string): UseOfSkill | undefined {
    const served = sessions.find(
      ({ info, catalog }) => (session === '' || info.uri === session) && catalog.get(skill) !== undefined,
    );
    return served && past.useOf(served, skill);
  }

  /** The sessions, and the view on them with what it depends on: problems are only looked for if it does. */
  async function tree(
    view: Omit<TreeParams, 'parent'>,
  ): Promise<{ sessions: readonly ShownSession[]; view: TreeView }> {
    const sessions = await catalogs.sessions();
    if (!dependsOnProblems(view)) return { sessions, view };
    await problems.ensureKnown(filesInTree(sessions));
    return { sessions, view: { ...view, problems: (path) => countProblems(problems.known(path)) } };
  }

  async function ofSession<Result>(
    uri: string | undefined,
    compute: (session: ShownSession) => Result | Promise<Result>,
  ): Promise<Result | undefined> {
    const session = await catalogs.session(uri);
    return session && compute(session);
  }

  async function ofSkill<Result>(
    id: string,
    compute: (session: ShownSession) => Result | Promise<Result>,
  ): Promise<Result | undefined> {
    const session = await catalogs.withSkill(id);
    return session && compute(session);
  }
}

/** A session with what a what-if installs. */
function installedIn(served: ShownSession, whatIf: WhatIf | undefined): ShownSession {
  const keys = whatIf?.installed ?? [];
  return keys.length === 0 ? served : { ...served, ...served.repository.with(keys) };
}
