/** Writes the generated validators of `server/src/dialect` where they changed; tells whether they did. */
export function compileSchemas(): Promise<boolean>;
