import type { BuildOptions } from 'esbuild';

export const nodeServer: BuildOptions;
export function commandLine(outdir: string): [BuildOptions, BuildOptions];
