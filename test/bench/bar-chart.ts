/** A row of a chart, with a bar for each value. */
export interface Bars {
  readonly name: string;
  readonly values: readonly { readonly label: string; readonly value: number }[];
}

const width = 720;
const left = 16;
const top = 44;
const barHeight = 14;
const rowGap = 30;

/** A chart that is readable on light and dark pages. */
export function drawBars(title: string, rows: readonly Bars[]): string {
  const highest = Math.max(...rows.flatMap(({ values }) => values.map(({ value }) => value)));
  const room = width - 2 * left - 240;
  const parts: string[] = [];
  let y = top;
  for (const { name, values } of rows) {
    parts.push(`<text class="name" x="${left}" y="${y}">${escapeText(name)}</text>`);
    y += 6;
    for (const { label, value } of values) {
      const length = Math.max(1, (room * value) / highest);
      const text = `${Number(value.toPrecision(value < 10 ? 2 : 3)).toLocaleString('en')} · ${label}`;
      parts.push(`<rect x="${left}" y="${y}" width="${length.toFixed(1)}" height="${barHeight - 3}"/>`);
      parts.push(`<text x="${(left + length + 6).toFixed(1)}" y="${y + barHeight - 4}">${escapeText(text)}</text>`);
      y += barHeight;
    }
    y += rowGap - 6;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" role="img" aria-label="${escapeText(title)}">
<style>text{font:12px sans-serif;fill:#888}.title{font-size:13px}rect{fill:#3794ff}</style>
<text class="title" x="${left}" y="16">${escapeText(title)}</text>
${parts.join('\n')}
</svg>
`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
