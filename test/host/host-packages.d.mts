/** Explains in one line why the embedded VS Code cannot run on this machine. */
export class HostUnavailableError extends Error {}

/**
 * Installs a package that holds a VS Code, with the packages of that VS Code, or does nothing when that has been done.
 *
 * @param folder of its package.json
 * @throws HostUnavailableError if the registry does not give it
 */
export function installHostPackages(folder: string): Promise<void>;
