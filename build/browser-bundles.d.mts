import type { BuildOptions } from 'esbuild';

export const browserExtension: BuildOptions;
export const browserServer: BuildOptions;
