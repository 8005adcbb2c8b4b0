/** YAML with deeper nesting is not passed to the parser, which recurses on a limited stack. */
const maxReadNesting = 400;

/**
 * Where nesting may become deeper than the parser supports, or undefined. Brackets in quotes count too, so this is an
 * overestimate; no frontmatter comes near the limit.
 */
export function tooDeepNesting(text: string): number | undefined {
  let brackets = 0;
  let indentation = 0;
  let atLineStart = true;
  for (let offset = 0; offset < text.length; offset++) {
    const unit = text.charCodeAt(offset);
    if (unit === 10 /* line feed */) {
      atLineStart = true;
      indentation = 0;
    } else if (unit === 91 /* [ */ || unit === 123 /* { */) {
      brackets++;
      atLineStart = false;
    } else if (unit === 93 /* ] */ || unit === 125 /* } */) {
      brackets = Math.max(0, brackets - 1);
      atLineStart = false;
    } else if (atLineStart) {
      // Each nested block is indented by at least one space, or opened by `- `, `? ` or `key: ` on the same line.
      if (unit === 32 || unit === 9 || unit === 45 /* - */ || unit === 63 /* ? */) indentation++;
      else atLineStart = false;
    }
    if (brackets > maxReadNesting || indentation > 2 * maxReadNesting) return offset;
  }
  return undefined;
}
