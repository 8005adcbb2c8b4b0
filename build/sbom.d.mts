import type { Metafile } from 'esbuild';

export function sbomOf(metafiles: readonly Metafile[]): Promise<string>;
