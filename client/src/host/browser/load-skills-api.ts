/** Is never reached: what needs it is not offered in a browser. */
export function loadSkillsApi(): never {
  throw new Error('VS Code in a browser cannot send skills to the Claude API');
}
