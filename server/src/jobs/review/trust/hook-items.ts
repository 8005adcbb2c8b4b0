import type { JsonValue } from '../../../dialect/text/to-json.ts';
import { hostsIn, type TrustItem } from './trust-item.ts';

type JsonMap = { readonly [key: string]: JsonValue };

/** The hooks of a file, whether or not Claude Code accepts each of them, and the hosts that they name. */
export function hookItems(hooks: JsonValue | undefined, path: string, line: number | undefined): TrustItem[] {
  return entriesOf(hooks).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group) => {
      const matcher = textIn(group, 'matcher');
      const when = matcher === undefined || matcher === '' ? event : `${event} (${matcher})`;
      return listOf(isMap(group) ? group.hooks : undefined).flatMap((handler) => {
        const what = describeHandler(handler);
        return [
          { kind: 'hook', path, line, text: `${when}: ${what}` } satisfies TrustItem,
          ...hostItems(what, path, line),
        ];
      });
    }),
  );
}

/** The servers that a file starts or connects to, and their hosts. */
export function serverItems(servers: JsonValue | undefined, path: string, line: number | undefined): TrustItem[] {
  return entriesOf(servers).flatMap(([name, server]) => {
    const words = [textIn(server, 'command'), ...listOf(isMap(server) ? server.args : undefined).map(String)];
    const url = textIn(server, 'url');
    const what = url ?? words.filter((word) => word !== undefined).join(' ');
    return [
      { kind: 'server', path, line, text: `${name}: ${what}` } satisfies TrustItem,
      ...hostItems(what, path, line),
    ];
  });
}

function hostItems(text: string, path: string, line: number | undefined): TrustItem[] {
  return hostsIn(text).map((host) => ({ kind: 'host', path, line, text: host }));
}

/** A handler in words: its kind, and the keys that say what it runs or asks. */
function describeHandler(handler: JsonValue): string {
  const said = ['command', 'url', 'server', 'tool', 'prompt', 'agent'].flatMap((key) => textIn(handler, key) ?? []);
  return [textIn(handler, 'type') ?? 'handler without a type', ...said].join(' ');
}

function textIn(value: JsonValue | undefined, key: string): string | undefined {
  const found = isMap(value) ? value[key] : undefined;
  return typeof found === 'string' ? found : undefined;
}

function entriesOf(value: JsonValue | undefined): [string, JsonValue][] {
  return isMap(value) ? Object.entries(value) : [];
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function isMap(value: JsonValue | undefined): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
