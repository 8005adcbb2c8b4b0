// Generated from package.json by `npm run generate`.
export const version = '0.1.0';
/** On GitHub. */
export const repositoryAddress = 'https://github.com/skillwright/skillwright';
