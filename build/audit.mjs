// Known vulnerabilities of the dependencies: `npm run audit`. What others publish must not make a build fail, so it always ends
// well, without a network too; with `--strict`, it fails if what is shipped contains a vulnerable package.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';

const strict = process.argv.includes('--strict');
const { stdout } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32',
  timeout: 60_000,
});
const report = parsed(stdout);
if (!report?.vulnerabilities) {
  const reason = report?.message ?? report?.error?.summary ?? 'no answer';
  console.log(`The registry cannot be asked, so nothing was audited: ${String(reason).split('\n')[0]}`);
} else {
  const bundled = bundledNames();
  const found = Object.values(report.vulnerabilities);
  for (const { name, severity, range } of found)
    console.log(`${severity}: ${name} ${range}${bundled.has(name) ? ' (shipped)' : ' (development only)'}`);
  const shipped = found.filter(({ name }) => bundled.has(name));
  console.log(`${found.length} vulnerable packages, of which ${shipped.length} are shipped`);
  if (strict && shipped.length > 0) process.exitCode = 1;
}

/** The packages in the bundles, if they were built. */
function bundledNames() {
  const bills = ['dist/skillwright.cdx.json', 'dist/site/playground.cdx.json'].filter((file) => existsSync(file));
  const components = bills.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')).components);
  return new Set(components.map((/** @type {{ name: string }} */ { name }) => name));
}

/** @param {string | null} text */
function parsed(text) {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
