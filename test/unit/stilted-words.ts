/**
 * Habits that readers stumble over. The table in CONTRIBUTING.md says what to write instead.
 *
 * A word belongs here only if no plain sentence about skills needs it.
 */
export const STILTED: readonly RegExp[] = [
  /\bstands?\b(?! for\b)/i,
  /\bwithout a word\b/i,
  /\bmend(?:s|ed|ing)?\b/i,
  /(?<!\bthere )\b(?:is|are) no (?:valid|skill|skills|spelling|text|map|list|file|field|word|alias|plugin|such)\b/i,
  /\ball the same\b/i,
  /\bwhoever\b/i,
  /\bthe client(?:'s|’s)?\b/i,
  /\bby itself\b/i,
  /\bwhat is meant\b/i,
  /\bwithout a question\b/i,
  /\bwants a look\b/i,
  /\bstays? silent\b/i,
  /\b(?:rule|finding|it) speaks\b/i,
  /\bknows no\b/i,
  /\ba thing of\b/i,
  /\bin the way of\b/i,
  /\bbehind (?:it|its|`|the `|a (?:space|backslash))/i,
  /\bone (?:entry|name|rule) a (?:name|file|rule)\b/i,
  /\bwhite space\b/i,
  /\bback-ticks?\b/i,
  /\bline ends\b(?! (?:the|in|with|before|after))/i,
  /\bmeanwhile\b/i,
  /\bhow loud\b/i,
  /\bwrong use\b/i,
  /\btold of\b/i,
  /\b(?:comes?|left|stands?) behind\b/i,
  /\bfor ever\b/i,
  /\bof its own accord\b/i,
  /\bsays? nothing\b/i,
];
