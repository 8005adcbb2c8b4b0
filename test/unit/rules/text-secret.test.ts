import { describe, expect, test } from 'vitest';
import { SECRET_FORMATS } from '../../../server/src/dialect/secrets/secret-formats.ts';
import { check, expectFindings } from './expect-findings.ts';

const skill = (body: string) => `---\ndescription: Packs boxes. Use when something moves.\n---\n\n${body}\n`;

/** Random characters of a class: credentials that were never issued, and are not in this repository. */
function random(characters: string, length: number, seed = 1): string {
  const all = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at));
  const allowed = all.filter((character) => new RegExp(`[${characters}]`).test(character) && /\w/.test(character));
  let state = seed * 7919;
  const next = () => {
    state = (state * 48271) % 2147483647;
    return allowed[state % allowed.length]!;
  };
  return Array.from({ length }, next).join('');
}

/** A text in a format, which has what the format always contains in its middle. */
function secretOf(prefix: string, { characters, length, contains = '' }: (typeof SECRET_FORMATS)[number], seed = 1) {
  const [least, most] = length as [number, number];
  const size = Math.min(most, least + 4);
  const half = Math.floor((size - contains.length) / 2);
  const first = random(characters, half, seed);
  return prefix + first + contains + random(characters, size - half - contains.length, seed + 100);
}

const formats = SECRET_FORMATS.flatMap((format) => format.prefixes.map((prefix) => [prefix, format] as const));

describe('text-secret', () => {
  test.for(formats)('%s', ([prefix, format]) => {
    for (let seed = 1; seed <= 20; seed++) {
      const secret = secretOf(prefix, format, seed);
      const bodies = [`Use «${secret}» here.`, `\`\`\`bash\nexport KEY="«${secret}»"\n\`\`\``, `| a | «${secret}» |`];
      const body = bodies[seed % bodies.length]!;
      const findings = expectFindings('text-secret', skill(body));
      const { message, severity } = findings[0]!;
      expect(severity).toBe('warning');
      expect(message).toContain(format.what);
      // Nothing of it is repeated, in no finding of any rule.
      const all = JSON.stringify(check(skill(body).replace(/[«»]/g, '')).findings.map((it) => [it.message, it.fixes]));
      expect(all).not.toContain(secret.slice(prefix.length, prefix.length + 8));
    }
  });

  test.for(formats)('nothing that only looks like %s', ([prefix, format]) => {
    const [least, most] = format.length as [number, number];
    const rest = (text: string) => `${prefix}${text.repeat(most).slice(0, least)}`;
    const contains = format.contains ?? '';
    for (const text of [
      rest('x'),
      rest('X'),
      rest('1234567890abcdef'),
      rest('abcdefghijklmnopqrstuvwxyz0123456789'),
      rest('A1bC2dE3fG4hI5jK6lM7nO8pQ9rS0t'),
      rest('YOUR_TOKEN_HERE_'),
      rest(`${contains}example-`),
      `${prefix}…`,
      `${prefix}...`,
      `${prefix}<token>`,
      `${prefix}$TOKEN`,
      secretOf(prefix, format).slice(0, least - 5),
      `a${secretOf(prefix, format)}`.replace('ahttps', 'https').slice(0, 30),
    ])
      expectFindings('text-secret', skill(`Use \`${text}\`, or ${text} instead.`));
  });

  test.for([
    'AKIAIOSFODNN7EXAMPLE and AKIAI44QH8DHBEXAMPLE',
    'ghu_16C7e42F292c6912E7710c838347Ae178B4a',
    'xoxb-17653672481-19874698323-pdFZKVeTuE8sk7oOcHrzqqgy',
    'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX',
    'sk-ant-api03-... and sk-abc123, task-management-and-review-of-everything-in-sight',
    'The patterns `AKIA[0-9A-Z]{16}` and `ghp_[A-Za-z0-9]{36}`',
    '-----BEGIN RSA PRIVATE KEY-----\n...\n-----END RSA PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\n(your key here)\n-----END PRIVATE KEY-----',
    '`-----BEGIN PRIVATE KEY-----` begins a key',
    '-----BEGIN CERTIFICATE-----\nMIID\n-----END CERTIFICATE-----',
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU= is a hash',
    '3f786850e387550fdab836ed7e6dc881de23001b is a commit',
  ])('nothing in %s', (body) => {
    expectFindings('text-secret', skill(body));
  });

  test('private keys, also in a string', () => {
    const key = random('A-Za-z0-9', 640).replace(/.{64}/g, '$&\n');
    const block = `-----BEGIN OPENSSH PRIVATE KEY-----\n${key}-----END OPENSSH PRIVATE KEY-----`;
    const [found] = expectFindings('text-secret', skill(`\`\`\`\n«${block}»\n\`\`\``));
    expect(found!.message).toContain('a private key');
    expectFindings('text-secret', skill(`«${block.replaceAll('\n', '\r\n')}»`).replaceAll(/(?<!\r)\n/g, '\r\n'));
    expectFindings('text-secret', skill(`KEY="«${block.replaceAll('\n', '\\n')}»"`));
    const encrypted = block.replace('KEY-----\n', 'KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,7F\n\n');
    expectFindings('text-secret', skill(`«${encrypted}»`));
  });

  test('in frontmatter, agents and manifests, and not in settings', () => {
    const secret = secretOf('ghp_', SECRET_FORMATS.find(({ prefixes }) => prefixes.includes('ghp_'))!);
    expectFindings('text-secret', `---\ndescription: Packs. Use it.\nmetadata:\n  key: «${secret}»\n---\nPack.\n`);
    const path = (name: string) => ({ path: `/p/${name}`, file: { pluginRoot: '/p' } });
    expectFindings('text-secret', `---\nname: a\n---\n«${secret}»\n`, path('agents/a.md'));
    expectFindings('text-secret', `{ "name": "a", "x": "«${secret}»" }`, path('.claude-plugin/plugin.json'));
    expectFindings('text-secret', `{ "env": { "K": "${secret}" } }`, { path: '/p/.claude/settings.json' });
  });

  test('the fields around one do not repeat it either', () => {
    const secret = secretOf('ghp_', SECRET_FORMATS.find(({ prefixes }) => prefixes.includes('ghp_'))!);
    for (const field of ['context', 'model', 'agent', 'effort', 'allowed-tools', 'name', 'tools', 'shell', 'paths']) {
      const text = `---\ndescription: Packs. Use it when asked.\n${field}: ${secret}\n---\nPack.\n`;
      expect(JSON.stringify(check(text).findings), field).not.toContain(secret.slice(4, 20));
    }
  });
});
