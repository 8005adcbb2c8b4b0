/** The text of a file. */
declare module '*.md' {
  const text: string;
  export default text;
}
