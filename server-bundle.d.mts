import type { BuildOptions } from 'esbuild';

export const nodeServer: BuildOptions;
