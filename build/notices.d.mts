import type { Metafile } from 'esbuild';

export function noticesOf(metafiles: readonly Metafile[]): Promise<string>;
