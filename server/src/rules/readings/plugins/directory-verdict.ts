import type { Severity } from '../../rule.ts';

/**
 * The checks of the plugin directory, by the codes that `claude plugin validate --profile directory` gives them. It has none
 * for a manifest that it does not read.
 */
const directoryCodes = [
  'README_MISSING',
  'README_TRIVIAL',
  'README_NOT_RENDERED',
  'LICENSE_MISSING',
  'ICON_MISSING',
  'ICON_INVALID',
  'PRIVACY_URL_MISSING',
  'LISTING_URL_SCHEME',
  'PATH_TRAVERSAL',
  'MANIFEST_NOT_FOUND',
  'MANIFEST_UNREAD',
  'MANIFEST_INVALID_JSON',
  'MANIFEST_NAME_FORMAT',
  'MANIFEST_NAME_NOT_KEBAB',
  'IDENTIFIER_NON_ASCII',
  'MCP_FILE_UNREAD',
  'MCPJSON_UNPARSEABLE',
  'HOOKS_FILE_UNREAD',
  'HOOKS_JSON_INVALID',
  'HOOKS_MISSING_WRAPPER',
  'HOOKS_SCHEMA_INVALID',
  'ARCHIVE_OS_METADATA_FILE',
] as const;
export type DirectoryCode = (typeof directoryCodes)[number];

/** One remark of the plugin directory on a plugin. */
export interface DirectoryVerdict {
  readonly code: DirectoryCode;
  readonly severity: Extract<Severity, 'error' | 'warning' | 'information'>;
  /** The absolute path of the file that it is about, which need not exist; undefined for the plugin as a whole. */
  readonly file: string | undefined;
  /** The keys that lead to a value of the manifest. */
  readonly place?: readonly string[];
  /** The consequence, then the advice. */
  readonly message: string;
}

/** Whether the plugin directory refuses a plugin for it, or warns. */
const severities: Readonly<Partial<Record<DirectoryCode, 'warning' | 'information'>>> = {
  README_NOT_RENDERED: 'warning',
  ICON_MISSING: 'warning',
  ICON_INVALID: 'warning',
  PRIVACY_URL_MISSING: 'warning',
  LISTING_URL_SCHEME: 'warning',
  MANIFEST_NAME_NOT_KEBAB: 'warning',
  ARCHIVE_OS_METADATA_FILE: 'warning',
  MANIFEST_NOT_FOUND: 'information',
};

/** How severe what a check finds is, unless it says otherwise. */
export function severityOf(code: DirectoryCode): DirectoryVerdict['severity'] {
  return severities[code] ?? 'error';
}
