import type { FuzzTarget } from '../fuzz-input.ts';
import { catalogTarget } from './catalog.ts';
import { documentTarget } from './document.ts';
import { evaluationsTarget } from './evaluations.ts';
import { featuresTarget } from './features.ts';
import { previewTarget, renderTarget } from './render.ts';
import { fixesTarget, rulesTarget } from './rules.ts';
import { shellTarget } from './shell.ts';

export const fuzzTargets: readonly FuzzTarget[] = [
  documentTarget,
  rulesTarget,
  fixesTarget,
  featuresTarget,
  renderTarget,
  previewTarget,
  catalogTarget,
  shellTarget,
  evaluationsTarget,
];
