/** An element of an XML document. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** What XML 1.0 allows in a document. */
const allowed = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

const token = /<(\/?)([A-Za-z][\w.-]*)((?:\s+[\w.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;

/** Reads the part of XML that reports use, and throws for everything that is not well formed. */
export function parseXml(source: string): XmlElement {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!source.startsWith(declaration)) throw new Error('No XML declaration');
  if (!allowed.test(source)) throw new Error('A character that XML does not allow');
  const document: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [document];
  token.lastIndex = declaration.length;
  while (token.lastIndex < source.length) {
    const at = token.lastIndex;
    const match = token.exec(source);
    if (!match) throw new Error(`Not well formed: ${source.slice(at, at + 80)}`);
    const [, closing, name, attributes, empty, text] = match;
    if (text !== undefined) open.at(-1)!.text += decode(text);
    else if (closing) {
      if (open.length === 1 || open.pop()!.name !== name) throw new Error(`Unexpected </${name}>`);
    } else {
      const pairs = [...attributes!.matchAll(/([\w.-]+)="([^"]*)"/g)].map(([, key, value]) => [key!, decode(value!)]);
      if (new Set(pairs.map(([key]) => key)).size < pairs.length) throw new Error(`Repeated attribute in <${name}>`);
      const element: XmlElement = { name: name!, attributes: Object.fromEntries(pairs), children: [], text: '' };
      open.at(-1)!.children.push(element);
      if (!empty) open.push(element);
    }
  }
  if (open.length > 1 || document.children.length !== 1) throw new Error('Not one root element');
  return document.children[0]!;
}

function decode(text: string): string {
  const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replace(/&(?:#(\d+);|(\w+);)?/g, (entity, code: string | undefined, name: string | undefined) => {
    const character = code ? String.fromCodePoint(Number(code)) : names[name ?? ''];
    if (character === undefined) throw new Error(`Not an entity: ${entity}`);
    return character;
  });
}
