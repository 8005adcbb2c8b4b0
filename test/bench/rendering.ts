import { readDocument } from '../../server/src/document/read-document.ts';
import { renderSkill } from '../../server/src/runtime/render/render-skill.ts';
import type { RenderableSkill, RenderSession } from '../../server/src/runtime/render/renderable-skill.ts';
import { splitArguments } from '../../server/src/shell/split-arguments.ts';
import { type Comparison, type Rounds, runInterleaved } from './comparison.ts';
import { generateSkill, type SkillSize } from './generated-skills.ts';
import { TypedText } from './typed-text.ts';

const session: RenderSession = {
  folder: '/project',
  sessionId: '00000000-0000-4000-8000-000000000000',
  effort: 'medium',
  shellDisabled: false,
};

/** What the preview makes of a typed character: the text as Claude Code sends it, beside reading the document alone. */
export async function compareRenderings(what: string, size: SkillSize, rounds: Rounds): Promise<Comparison> {
  const typed = new TypedText(withPlaceholders(generateSkill(1, size)));
  const nextText = () => {
    typed.type();
    return Buffer.from(typed.text).toString();
  };
  const rows = await runInterleaved(rounds, nextText, {
    'read the text as Claude Code does': (text) => readDocument(text, 'claude-code').body,
    'read it and render it': (text) => renderSkill(skillOf(text), 'main..HEAD "only the tests"', session).text,
  });
  return { title: `Preview of an edit, in process: ${what}`, unit: 'ms', rows };
}

/** What long arguments cost: they are read as a shell reads them. */
export async function compareArgumentSplits(rounds: Rounds): Promise<Comparison> {
  const words = (count: number) => Array.from({ length: count }, (_, index) => `'word ${index}' "b"c\\ d`).join(' ');
  const [short, long] = [words(10), words(10_000)];
  const rows = await runInterleaved(rounds, () => undefined, {
    '30 words': () => splitArguments(short),
    '30,000 words': () => splitArguments(long),
  });
  return { title: 'Splitting arguments', unit: 'ms', rows };
}

/** A placeholder or variable every few lines, as skills with arguments have them. */
function withPlaceholders(text: string): string {
  const lines = text.split('\n');
  const body = lines.indexOf('---', 1) + 1;
  return lines
    .map((line, index) => (index > body && index % 5 === 0 ? `${line} $0 $ARGUMENTS \${CLAUDE_SKILL_DIR} \\$1` : line))
    .join('\n');
}

function skillOf(text: string): RenderableSkill {
  const document = readDocument(text, 'claude-code');
  const folder = '/project/.claude/skills/reviewing-part-1';
  return { name: 'reviewing-part-1', kind: 'skill', folder, document, tier: 'project', plugin: undefined };
}
