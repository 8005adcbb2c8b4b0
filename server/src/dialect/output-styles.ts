import outputStyles from '../../../schemas/output-styles.json' with { type: 'json' };

/** The folder in `.claude` with the output styles of a project or user. */
export const OUTPUT_STYLES_FOLDER = outputStyles.folder;

/** The names of the output styles that Claude Code has itself. */
export const BUILT_IN_OUTPUT_STYLES: readonly string[] = outputStyles.builtIn;
