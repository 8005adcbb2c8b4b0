import type { Location } from 'vscode-languageserver-types';
import type { FollowedText } from './followed-text.ts';
import { fileLocations, locationIn, nameLocation, type Texts } from './locations.ts';
import type { Subject } from './subject-at.ts';

/** Where what is named somewhere is defined. */
export async function definitions(subject: Subject, open: FollowedText, texts: Texts): Promise<Location[]> {
  const { document, uri } = open;
  const here = (range: Subject['range']) => locationIn(uri, document.text, range);
  switch (subject.kind) {
    case 'skill':
      if (subject.skills.length === 0 && subject.elsewhere !== undefined)
        return fileLocations(subject.elsewhere, undefined, texts);
      return defined(subject.skills.map(({ path, kind }) => nameLocation(path, kind, texts)));
    case 'agent':
      return defined(subject.agents.map(({ path }) => nameLocation(path, 'agent', texts)));
    case 'plugin': {
      const { folder } = subject.plugin;
      // A plugin needs no manifest.
      const manifest = `${folder}/.claude-plugin/plugin.json`;
      const found = folder === undefined ? [] : await fileLocations(manifest, undefined, texts);
      return found.length > 0 ? found : [here(subject.range)];
    }
    case 'tool': {
      // The nearest one answers.
      for (const path of subject.paths) {
        const found = await fileLocations(path, undefined, texts);
        if (found.length > 0) return found;
      }
      return [];
    }
    case 'argument': {
      const declared = document.argumentNames[subject.index];
      return declared ? [here(declared.range)] : [];
    }
    case 'heading':
      return [here(document.body.headings[subject.index]!.range)];
    case 'file': {
      const { path, heading } = subject.reference.target;
      return fileLocations(path, heading, texts);
    }
  }
}

async function defined(locations: readonly Promise<Location | undefined>[]): Promise<Location[]> {
  return (await Promise.all(locations)).filter((location) => location !== undefined);
}
