import type { Metafile } from 'esbuild';

export function bundledOnly(metafile: Metafile): Metafile;
