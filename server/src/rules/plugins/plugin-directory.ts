import type { DirectoryFiles } from '../../catalog/directory/directory-files.ts';
import { PLUGIN_DIRECTORY } from '../../dialect/plugin-directory.ts';
import { jsonRange } from '../../document/json-document.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { lookUpJson } from '../edits/json-lookup.ts';
import { fixesOfVerdict } from '../readings/plugins/directory-fixes.ts';
import type { DirectoryVerdict } from '../readings/plugins/directory-verdict.ts';
import { directoryVerdicts, manifestPath, writtenManifest } from '../readings/plugins/directory-verdicts.ts';
import type { RelatedLocation, Report, Rule, RuleContext } from '../rule.ts';

export const pluginDirectory: Rule = {
  id: 'plugin-directory',
  level: 'error',
  kinds: ['plugin'],
  summary: 'What Claude’s plugin directory rejects a plugin for, or warns about, if it is a target',
  source: 'test/conformance: own-plugin-directory-*',
  check(context, report) {
    if (!context.file.directory) return;
    for (const verdict of onePerSystem(verdictsOn(context))) report(toReport(verdict, context));
  },
};

function verdictsOn({ document, file }: RuleContext): readonly DirectoryVerdict[] {
  const written = writtenManifest(document, file);
  // A manifest that is not read is reported by another rule.
  return written || file.directory!.manifest === 'unread' ? directoryVerdicts(file.directory!, written) : [];
}

/** Files that a system left are one finding: they are deleted in the same way. */
function onePerSystem(verdicts: readonly DirectoryVerdict[]): readonly DirectoryVerdict[] {
  const first = verdicts.find(isLeft);
  return verdicts.filter((verdict) => verdict === first || !isLeft(verdict));
}

function isLeft({ code }: DirectoryVerdict): boolean {
  return code === 'ARCHIVE_OS_METADATA_FILE';
}

function toReport(verdict: DirectoryVerdict, context: RuleContext): Report {
  const { code, severity, message, place } = verdict;
  const related = relatedOf(verdict, context.file.directory!);
  return {
    range: rangeOf(place, context),
    severity,
    message,
    subject: code,
    fixes: fixesOfVerdict(verdict, context.document),
    ...(related.length > 0 && { related }),
  };
}

/** The file that the finding is about, if it is another one than the manifest. */
function relatedOf(verdict: DirectoryVerdict, directory: DirectoryFiles): readonly RelatedLocation[] {
  const range = textRange(0, 0);
  if (isLeft(verdict)) {
    const message = 'Left by macOS or Windows';
    const shown = directory.systemFiles.slice(0, PLUGIN_DIRECTORY.limits.listedFindings);
    return shown.map((path) => ({ path: `${directory.root}/${path}`, range, message }));
  }
  const { file } = verdict;
  const isElsewhere = file !== undefined && file !== manifestPath(directory) && !isMissing(verdict);
  return isElsewhere ? [{ path: file, range, message: 'The file that is checked' }] : [];
}

function isMissing({ code }: DirectoryVerdict): boolean {
  return code === 'README_MISSING' || code === 'LICENSE_MISSING';
}

/** The value, or the key above it that is there; the beginning of the file for what is not in it. */
function rangeOf(place: readonly string[] | undefined, { document }: RuleContext): TextRange {
  const { root } = document.json!;
  for (let length = place?.length ?? 0; length > 0; length--) {
    const node = lookUpJson(root, place!.slice(0, length));
    if (node) return jsonRange(node);
  }
  const start = document.text.startsWith('\uFEFF') ? 1 : 0;
  return textRange(start, Math.min(start + 1, document.text.length));
}
