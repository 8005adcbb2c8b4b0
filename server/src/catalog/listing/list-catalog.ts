import {
  type BundledSkill,
  bundledSkills,
  bundledTextColumns,
  type OffSwitch,
} from '../../dialect/names/bundled-skills.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { ListedSkill, Listing, ListingChanges } from '../catalog.ts';
import type { CatalogSkill } from '../catalog-skill.ts';
import type { Session } from '../session.ts';
import { sessionModel } from '../settings/session-model.ts';
import type { SessionSettings } from '../settings/session-settings.ts';
import { matchSkillRule } from '../settings/skill-rules.ts';
import { isListingHidden } from '../settings/source-limits.ts';
import { isBundledSkillOff } from './bundled-switches.ts';
import { fitListing, type ListingCandidate } from './fit-listing.ts';
import { listingBudget } from './listing-budget.ts';
import { hasUsage, usageScore } from './usage-history.ts';

/** The session of a listing, as far as it depends on it besides the skills. */
interface ListingSession {
  readonly session: Session;
  readonly settings: SessionSettings;
  readonly claudeCodeState: unknown;
}

/**
 * The listing of a session, after its budget. It is made in small pieces.
 *
 * @param skills in the order of the listing
 */
export function* listCatalog(
  skills: readonly CatalogSkill[],
  { session, settings, claudeCodeState }: ListingSession,
  changes: ListingChanges,
): Generator<void, Listing> {
  const { runtime, environment } = session;
  const ours = skills.filter(({ id, entry }) => entry && !changes.without?.has(id));
  const isSet = (offSwitch: OffSwitch) => isBundledSkillOff({ session, settings }, offSwitch);
  const cap = settings.textCap ?? capabilities(runtime).listingTextCap ?? Infinity;
  const bundled = bundledSkills(runtime, isSet, session.installed?.listedSkills).filter(
    ({ name }) => !['off', 'user-invocable-only'].includes(settings.overrides.get(name)?.value ?? 'on'),
  );
  const taken = namesInUse(skills, new Set(bundled.map(({ name }) => name)));
  // Who asks for the time depends on it.
  const now = hasUsage(claudeCodeState) ? (environment.now?.() ?? Date.now()) : 0;
  const isHidden = isToolDenied(settings, runtime) || isListingHidden(session, settings);
  const candidates: ListingCandidate[] = [];
  if (!isHidden) {
    for (const skill of ours) {
      const candidate = candidateOf(skill, usageScore(claudeCodeState, skill.name, now));
      candidates.push(changes.shortened ? shortened(candidate, skill, changes.shortened) : candidate);
      yield;
    }
    for (const skill of bundled) {
      if (taken.has(skill.name)) continue;
      candidates.push({
        identifier: skill.name,
        label: skill.name,
        text: { columns: bundledTextColumns(skill, cap) },
        nameOnly: settings.overrides.get(skill.name)?.value === 'name-only',
        isProtected: skill.protected,
        score: usageScore(claudeCodeState, skill.name, now),
      });
    }
  }
  const given = listingBudget({
    runtime,
    environment,
    fraction: settings.fraction?.value,
    model: changes.model ?? sessionModel(session, settings),
    contextWindow: changes.contextWindow,
  });
  const budget = changes.budget === undefined ? given : { ...given, budget: changes.budget };
  const fitted = yield* fitListing(candidates, budget.budget, runtime);
  const entries: ListedSkill[] = [];
  const lines: string[] = [];
  for (const { identifier: name, line, state, chars, full, missing } of fitted.entries) {
    const skill = ours[entries.length];
    const shown = skill
      ? line
      : bundledLine(
          bundled.find((it) => it.name === name),
          state,
          cap,
        );
    entries.push({ skill, name, line: shown, state, chars, full, missing });
    if (skill && shown !== undefined) lines.push(shown);
  }
  if (fitted.note !== undefined) lines.push(fitted.note);
  return {
    budget,
    used: fitted.used,
    wanted: fitted.total,
    entries,
    text: lines.join('\n'),
    estimatedBecause: claudeCodeState === undefined && fitted.total > budget.budget ? [noHistory] : [],
  };
}

/** The line of a skill of Claude Code; undefined if its text is not known, or it has none. */
function bundledLine(skill: BundledSkill | undefined, state: ListedSkill['state'], cap: number): string | undefined {
  if (!skill?.text || state === 'hidden') return undefined;
  if (state === 'name-only') return `- ${skill.name}`;
  return skill.units <= cap ? `- ${skill.name}: ${skill.text}` : undefined;
}

/** Without the tool that loads skills, the model is told about none. */
function isToolDenied({ permissions }: SessionSettings, runtime: RuntimeId): boolean {
  return permissions.some(({ behavior, rule }) => behavior === 'deny' && matchSkillRule(rule, [], runtime) === 'tool');
}

/** Returns the same object for a skill that has not changed, so that it is measured once. */
function candidateOf(skill: CatalogSkill, score: number): ListingCandidate {
  const known = candidatesBefore.get(skill);
  if (known?.score === score) return known;
  const { label, text, nameOnly } = skill.entry!;
  const candidate = { identifier: skill.name, label, text, nameOnly, isProtected: false, score };
  candidatesBefore.set(skill, candidate);
  return candidate;
}

function shortened(
  candidate: ListingCandidate,
  { id, entry }: CatalogSkill,
  { skills, length }: NonNullable<ListingChanges['shortened']>,
): ListingCandidate {
  return skills.has(id) ? { ...candidate, text: entry!.text.slice(0, length) } : candidate;
}

/** Which of these names the model may call a skill of the catalog by. */
function namesInUse(skills: readonly CatalogSkill[], names: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { name, modelInvocable } of skills) if (modelInvocable && names.has(name)) found.add(name);
  return found;
}

const candidatesBefore = new WeakMap<CatalogSkill, ListingCandidate>();

const noHistory = 'It is not known how often each skill was used here, which decides whose text is omitted first';
