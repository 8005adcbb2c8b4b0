import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { pullRequestFor } from './pull-request.ts';
import type { ReportSummary } from './report.ts';

/*
 * Looks whether there is a newer release of Claude Code than the verified one. If so, it asks that release everything that is
 * recorded, runs the tests against it, and proposes the result as a pull request. The workflow runs it every day.
 */

const packageName = '@anthropic-ai/claude-code';
const dialects = 'schemas/dialects.json';

/** Where the release and the pull request come from and go to. */
interface Services {
  readonly registry: string;
  readonly github: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly token: string;
  /** The branch that pull requests are for. */
  readonly base: string;
}

/**
 * Follows the newest release.
 *
 * @param folder the repository
 * @returns the exit code: 1 if somebody must look at what changed, or if something went wrong
 */
export async function followRelease(env: NodeJS.ProcessEnv, folder: string): Promise<number> {
  try {
    const services = servicesIn(env);
    const verified = verifiedIn(folder);
    const newest = await newestRelease(services);
    if (!isNewer(newest, verified)) {
      console.log(`Claude Code ${verified} is verified, and the newest release is ${newest}: nothing to do`);
      return 0;
    }
    const branch = `claude-code-${newest}`;
    if (await hasPullRequest(branch, services)) {
      console.log(`There is a pull request for Claude Code ${newest} already`);
      return 0;
    }
    return await proposeRelease(newest, verified, branch, services, { env, folder });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

async function proposeRelease(
  newest: string,
  verified: string,
  branch: string,
  services: Services,
  { env, folder }: { readonly env: NodeJS.ProcessEnv; readonly folder: string },
): Promise<number> {
  const git = gitIn(folder, env, services);
  // What runs Claude Code needs no access to the repository.
  const { GITHUB_TOKEN: _, ...others } = env;
  const npm = (...args: readonly string[]): boolean =>
    spawnSync('npm', args, { cwd: folder, env: others, stdio: 'inherit' }).status === 0;
  const asked = ['--release', newest, '--compare-with', verified, '--jobs', String(availableParallelism()), '--write'];
  if (!npm('run', 'record', '--', ...asked)) throw new Error(`Claude Code ${newest} could not be asked: see above`);
  const output = path.join(folder, '.test-output', 'record', newest);
  const summary = JSON.parse(readFileSync(path.join(output, 'summary.json'), 'utf8')) as ReportSummary;

  git('checkout', '-q', '-B', branch);
  const file = path.join(folder, dialects);
  writeFileSync(file, readFileSync(file, 'utf8').replace(`"verified": "${verified}"`, `"verified": "${newest}"`));
  if (!npm('run', 'generate')) throw new Error('`npm run generate` failed: see above');
  const failedTests = ['conformance', 'test:claude'].filter((script) => !npm('run', script));
  const report = readFileSync(path.join(output, 'report.md'), 'utf8');
  const { title, body, needsPerson } = pullRequestFor({ version: newest, verified, summary, failedTests, report });
  git('add', '-A');
  git('commit', '-q', '-m', title);
  git('push', '-q', '--force', 'origin', branch);
  const pull = { title, body, head: branch, base: services.base };
  const { html_url: address } = (await github('POST', 'pulls', services, pull)) as { readonly html_url?: string };
  console.log(`${title}: ${address}`);
  if (needsPerson) console.error('Somebody must look at this pull request');
  return needsPerson ? 1 : 0;
}

function servicesIn(env: NodeJS.ProcessEnv): Services {
  const { GITHUB_REPOSITORY: repository, GITHUB_TOKEN: token } = env;
  if (!repository || !/^[\w.-]+\/[\w.-]+$/.test(repository)) throw new Error('GITHUB_REPOSITORY must be owner/name');
  if (!token) throw new Error('GITHUB_TOKEN is missing');
  return {
    registry: (env.npm_config_registry ?? 'https://registry.npmjs.org').replace(/\/$/, ''),
    github: env.GITHUB_API_URL ?? 'https://api.github.com',
    repository,
    token,
    base: env.GITHUB_REF_NAME ?? 'main',
  };
}

function verifiedIn(folder: string): string {
  const { runtimes } = JSON.parse(readFileSync(path.join(folder, dialects), 'utf8')) as {
    readonly runtimes: readonly { readonly verified: string }[];
  };
  return runtimes[0]!.verified;
}

/** Hours of tests are between two requests: a connection that was kept is closed by then, which nobody has noticed. */
const oncePerConnection = { connection: 'close' };

async function newestRelease({ registry }: Services): Promise<string> {
  const address = `${registry}/-/package/${packageName.replace('/', '%2f')}/dist-tags`;
  const response = await fetch(address, { headers: oncePerConnection });
  if (!response.ok) throw new Error(`${address} answers ${response.status}`);
  const { latest } = (await response.json()) as { readonly latest?: unknown };
  // It becomes part of commands and of a branch.
  if (typeof latest !== 'string' || !/^\d{1,6}\.\d{1,6}\.\d{1,6}$/.test(latest))
    throw new Error(`${address} names no version such as 2.1.7: ${JSON.stringify(latest)}`);
  return latest;
}

function isNewer(one: string, other: string): boolean {
  return new Intl.Collator('en', { numeric: true }).compare(one, other) > 0;
}

async function hasPullRequest(branch: string, services: Services): Promise<boolean> {
  const [owner] = services.repository.split('/');
  const found = await github('GET', `pulls?state=open&head=${owner}:${branch}`, services);
  return Array.isArray(found) && found.length > 0;
}

async function github(method: string, place: string, services: Services, body?: object): Promise<unknown> {
  const response = await fetch(`${services.github}/repos/${services.repository}/${place}`, {
    method,
    headers: {
      ...oncePerConnection,
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${services.token}`,
      'user-agent': 'skillwright',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`GitHub answers ${response.status} to ${method} ${place}: ${await response.text()}`);
  return response.json();
}

/** Git in the repository. The token is in its environment, so that it is neither in a file nor in an address that is printed. */
function gitIn(folder: string, env: NodeJS.ProcessEnv, { token }: Services): (...args: readonly string[]) => void {
  const author = { NAME: 'github-actions[bot]', EMAIL: '41898282+github-actions[bot]@users.noreply.github.com' };
  const credentials = Buffer.from(`x-access-token:${token}`).toString('base64');
  const settings = [
    // The workflow runs as root in a folder of another user.
    ['safe.directory', '*'],
    ['user.name', author.NAME],
    ['user.email', author.EMAIL],
    [`http.${env.GITHUB_SERVER_URL ?? 'https://github.com'}/.extraheader`, `AUTHORIZATION: basic ${credentials}`],
  ];
  const configuration = Object.fromEntries(
    settings.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  );
  return (...args) => {
    const { status } = spawnSync('git', args, {
      cwd: folder,
      env: { ...env, ...configuration, GIT_CONFIG_COUNT: String(settings.length) },
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error(`\`git ${args[0]}\` failed: see above`);
  };
}
