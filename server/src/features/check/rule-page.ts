import { repositoryAddress } from '../../platform/release.ts';

/** Where the pages of `docs/rules/` can be read. */
const pages = `${repositoryAddress}/blob/main/docs/rules`;

/** The public page of a rule: what diagnostics, reports and the command line link to. */
export function rulePage(rule: string): string {
  return `${pages}/${rule}.md`;
}
