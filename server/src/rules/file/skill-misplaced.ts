import type { MisplacedFile } from '../../catalog/file/file-context.ts';
import { isReservedName } from '../../dialect/targets.ts';
import { firstLine } from '../../document/text/first-line.ts';
import { areLinkTexts, checkOutLinks } from '../messages/link-texts.ts';
import { showText } from '../messages/show-value.ts';
import type { Fix, Report, Rule, RuleContext } from '../rule.ts';

/** A skill, command or agent in a location where Claude Code never looks. */
export const skillMisplaced: Rule = {
  id: 'skill-misplaced',
  level: 'warning',
  kinds: ['skill', 'command', 'agent'],
  summary:
    'A skill that is not in its own folder directly below the skills folder, or a command or agent in another folder, so that it is never loaded',
  source: 'https://code.claude.com/docs/en/skills#where-skills-live',
  check(context, report) {
    const { document, file } = context;
    const { misplaced } = file;
    // The parts of a plugin may be kept in `.claude`, and skills from claude.ai are in `synced`.
    const isPartOfPlugin = file.pluginRoot !== undefined && file.place !== 'plugin';
    if (!misplaced || file.insideSkill || isPartOfPlugin || isReserved(file.path)) return;
    if (file.kind !== 'skill') {
      if (isMeant(context)) report(inSingularFolder(misplaced, context));
      return;
    }
    if (misplaced.offeredBy !== undefined) {
      const plugin = showText(misplaced.offeredBy);
      const through = misplaced.offeredThrough;
      const lost =
        through === undefined
          ? ''
          : `. In this checkout, the plugin lacks it too, because ${areLinkTexts([through])}. ${checkOutLinks}`;
      report({
        range: firstLine(document),
        severity: 'information',
        message: `${causes[misplaced.reason]}, so only the plugin ${plugin} has it, not the sessions in this project${lost}`,
      });
      return;
    }
    const target = targetOf(misplaced, context);
    report({
      range: firstLine(document),
      message: `${causes[misplaced.reason]}, so it is never loaded. ${misplaced.reason === 'other-name' ? 'Rename' : 'Move'} it to \`skills/${target}\``,
      fixes: [moveFix(misplaced, target, context)],
    });
  },
};

/** A file without frontmatter may be a command, but never an agent. */
function isMeant({ document, file }: RuleContext): boolean {
  return file.kind === 'command' || document.frontmatter.fields.has('name');
}

function inSingularFolder({ loadedAt }: MisplacedFile, { document, file }: RuleContext): Report {
  const folder = `${file.kind}s`;
  const target = `${folder}/${loadedAt}`;
  const up = '../'.repeat(loadedAt.split('/').length);
  return {
    range: firstLine(document),
    message: `Claude Code looks for ${folder} in \`.claude/${folder}\`, not in \`.claude/${file.kind}\`, so it is never loaded. Move it to \`${target}\``,
    fixes: [
      {
        title: `Move the file to \`${target}\``,
        safe: false,
        edits: [],
        rename: { what: 'file', to: `${up}${target}` },
      },
    ],
  };
}

const causes: Readonly<Record<MisplacedFile['reason'], string>> = {
  'loose-file': 'A skill needs its own folder',
  'skills-root': 'A skill needs its own folder below the skills folder',
  'other-name': 'The folder has no `SKILL.md` file',
  'other-folder': 'Claude Code looks for skills in `.claude/skills`, not in `.claude/skill`',
  'too-deep': 'Claude Code only looks for skills one level below the skills folder',
};

function isReserved(path: string): boolean {
  const folder = path.split('/.claude/skills/').at(-1)!.split('/')[0]!;
  return isReservedName(folder, 'folder');
}

/** Where Claude Code would load it: for a file in the skills folder itself, a folder with the skill's name. */
function targetOf({ reason, loadedAt }: MisplacedFile, { document }: RuleContext): string {
  if (reason !== 'skills-root') return loadedAt;
  const name = document.frontmatter.fields.get('name')?.value;
  const folder = name?.kind === 'scalar' ? String(name.value) : '';
  return /^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u.test(folder) ? `${folder}/SKILL.md` : loadedAt;
}

function moveFix({ reason }: MisplacedFile, target: string, { file }: RuleContext): Fix {
  if (reason === 'other-name') {
    return { title: 'Rename the file to `SKILL.md`', safe: false, edits: [], rename: { what: 'file', to: 'SKILL.md' } };
  }
  if (reason === 'other-folder') {
    const to = `../skills/${file.folderName}`;
    const title = `Move the folder to \`skills/${file.folderName}\``;
    return { title, safe: false, edits: [], rename: { what: 'folder', to } };
  }
  const title = `Move the ${reason === 'too-deep' ? 'folder' : 'file'} to \`skills/${target}\``;
  if (reason !== 'too-deep') return { title, safe: false, edits: [], rename: { what: 'file', to: target } };
  const folders = file.path.split('/').slice(0, -2);
  const levels = folders.length - 1 - folders.lastIndexOf('skills', folders.length - 1);
  const to = `${'../'.repeat(levels)}${target.replace(/\/SKILL\.md$/, '')}`;
  return { title: title.replace('/SKILL.md`', '`'), safe: false, edits: [], rename: { what: 'folder', to } };
}
