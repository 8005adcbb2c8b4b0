import { pathToFileURL } from 'node:url';
import { documentedRules, rulePage } from '../../../features/check/documented-rules.ts';
import { isInside, relativeTo } from '../../../platform/paths.ts';
import { repositoryAddress } from '../../../platform/release.ts';
import type { Level, RuleFacts, Severity } from '../../../rules/rule.ts';
import { type RuleGroup, ruleGroups } from '../../../rules/rule-groups.ts';
import { rulesByGroup } from '../../../rules/rules-by-group.ts';
import { escapeInJson } from '../../terminal/escape-control-characters.ts';
import {
  type CheckReport,
  type FileReport,
  type ReportedFinding,
  type SuppressedReport,
  shownFindings,
} from './check-report.ts';
import type { CheckedRun } from './checked-run.ts';

/** The address of the schema that the report follows. */
const schema = 'https://json.schemastore.org/sarif-2.1.0.json';

/** Paths are relative to this: the root of the repository, wherever that is checked out. */
const root = '%SRCROOT%';

const sarifLevels: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

/** The severities of GitHub's code scanning, which sorts by them. */
const problemSeverities: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'recommendation',
  hint: 'recommendation',
};

const ruleIndexes = new Map(documentedRules.map(({ id }, index) => [id, index]));

const groupOf = new Map(
  Object.entries(rulesByGroup).flatMap(([group, rules]) => rules.map(({ id }) => [id, group as RuleGroup] as const)),
);

/** The page of a rule, and its first paragraph after the facts. */
interface RuleText {
  readonly page: string;
  readonly introduction: string;
}

/** The pages of the rules that a report names. */
export async function ruleTexts(report: CheckReport): Promise<ReadonlyMap<string, RuleText>> {
  const ids = new Set(report.files.flatMap((file) => reportedIn(file, report).map(({ rule }) => rule)));
  const texts = [...ids].map(async (id) => {
    const { default: page } = (await import(`../../../../../docs/rules/${id}.md`)) as { readonly default: string };
    return [id, ruleText(page)] as const;
  });
  return new Map(await Promise.all(texts));
}

/** Without what is generated at its top, which other properties of a rule say. */
function ruleText(source: string): RuleText {
  const page = source.replace(/^<!-- begin generated[\s\S]*?<!-- end generated -->\s*/, '').trim();
  const paragraphs = page.split(/\n\s*\n/).filter((paragraph) => !/^(\*\*Fix:|#)/.test(paragraph));
  return { page, introduction: paragraphs[0]?.replaceAll('\n', ' ') ?? '' };
}

/**
 * The report as SARIF 2.1.0, in pieces.
 *
 * @param repository files in it are named relative to it
 */
export function* sarifReport(
  report: CheckReport,
  repository: string,
  { version, shard, troubles }: CheckedRun,
  texts: ReadonlyMap<string, RuleText>,
): Generator<string> {
  const run = {
    tool: {
      driver: {
        name: 'Skillwright',
        version,
        semanticVersion: version,
        informationUri: repositoryAddress,
        rules: documentedRules.map((rule) => describedRule(rule, texts.get(rule.id))),
      },
    },
    // Code scanning replaces the results of an upload by those of the next one with the same id.
    ...(shard && { automationDetails: { id: `skillwright/${shard.index}-of-${shard.count}/` } }),
    invocations: [
      {
        executionSuccessful: troubles.length === 0,
        ...(troubles.length > 0 && {
          toolExecutionNotifications: troubles.map((text) => ({
            level: 'error',
            message: { text: messageText(text) },
          })),
        }),
      },
    ],
    originalUriBaseIds: {
      [root]: { uri: fileUri(`${repository}/`), description: { text: 'The root of the repository.' } },
    },
    columnKind: 'utf16CodeUnits',
    newlineSequences: ['\r\n', '\n', '\r'],
  };
  const head = JSON.stringify({ $schema: schema, version: '2.1.0', runs: [run] }, undefined, 2);
  // The results follow the other properties of the run.
  yield escapeInJson(`${head.slice(0, head.lastIndexOf('\n    }'))},\n      "results": [`);
  let separator = '';
  for (const file of report.files) {
    let text = '';
    for (const found of results(file.path, reportedIn(file, report), repository)) {
      text += `${separator}\n${JSON.stringify(found, undefined, 2).replace(/^/gm, '        ')}`;
      separator = ',';
    }
    if (text) yield escapeInJson(text);
  }
  yield `${separator ? '\n      ' : ''}]\n    }\n  ]\n}\n`;
}

function describedRule({ id, level, summary }: RuleFacts, text: RuleText | undefined) {
  const severity = level === 'off' ? 'warning' : level;
  const group = groupOf.get(id);
  return {
    id,
    shortDescription: { text: messageText(summary) },
    ...(text && {
      ...(text.introduction && { fullDescription: { text: messageText(text.introduction) } }),
      help: { text: messageText(text.page), markdown: text.page },
    }),
    helpUri: rulePage(id),
    defaultConfiguration: defaultConfiguration(level),
    properties: {
      tags: ['skills', ...(group ? [ruleGroups[group]] : [])],
      'problem.severity': problemSeverities[severity],
    },
  };
}

function defaultConfiguration(level: Level) {
  return level === 'off' ? { enabled: false } : { level: sarifLevels[level] };
}

/** The findings of a file that a report shows, and those that are suppressed. */
function reportedIn(file: FileReport, report: CheckReport): readonly (ReportedFinding | SuppressedReport)[] {
  return [...shownFindings(file, report), ...(file.suppressed ?? [])];
}

/** Code scanning takes this many locations of a result. */
const maxRelated = 1_000;

function results(path: string, findings: readonly (ReportedFinding | SuppressedReport)[], repository: string) {
  const artifactLocation = artifactAt(path, repository);
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const { rule, severity, message, range, alsoIn, fingerprint, replacements } = finding;
    const occurrence = (seen.get(fingerprint!) ?? 0) + 1;
    seen.set(fingerprint!, occurrence);
    return {
      ruleId: rule,
      ruleIndex: ruleIndexes.get(rule)!,
      level: sarifLevels[severity],
      message: { text: messageText(message) },
      locations: [{ physicalLocation: { artifactLocation, region: region(range) } }],
      ...(alsoIn && {
        relatedLocations: alsoIn.slice(0, maxRelated).map((it, index) => ({
          id: index + 1,
          physicalLocation: { artifactLocation: artifactAt(it, repository) },
        })),
      }),
      partialFingerprints: { 'skillwrightFinding/v1': `${fingerprint}:${occurrence}` },
      ...('suppressedBecause' in finding && {
        suppressions: [
          {
            kind: 'inSource',
            ...(finding.suppressedBecause && { justification: finding.suppressedBecause }),
          },
        ],
      }),
      ...(replacements && {
        fixes: [
          {
            description: { text: `Fix ${rule}` },
            artifactChanges: [
              {
                artifactLocation,
                replacements: replacements.map((it) => ({
                  deletedRegion: region(it.range),
                  insertedContent: { text: it.newText },
                })),
              },
            ],
          },
        ],
      }),
    };
  });
}

function artifactAt(path: string, repository: string) {
  return isInside(path, repository)
    ? { uri: encoded(relativeTo(path, repository)), uriBaseId: root }
    : { uri: fileUri(path) };
}

function region({ start, end }: ReportedFinding['range']) {
  return {
    startLine: start.line + 1,
    startColumn: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}

/** In a message, a number in braces is a placeholder, and brackets before parentheses are a link. */
function messageText(text: string): string {
  return text.replace(/\{(\d+)\}/g, '{{$1}}').replace(/\[([^[\]]*)\](?=\()/g, '\\[$1\\]');
}

/** A relative path as a reference. A name may hold every character but `/`, also half of a pair. */
function encoded(path: string): string {
  return path
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
}

function fileUri(path: string): string {
  return pathToFileURL(path.replace(/\p{Surrogate}/gu, '\ufffd')).href;
}
