/** More are not kept: a text that names so many starts none of them. */
const maxNamed = 30;

/** `/name`, as a word of its own, from the slash on. */
const invocation = /(?<![\w./\\-])\/([a-z][\w:-]{1,63})(?![\w/])/iy;

const skillWord = /\bskills?\b/gi;

/** `use the name skill`, `` `name` skill ``. Read backwards from the word. */
const nameBefore = /(?<=([\w:-]{2,64})[`"'*]{0,3}[ \t])/y;

/** ``skill `name` ``, `skill: "name"`, `Skill(name)` */
const nameAfter = /^(?: tool)?(?:[ \t]*(?:[:=(]|with|named|called)?[ \t]*[`"'*]{1,3}|\(\/?)([\w:-]{2,64})/;

const maxDistance = 80;

/** The names that a body may start skills by: as a slash command, by the Skill tool, or in a sentence about a skill. */
export function namedSkills(body: string): readonly string[] {
  const named = new Set<string>();
  for (let slash = body.indexOf('/'); slash >= 0; slash = body.indexOf('/', slash + 1)) {
    invocation.lastIndex = slash;
    const name = invocation.exec(body)?.[1];
    if (name !== undefined) named.add(name);
  }
  for (const { 0: word, index } of body.matchAll(skillWord)) {
    if (named.size > maxNamed) break;
    const end = index + word.length;
    nameBefore.lastIndex = index;
    const before = nameBefore.exec(body);
    const after = nameAfter.exec(body.slice(end, end + maxDistance));
    for (const found of [before, after]) if (found?.[1]) named.add(found[1]);
  }
  return [...named].slice(0, maxNamed);
}
